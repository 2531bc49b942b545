// Pages that belong to no single puzzle. One more page is one more line here.
import type { Component } from "svelte";
import Measure from "./Measure.svelte";
import Reproduction from "./Reproduction.svelte";
import Experiment from "./Experiment.svelte";
import Records from "./Records.svelte";

export interface Page {
  path: string;
  title: string;
  /** The title where there is little room. */
  short: string;
  /** One line for the front page. */
  line: string;
  view: Component;
}

export const pages: Page[] = [
  { path: "records", title: "Your records", short: "Records", line: "Games, wins, best times and streaks: kept in this browser and nowhere else.", view: Records },
  { path: "measure", title: "How hard, how engaging?", short: "Measure", line: "The program plays many games: how hard a puzzle is, how long it lasts, and whether it is of the kind people like to play.", view: Measure },
  { path: "study", title: "The 8-puzzle experiment", short: "Experiment", line: "Take part: 29 levels of the 8-puzzle, from one slide to 29. Your own table stands beside the printed one.", view: Experiment },
  { path: "reproduction", title: "Reproductions", short: "Papers", line: "Five papers about puzzles and games: every value that they printed, computed again, with a verdict.", view: Reproduction },
];
