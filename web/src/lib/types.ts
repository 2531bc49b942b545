// Made from the Rust types by `cargo xtask types`. Do not edit: a test compares.

/** What can be asked. */
export type Request = {
  ask: "catalogue";
} | {
  ask: "sit";
  /** The puzzle's name. */
  puzzle: string;
  /** The setting: a preset's name, or `name=value` pairs joined by `; `. */
  setup?: string;
  /** What a new game is drawn from. */
  seed?: number;
  /** A game as an earlier answer saved it. */
  saved?: string | null;
  /** Otherwise a position to begin at: as the puzzle writes it, or a link's. */
  position?: string | null;
  /** What is done, one after the other. */
  actions?: Action[];
  /** Whether a hint is wanted beside the position; `hint` asks for one alone. */
  hint?: boolean;
  /** Whether a game that is over is to be looked back on, which can take seconds. */
  summary?: boolean;
  /** The most nodes, within what the surroundings allow. */
  nodes?: number | null;
} | {
  ask: "hint";
  /** The puzzle's name. */
  puzzle: string;
  /** The game, as an answer to `sit` saved it. */
  saved: string;
  /** The most nodes, within what the surroundings allow. */
  nodes?: number | null;
  /** For how many seconds hints may go on getting better; counted where there is a clock, up to 20 [default: 3]. */
  seconds?: number | null;
} | {
  ask: "run";
  /** The puzzle's name. */
  puzzle: string;
  /** The verb's name. */
  verb: string;
  /** INPUT, where the verb takes one. */
  input?: RunInput | null;
  /** The options by name, without dashes; a switch that is on has an empty value. An option that takes a file has the text that the file holds. */
  options?: Record<string, string>;
  /** Whether the games come as rows, too, for the verbs that have `--rows`. */
  rows?: boolean;
  /** Whether what the command line prints without `--json` comes as an event, too. */
  text?: boolean;
  /** The most nodes, within what the surroundings allow. */
  nodes?: number | null;
} | {
  ask: "line";
  /** The puzzle's name. */
  puzzle: string;
  /** The game, as an answer to `sit` saved it. Moves that were taken back do not count. */
  saved: string;
  /** The most nodes for each position, within what the surroundings allow for all of them; a position that needs more is left without a value. */
  nodes?: number;
} | {
  ask: "check";
  /** A certificate, a solver's answer, or one of them a line. */
  text: string;
  /** The most nodes, within what the surroundings allow. */
  nodes?: number | null;
} | {
  ask: "study";
} & ({
  study: "level";
  /** The level, 1 to 29: the length of the shortest solution. */
  level: number;
  /** The seed. */
  seed: number;
} | {
  study: "judge";
  /** Who played: any name that begins with a letter or a digit. */
  player: string;
  /** The level. */
  level: number;
  /** The board, as the level gave it. */
  position: string;
  /** When it began: milliseconds since 1970. */
  began: number;
  /** The moves, as the sliding puzzle writes them. */
  moves: string[];
  /** When each move was made: milliseconds since the attempt began. */
  milliseconds: number[];
} | {
  study: "table";
  /** The attempts, in any order. */
  attempts: Attempt[];
} | {
  study: "export";
  /** The attempts, in any order. */
  attempts: Attempt[];
} | {
  study: "import";
  /** What `export` wrote. */
  csv: string;
});

/** What a player does. Where the program plays the other side, it answers at once. */
export type Action = {
  play: string;
} | {
  press: [number, number];
} | {
  mark: [number, number];
} | {
  arrow: Direction;
} | {
  carry: [[number, number], [number, number]];
} | "undo" | "redo" | {
  goto: number;
};

/** One of the four directions on a board: an arrow key, or a move of all tiles in one direction. */
export type Direction = "left" | "right" | "up" | "down";

/** INPUT: the text itself, or a file. */
export type RunInput = string | Upload;

/** A file that somebody chose, dropped or pasted. */
export type Upload = {
  /** Its name, for messages. */
  name: string;
  /** What it holds, in base64. */
  base64: string;
};

/** An attempt that is over. */
export type Attempt = {
  /** Who played. */
  player: string;
  /** The level D: the length of the shortest solution. */
  level: number;
  /** The board. */
  position: string;
  /** When it began: milliseconds since 1970. */
  began: number;
  /** The moves. */
  moves: string[];
  /** When each move was made: milliseconds since the attempt began. */
  milliseconds: number[];
  /** Whether the moves lead to the goal. */
  solved: boolean;
  /** Whether they do so within D moves: what the table counts. */
  within: boolean;
};

/** What can be asked about the experiment. */
export type Experiment = {
  study: "level";
  /** The level, 1 to 29: the length of the shortest solution. */
  level: number;
  /** The seed. */
  seed: number;
} | {
  study: "judge";
  /** Who played: any name that begins with a letter or a digit. */
  player: string;
  /** The level. */
  level: number;
  /** The board, as the level gave it. */
  position: string;
  /** When it began: milliseconds since 1970. */
  began: number;
  /** The moves, as the sliding puzzle writes them. */
  moves: string[];
  /** When each move was made: milliseconds since the attempt began. */
  milliseconds: number[];
} | {
  study: "table";
  /** The attempts, in any order. */
  attempts: Attempt[];
} | {
  study: "export";
  /** The attempts, in any order. */
  attempts: Attempt[];
} | {
  study: "import";
  /** What `export` wrote. */
  csv: string;
};

/** An attempt as it ended, before it is judged. */
export type FinishedAttempt = {
  /** Who played: any name that begins with a letter or a digit. */
  player: string;
  /** The level. */
  level: number;
  /** The board, as the level gave it. */
  position: string;
  /** When it began: milliseconds since 1970. */
  began: number;
  /** The moves, as the sliding puzzle writes them. */
  moves: string[];
  /** When each move was made: milliseconds since the attempt began. */
  milliseconds: number[];
};

/** What comes back while a request is worked on. The last event is the only [`Event::Answer`]. */
export type Event = {
  event: "progress";
  /** What is counted. */
  what: string;
  /** How many are done. */
  done: number;
  /** Of how many. */
  total: number;
} | {
  event: "note";
  /** A sentence. */
  text: string;
} | {
  event: "hint";
  /** The hint, as it also stands in the answer if it is the last. */
  hint: AnyHint;
} | {
  event: "landed";
  /** The position in between. */
  position: Landed;
} | {
  event: "item";
  /** The item, as it also stands in the answer's `items`. */
  item: any;
} | {
  event: "columns";
  /** Their names and what they hold. */
  columns: Column[];
} | {
  event: "row";
  /** Its values, a column each; null where there is nothing to say. */
  row: Field[];
} | {
  event: "text";
  /** The text. */
  text: string;
} | {
  event: "figure";
  /** What is to be drawn. */
  figure: Figure;
} | {
  event: "answer";
  /** The answer, in the layout of `docs/json.md`. */
  answer: any;
};

/** A hint whose types are hidden: what `explain` prints, and where on the board it is. */
export type AnyHint = {
  /** The recommended move; null when a move is to be taken back or nothing can be said. */
  decision: Recommendation | null;
  /** Present when no move is recommended but to take the last one back. */
  take_back?: TakeBack | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: Alternative[];
  /** The squares (row and column from 0) of the alternatives that have one, in their order. */
  squares: ([number, number] | null)[];
  /** The square from which the recommended move takes a piece, where pieces are carried. */
  from: [number, number] | null;
  /** What `value` of an alternative counts. */
  value_is: string;
  /** Where to look, without giving the move away. */
  nudge: string;
  /** The move and why. */
  text: string;
};

/** The move that a hint recommends. */
export type Recommendation = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** Whether the move cannot be wrong: there is a proof. */
  certain: boolean;
  /** The probability of what `probability_is` says; 1 for a certain move, null where nothing is known but an opinion. */
  probability: Probability | null;
  /** What `probability` is the probability of: "that the cell is safe"; null where it is none. */
  probability_is: string | null;
  /** Why. */
  reason: Reason;
};

/** A number in [0, 1]. */
export type Probability = number;

/** A reason with its sentence, as [`with_text`] writes it: for the schema. */
export type Reason = {
  /** Which kind of reason it is, where there are several. */
  kind?: string | null;
  /** The same in words. */
  text: string;
  [more: string]: unknown;
};

/** The advice to take the last move back: this cannot be won any more, and a position before could. */
export type TakeBack = {
  /** Why the position is lost. */
  reason: Reason;
};

/** A move that could be made instead, or the recommended one itself, with its worth. */
export type Alternative = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** What it is worth: more is better. The hint's `value_is` says in what; null where it is not known (yet). */
  value: number | null;
  /** The worth in words: "loses in 12 moves". */
  text: string;
};

/** The position after a move of the player's, while the program thinks about its reply. */
export type Landed = {
  /** What there is to see, as squares. */
  scene: Scene;
  /** Where the move was on the board. */
  last: Step | null;
  /** How many moves are played by now. */
  played: number;
};

/** What there is to see, without any drawing: squares in rows, labels beside them. */
export type Scene = {
  /** The squares, row by row; all rows are equally long. */
  rows: Square[][];
  /** Labels above the columns, each from top to bottom. Empty: none. */
  above: string[][];
  /** Labels left of the rows. Empty: none. */
  left: string[];
  /** How the player steers. */
  steering: Steering;
  /** The keys that are special here, for the help line: "space opens, f flags". */
  keys: string;
};

/** One square. */
export type Square = {
  /** What stands in it: a few letters at most. */
  text: string;
  /** What its colour means. */
  tone: Tone;
  /** What stands on it, where the text alone does not say. */
  occupant?: Occupant | null;
};

/** The meaning of a square's colour. An interface chooses the colours. */
export type Tone = "plain" | "dim" | "closed" | "filled" | "first" | "second" | "good" | "bad" | "marked" | {
  scale: number;
};

/** What stands on a square, beside its text: a page draws it, and a screen reader says it. */
export type Occupant = "player" | "box" | "goal" | "wall" | "given";

/** How the player steers. */
export type Steering = "cursor" | "arrows" | "pieces";

/** Where a move is on the board: rows and columns from 0, none where it has no place there. */
export type Step = {
  /** The square from which it takes a piece, where pieces are carried. */
  from: [number, number] | null;
  /** The square that it is about: where a piece goes, a stone is placed. */
  to: [number, number] | null;
};

/** A column of the rows: its name and what it holds. */
export type Column = {
  /** Its name: lower case, words joined by `_`. */
  name: string;
  /** The type of all its fields. */
  kind: FieldKind;
  /** What it contains, in one line. */
  about: string;
};

/** What the fields of a column are. */
export type FieldKind = "whole" | "real" | "flag" | "word";

/** One value of a row. */
export type Field = number | boolean | string;

/** A chart, before it is drawn. */
export type Figure = {
  /** What it shows. */
  title: string;
  /** What is across. */
  x_label: string;
  /** What is up. */
  y_label: string;
  /** Names of the places 0, 1, 2, … across, where they are not numbers. */
  x_names: string[];
  /** What is drawn. */
  series: Series[];
  /** How to read it. */
  caption: string;
};

/** Some points that belong together. */
export type Series = {
  /** Its name in the legend. */
  name: string;
  /** How it is drawn. */
  marks: Marks;
  /** Its points. */
  points: Point[];
};

/** How a series is drawn. */
export type Marks = "Line" | "Points" | "Bars" | "Intervals";

/** A point of a series, with an interval where there is one. */
export type Point = {
  /** Across. */
  x: number;
  /** Up. */
  y: number;
  /** Its interval, for [`Marks::Intervals`]. */
  interval: Interval | null;
};

/** An interval of plausible values. */
export type Interval = {
  /** Lower end. */
  low: number;
  /** Upper end. */
  high: number;
};

/** What was wrong with a request, in words. */
export type Refusal = {
  schema: 2;
  status: "refused" | "exhausted";
  error?: InputError;
  stopped?: "nodes" | "time" | "cancelled" | "memory";
};

/** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
export type InputError = {
  /** What is wrong. */
  what: string;
  /** Where in the text. */
  place: Place | null;
  /** What would be right. */
  expected: string | null;
  /** The option it was given for, if it was not INPUT. */
  option: string | null;
  /** The file, if there is one. */
  source: string | null;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type Place = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

/** Every puzzle with its settings, presets and verbs, as data. */
export type Catalogue = {
  schema: number;
  status: string;
  /** The puzzles, in the order in which they are listed. */
  puzzles: Puzzle[];
};

/** A puzzle: how it can be set up, and what it can do. */
export type Puzzle = {
  /** Its name. */
  name: string;
  /** One line about it. */
  about: string;
  /** Settings people ask for by name; the first is the default. */
  presets: Preset[];
  /** What can be chosen before a game. */
  setup: OptionSpec[];
  /** What it can do. */
  verbs: VerbSpec[];
};

/** A named setting. */
export type Preset = {
  /** Its name. */
  name: string;
  /** The setting as text: `name=value`, several joined by `; `. */
  setup: string;
};

/** One option of a verb or a setting, as data for a form. */
export type OptionSpec = {
  /** Its name, without the dashes. */
  name: string;
  /** What its value is called; empty for a switch. */
  value: string;
  /** The value when it is not given. */
  default: string | null;
  /** One line of help. */
  help: string;
  only_with: OnlyWith | null;
  /** What values it takes. */
  kind: "switch" | "whole" | "real" | "choice" | "file" | "output" | "text";
  /** The least value of a number. */
  least?: number;
  /** The most. */
  most?: number;
  /** The values of a choice. */
  choices?: string[];
  /** Values of a text that people often want. */
  known?: string[];
};

/** Another option without which, or with other values of which, an option would be ignored: it is refused instead, and a form need not show it. */
export type OnlyWith = {
  /** The other option's name. A verb that does not offer it has nothing to refuse. */
  option: string;
  /** The values that make it count; none: any that is given. */
  values: string[];
};

/** One verb of a puzzle, as data: help, completion and forms are made from it. */
export type VerbSpec = {
  /** `solve`, `explain`, `generate`, `simulate`, `measure`, `bench`, or one of the puzzle's own. */
  name: string;
  /** One line of help. */
  about: string;
  /** What INPUT is. */
  input: InputSpec;
  /** Its options. */
  options: OptionSpec[];
  /** Command lines a person would really run, without the leading `quandary`. */
  examples: string[];
  /** What its numbers rest on, for the answer: (name, sentence). */
  conventions: [string, string][];
};

/** What a verb takes as INPUT. */
export type InputSpec = {
  given: "none";
} | {
  given: "optional";
  about: string;
} | {
  given: "required";
  about: string;
};

/** What the player sees of a game, and what he may do. */
export type SessionView = {
  schema: number;
  status: string;
  /** The puzzle's name. */
  puzzle: string;
  /** The setting as text. */
  setup: string;
  /** The puzzle's own view. Never the hidden part. */
  view: any;
  /** What there is to see, as squares. */
  scene: Scene;
  /** The same as text. */
  text: string;
  /** The legal moves. */
  moves: string[];
  /** Where each of them is on the board, in their order, in games in which pieces are carried; otherwise empty. */
  steps: Step[];
  /** Where the last move was on the board, if one was played. */
  last: Step | null;
  /** The moves played. */
  played: string[];
  /** How many moves were taken back and can be played again. */
  undone: number;
  /** Who is to move; null when the game is over. */
  turn: Side | null;
  /** The points, in games that have them. */
  score: number | null;
  /** How it ended, if it has. */
  outcome: Outcome | null;
  /** What there is to say about a game that is over, if that was wanted. */
  summary: string | null;
  /** The hint, if one was wanted and the game is not over. */
  hint: AnyHint | null;
  /** The position as short text that can stand in a link. */
  link: string;
  /** Everything, to go on from. */
  saved: string;
};

/** A side. */
export type Side = "first" | "second";

/** How it ended. */
export type Outcome = "won" | "lost" | "drawn" | "unfinished";

/** The best move in a game and why. */
export type HintAnswer = {
  schema: number;
  status: string;
  /** The puzzle's name. */
  puzzle: string;
  /** The best hint that was found, the last of those that came as events; null when the game is over. */
  hint: AnyHint | null;
  /** What ended the search for a better one, if something did: asked for longer, it may find one. */
  stopped: Exhausted | null;
};

/** Why a search stopped early. */
export type Exhausted = "nodes" | "time" | "cancelled" | "memory";

/** What the positions of a game were worth. */
export type TimeLine = {
  schema: number;
  status: string;
  /** Why later positions are missing, if they are. */
  stopped?: Exhausted | null;
  /** The puzzle's name. */
  puzzle: string;
  /** What the values count. */
  value_is: string;
  /** The positions, in the order in which they were met. */
  points: Worth[];
};

/** What one position of a game was worth, and what was done there. */
export type Worth = {
  /** How many moves were played before it. */
  at: number;
  /** Who is to move; null when the game is over. */
  turn: Side | null;
  /** What the best move here is worth to the player who began: more is better. Null where it is not known. */
  value: number | null;
  /** Its interval, where it is estimated. */
  ci95: number[] | null;
  /** The best move; null where it is not known. */
  best: string | null;
  /** The move that was played; null at the end of the game. */
  played: string | null;
  /** What that move was worth, before chance had its say; null where it is not known. */
  played_value: number | null;
  /** Whether the move played is shown to be worse than the best. */
  mistake: boolean;
};

/** The results of some certificates. */
export type CheckAnswer = {
  /** Whether everything that was claimed was verified. */
  verified: boolean;
  /** How many were accepted. */
  accepted: number;
  /** Answers that claim something and have no certificate. */
  without_certificate: number;
  /** Each of them. */
  certificates: CheckedRow[];
};

/** The result of one certificate, or of an answer without one. */
export type CheckedRow = {
  /** The line on which its document begins. */
  line: number;
  /** The puzzle it is about. */
  puzzle: string;
  /** What the certificate claims; of an answer without one, its verdict. */
  claim: string;
  /** Whether it was accepted. */
  verified: boolean;
  /** What it proves. */
  facts?: string[] | null;
  /** What the answer says beyond what is proved. */
  not_proved?: string[];
  /** Why it was not accepted. */
  why?: string | null;
  /** `unknown`, `malformed`, `wrong`, `unbound`, `exhausted`; `bare` for an answer that claims something without a certificate, `open` for one that claims nothing. */
  kind?: string | null;
};

/** A board of a level, and a game that begins there. */
export type LevelAnswer = {
  schema: number;
  status: string;
  /** The level. */
  level: number;
  /** The board, as the sliding puzzle writes it on one line. */
  position: string;
  /** The game, to play with `sit`. */
  saved: string;
};

/** An attempt that was judged. */
export type AttemptAnswer = {
  schema: number;
  status: string;
  /** The attempt. */
  attempt: Attempt;
};

/** Attempts, in the order in which they began. */
export type AttemptsAnswer = {
  schema: number;
  status: string;
  /** The attempts. */
  attempts: Attempt[];
};

/** Attempts as CSV. */
export type ExportAnswer = {
  schema: number;
  status: string;
  /** A header and a line for each attempt. */
  csv: string;
};

/** Table 3.3 as some attempts make it, beside the printed one. */
export type ExperimentTable = {
  schema: number;
  status: string;
  /** The players. */
  players: string[];
  /** How many attempts there are; the table counts the first of each player at each level. */
  attempts: number;
  /** A row for each level. */
  rows: ExperimentRow[];
  /** What the numbers rest on. */
  conventions: Record<string, string>;
};

/** A level. */
export type ExperimentRow = {
  /** D: the length of the shortest solution. */
  level: number;
  /** Players who tried it. */
  tried: number;
  /** Players who solved it within D moves at their first attempt. */
  solved: number;
  /** v = solved / tried; null without attempts, like all that follows from it. */
  v: number | null;
  /** The Wilson interval of v, 95 %. */
  ci95: number[] | null;
  /** m = 1 - v. */
  m: number | null;
  /** GR = sqrt(2 v / D). */
  gr: number | null;
  /** F = m a, where a = 2 v / D. */
  f: number | null;
  /** p = m v. */
  p: number | null;
  /** E_p = 2 m v^2. */
  ep: number | null;
  /** What is printed for this level, where something is. */
  printed: ExperimentPrinted | null;
};

/** A row of the printed table. */
export type ExperimentPrinted = {
  /** The players. */
  tried: number;
  /** How many solved it. */
  solved: number;
  /** v. */
  v: number;
  /** The Wilson interval of v, 95 %. */
  ci95: number[];
};

/** How many attempts were added or deleted. */
export type ChangeAnswer = {
  schema: number;
  status: string;
  /** How many attempts were added or deleted. */
  attempts: number;
};

/** What `GET /api/health` says. */
export type Health = {
  /** The program's version. */
  version: string;
  /** How the page reaches the lab: `serve`. */
  transport: string;
  /** Threads that a long piece of work may use. */
  threads: number;
  /** Whether the experiment's attempts can be kept here. */
  study: boolean;
  /** Whether the server also answers callers without the token, as participants of the experiment. */
  shared: boolean;
  /** Whether the caller has the token, and with it access to everybody's attempts. */
  experimenter: boolean;
};
