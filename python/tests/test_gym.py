"""Every puzzle as an environment that Gymnasium's own checker accepts."""

from __future__ import annotations

import warnings

import gymnasium
import numpy
import pytest
import quandary.gym
from gymnasium.utils.env_checker import check_env
from quandary.gym import PuzzleEnv, teacher

NAMES = [puzzle["name"] for puzzle in quandary.puzzles()]


def made(name: str) -> PuzzleEnv:
    # A quick opponent: the tests are about the environment, not about strength.
    opponent = any(option["name"] == "opponent" for option in setup(name))
    env = gymnasium.make(f"quandary/{name}-v0", setup={"opponent": "random"} if opponent else "").unwrapped
    assert isinstance(env, PuzzleEnv)
    return env


def setup(name: str) -> list[dict[str, str]]:
    options: list[dict[str, str]] = next(it for it in quandary.puzzles() if it["name"] == name)["setup"]
    return options


@pytest.mark.parametrize("name", NAMES)
def test_the_checker_accepts_it(name: str) -> None:
    with warnings.catch_warnings():
        # A square may contain any number; the checker would like it between -1 and 1.
        warnings.simplefilter("ignore", UserWarning)
        check_env(made(name), skip_render_check=True)


@pytest.mark.parametrize("name", NAMES)
def test_a_random_game_ends_and_every_legal_move_has_an_action(name: str) -> None:
    env = made(name)
    draw = numpy.random.default_rng(3)
    _, info = env.reset(seed=9)
    for _ in range(60):
        assert set(env.session.moves) <= set(env._actions)
        legal = numpy.flatnonzero(info["action_mask"])
        assert (len(legal) == 0) == (env.session.outcome is not None)
        if len(legal) == 0:
            break
        seen, _, over, _, info = env.step(int(draw.choice(legal)))
        assert info["legal"] and over == (env.session.outcome is not None)
        assert env.observation_space.contains(seen)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_is_the_same_game(name: str) -> None:
    games = []
    for _ in range(2):
        env = made(name)
        env.reset(seed=4)
        for _ in range(5):
            legal = numpy.flatnonzero(env.action_masks())
            if len(legal):
                env.step(int(legal[0]))
        games.append(env.session.save())
    assert games[0] == games[1]


def test_an_action_without_a_move_changes_nothing() -> None:
    env = made("lights-out")
    before, _ = env.reset(seed=1)
    idle = int(numpy.flatnonzero(env.action_masks() == 0)[0])
    after, reward, over, cut, info = env.step(idle)
    assert numpy.array_equal(before["squares"], after["squares"])
    assert (reward, over, cut, info["legal"]) == (0.0, False, False, False)


def test_the_teacher_wins_lights_out_and_slides_home() -> None:
    for name, preset in [("lights-out", "board=4x4"), ("sliding", "")]:
        env = PuzzleEnv(name, preset)
        env.reset(seed=2)
        over, reward = False, 0.0
        for _ in range(40):
            action = teacher(env)
            assert action is not None
            _, reward, over, _, _ = env.step(action)
            if over:
                break
        assert over and reward == 1.0 and teacher(env) is None


def test_points_are_the_reward_where_there_are_points() -> None:
    env = PuzzleEnv("2048")
    env.reset(seed=2)
    rewards = [env.step(int(numpy.flatnonzero(env.action_masks())[0]))[1] for _ in range(30)]
    assert sum(rewards) == env.session.score and sum(rewards) > 0


def test_an_episode_is_cut_after_its_steps_and_may_begin_at_a_position() -> None:
    env = PuzzleEnv("sliding", max_steps=2)
    env.reset(options={"position": "1 2 3 4 5 6 0 7 8"})
    assert env.render().split() == "1 2 3 / 4 5 6 / 0 7 8".split() or "7 8" in env.render()
    idle = [env.step(int(numpy.flatnonzero(env.action_masks())[0]))[3] for _ in range(2)]
    assert idle == [False, True]


def test_a_loss_of_the_second_player_is_reported_as_a_loss() -> None:
    env = PuzzleEnv("connect-four", "side=second; opponent=perfect", nodes=20_000)
    # The other side has three in a row, and we do not stop it.
    env.reset(options={"position": "11223"})
    action = env.action_of("7")
    assert action is not None
    _, reward, over, _, info = env.step(action)
    assert (reward, over, info["outcome"]) == (-1.0, True, "won")
