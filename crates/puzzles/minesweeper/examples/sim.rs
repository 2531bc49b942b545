use quandary_core::{Outcome, Seed, rules::play_out};
use quandary_minesweeper::{strategy::*, *};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let board: Board = a[1].parse().unwrap();
    let rule: FirstClick = a[2].parse().unwrap();
    let n: u64 = a[4].parse().unwrap();
    let game = Minesweeper::new(board, rule);

    let st: Strategy = a[3].parse().unwrap();
    let v = |n: &str, d: f64| std::env::var(n).ok().and_then(|x| x.parse().ok()).unwrap_or(d);
    let t = Tuning::SETTLED;
    let mut p = if a[3] == "best" {
        let t = Tuning {
            endgame_boards: v("K_END", t.endgame_boards as f64) as usize,
            sealed_boards: v("K_SEAL", t.sealed_boards as f64) as usize,
            endgame_nodes: v("K_NODES", t.endgame_nodes as f64) as u64,
            candidate_share: v("K_RATIO", t.candidate_share),
            unseen_share: v("K_UNSEEN", t.unseen_share),
            unseen_near: v("K_NEAR", t.unseen_near as f64) as usize,
            one_sure: v("K_S1", t.one_sure),
            more_sure: v("K_SLN", t.more_sure),
            second_share: v("K_BLEND", t.second_share),
            guess_power: v("K_GAMMA", t.guess_power),
            dead: v("K_DEAD", t.dead),
            deeper_count: v("K_DC", t.deeper_count as f64) as usize,
            deeper_share: v("K_DS", t.deeper_share),
            deeper_width: v("K_DW", t.deeper_width as f64) as usize,
            toss_credit: v("K_TOSS", t.toss_credit),
            enabler_credit: v("K_ENAB", t.enabler_credit),
        };
        Box::new(Best::tuned(game.grid(), Parts::ALL, st.first_move(&game), t)) as AnyPlayer
    } else {
        st.player(&game, None)
    };
    let mut bits = String::new();
    let mut wins = 0;
    let mut guesses = 0u64;
    let mut certain_losses = 0;
    let t = std::time::Instant::now();
    for i in 0..n {
        let mut last_certain = false;
        let o = play_out(&game, &mut BoxP(&mut p), Seed(7).stream(i), &mut Seed(99).stream(i), |_, d| {
            last_certain = d.probability.is_certain();
            if !last_certain {
                guesses += 1;
            }
        });
        if std::env::var("LOG").is_ok() {
            println!("R {}", (o == Outcome::Won) as u8);
        }
        bits.push(if o == Outcome::Won { '1' } else { '0' });
        if o == Outcome::Won {
            wins += 1
        } else if last_certain {
            certain_losses += 1;
        }
    }
    let _ = t;
    let st = std::fs::read_to_string("/proc/self/stat").unwrap();
    let s: f64 = st.split(' ').nth(13).unwrap().parse::<f64>().unwrap() / 100.0;
    if let Ok(f) = std::env::var("OUT") {
        std::fs::write(f, &bits).unwrap();
    }
    println!(
        "{} {} {} n={} win {:.4} +-{:.4} guesses {:.2} certain_losses {} {:.0} games/s",
        board,
        rule,
        a[3],
        n,
        wins as f64 / n as f64,
        (0.24f64 / n as f64).sqrt() * 1.96,
        guesses as f64 / n as f64,
        certain_losses,
        n as f64 / s
    );
}
struct BoxP<'a>(&'a mut AnyPlayer);
impl quandary_core::rules::Player<Minesweeper> for BoxP<'_> {
    type Reason = Reason;
    fn decide(
        &mut self,
        s: &Observation,
        st: &mut quandary_core::Stream,
    ) -> quandary_core::Decision<Action, Reason> {
        self.0.decide(s, st)
    }
}
