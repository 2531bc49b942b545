// Pages that belong to no single puzzle. One more page is one more line here.
import type { Component } from "svelte";
import Measure from "./Measure.svelte";
import Reproduction from "./Reproduction.svelte";
import Experiment from "./Experiment.svelte";

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
  { path: "measure", title: "Measure", short: "Measure", line: "Many games of a strategy: how hard a puzzle is, how long it lasts, and whether it sits where people like to play.", view: Measure },
  { path: "study", title: "Experiment", short: "Experiment", line: "29 levels of the 8-puzzle by the length of their shortest solution: your own table beside the printed one.", view: Experiment },
  { path: "reproduction", title: "Reproduction", short: "Papers", line: "Every value that the documents printed, computed again, with an interval and a verdict.", view: Reproduction },
];
