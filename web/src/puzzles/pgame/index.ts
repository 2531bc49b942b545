import type { Skin } from "../../lib/skin";
import Search from "../../rooms/Search.svelte";
import Tree from "./Tree.svelte";
import { whoWon } from "../ending";
import "./style.css";

export const skin: Skin = {
  name: "pgame",
  order: 10,
  title: "P-game",
  line: "A random tree for two, searched and checked.",
  how: "MAX adds the number of the branch, MIN takes it away; at the leaf MAX wins if the sum is above zero. Choose a branch.",
  labels: "places",
  say: ({ text }, _row, column, scene) => (scene.above.length ? `branch ${column + 1}: ${text}` : `the sum is ${text}`),
  stage: Tree,
  sides: ["MAX", "MIN"],
  levelIs: "tree",
  rooms: [{ id: "search", title: "Search", view: Search }],
  showcase: { setup: "board=3x6; side=both", seed: 2, moves: 3, ahead: 0 },
  ending: (seen) => `The sum is ${seen.view.sum}. ${whoWon(seen, "MAX", "MIN")}`,
};
