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
  /** Whether a hint is wanted. */
  hint?: boolean;
  /** Whether a game that is over is to be looked back on, which can take seconds. */
  summary?: boolean;
  /** The most nodes, within what the surroundings allow. */
  nodes?: number | null;
} | {
  ask: "run";
  /** The puzzle's name. */
  puzzle: string;
  /** The verb's name. */
  verb: string;
  /** INPUT, where the verb takes one. */
  input?: Given | null;
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
  arrow: Way;
} | "undo" | "redo" | {
  goto: number;
};

/** A direction. */
export type Way = "up" | "down" | "left" | "right";

/** INPUT: the text itself, or a file. */
export type Given = string | Upload;

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

/** What can be asked about the study. */
export type Study = {
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
export type Attempted = {
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

/** A column of the rows: its name and what it holds. */
export type Column = {
  /** Its name: lower case, words joined by `_`. */
  name: string;
  /** What its fields are, all of them. */
  kind: FieldKind;
  /** What it holds, in a line. */
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
  /** The option it was given for, when it was not INPUT. */
  option: string | null;
  /** The file it stands in, when there is one. */
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
export type Seen = {
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
  hint: Clue | null;
  /** The position as short text that can stand in a link. */
  link: string;
  /** Everything, to go on from. */
  saved: string;
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
};

/** The meaning of a square's colour. A face chooses the colours. */
export type Tone = "plain" | "dim" | "closed" | "filled" | "first" | "second" | "good" | "bad" | "marked" | {
  scale: number;
};

/** How the player steers. */
export type Steering = "cursor" | "arrows";

/** Who moves. */
export type Side = "first" | "second";

/** How it ended. */
export type Outcome = "won" | "lost" | "drawn" | "unfinished";

/** A hint as `explain` gives it, and where on the board it is. */
export type Clue = {
  /** The recommended move; null when nothing can be said. */
  decision: Counsel | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: Alternative[];
  /** The squares (row and column from 0) of the alternatives that have one, in their order. */
  squares: ([number, number] | null)[];
  /** What `value` of an alternative counts. */
  value_is: string;
  /** Where to look, without giving the move away. */
  nudge: string;
  /** The move and why. */
  text: string;
};

/** A recommended move. */
export type Counsel = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** Whether the move cannot be wrong. */
  certain: boolean;
  /** The probability that the move does what the reason says. */
  probability: number;
  /** Why. */
  reason: Because;
};

/** A reason: what it says, and beside it what its puzzle and its kind add. */
export type Because = {
  /** Which kind of reason it is, where there are several. */
  kind?: string | null;
  /** The reason in words. */
  text: string;
  [more: string]: unknown;
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

/** Why a search stopped before it had its answer. */
export type Exhausted = "nodes" | "time" | "cancelled" | "memory";

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

/** What became of some certificates. */
export type Checked = {
  /** Whether everything that was claimed was verified. */
  verified: boolean;
  /** How many were accepted. */
  accepted: number;
  /** Answers that claim something and have no certificate. */
  without_certificate: number;
  /** Each of them. */
  certificates: CheckedRow[];
};

/** What became of one certificate, or of an answer without one. */
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
export type Begun = {
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
export type Judged = {
  schema: number;
  status: string;
  /** The attempt. */
  attempt: Attempt;
};

/** Attempts, in the order in which they began. */
export type Kept = {
  schema: number;
  status: string;
  /** The attempts. */
  attempts: Attempt[];
};

/** Attempts as CSV. */
export type Exported = {
  schema: number;
  status: string;
  /** A header and a line for each attempt. */
  csv: string;
};

/** Table 3.3 as some attempts make it, beside the printed one. */
export type StudyTable = {
  schema: number;
  status: string;
  /** The players. */
  players: string[];
  /** How many attempts there are; the table counts the first of each player at each level. */
  attempts: number;
  /** A row for each level. */
  rows: StudyRow[];
  /** What the numbers rest on. */
  conventions: Record<string, string>;
};

/** A level. */
export type StudyRow = {
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
  printed: StudyPrinted | null;
};

/** A row of the printed table. */
export type StudyPrinted = {
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
export type Changed = {
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
  /** Whether the study's attempts can be kept here. */
  study: boolean;
};

/** A solution, or why there is none. */
export type SlidingSolveSolution = {
  /** Rows and columns. */
  board: string;
  /** The tiles along the rows, 0 for the empty cell. */
  position: string;
  /** How it was found. */
  method: string | null;
  /** `optimal`, `optimal (proved by the solver alone)` where the certificate proves a smaller bound, `bounded` (a solution that may not be shortest), `unsolvable`, or `budget` (nothing yet). */
  verdict: string;
  /** Why it is unsolvable. */
  unsolvable_because: string | null;
  /** Moves of the solution. */
  length: number | null;
  /** The moves: the way a tile slides, a letter each. */
  moves: string | null;
  /** No solution is shorter than this: what the certificate proves, where there is one. */
  lower_bound: number | null;
  /** How much shorter a solution might be, by that bound. */
  gap: number | null;
  /** The solver's own bound, where it is larger than what the certificate proves. */
  solver_bound: number | null;
  /** Nodes spent. */
  nodes: number;
  certificate: SlidingSolveCertificate | null;
};

/** A claim about an instance and the evidence for it. The instance is the puzzle's own text notation, so that a certificate can be read, kept and checked without the program that made it. `quandary check` verifies it with code that shares nothing with the solvers; what the evidence must hold for each puzzle and claim is written in the `check` crate. ``` use quandary_core::Certificate; let certificate = Certificate::new("sliding", "optimal", "1 2 3\n4 5 6\n7 0 8", serde_json::json!({"moves": "L"})); let text = serde_json::to_string(&certificate).unwrap(); assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), certificate); ``` */
export type SlidingSolveCertificate = {
  /** Version of this layout. */
  schema: number;
  /** The registered name of the puzzle. */
  puzzle: string;
  /** What is claimed: "optimal", "unsolvable", "unique", "safe", … */
  claim: string;
  /** The instance in the puzzle's notation. */
  instance: string;
  /** The evidence, laid out as the claim demands. */
  evidence: any;
};

/** Whether a board is solved in time though directions are barred. */
export type SlidingSolveProof = {
  /** Rows and columns. */
  board: string;
  /** The tiles along the rows, 0 for the empty cell. */
  position: string;
  /** The search. */
  method: string;
  /** Most slides; a slide may take back the last. */
  within: number;
  /** How often a direction may be barred. */
  bars: number;
  /** Who bars: `and`, `or` or `chance`. */
  inhibitor: string;
  /** `win`, `loss`, the same with `estimated`, or `unknown`. */
  verdict: string;
  /** The verdict in words. */
  means: string;
  /** Probability of a win under best play, by brute force: 1 where it is forced; null where that takes too long. */
  value: number | null;
  settings: SlidingSolveSetting;
  report: SlidingSolveSearch;
  /** Nodes made. */
  nodes: number;
  /** With --certificate: the winner's strategy. */
  certificate?: SlidingSolveCertificate | null;
  /** Why there is no certificate though one was asked for. */
  no_certificate?: string | null;
};

/** The settings as they stand in an answer: those the method uses. */
export type SlidingSolveSetting = {
  /** The method's name. */
  method: string;
  /** Most bytes for the tree or the table. */
  memory_bytes: number;
  /** df-pn's 1 + epsilon. */
  epsilon?: number | null;
  /** UCT's exploration constant. */
  exploration?: number | null;
  /** Random games from each new leaf. */
  playouts?: number | null;
  /** How far a share of playouts stays from 0 and 1. */
  theta?: number | null;
  /** The seed of the playouts. */
  seed?: number | null;
  /** `prove`, or `estimate` where a value near 0 or 1 is enough. */
  mode?: string | null;
  /** How near. */
  pr?: number | null;
};

/** What a search found and what it took, as it stands in an answer. */
export type SlidingSolveSearch = {
  /** `proved`, `disproved`, `estimated …` or what it ran out of. */
  conclusion: string;
  /** Whether the conclusion is a proof. */
  proved: boolean;
  /** What ran out, if something did. */
  out_of: SlidingSolveExhausted | null;
  /** Times that a leaf was expanded. */
  iterations: number;
  /** Nodes made. */
  nodes: number;
  /** Random games played. */
  playouts: number;
  /** Bytes taken at the end. */
  bytes: number;
  /** Bytes of one node. */
  bytes_per_node: number;
};

/** Why a search stopped before it had its answer. */
export type SlidingSolveExhausted = "nodes" | "time" | "cancelled" | "memory";

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type SlidingSolvePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type SlidingSolve = ({
  schema: 2;
  puzzle: "sliding";
  verb: "solve";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & (SlidingSolveSolution | SlidingSolveProof) | ({
  schema: 2;
  puzzle: "sliding";
  verb: "solve";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & (SlidingSolveSolution | SlidingSolveProof) | {
  schema: 2;
  puzzle: "sliding";
  verb: "solve";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "sliding";
  verb: "solve";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: SlidingSolvePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A recommended move, as every face shows it. */
export type SlidingExplainAdvice = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** Whether the move cannot be wrong. */
  certain: boolean;
  /** The probability that the move does what the reason says. */
  probability: SlidingExplainProbability;
  /** Why. */
  reason: SlidingExplainTold;
};

/** A number in [0, 1]. */
export type SlidingExplainProbability = number;

/** A reason and its sentence, as they stand in an answer. */
export type SlidingExplainTold = {
  /** The same in words. */
  text: string;
} & ({
  kind: "shortest";
  /** The tile that slides. */
  tile: number;
  /** Moves that a shortest solution takes. */
  distance: number;
  /** All slides that begin one: b of them. */
  best: SlidingExplainTileSlide[];
  /** All slides: B. */
  options: number;
  /** What makes the distance certain. */
  rests_on: string;
} | {
  kind: "good";
  /** The tile that slides. */
  tile: number;
  /** Moves of the solution. */
  length: number;
  /** No solution is shorter than this. */
  lower_bound: number;
  /** What makes the bound certain. */
  rests_on: string;
});

/** A slide and the tile that it moves. */
export type SlidingExplainTileSlide = {
  /** U, L, R or D. */
  move: string;
  /** The tile that slides. */
  tile: number;
};

/** A move that could be made instead, or the recommended one itself, with its worth. */
export type SlidingExplainAlternative = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** What it is worth: more is better. The hint's `value_is` says in what; null where it is not known (yet). */
  value: number | null;
  /** The worth in words: "loses in 12 moves". */
  text: string;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type SlidingExplainPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type SlidingExplain = ({
  schema: 2;
  puzzle: "sliding";
  verb: "explain";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** `solvable`, `solved` or `unsolvable`. */
  verdict: string;
  /** Why it is unsolvable. */
  unsolvable_because: string | null;
  /** Rows and columns. */
  board: string;
  /** The tiles along the rows, 0 for the empty cell. */
  position: string;
  /** The arrangement to reach. */
  goal: string;
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: SlidingExplainAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: SlidingExplainAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
}) | ({
  schema: 2;
  puzzle: "sliding";
  verb: "explain";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** `solvable`, `solved` or `unsolvable`. */
  verdict: string;
  /** Why it is unsolvable. */
  unsolvable_because: string | null;
  /** Rows and columns. */
  board: string;
  /** The tiles along the rows, 0 for the empty cell. */
  position: string;
  /** The arrangement to reach. */
  goal: string;
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: SlidingExplainAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: SlidingExplainAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
}) | {
  schema: 2;
  puzzle: "sliding";
  verb: "explain";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "sliding";
  verb: "explain";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: SlidingExplainPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A board. */
export type SlidingGenerateItem = {
  /** The tiles along the rows, 0 for the empty cell. */
  position: string;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type SlidingGeneratePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type SlidingGenerate = ({
  schema: 2;
  puzzle: "sliding";
  verb: "generate";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: string;
  /** The arrangement to reach. */
  goal: string;
  /** Length of a shortest solution, where it was asked for. */
  depth: number | null;
  seed: number;
  /** The boards. */
  items: SlidingGenerateItem[];
}) | ({
  schema: 2;
  puzzle: "sliding";
  verb: "generate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: string;
  /** The arrangement to reach. */
  goal: string;
  /** Length of a shortest solution, where it was asked for. */
  depth: number | null;
  seed: number;
  /** The boards. */
  items: SlidingGenerateItem[];
}) | {
  schema: 2;
  puzzle: "sliding";
  verb: "generate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "sliding";
  verb: "generate";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: SlidingGeneratePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type SlidingSimulatePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type SlidingSimulate = ({
  schema: 2;
  puzzle: "sliding";
  verb: "simulate";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: string;
  /** Which boards were played. */
  boards: string;
  /** Probability of a best slide; otherwise any slide. */
  skill: number;
  /** Moves after which a game was given up. */
  within: number;
  seed: number;
  /** Games played to their end. */
  games: number;
  /** Games won. */
  wins: number;
  /** Their share; null without games. */
  win_rate: number | null;
  /** Its Wilson interval at 95 %. */
  ci95: number[];
  /** Mean number of moves of the solved games. */
  moves_when_won: number | null;
  /** Its interval at 95 %. */
  moves_when_won_ci95: number[] | null;
}) | ({
  schema: 2;
  puzzle: "sliding";
  verb: "simulate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: string;
  /** Which boards were played. */
  boards: string;
  /** Probability of a best slide; otherwise any slide. */
  skill: number;
  /** Moves after which a game was given up. */
  within: number;
  seed: number;
  /** Games played to their end. */
  games: number;
  /** Games won. */
  wins: number;
  /** Their share; null without games. */
  win_rate: number | null;
  /** Its Wilson interval at 95 %. */
  ci95: number[];
  /** Mean number of moves of the solved games. */
  moves_when_won: number | null;
  /** Its interval at 95 %. */
  moves_when_won_ci95: number[] | null;
}) | {
  schema: 2;
  puzzle: "sliding";
  verb: "simulate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "sliding";
  verb: "simulate";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: SlidingSimulatePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** How many boards need how many moves, for every kind of goal. */
export type SlidingMeasureCensus = {
  /** Rows and columns. */
  board: string;
  /** One for each place of the goal's empty cell that is worth comparing. */
  goals: SlidingMeasureOneGoal[];
};

/** The boards of one goal. */
export type SlidingMeasureOneGoal = {
  /** Where the empty cell of the goal is. */
  blank: string;
  /** Solvable boards. */
  states: number;
  /** Mean length of a shortest solution. */
  mean: number;
  /** The longest. */
  longest: number;
  /** n: options a player considers, averaged. */
  options_mean: number;
  /** v: best slides among all, averaged. */
  progress_mean: number;
  /** Boards by the length of their shortest solution. */
  by_length: number[];
};

/** The motion in mind of one board. */
export type SlidingMeasureOneBoard = {
  /** Rows and columns. */
  board: string;
  /** The tiles along the rows, 0 for the empty cell. */
  position: string;
  /** Shortest solutions sampled. */
  runs: number;
  seed: number;
  /** Games with at least one decision. */
  traces: number;
  /** The measures, in the order in which they build on each other. */
  measures: SlidingMeasureSymbol[];
};

/** One measure. */
export type SlidingMeasureSymbol = {
  /** The documents' letter for it. */
  symbol: string;
  /** Its value. */
  value: number;
  /** Lower end of its 95 % interval (bootstrap over games). */
  low: number;
  /** Upper end. */
  high: number;
  /** How it is computed. */
  formula: string;
  /** What it says. */
  meaning: string;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type SlidingMeasurePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type SlidingMeasure = ({
  schema: 2;
  puzzle: "sliding";
  verb: "measure";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & (SlidingMeasureCensus | SlidingMeasureOneBoard) | ({
  schema: 2;
  puzzle: "sliding";
  verb: "measure";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & (SlidingMeasureCensus | SlidingMeasureOneBoard) | {
  schema: 2;
  puzzle: "sliding";
  verb: "measure";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "sliding";
  verb: "measure";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: SlidingMeasurePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** The breadth-first search of the 8-puzzle, and A* on boards. */
export type SlidingBenchFixed = {
  /** States of the table and nodes of A*. */
  nodes: number;
  /** States of the table. */
  states: number;
  /** Boards that A* solved. */
  boards: number;
  /** CPU seconds of the table. */
  table_seconds: number;
  /** CPU seconds of A*. */
  cpu_seconds: number;
};

/** Instances with known lengths. */
export type SlidingBenchKnownBoards = {
  /** Rows and columns. */
  board: string;
  method: string;
  heuristic: string;
  /** Instances tried. */
  instances: number;
  /** Those whose length is the known one. */
  correct: number;
  /** Children made in all passes, the start not counted. */
  nodes: number;
  /** CPU seconds of solving. */
  cpu_seconds: number;
  /** CPU seconds of loading or building tables. */
  table_seconds: number;
  /** Those whose node count is the published one. */
  same_nodes_as_published: number;
  results: SlidingBenchRow[];
};

/** What became of one instance. */
export type SlidingBenchRow = {
  number: number;
  /** The known length. */
  optimal: number;
  /** The length found. */
  length: number | null;
  lower_bound: number;
  nodes: number;
  published_nodes: number;
  cpu_seconds: number;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type SlidingBenchPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type SlidingBench = ({
  schema: 2;
  puzzle: "sliding";
  verb: "bench";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & (SlidingBenchFixed | SlidingBenchKnownBoards) | ({
  schema: 2;
  puzzle: "sliding";
  verb: "bench";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & (SlidingBenchFixed | SlidingBenchKnownBoards) | {
  schema: 2;
  puzzle: "sliding";
  verb: "bench";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "sliding";
  verb: "bench";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: SlidingBenchPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** Everything that is certain in a position. */
export type MinesweeperSolveCertain = {
  /** Rows, columns and mines. */
  board: MinesweeperSolveBoard;
  /** The header and the rows. */
  position: string;
  /** `certain` when some cell is certain, `open` when none is. */
  verdict: string;
  mine_count_known: boolean;
  /** Cells that are certainly safe. */
  safe: MinesweeperSolveSpot[];
  /** Cells that are certainly mines. */
  mines: MinesweeperSolveSpot[];
  /** The mine probability of every closed cell, row by row; null where a cell is open. */
  probabilities: ((number | null)[])[];
  /** The natural logarithm of the number of minefields that agree. */
  ln_minefields: number;
  /** With --exact: the number of minefields that agree. */
  minefields: string | null;
  /** With --exact: how many of them have a mine in each closed cell, row by row. */
  mined: ((string | null)[])[] | null;
  certificate: MinesweeperSolveCertificate;
};

/** Rows, columns and mines: `16x30/99`. */
export type MinesweeperSolveBoard = string;

/** A cell as people write it: row and column, counted from 1. Its text is `row,column`. ``` use quandary_minesweeper::{Board, Cell}; let board: Board = "9x9/10".parse().unwrap(); assert_eq!(board.spot(Cell(20)).to_string(), "3,3"); ``` */
export type MinesweeperSolveSpot = string;

/** A claim about an instance and the evidence for it. The instance is the puzzle's own text notation, so that a certificate can be read, kept and checked without the program that made it. `quandary check` verifies it with code that shares nothing with the solvers; what the evidence must hold for each puzzle and claim is written in the `check` crate. ``` use quandary_core::Certificate; let certificate = Certificate::new("sliding", "optimal", "1 2 3\n4 5 6\n7 0 8", serde_json::json!({"moves": "L"})); let text = serde_json::to_string(&certificate).unwrap(); assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), certificate); ``` */
export type MinesweeperSolveCertificate = {
  /** Version of this layout. */
  schema: number;
  /** The registered name of the puzzle. */
  puzzle: string;
  /** What is claimed: "optimal", "unsolvable", "unique", "safe", … */
  claim: string;
  /** The instance in the puzzle's notation. */
  instance: string;
  /** The evidence, laid out as the claim demands. */
  evidence: any;
};

/** A position that no minefield agrees with. */
export type MinesweeperSolveImpossible = {
  /** Rows, columns and mines. */
  board: MinesweeperSolveBoard;
  /** The header and the rows. */
  position: string;
  /** `impossible`. */
  verdict: string;
  /** The open numbers. */
  contradiction: MinesweeperSolveSpot[];
  /** Whether the number of mines on the board is one of the facts. */
  mine_count: boolean;
  /** The same in words. */
  text: string;
  certificate: MinesweeperSolveCertificate;
};

/** Whether certain moves alone win a board. */
export type MinesweeperSolveWinnable = {
  /** Rows, columns and mines. */
  board: MinesweeperSolveBoard;
  /** The full board, with its rule and first cell. */
  position: string;
  /** `no-guess`, `needs-guess`, `first-is-mine` or `budget` (not known yet). */
  verdict: string;
  /** Whether certain moves alone win it; null when that is not known yet. */
  no_guess: boolean | null;
  first_cell: MinesweeperSolveSpot;
  mine_count_known: boolean;
  /** The cells opened by certain moves, in order, the first one included. */
  opened: MinesweeperSolveSpot[];
  /** The position in which no closed cell is certainly safe. */
  stuck: string | null;
  certificate: MinesweeperSolveCertificate | null;
};

/** What perfect play wins. */
export type MinesweeperSolvePerfect = {
  /** Rows, columns and mines. */
  board: MinesweeperSolveBoard;
  first_click: MinesweeperSolveFirstClick;
  /** `optimal`, or `budget` when it is not known yet. */
  verdict: string;
  /** Minefields that perfect play wins. */
  wins: number | null;
  /** All minefields. */
  boards: number | null;
  win_rate: number | null;
  /** The cell that perfect play opens first. */
  first_cell: MinesweeperSolveSpot | null;
  /** Positions searched. */
  nodes: number;
  certificate: MinesweeperSolveCertificate | null;
};

/** What the first opened cell is promised. Boards are uniform among those that keep the promise. */
export type MinesweeperSolveFirstClick = "any" | "safe" | "open";

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type MinesweeperSolvePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type MinesweeperSolve = ({
  schema: 2;
  puzzle: "minesweeper";
  verb: "solve";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & (MinesweeperSolveCertain | MinesweeperSolveImpossible | MinesweeperSolveWinnable | MinesweeperSolvePerfect) | ({
  schema: 2;
  puzzle: "minesweeper";
  verb: "solve";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & (MinesweeperSolveCertain | MinesweeperSolveImpossible | MinesweeperSolveWinnable | MinesweeperSolvePerfect) | {
  schema: 2;
  puzzle: "minesweeper";
  verb: "solve";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "minesweeper";
  verb: "solve";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: MinesweeperSolvePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** Rows, columns and mines: `16x30/99`. */
export type MinesweeperExplainBoard = string;

/** What the first opened cell is promised. Boards are uniform among those that keep the promise. */
export type MinesweeperExplainFirstClick = "any" | "safe" | "open";

/** How it ended. */
export type MinesweeperExplainOutcome = "won" | "lost" | "drawn" | "unfinished";

/** A cell as people write it: row and column, counted from 1. Its text is `row,column`. ``` use quandary_minesweeper::{Board, Cell}; let board: Board = "9x9/10".parse().unwrap(); assert_eq!(board.spot(Cell(20)).to_string(), "3,3"); ``` */
export type MinesweeperExplainSpot = string;

/** A recommended move, as every face shows it. */
export type MinesweeperExplainAdvice = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** Whether the move cannot be wrong. */
  certain: boolean;
  /** The probability that the move does what the reason says. */
  probability: MinesweeperExplainProbability;
  /** Why. */
  reason: MinesweeperExplainTold;
};

/** A number in [0, 1]. */
export type MinesweeperExplainProbability = number;

/** A reason and its sentence, as they stand in an answer. */
export type MinesweeperExplainTold = {
  /** The same in words. */
  text: string;
} & (MinesweeperExplainArgument | MinesweeperExplainfirst_click | MinesweeperExplainGuess | MinesweeperExplainflagged);

/** Why a cell is certain. */
export type MinesweeperExplainArgument = {
  kind: "one-number";
  /** The cell it is about. */
  cell: MinesweeperExplainSpot;
  /** What is shown. */
  verdict: MinesweeperExplainVerdict;
  /** The only step. */
  steps: MinesweeperExplainStep[];
} | {
  kind: "two-numbers";
  /** The cell it is about. */
  cell: MinesweeperExplainSpot;
  /** What is shown. */
  verdict: MinesweeperExplainVerdict;
  /** The only step. */
  steps: MinesweeperExplainStep[];
} | {
  kind: "three-numbers";
  /** The cell it is about. */
  cell: MinesweeperExplainSpot;
  /** What is shown. */
  verdict: MinesweeperExplainVerdict;
  /** The only step. */
  steps: MinesweeperExplainStep[];
} | {
  kind: "chain";
  /** The cell it is about. */
  cell: MinesweeperExplainSpot;
  /** What is shown. */
  verdict: MinesweeperExplainVerdict;
  /** The steps, in order; each is needed. */
  steps: MinesweeperExplainStep[];
} | {
  kind: "counting";
  /** The cell it is about. */
  cell: MinesweeperExplainSpot;
  /** What is shown. */
  verdict: MinesweeperExplainVerdict;
  /** The steps, in order; each is needed. */
  steps: MinesweeperExplainStep[];
} | {
  kind: "no-minefield";
  /** The cell it is about. */
  cell: MinesweeperExplainSpot;
  /** What is shown. */
  verdict: MinesweeperExplainVerdict;
  /** The numbers, with all their closed neighbours. */
  numbers: MinesweeperExplainNumber[];
  /** The number of mines on the board, if it is needed too. */
  total: number | null;
};

/** What is claimed about a cell. */
export type MinesweeperExplainVerdict = "safe" | "mine";

/** One step of an argument: premises, then what follows. */
export type MinesweeperExplainStep = {
  rule: "all-found";
  /** The number. */
  number: MinesweeperExplainNumber;
  /** What is safe. */
  safe: MinesweeperExplainSpot[];
} | {
  rule: "all-closed";
  /** The number. */
  number: MinesweeperExplainNumber;
  /** What is a mine. */
  mines: MinesweeperExplainSpot[];
} | {
  rule: "inside";
  /** The number whose closed neighbours the other has too. */
  inner: MinesweeperExplainNumber;
  /** The other. */
  outer: MinesweeperExplainNumber;
  /** What is safe. */
  safe: MinesweeperExplainSpot[];
} | {
  rule: "beyond";
  /** The number that misses more. */
  more: MinesweeperExplainNumber;
  /** The other. */
  less: MinesweeperExplainNumber;
  /** What is a mine. */
  mines: MinesweeperExplainSpot[];
  /** What is safe. */
  safe: MinesweeperExplainSpot[];
} | {
  rule: "between";
  /** The number in the middle. */
  middle: MinesweeperExplainNumber;
  /** Those on either side. */
  sides: MinesweeperExplainNumber[];
  /** What is a mine. */
  mines: MinesweeperExplainSpot[];
  /** What is safe. */
  safe: MinesweeperExplainSpot[];
} | {
  rule: "within";
  /** The number that has most of their closed neighbours too. */
  middle: MinesweeperExplainNumber;
  /** The two. */
  sides: MinesweeperExplainNumber[];
  /** What is a mine. */
  mines: MinesweeperExplainSpot[];
  /** What is safe. */
  safe: MinesweeperExplainSpot[];
} | {
  rule: "count";
  /** Mines on the board. */
  total: number;
  /** Mines that are flagged or derived before. */
  found: MinesweeperExplainSpot[];
  /** Numbers no two of which share a closed neighbour. */
  numbers: MinesweeperExplainNumber[];
  /** What is a mine: all other closed cells, or none of them. */
  mines: MinesweeperExplainSpot[];
  /** What is safe: all other closed cells, or none of them. */
  safe: MinesweeperExplainSpot[];
};

/** An open number, as an argument uses it. */
export type MinesweeperExplainNumber = {
  /** Where it is. */
  cell: MinesweeperExplainSpot;
  /** What it shows. */
  number: number;
  /** Mines around it that are flagged or derived before. */
  found: MinesweeperExplainSpot[];
  /** The other closed cells around it, without those derived to be safe before. */
  among: MinesweeperExplainSpot[];
};

/** Why a cell is opened first. */
export type MinesweeperExplainfirst_click = {
  /** The cell. */
  cell: MinesweeperExplainSpot;
  /** What the rule promises. */
  rule: MinesweeperExplainFirstClick;
  /** The probability that it is safe: 1 where the rule says so. */
  safe: number;
  /** The probability that it opens an area. */
  opens: number;
  /** The same for a cell in the middle with eight neighbours, if there is one. */
  opens_inside: number | null;
  /** Why this cell and no other. */
  choice: MinesweeperExplainChoice;
};

/** How the first cell is chosen. */
export type MinesweeperExplainChoice = "likeliest-opening" | "measured" | "habit";

/** Why an uncertain cell is opened. */
export type MinesweeperExplainGuess = {
  kind: "safest";
  /** The cell. */
  cell: MinesweeperExplainSpot;
  /** Its probability of being safe. */
  safe: number;
  /** How many cells were equally good in every respect. */
  tied: number;
} | {
  kind: "ahead";
  /** The cell. */
  cell: MinesweeperExplainSpot;
  /** Its probability of being safe. */
  safe: number;
  /** The probability that it is safe and makes another cell certain. */
  progress: number;
} | {
  kind: "toss";
  /** The cell. */
  cell: MinesweeperExplainSpot;
  /** Its probability of being safe. */
  safe: number;
} | {
  kind: "endgame";
  /** The cell. */
  cell: MinesweeperExplainSpot;
  /** Its probability of being safe. */
  safe: number;
  /** Minefields in which best play wins. */
  wins: number;
  /** All minefields that are left. */
  boards: number;
} | {
  kind: "random";
  /** The cell. */
  cell: MinesweeperExplainSpot;
  /** Its probability of being safe. */
  safe: number;
} | {
  kind: "unfounded";
  /** The cell. */
  cell: MinesweeperExplainSpot;
  /** Its probability of being safe. */
  safe: number;
};

/** Why a flag is to be taken away. */
export type MinesweeperExplainflagged = {
  /** The cell. */
  cell: MinesweeperExplainSpot;
  /** Its probability of being safe. */
  safe: number;
};

/** A move that could be made instead, or the recommended one itself, with its worth. */
export type MinesweeperExplainAlternative = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** What it is worth: more is better. The hint's `value_is` says in what; null where it is not known (yet). */
  value: number | null;
  /** The worth in words: "loses in 12 moves". */
  text: string;
};

/** The next best guess. */
export type MinesweeperExplainSecond = {
  cell: MinesweeperExplainSpot;
  /** Its probability of being safe. */
  safe: number;
  /** The share of wins it is estimated to give away. */
  share_of_wins_lost: number;
};

/** A guess that was weighed. */
export type MinesweeperExplainCandidate = {
  cell: MinesweeperExplainSpot;
  /** Its probability of being safe. */
  safe: number;
  /** The probability that it is safe and makes another cell certain. */
  progress: number;
  /** The probability that it is a mine of a toss that would be due anyway. */
  toss: number;
  /** The estimated value of opening it, up to a factor that all share. */
  score: number;
  /** What it is judged by. */
  traits: Record<string, number>;
};

/** Facts that contradict each other; leave any of them out and the rest can be true. */
export type MinesweeperExplainClash = {
  /** The open numbers. */
  contradiction: MinesweeperExplainSpot[];
  /** Whether the number of mines on the board is one of the facts. */
  mine_count: boolean;
  /** The same in words. */
  text: string;
  certificate: MinesweeperExplainCertificate;
};

/** A claim about an instance and the evidence for it. The instance is the puzzle's own text notation, so that a certificate can be read, kept and checked without the program that made it. `quandary check` verifies it with code that shares nothing with the solvers; what the evidence must hold for each puzzle and claim is written in the `check` crate. ``` use quandary_core::Certificate; let certificate = Certificate::new("sliding", "optimal", "1 2 3\n4 5 6\n7 0 8", serde_json::json!({"moves": "L"})); let text = serde_json::to_string(&certificate).unwrap(); assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), certificate); ``` */
export type MinesweeperExplainCertificate = {
  /** Version of this layout. */
  schema: number;
  /** The registered name of the puzzle. */
  puzzle: string;
  /** What is claimed: "optimal", "unsolvable", "unique", "safe", … */
  claim: string;
  /** The instance in the puzzle's notation. */
  instance: string;
  /** The evidence, laid out as the claim demands. */
  evidence: any;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type MinesweeperExplainPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type MinesweeperExplain = ({
  schema: 2;
  puzzle: "minesweeper";
  verb: "explain";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** Rows, columns and mines. */
  board: MinesweeperExplainBoard;
  /** What the first click is promised. */
  first_click: MinesweeperExplainFirstClick;
  /** The header and the rows: 0 to 8 open, `?` hidden, `F` flag. */
  position: string;
  /** Mines without a flag; negative when there are too many flags. */
  mines_left: number;
  /** How it ended, once it has. */
  outcome: MinesweeperExplainOutcome | null;
  /** Where the mines were, once it is over. */
  mines: MinesweeperExplainSpot[] | null;
  /** The mine that ended it. */
  exploded: MinesweeperExplainSpot | null;
  /** `move`, `won` (only mines are closed) or `impossible` (no minefield agrees). */
  verdict: string;
  strategy: string;
  mine_count_known: boolean;
  /** The mine probability of every closed cell, row by row; null where a cell is open. */
  probabilities: ((number | null)[])[] | null;
  /** The natural logarithm of the number of minefields that agree. */
  ln_minefields: number | null;
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: MinesweeperExplainAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: MinesweeperExplainAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
  /** The building block that made the move. */
  block: string | null;
  /** The next best guess. */
  second_best: MinesweeperExplainSecond | null;
  /** The guesses that were weighed, best first. */
  weighed: MinesweeperExplainCandidate[];
  /** What contradicts what, where no minefield agrees. */
  clash: MinesweeperExplainClash | null;
}) | ({
  schema: 2;
  puzzle: "minesweeper";
  verb: "explain";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** Rows, columns and mines. */
  board: MinesweeperExplainBoard;
  /** What the first click is promised. */
  first_click: MinesweeperExplainFirstClick;
  /** The header and the rows: 0 to 8 open, `?` hidden, `F` flag. */
  position: string;
  /** Mines without a flag; negative when there are too many flags. */
  mines_left: number;
  /** How it ended, once it has. */
  outcome: MinesweeperExplainOutcome | null;
  /** Where the mines were, once it is over. */
  mines: MinesweeperExplainSpot[] | null;
  /** The mine that ended it. */
  exploded: MinesweeperExplainSpot | null;
  /** `move`, `won` (only mines are closed) or `impossible` (no minefield agrees). */
  verdict: string;
  strategy: string;
  mine_count_known: boolean;
  /** The mine probability of every closed cell, row by row; null where a cell is open. */
  probabilities: ((number | null)[])[] | null;
  /** The natural logarithm of the number of minefields that agree. */
  ln_minefields: number | null;
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: MinesweeperExplainAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: MinesweeperExplainAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
  /** The building block that made the move. */
  block: string | null;
  /** The next best guess. */
  second_best: MinesweeperExplainSecond | null;
  /** The guesses that were weighed, best first. */
  weighed: MinesweeperExplainCandidate[];
  /** What contradicts what, where no minefield agrees. */
  clash: MinesweeperExplainClash | null;
}) | {
  schema: 2;
  puzzle: "minesweeper";
  verb: "explain";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "minesweeper";
  verb: "explain";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: MinesweeperExplainPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** Rows, columns and mines: `16x30/99`. */
export type MinesweeperSimulateBoard = string;

/** What the first opened cell is promised. Boards are uniform among those that keep the promise. */
export type MinesweeperSimulateFirstClick = "any" | "safe" | "open";

/** The constraint problems of the games, games without any included. */
export type MinesweeperSimulateEnumerated = {
  /** How many were solved a game. */
  mean: number;
  mean_ci95: number[];
  /** The cells in a fringe: the mean over a game's problems, averaged over games. */
  fringe_mean: number;
  fringe_ci95: number[];
  /** The solutions that were listed of a problem: the mean over a game's problems, averaged over games. */
  solutions_mean: number;
  solutions_ci95: number[];
  /** Games in which a fringe had too many solutions to list. */
  games_cut: number;
};

/** A second strategy on the same boards. */
export type MinesweeperSimulateAgainst = {
  strategy: string;
  first_cell: string;
  /** Boards that both have played. */
  games: number;
  /** Boards that only the first wins. */
  only_first: number;
  /** Boards that only the second wins. */
  only_second: number;
  /** The difference of the win rates; null when no board was played by both. */
  paired: MinesweeperSimulatePaired | null;
};

/** Two strategies on the same boards. */
export type MinesweeperSimulatePaired = {
  /** Boards that only the first one won. */
  only_first: number;
  /** Boards that only the second one won. */
  only_second: number;
  /** All boards. */
  trials: number;
  /** The first one's rate minus the second one's. */
  difference: number;
  /** 95 % interval of the difference. */
  interval: MinesweeperSimulateInterval;
  /** The chance of a split at least this uneven if the two were equally strong (exact, two-sided). */
  p_value: number;
};

/** An interval of plausible values. */
export type MinesweeperSimulateInterval = {
  /** Lower end. */
  low: number;
  /** Upper end. */
  high: number;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type MinesweeperSimulatePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type MinesweeperSimulate = ({
  schema: 2;
  puzzle: "minesweeper";
  verb: "simulate";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** Rows, columns and mines. */
  board: MinesweeperSimulateBoard;
  first_click: MinesweeperSimulateFirstClick;
  /** The cell that is opened first, or `random`. */
  first_cell: string;
  strategy: string;
  seed: number;
  /** Games played to their end. */
  games: number;
  /** Games won. */
  wins: number;
  /** Their share; null without games. */
  win_rate: number | null;
  /** Its Wilson interval at 95 %. */
  ci95: number[];
  /** Mean guesses a game. */
  guesses_mean: number | null;
  /** Mean moves a game. */
  length_mean: number | null;
  /** Games lost by a move that was called certain. */
  losses_on_certain_moves: number;
  games_per_cpu_second: number | null;
  /** The share of the moves that each building block made. */
  moves_by_block: Record<string, number>;
  /** The constraint problems of a player that enumerates. */
  problems: MinesweeperSimulateEnumerated | null;
  against: MinesweeperSimulateAgainst | null;
}) | ({
  schema: 2;
  puzzle: "minesweeper";
  verb: "simulate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** Rows, columns and mines. */
  board: MinesweeperSimulateBoard;
  first_click: MinesweeperSimulateFirstClick;
  /** The cell that is opened first, or `random`. */
  first_cell: string;
  strategy: string;
  seed: number;
  /** Games played to their end. */
  games: number;
  /** Games won. */
  wins: number;
  /** Their share; null without games. */
  win_rate: number | null;
  /** Its Wilson interval at 95 %. */
  ci95: number[];
  /** Mean guesses a game. */
  guesses_mean: number | null;
  /** Mean moves a game. */
  length_mean: number | null;
  /** Games lost by a move that was called certain. */
  losses_on_certain_moves: number;
  games_per_cpu_second: number | null;
  /** The share of the moves that each building block made. */
  moves_by_block: Record<string, number>;
  /** The constraint problems of a player that enumerates. */
  problems: MinesweeperSimulateEnumerated | null;
  against: MinesweeperSimulateAgainst | null;
}) | {
  schema: 2;
  puzzle: "minesweeper";
  verb: "simulate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "minesweeper";
  verb: "simulate";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: MinesweeperSimulatePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** Rows, columns and mines: `16x30/99`. */
export type MinesweeperGenerateBoard = string;

/** What the first opened cell is promised. Boards are uniform among those that keep the promise. */
export type MinesweeperGenerateFirstClick = "any" | "safe" | "open";

/** A board. */
export type MinesweeperGenerateItem = {
  /** The full board: `*` mine, `.` safe; its header names the rule and the first cell. */
  position: string;
  first_cell: MinesweeperGenerateSpot;
  /** The fewest left clicks that open it. */
  "3bv": number;
  /** Connected areas of zeros. */
  openings: number;
  /** Boards drawn until it was found. */
  drawn: number;
  /** The certain moves that win it, where it needs no guess. */
  certificate: MinesweeperGenerateCertificate | null;
};

/** A cell as people write it: row and column, counted from 1. Its text is `row,column`. ``` use quandary_minesweeper::{Board, Cell}; let board: Board = "9x9/10".parse().unwrap(); assert_eq!(board.spot(Cell(20)).to_string(), "3,3"); ``` */
export type MinesweeperGenerateSpot = string;

/** A claim about an instance and the evidence for it. The instance is the puzzle's own text notation, so that a certificate can be read, kept and checked without the program that made it. `quandary check` verifies it with code that shares nothing with the solvers; what the evidence must hold for each puzzle and claim is written in the `check` crate. ``` use quandary_core::Certificate; let certificate = Certificate::new("sliding", "optimal", "1 2 3\n4 5 6\n7 0 8", serde_json::json!({"moves": "L"})); let text = serde_json::to_string(&certificate).unwrap(); assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), certificate); ``` */
export type MinesweeperGenerateCertificate = {
  /** Version of this layout. */
  schema: number;
  /** The registered name of the puzzle. */
  puzzle: string;
  /** What is claimed: "optimal", "unsolvable", "unique", "safe", … */
  claim: string;
  /** The instance in the puzzle's notation. */
  instance: string;
  /** The evidence, laid out as the claim demands. */
  evidence: any;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type MinesweeperGeneratePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type MinesweeperGenerate = ({
  schema: 2;
  puzzle: "minesweeper";
  verb: "generate";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & {
  /** Rows, columns and mines. */
  board: MinesweeperGenerateBoard;
  first_click: MinesweeperGenerateFirstClick;
  /** The cell that is opened first, or `random`. */
  first_cell: string;
  /** Whether only boards were taken that certain moves alone win. */
  no_guess: boolean;
  mine_count_known: boolean;
  seed: number;
  /** Boards made. */
  count: number;
  /** Boards drawn until they were found. */
  drawn: number;
  /** The boards. */
  items: MinesweeperGenerateItem[];
} | ({
  schema: 2;
  puzzle: "minesweeper";
  verb: "generate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & {
  /** Rows, columns and mines. */
  board: MinesweeperGenerateBoard;
  first_click: MinesweeperGenerateFirstClick;
  /** The cell that is opened first, or `random`. */
  first_cell: string;
  /** Whether only boards were taken that certain moves alone win. */
  no_guess: boolean;
  mine_count_known: boolean;
  seed: number;
  /** Boards made. */
  count: number;
  /** Boards drawn until they were found. */
  drawn: number;
  /** The boards. */
  items: MinesweeperGenerateItem[];
} | {
  schema: 2;
  puzzle: "minesweeper";
  verb: "generate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "minesweeper";
  verb: "generate";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: MinesweeperGeneratePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** Games of a strategy and the boards they were played on. */
export type MinesweeperMeasureMany = {
  /** Rows, columns and mines. */
  board: MinesweeperMeasureBoard;
  first_click: MinesweeperMeasureFirstClick;
  /** The cell that is opened first, or `random`. */
  first_cell: string;
  strategy: string;
  /** Games played. */
  games: number;
  seed: number;
  /** The solving rate: the mean over a game's moves of the probability that the move was safe, averaged over games. */
  solving_rate: number | null;
  /** Motion in mind with the solving rate for v, as the thesis has it for Minesweeper. */
  by_solving_rate: MinesweeperMeasureSymbol[];
  /** Games with at least one decision. */
  traces?: number;
  /** The measures, in the order in which they build on each other. */
  measures?: MinesweeperMeasureSymbol[];
  /** The fewest left clicks that open a board. */
  "3bv": MinesweeperMeasureSpread;
  /** Connected areas of zeros. */
  openings: MinesweeperMeasureSpread;
  /** Connected groups of numbers that touch no zero. */
  islands: MinesweeperMeasureSpread;
};

/** Rows, columns and mines: `16x30/99`. */
export type MinesweeperMeasureBoard = string;

/** What the first opened cell is promised. Boards are uniform among those that keep the promise. */
export type MinesweeperMeasureFirstClick = "any" | "safe" | "open";

/** One measure. */
export type MinesweeperMeasureSymbol = {
  /** The documents' letter for it. */
  symbol: string;
  /** Its value. */
  value: number;
  /** Lower end of its 95 % interval (bootstrap over games). */
  low: number;
  /** Upper end. */
  high: number;
  /** How it is computed. */
  formula: string;
  /** What it says. */
  meaning: string;
};

/** How a number is spread over boards. */
export type MinesweeperMeasureSpread = {
  mean: number;
  mean_ci95: number[];
  deviation: number;
  p05: number;
  median: number;
  p95: number;
};

/** One board, and games of a strategy on it. */
export type MinesweeperMeasureOne = {
  /** Rows, columns and mines. */
  board: MinesweeperMeasureBoard;
  first_click: MinesweeperMeasureFirstClick;
  /** The cell that is opened first, or `random`. */
  first_cell: string;
  strategy: string;
  /** Games played. */
  games: number;
  seed: number;
  /** The solving rate: the mean over a game's moves of the probability that the move was safe, averaged over games. */
  solving_rate: number | null;
  /** Motion in mind with the solving rate for v, as the thesis has it for Minesweeper. */
  by_solving_rate: MinesweeperMeasureSymbol[];
  /** Games with at least one decision. */
  traces?: number;
  /** The measures, in the order in which they build on each other. */
  measures?: MinesweeperMeasureSymbol[];
  /** The full board. */
  position: string;
  /** The fewest left clicks that open it: openings and isolated numbers. */
  "3bv": number;
  /** Connected areas of zeros. */
  openings: number;
  /** Safe numbers that touch no zero. */
  isolated_numbers: number;
  /** Connected groups of such numbers. */
  islands: number;
  zeros: number;
  /** How many cells show each number, 0 to 8. */
  numbers: number[];
};

/** How many boards need a guess, by trying them all. */
export type MinesweeperMeasureBordered = {
  /** Rows, columns and mines. */
  board: MinesweeperMeasureBoard;
  first_click: MinesweeperMeasureFirstClick;
  first_cell: MinesweeperMeasureSpot;
  /** Minefields tried: all that the rule allows, unless it was cut short. */
  boards: number;
  /** Those that certainty alone does not win. */
  need_a_guess: number;
  mine_count_known: boolean;
  /** One of them, as a full board. */
  example: string | null;
};

/** A cell as people write it: row and column, counted from 1. Its text is `row,column`. ``` use quandary_minesweeper::{Board, Cell}; let board: Board = "9x9/10".parse().unwrap(); assert_eq!(board.spot(Cell(20)).to_string(), "3,3"); ``` */
export type MinesweeperMeasureSpot = string;

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type MinesweeperMeasurePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type MinesweeperMeasure = ({
  schema: 2;
  puzzle: "minesweeper";
  verb: "measure";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & (MinesweeperMeasureMany | MinesweeperMeasureOne | MinesweeperMeasureBordered) | ({
  schema: 2;
  puzzle: "minesweeper";
  verb: "measure";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & (MinesweeperMeasureMany | MinesweeperMeasureOne | MinesweeperMeasureBordered) | {
  schema: 2;
  puzzle: "minesweeper";
  verb: "measure";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "minesweeper";
  verb: "measure";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: MinesweeperMeasurePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** Rows, columns and mines: `16x30/99`. */
export type MinesweeperAutopsyBoard = string;

/** What the first opened cell is promised. Boards are uniform among those that keep the promise. */
export type MinesweeperAutopsyFirstClick = "any" | "safe" | "open";

/** How it ended. */
export type MinesweeperAutopsyOutcome = "won" | "lost" | "drawn" | "unfinished";

/** A win chance. */
export type MinesweeperAutopsyShare = {
  value: number;
  /** Its interval; a point when it is exact. */
  ci95: number[];
  /** Whether it was played on every minefield that agrees, or is an outcome. */
  exact: boolean;
};

/** A replay file. */
export type MinesweeperAutopsySource = {
  format: string;
  version: string;
  /** What the file says about the outcome. */
  claimed: MinesweeperAutopsyOutcome | null;
  /** Every move, flags included. */
  moves: MinesweeperAutopsyTimed[];
};

/** A move of a replay. */
export type MinesweeperAutopsyTimed = {
  move: string;
  milliseconds: number;
};

/** One move. */
export type MinesweeperAutopsyExamined = {
  move: string;
  /** The probability that it opened a mine. */
  mine: number;
  /** The win chance of the position before the move: the same as `after` of the move before. */
  before: MinesweeperAutopsyShare;
  /** The win chance of the move, before its outcome was known. */
  chosen: MinesweeperAutopsyShare;
  /** The win chance of the position afterwards. */
  after: MinesweeperAutopsyShare;
  /** What the choice cost: 0 where `chosen` lies inside the interval of `before`. */
  skill: number;
  /** What the outcome added. */
  luck: number;
  /** Whether it is shown to be worse than our player's move. */
  mistake: boolean;
  /** A move that is shown to be better. */
  better: string | null;
  /** The building block of our player's move. */
  block: string;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type MinesweeperAutopsyPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type MinesweeperAutopsy = ({
  schema: 2;
  puzzle: "minesweeper";
  verb: "autopsy";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** Rows, columns and mines. */
  board: MinesweeperAutopsyBoard;
  first_click: MinesweeperAutopsyFirstClick;
  samples: number;
  seed: number;
  /** How it ended; null when the record stops before. */
  outcome: MinesweeperAutopsyOutcome | null;
  /** The win chance before the first move. */
  start: MinesweeperAutopsyShare | null;
  /** The win chance after the last move that was examined: 1 or 0 once the game is over. */
  end: MinesweeperAutopsyShare | null;
  /** What the choices cost, in win chance: start + skill + luck = end. */
  skill: number;
  skill_ci95: number[];
  /** What the outcomes added. */
  luck: number;
  luck_ci95: number[];
  /** Where the moves came from, when INPUT is a replay. */
  replay: MinesweeperAutopsySource | null;
  /** The moves that opened something. */
  moves: MinesweeperAutopsyExamined[];
}) | ({
  schema: 2;
  puzzle: "minesweeper";
  verb: "autopsy";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** Rows, columns and mines. */
  board: MinesweeperAutopsyBoard;
  first_click: MinesweeperAutopsyFirstClick;
  samples: number;
  seed: number;
  /** How it ended; null when the record stops before. */
  outcome: MinesweeperAutopsyOutcome | null;
  /** The win chance before the first move. */
  start: MinesweeperAutopsyShare | null;
  /** The win chance after the last move that was examined: 1 or 0 once the game is over. */
  end: MinesweeperAutopsyShare | null;
  /** What the choices cost, in win chance: start + skill + luck = end. */
  skill: number;
  skill_ci95: number[];
  /** What the outcomes added. */
  luck: number;
  luck_ci95: number[];
  /** Where the moves came from, when INPUT is a replay. */
  replay: MinesweeperAutopsySource | null;
  /** The moves that opened something. */
  moves: MinesweeperAutopsyExamined[];
}) | {
  schema: 2;
  puzzle: "minesweeper";
  verb: "autopsy";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "minesweeper";
  verb: "autopsy";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: MinesweeperAutopsyPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** Games of one strategy. */
export type MinesweeperBenchTimed = {
  /** Rows, columns and mines. */
  board: MinesweeperBenchBoard;
  first_click: MinesweeperBenchFirstClick;
  strategy: string;
  wins: number;
  games: number;
  cpu_seconds: number;
  games_per_cpu_second: number | null;
};

/** Rows, columns and mines: `16x30/99`. */
export type MinesweeperBenchBoard = string;

/** What the first opened cell is promised. Boards are uniform among those that keep the promise. */
export type MinesweeperBenchFirstClick = "any" | "safe" | "open";

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type MinesweeperBenchPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type MinesweeperBench = ({
  schema: 2;
  puzzle: "minesweeper";
  verb: "bench";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** Moves made. */
  nodes: number;
  /** Games of one strategy on one board each. */
  studies: MinesweeperBenchTimed[];
  /** CPU seconds of the exact count on a large board; null when it was not reached. */
  large_position_seconds: number | null;
  /** CPU seconds of the games. */
  cpu_seconds: number;
}) | ({
  schema: 2;
  puzzle: "minesweeper";
  verb: "bench";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** Moves made. */
  nodes: number;
  /** Games of one strategy on one board each. */
  studies: MinesweeperBenchTimed[];
  /** CPU seconds of the exact count on a large board; null when it was not reached. */
  large_position_seconds: number | null;
  /** CPU seconds of the games. */
  cpu_seconds: number;
}) | {
  schema: 2;
  puzzle: "minesweeper";
  verb: "bench";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "minesweeper";
  verb: "bench";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: MinesweeperBenchPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** What is known of a puzzle. */
export type NonogramSolveItem = {
  /** Its number in the file, from 1. */
  index: number;
  /** Its title, if it has one. */
  title: string | null;
  /** Rows and columns. */
  board: NonogramSolveSize;
  /** The clues in one line. */
  position: string;
  /** `solved` (a picture fits), `unique`, `multiple`, `none`, `open` (the method gave up) or `budget`. */
  verdict: string;
  /** A picture that fits, a string a row: `#` black, `.` white. */
  solution: string[] | null;
  /** Another picture that fits. */
  other: string[] | null;
  /** The cells in which the two differ. */
  differences: string[] | null;
  /** What the method found before it gave up: `?` for an open cell. */
  cells: string[] | null;
  /** Decisions and probes, or placements of one of the twelve methods. */
  nodes: number;
  /** CPU seconds; with several threads those of the others are among them. */
  cpu_seconds: number;
  /** Steps of the proof. */
  proof_steps: number | null;
  /** What proves it. */
  certificate?: NonogramSolveCertificate | null;
  /** What is odd about the file. */
  warnings: NonogramSolveInputError[];
};

/** How large a puzzle is: rows by columns, as it is printed. ``` use quandary_nonogram::Size; let size: Size = "20x30".parse().unwrap(); assert_eq!((size.rows, size.columns), (20, 30)); assert_eq!(size.to_string(), "20x30"); ``` */
export type NonogramSolveSize = string;

/** A claim about an instance and the evidence for it. The instance is the puzzle's own text notation, so that a certificate can be read, kept and checked without the program that made it. `quandary check` verifies it with code that shares nothing with the solvers; what the evidence must hold for each puzzle and claim is written in the `check` crate. ``` use quandary_core::Certificate; let certificate = Certificate::new("sliding", "optimal", "1 2 3\n4 5 6\n7 0 8", serde_json::json!({"moves": "L"})); let text = serde_json::to_string(&certificate).unwrap(); assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), certificate); ``` */
export type NonogramSolveCertificate = {
  /** Version of this layout. */
  schema: number;
  /** The registered name of the puzzle. */
  puzzle: string;
  /** What is claimed: "optimal", "unsolvable", "unique", "safe", … */
  claim: string;
  /** The instance in the puzzle's notation. */
  instance: string;
  /** The evidence, laid out as the claim demands. */
  evidence: any;
};

/** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
export type NonogramSolveInputError = {
  /** What is wrong. */
  what: string;
  /** Where in the text. */
  place: NonogramSolvePlace | null;
  /** What would be right. */
  expected: string | null;
  /** The option it was given for, when it was not INPUT. */
  option: string | null;
  /** The file it stands in, when there is one. */
  source: string | null;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type NonogramSolvePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

/** The puzzles of a file. */
export type NonogramSolveSeveral = {
  /** What is known of each, in their order. */
  items: NonogramSolveItem[];
  /** What proves it. */
  certificates: NonogramSolveCertificate[];
};

export type NonogramSolve = ({
  schema: 2;
  puzzle: "nonogram";
  verb: "solve";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** How they were solved. */
  method: string;
  /** `first`: any solution; `unique`: also whether it is the only one. */
  goal: string;
} & (NonogramSolveItem | NonogramSolveSeveral)) | ({
  schema: 2;
  puzzle: "nonogram";
  verb: "solve";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** How they were solved. */
  method: string;
  /** `first`: any solution; `unique`: also whether it is the only one. */
  goal: string;
} & (NonogramSolveItem | NonogramSolveSeveral)) | {
  schema: 2;
  puzzle: "nonogram";
  verb: "solve";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "nonogram";
  verb: "solve";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: NonogramSolvePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** How large a puzzle is: rows by columns, as it is printed. ``` use quandary_nonogram::Size; let size: Size = "20x30".parse().unwrap(); assert_eq!((size.rows, size.columns), (20, 30)); assert_eq!(size.to_string(), "20x30"); ``` */
export type NonogramExplainSize = string;

/** A recommended move, as every face shows it. */
export type NonogramExplainAdvice = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** Whether the move cannot be wrong. */
  certain: boolean;
  /** The probability that the move does what the reason says. */
  probability: NonogramExplainProbability;
  /** Why. */
  reason: NonogramExplainTold;
};

/** A number in [0, 1]. */
export type NonogramExplainProbability = number;

/** A reason and its sentence, as they stand in an answer. */
export type NonogramExplainTold = {
  /** The same in words. */
  text: string;
} & ({
  kind: "overlap";
  /** The line. */
  line: NonogramExplainLine;
  /** Its clue. */
  clue: number[];
  /** In how many ways its blocks still fit. */
  ways: NonogramExplainWays;
  /** The cells that are told. */
  cells: NonogramExplainPaint[];
} | {
  kind: "line-logic";
  /** The line. */
  line: NonogramExplainLine;
  /** Its clue. */
  clue: number[];
  /** In how many ways its blocks still fit. */
  ways: NonogramExplainWays;
  /** The cells that are told. */
  cells: NonogramExplainPaint[];
} | {
  kind: "contradiction";
  /** What was supposed. */
  supposed: NonogramExplainPaint;
  /** The line that breaks. */
  broken: NonogramExplainLine;
  /** How many cells the supposition settles before that. */
  settled: number;
  /** The cells that are told. */
  cells: NonogramExplainPaint[];
} | {
  kind: "either-way";
  /** The cell, such as `r3c12`. */
  cell: string;
  /** The cells that are told. */
  cells: NonogramExplainPaint[];
} | {
  kind: "nested";
  /** What was supposed. */
  supposed: NonogramExplainPaint;
  /** The cells that are told. */
  cells: NonogramExplainPaint[];
} | {
  kind: "search";
  /** Whether it is so in the only solution, or in one of several. */
  unique: boolean;
  /** The cell that settles most others by line logic. */
  cells: NonogramExplainPaint[];
} | {
  kind: "wrong";
  /** The wrong cells, each as it should be. */
  cells: NonogramExplainPaint[];
} | {
  kind: "broken";
  /** The line. */
  line: NonogramExplainLine;
  /** Its clue. */
  clue: number[];
  /** Painted cells of the line that alone rule out every completion; none of them can be spared. */
  cells: NonogramExplainPaint[];
} | {
  kind: "conflict";
  /** Painted cells that cannot stand together in any solution. */
  cells: NonogramExplainPaint[];
  /** Whether each of them is needed for that; when the budget ran out there may be more than needed. */
  irreducible: boolean;
});

/** A row or a column, counted from 0. */
export type NonogramExplainLine = string;

/** A number of placements; beyond 2^64 only "many". */
export type NonogramExplainWays = number;

/** Painting one cell: `r3c12=#` makes it black, `r3c12=.` white, and `r3c12=?` clears it. Rows and columns count from 1 in text. Any cell can be changed at any time, so a mistake can be mended without taking back what came after it. ``` use quandary_nonogram::{Cell, Paint}; let paint: Paint = "r3c12=?".parse().unwrap(); assert_eq!(paint, Paint { x: 11, y: 2, cell: Cell::Unknown }); assert_eq!(paint.to_string(), "r3c12=?"); ``` */
export type NonogramExplainPaint = string;

/** A move that could be made instead, or the recommended one itself, with its worth. */
export type NonogramExplainAlternative = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** What it is worth: more is better. The hint's `value_is` says in what; null where it is not known (yet). */
  value: number | null;
  /** The worth in words: "loses in 12 moves". */
  text: string;
};

/** A way to find the next cells, in order of difficulty. */
export type NonogramExplainTechnique = "overlap" | "line-logic" | "probe" | "deeper";

/** One step of many. */
export type NonogramExplainStepTold = {
  /** The technique. */
  technique: NonogramExplainTechnique | null;
  /** Why. */
  reason: NonogramExplainTold;
  /** The cells it paints. */
  cells: NonogramExplainPaint[];
  /** B: places where the technique could be tried: open lines, or both colours of the open cells. */
  options: number;
  /** b: places among them where it tells something. */
  plausible: number;
};

/** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
export type NonogramExplainInputError = {
  /** What is wrong. */
  what: string;
  /** Where in the text. */
  place: NonogramExplainPlace | null;
  /** What would be right. */
  expected: string | null;
  /** The option it was given for, when it was not INPUT. */
  option: string | null;
  /** The file it stands in, when there is one. */
  source: string | null;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type NonogramExplainPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type NonogramExplain = ({
  schema: 2;
  puzzle: "nonogram";
  verb: "explain";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** `right` (a step follows), `wrong` (something painted is), `solved`, `unsolvable`, or `unknown` (no technique tells more, and search takes too long). */
  verdict: string;
  /** Rows and columns. */
  board: NonogramExplainSize;
  /** The clues and the cells in one line. */
  position: string;
  /** The clues of the rows, from the top. */
  rows: number[][];
  /** The clues of the columns, from the left. */
  columns: number[][];
  /** The cells, a string a row: `#` black, `.` white, `?` open. */
  cells: string[];
  /** Cells that are open. */
  open: number;
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: NonogramExplainAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: NonogramExplainAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
  /** The technique of the step, if it is one. */
  technique: NonogramExplainTechnique | null;
  /** B: places where the technique could be tried: open lines, or both colours of the open cells. */
  options: number | null;
  /** b: places among them where it tells something. */
  plausible: number | null;
  /** Where to look, without giving the step away. */
  nudge: string | null;
  /** The cells after the step, or after all of them. */
  after: string[];
  /** With `--all`: the steps, in order. */
  items: NonogramExplainStepTold[] | null;
  /** What is odd about INPUT. */
  warnings: NonogramExplainInputError[];
}) | ({
  schema: 2;
  puzzle: "nonogram";
  verb: "explain";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** `right` (a step follows), `wrong` (something painted is), `solved`, `unsolvable`, or `unknown` (no technique tells more, and search takes too long). */
  verdict: string;
  /** Rows and columns. */
  board: NonogramExplainSize;
  /** The clues and the cells in one line. */
  position: string;
  /** The clues of the rows, from the top. */
  rows: number[][];
  /** The clues of the columns, from the left. */
  columns: number[][];
  /** The cells, a string a row: `#` black, `.` white, `?` open. */
  cells: string[];
  /** Cells that are open. */
  open: number;
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: NonogramExplainAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: NonogramExplainAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
  /** The technique of the step, if it is one. */
  technique: NonogramExplainTechnique | null;
  /** B: places where the technique could be tried: open lines, or both colours of the open cells. */
  options: number | null;
  /** b: places among them where it tells something. */
  plausible: number | null;
  /** Where to look, without giving the step away. */
  nudge: string | null;
  /** The cells after the step, or after all of them. */
  after: string[];
  /** With `--all`: the steps, in order. */
  items: NonogramExplainStepTold[] | null;
  /** What is odd about INPUT. */
  warnings: NonogramExplainInputError[];
}) | {
  schema: 2;
  puzzle: "nonogram";
  verb: "explain";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "nonogram";
  verb: "explain";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: NonogramExplainPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A puzzle. */
export type NonogramGenerateItem = {
  /** Its number, from 1. */
  index: number;
  /** Rows and columns. */
  board: NonogramGenerateSize;
  /** The clues in one line. */
  position: string;
  /** The clues as a `.nin` file. */
  nin: string;
  /** The picture it was made from, a string a row: `#` black, `.` white. */
  solution: string[] | null;
  /** What is odd about INPUT. */
  warnings: NonogramGenerateInputError[];
};

/** How large a puzzle is: rows by columns, as it is printed. ``` use quandary_nonogram::Size; let size: Size = "20x30".parse().unwrap(); assert_eq!((size.rows, size.columns), (20, 30)); assert_eq!(size.to_string(), "20x30"); ``` */
export type NonogramGenerateSize = string;

/** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
export type NonogramGenerateInputError = {
  /** What is wrong. */
  what: string;
  /** Where in the text. */
  place: NonogramGeneratePlace | null;
  /** What would be right. */
  expected: string | null;
  /** The option it was given for, when it was not INPUT. */
  option: string | null;
  /** The file it stands in, when there is one. */
  source: string | null;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type NonogramGeneratePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type NonogramGenerate = ({
  schema: 2;
  puzzle: "nonogram";
  verb: "generate";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** The seed they were drawn with; null where none was needed. */
  seed: number | null;
  /** The puzzles. */
  items: NonogramGenerateItem[];
}) | ({
  schema: 2;
  puzzle: "nonogram";
  verb: "generate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** The seed they were drawn with; null where none was needed. */
  seed: number | null;
  /** The puzzles. */
  items: NonogramGenerateItem[];
}) | {
  schema: 2;
  puzzle: "nonogram";
  verb: "generate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "nonogram";
  verb: "generate";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: NonogramGeneratePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** How hard a puzzle is for a person. */
export type NonogramMeasureOnePuzzle = {
  /** Rows and columns. */
  board: NonogramMeasureSize;
  /** The clues in one line. */
  position: string;
  /** `unique`, `multiple`, `none` or `budget`. */
  verdict: string;
  /** The hardest technique that is needed; `search` where one solution is beyond them; `multiple`, `impossible`, or `unknown` where the budget ran out. */
  grade: NonogramMeasureGrade;
  /** What the grade means. */
  grade_meaning: string;
  /** How often each technique was used. */
  techniques: NonogramMeasureUsed[];
  /** Cells that the techniques leave open. */
  open: number;
  /** Games with at least one decision. */
  traces?: number;
  /** The measures, in the order in which they build on each other. */
  measures?: NonogramMeasureSymbol[];
  /** The steps, in order. */
  items: NonogramMeasureStepTold[];
  /** What is odd about INPUT. */
  warnings: NonogramMeasureInputError[];
};

/** How large a puzzle is: rows by columns, as it is printed. ``` use quandary_nonogram::Size; let size: Size = "20x30".parse().unwrap(); assert_eq!((size.rows, size.columns), (20, 30)); assert_eq!(size.to_string(), "20x30"); ``` */
export type NonogramMeasureSize = string;

/** How hard a puzzle is for a person. */
export type NonogramMeasureGrade = "overlap" | "line-logic" | "probe" | "deeper" | "search" | "multiple" | "impossible" | "unknown";

/** How often a technique was used. */
export type NonogramMeasureUsed = {
  technique: NonogramMeasureTechnique;
  steps: number;
};

/** A way to find the next cells, in order of difficulty. */
export type NonogramMeasureTechnique = "overlap" | "line-logic" | "probe" | "deeper";

/** One measure. */
export type NonogramMeasureSymbol = {
  /** The documents' letter for it. */
  symbol: string;
  /** Its value. */
  value: number;
  /** Lower end of its 95 % interval (bootstrap over games). */
  low: number;
  /** Upper end. */
  high: number;
  /** How it is computed. */
  formula: string;
  /** What it says. */
  meaning: string;
};

/** One step of many. */
export type NonogramMeasureStepTold = {
  /** The technique. */
  technique: NonogramMeasureTechnique | null;
  /** Why. */
  reason: NonogramMeasureTold;
  /** The cells it paints. */
  cells: NonogramMeasurePaint[];
  /** B: places where the technique could be tried: open lines, or both colours of the open cells. */
  options: number;
  /** b: places among them where it tells something. */
  plausible: number;
};

/** A reason and its sentence, as they stand in an answer. */
export type NonogramMeasureTold = {
  /** The same in words. */
  text: string;
} & ({
  kind: "overlap";
  /** The line. */
  line: NonogramMeasureLine;
  /** Its clue. */
  clue: number[];
  /** In how many ways its blocks still fit. */
  ways: NonogramMeasureWays;
  /** The cells that are told. */
  cells: NonogramMeasurePaint[];
} | {
  kind: "line-logic";
  /** The line. */
  line: NonogramMeasureLine;
  /** Its clue. */
  clue: number[];
  /** In how many ways its blocks still fit. */
  ways: NonogramMeasureWays;
  /** The cells that are told. */
  cells: NonogramMeasurePaint[];
} | {
  kind: "contradiction";
  /** What was supposed. */
  supposed: NonogramMeasurePaint;
  /** The line that breaks. */
  broken: NonogramMeasureLine;
  /** How many cells the supposition settles before that. */
  settled: number;
  /** The cells that are told. */
  cells: NonogramMeasurePaint[];
} | {
  kind: "either-way";
  /** The cell, such as `r3c12`. */
  cell: string;
  /** The cells that are told. */
  cells: NonogramMeasurePaint[];
} | {
  kind: "nested";
  /** What was supposed. */
  supposed: NonogramMeasurePaint;
  /** The cells that are told. */
  cells: NonogramMeasurePaint[];
} | {
  kind: "search";
  /** Whether it is so in the only solution, or in one of several. */
  unique: boolean;
  /** The cell that settles most others by line logic. */
  cells: NonogramMeasurePaint[];
} | {
  kind: "wrong";
  /** The wrong cells, each as it should be. */
  cells: NonogramMeasurePaint[];
} | {
  kind: "broken";
  /** The line. */
  line: NonogramMeasureLine;
  /** Its clue. */
  clue: number[];
  /** Painted cells of the line that alone rule out every completion; none of them can be spared. */
  cells: NonogramMeasurePaint[];
} | {
  kind: "conflict";
  /** Painted cells that cannot stand together in any solution. */
  cells: NonogramMeasurePaint[];
  /** Whether each of them is needed for that; when the budget ran out there may be more than needed. */
  irreducible: boolean;
});

/** A row or a column, counted from 0. */
export type NonogramMeasureLine = string;

/** A number of placements; beyond 2^64 only "many". */
export type NonogramMeasureWays = number;

/** Painting one cell: `r3c12=#` makes it black, `r3c12=.` white, and `r3c12=?` clears it. Rows and columns count from 1 in text. Any cell can be changed at any time, so a mistake can be mended without taking back what came after it. ``` use quandary_nonogram::{Cell, Paint}; let paint: Paint = "r3c12=?".parse().unwrap(); assert_eq!(paint, Paint { x: 11, y: 2, cell: Cell::Unknown }); assert_eq!(paint.to_string(), "r3c12=?"); ``` */
export type NonogramMeasurePaint = string;

/** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
export type NonogramMeasureInputError = {
  /** What is wrong. */
  what: string;
  /** Where in the text. */
  place: NonogramMeasurePlace | null;
  /** What would be right. */
  expected: string | null;
  /** The option it was given for, when it was not INPUT. */
  option: string | null;
  /** The file it stands in, when there is one. */
  source: string | null;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type NonogramMeasurePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

/** A census of all puzzles of a size. */
export type NonogramMeasureAllPuzzles = {
  /** Rows and columns. */
  board: NonogramMeasureSize;
  /** Pictures of that size. */
  pictures: number;
  /** Pictures seen; all of them, unless it was cut short. */
  seen: number;
  /** Those seen that no other picture shares its clues with. */
  unique: number;
  /** Those of them that line logic alone solves. */
  line_solvable: number;
};

export type NonogramMeasure = ({
  schema: 2;
  puzzle: "nonogram";
  verb: "measure";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & (NonogramMeasureOnePuzzle | NonogramMeasureAllPuzzles) | ({
  schema: 2;
  puzzle: "nonogram";
  verb: "measure";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & (NonogramMeasureOnePuzzle | NonogramMeasureAllPuzzles) | {
  schema: 2;
  puzzle: "nonogram";
  verb: "measure";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "nonogram";
  verb: "measure";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: NonogramMeasurePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** How large a puzzle is: rows by columns, as it is printed. ``` use quandary_nonogram::Size; let size: Size = "20x30".parse().unwrap(); assert_eq!((size.rows, size.columns), (20, 30)); assert_eq!(size.to_string(), "20x30"); ``` */
export type NonogramMakeUniqueSize = string;

/** A claim about an instance and the evidence for it. The instance is the puzzle's own text notation, so that a certificate can be read, kept and checked without the program that made it. `quandary check` verifies it with code that shares nothing with the solvers; what the evidence must hold for each puzzle and claim is written in the `check` crate. ``` use quandary_core::Certificate; let certificate = Certificate::new("sliding", "optimal", "1 2 3\n4 5 6\n7 0 8", serde_json::json!({"moves": "L"})); let text = serde_json::to_string(&certificate).unwrap(); assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), certificate); ``` */
export type NonogramMakeUniqueCertificate = {
  /** Version of this layout. */
  schema: number;
  /** The registered name of the puzzle. */
  puzzle: string;
  /** What is claimed: "optimal", "unsolvable", "unique", "safe", … */
  claim: string;
  /** The instance in the puzzle's notation. */
  instance: string;
  /** The evidence, laid out as the claim demands. */
  evidence: any;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type NonogramMakeUniquePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type NonogramMakeUnique = ({
  schema: 2;
  puzzle: "nonogram";
  verb: "make-unique";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: NonogramMakeUniqueSize;
  /** The clues in one line. */
  position: string;
  /** `unique`, `multiple` (it could not be made unique), or `budget` (not known to be unique yet). */
  verdict: string;
  /** Number of cells changed. */
  changes: number;
  /** The cells changed. */
  changed: string[];
  /** Fewer changes than this cannot be enough. */
  at_least: number;
  /** Whether fewer cannot be enough. */
  fewest: boolean;
  /** The picture, a string a row: `#` black, `.` white. */
  solution: string[];
  /** The clues as a `.nin` file. */
  nin: string;
  /** What proves that it is unique. */
  certificate: NonogramMakeUniqueCertificate | null;
}) | ({
  schema: 2;
  puzzle: "nonogram";
  verb: "make-unique";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: NonogramMakeUniqueSize;
  /** The clues in one line. */
  position: string;
  /** `unique`, `multiple` (it could not be made unique), or `budget` (not known to be unique yet). */
  verdict: string;
  /** Number of cells changed. */
  changes: number;
  /** The cells changed. */
  changed: string[];
  /** Fewer changes than this cannot be enough. */
  at_least: number;
  /** Whether fewer cannot be enough. */
  fewest: boolean;
  /** The picture, a string a row: `#` black, `.` white. */
  solution: string[];
  /** The clues as a `.nin` file. */
  nin: string;
  /** What proves that it is unique. */
  certificate: NonogramMakeUniqueCertificate | null;
}) | {
  schema: 2;
  puzzle: "nonogram";
  verb: "make-unique";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "nonogram";
  verb: "make-unique";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: NonogramMakeUniquePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type NonogramBenchPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type NonogramBench = ({
  schema: 2;
  puzzle: "nonogram";
  verb: "bench";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & {
  /** Tournament boards solved. */
  first: number;
  /** Random boards judged. */
  verdicts: number;
  /** Decisions on both. */
  nodes: number;
  /** Decisions on the tournament boards. */
  first_nodes: number;
  /** CPU seconds of the tournament boards. */
  first_seconds: number;
  /** CPU seconds of the random boards. */
  verdict_seconds: number;
  /** CPU seconds of both. */
  cpu_seconds: number;
} | ({
  schema: 2;
  puzzle: "nonogram";
  verb: "bench";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & {
  /** Tournament boards solved. */
  first: number;
  /** Random boards judged. */
  verdicts: number;
  /** Decisions on both. */
  nodes: number;
  /** Decisions on the tournament boards. */
  first_nodes: number;
  /** CPU seconds of the tournament boards. */
  first_seconds: number;
  /** CPU seconds of the random boards. */
  verdict_seconds: number;
  /** CPU seconds of both. */
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "nonogram";
  verb: "bench";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "nonogram";
  verb: "bench";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: NonogramBenchPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** What a board is worth under best play. */
export type G2048SolveExact = {
  /** Rows and columns. */
  board: string;
  /** The tile to reach. */
  target: number;
  /** Probability that a new tile is a 4. */
  p4: G2048SolveDice;
  method: string;
  /** How the game begins; null for a given position. */
  start: string | null;
  /** The given position: the tiles, a row a line. */
  position: string | null;
  /** Best chance of reaching the tile against dice; null while it is not known. */
  win_probability: G2048SolveFraction | null;
  /** Against an opponent who places 2s and 4s: `win`, `loss`, or `mixed` where it depends on the start. */
  adversarial?: string;
  /** With luck: `win` where some sequence of tiles leads there. */
  reachability?: string;
  /** The same against opponents with fewer choices. */
  adversarial_with?: G2048SolveOpponents;
  /** The largest tile that can be forced; null where the game was not looked at to its end. */
  guaranteed_tile?: number | null;
  /** Best expected score; null where the game was not looked at to its end. */
  expected_score?: G2048SolveFraction | null;
  /** Positions with the player to move. */
  states?: number;
  /** The same up to rotation and reflection. */
  canonical?: number;
  /** Classes of positions with chance to move. */
  afterstates_canonical?: number;
  /** What the states are. */
  states_are?: string;
  /** The states when play stops at the target; null where that was not counted. */
  until_target?: G2048SolveClasses | null;
  /** Most positions of one game. */
  longest_game?: number;
  /** Positions looked at, listing and valuing. */
  nodes: number;
  certificate?: G2048SolveCertificate | null;
};

/** The probability of a 4 as it stands in an answer. */
export type G2048SolveDice = {
  value: number;
  numerator: number;
  denominator: number;
};

/** A number, exact where it is a fraction. */
export type G2048SolveFraction = {
  numerator: G2048SolveDigits | null;
  denominator: G2048SolveDigits | null;
  value: number;
  /** What the value is rounded to, where there is no fraction. */
  rounding?: string | null;
};

/** A whole number: as digits where it does not fit 64 bits. */
export type G2048SolveDigits = number | string;

/** Verdicts against opponents; null where they would place a tile that chance never puts. */
export type G2048SolveOpponents = {
  twos_and_fours: string | null;
  twos: string | null;
  fours: string | null;
};

/** How many positions are of each kind. */
export type G2048SolveClasses = {
  /** Without the target, with a move. */
  live: G2048SolveKind;
  /** Without the target and without a move. */
  dead: G2048SolveKind;
  /** With the target. */
  won: G2048SolveKind;
};

/** A number of positions, and of classes of them. */
export type G2048SolveKind = {
  states: number;
  canonical: number;
};

/** A claim about an instance and the evidence for it. The instance is the puzzle's own text notation, so that a certificate can be read, kept and checked without the program that made it. `quandary check` verifies it with code that shares nothing with the solvers; what the evidence must hold for each puzzle and claim is written in the `check` crate. ``` use quandary_core::Certificate; let certificate = Certificate::new("sliding", "optimal", "1 2 3\n4 5 6\n7 0 8", serde_json::json!({"moves": "L"})); let text = serde_json::to_string(&certificate).unwrap(); assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), certificate); ``` */
export type G2048SolveCertificate = {
  /** Version of this layout. */
  schema: number;
  /** The registered name of the puzzle. */
  puzzle: string;
  /** What is claimed: "optimal", "unsolvable", "unique", "safe", … */
  claim: string;
  /** The instance in the puzzle's notation. */
  instance: string;
  /** The evidence, laid out as the claim demands. */
  evidence: any;
};

/** Whether a tile is reached though somebody else places the tiles. */
export type G2048SolveProof = {
  /** Rows and columns. */
  board: string;
  /** The tile to reach. */
  target: number;
  /** The search. */
  method: string;
  /** Who places the tiles: `and`, `or` or `chance`. */
  inhibitor: string;
  /** `win`, `loss`, `mixed` where it depends on the start, the same with `estimated`, or `unknown`. */
  verdict: string;
  /** The verdict in words. */
  means: string;
  /** What an opponent who places the tiles allows, by brute force: `win`, `loss` or `mixed`; null where that takes too long. */
  adversarial: string | null;
  settings: G2048SolveSetting;
  /** The searches, one for each position. */
  items: G2048SolveSearched[];
  /** Nodes made in all. */
  nodes: number;
  /** With --certificate: for each position the winner's strategy. */
  certificate?: G2048SolveCertificate | null;
  /** Why there is no certificate though one was asked for. */
  no_certificate?: string | null;
};

/** The settings as they stand in an answer: those the method uses. */
export type G2048SolveSetting = {
  /** The method's name. */
  method: string;
  /** Most bytes for the tree or the table. */
  memory_bytes: number;
  /** df-pn's 1 + epsilon. */
  epsilon?: number | null;
  /** UCT's exploration constant. */
  exploration?: number | null;
  /** Random games from each new leaf. */
  playouts?: number | null;
  /** How far a share of playouts stays from 0 and 1. */
  theta?: number | null;
  /** The seed of the playouts. */
  seed?: number | null;
  /** `prove`, or `estimate` where a value near 0 or 1 is enough. */
  mode?: string | null;
  /** How near. */
  pr?: number | null;
};

/** The search of one position. */
export type G2048SolveSearched = {
  /** One digit a cell. */
  position: string;
  /** `proved`, `disproved`, `estimated …` or what it ran out of. */
  conclusion: string;
  /** Whether the conclusion is a proof. */
  proved: boolean;
  /** What ran out, if something did. */
  out_of: G2048SolveExhausted | null;
  /** Times that a leaf was expanded. */
  iterations: number;
  /** Nodes made. */
  nodes: number;
  /** Random games played. */
  playouts: number;
  /** Bytes taken at the end. */
  bytes: number;
  /** Bytes of one node. */
  bytes_per_node: number;
};

/** Why a search stopped before it had its answer. */
export type G2048SolveExhausted = "nodes" | "time" | "cancelled" | "memory";

/** The next move and why. */
export type G2048SolveExplanation = {
  /** Rows and columns. */
  board: string;
  /** The tiles, a row a line, a dot for an empty cell. */
  position: string;
  /** The points so far. */
  score: number;
  /** The largest tile. */
  largest: number;
  /** Probability that a new tile is a 4. */
  p4: G2048SolveDice;
  /** How the values came about. */
  how: G2048SolveHow;
  /** How far the network is, where its training was cut short; the hint is then one by hand. */
  training?: G2048SolveTraining | null;
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: G2048SolveAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: G2048SolveAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
};

/** How a hint came about. */
export type G2048SolveHow = {
  strategy: "exact";
  /** The tile to reach. */
  target: number;
} | {
  strategy: "network";
  /** The name of the setting. */
  setting: string;
  /** The player's own moves that were looked at. */
  moves_ahead: number;
  /** Branches less likely than this ended in the network's opinion. */
  least_probability: number;
} | {
  strategy: "expectimax";
  /** Layers of moves and of chance. */
  plies: number;
  /** The name of the weights. */
  weights: string;
  /** Positions looked at. */
  nodes: number;
} | {
  strategy: "hand";
  /** Layers of moves and of chance. */
  plies: number;
  /** Positions looked at. */
  nodes: number;
};

/** How far the network is trained, as it stands in an answer. */
export type G2048SolveTraining = {
  /** Moves trained so far. */
  moves: number;
  /** Moves of the whole training. */
  of: number;
  /** Whether it came from the cache. */
  from_cache: boolean;
  /** CPU seconds of this training; null from the cache. */
  cpu_seconds: number | null;
};

/** A recommended move, as every face shows it. */
export type G2048SolveAdvice = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** Whether the move cannot be wrong. */
  certain: boolean;
  /** The probability that the move does what the reason says. */
  probability: G2048SolveProbability;
  /** Why. */
  reason: G2048SolveTold;
};

/** A number in [0, 1]. */
export type G2048SolveProbability = number;

/** A reason and its sentence, as they stand in an answer. */
export type G2048SolveTold = {
  /** The same in words. */
  text: string;
} & ({
  kind: "only-move";
} | {
  kind: "as-good";
  /** The others. */
  others: G2048SolveDirection[];
} | {
  kind: "better";
  /** The next best. */
  than: G2048SolveDirection;
  /** How much more it is worth. */
  margin: number;
  /** What the values are. */
  meaning: G2048SolveMeaning;
  /** The largest tile after the move. */
  largest: number;
  /** Where it does better than the next best, the most important first. */
  keeps: G2048SolvePoint[];
  /** Where the next best would do better. */
  gives_up: G2048SolvePoint[];
  /** Where it does better than a lesser move, when it does nowhere better than the next best. */
  against: G2048SolveContrast | null;
});

/** A move. */
export type G2048SolveDirection = "left" | "right" | "up" | "down";

/** What a move's value is. */
export type G2048SolveMeaning = {
  kind: "expected-score";
} | {
  kind: "weighted-sum";
} | {
  kind: "win-probability";
  /** The tile to reach. */
  target: number;
} | {
  kind: "judgement";
  /** How many of the player's moves the search looked ahead, the first included. */
  moves_ahead: number;
};

/** One number in which two moves differ. */
export type G2048SolvePoint = {
  /** What it is. */
  fact: G2048SolveFact;
  /** The chosen move's. */
  chosen: number;
  /** The other move's. */
  other: number;
};

/** What two moves are compared by, the most important first. */
export type G2048SolveFact = "death" | "corner" | "free-cells" | "room" | "ordered" | "earned" | "pairs";

/** What a move keeps that another loses. */
export type G2048SolveContrast = {
  /** The other move. */
  than: G2048SolveDirection;
  /** Where the chosen move does better, the most important first. */
  keeps: G2048SolvePoint[];
};

/** A move that could be made instead, or the recommended one itself, with its worth. */
export type G2048SolveAlternative = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** What it is worth: more is better. The hint's `value_is` says in what; null where it is not known (yet). */
  value: number | null;
  /** The worth in words: "loses in 12 moves". */
  text: string;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type G2048SolvePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type G2048Solve = ({
  schema: 2;
  puzzle: "2048";
  verb: "solve";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & (G2048SolveExact | G2048SolveProof | G2048SolveExplanation) | ({
  schema: 2;
  puzzle: "2048";
  verb: "solve";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & (G2048SolveExact | G2048SolveProof | G2048SolveExplanation) | {
  schema: 2;
  puzzle: "2048";
  verb: "solve";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "2048";
  verb: "solve";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: G2048SolvePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** The probability of a 4 as it stands in an answer. */
export type G2048ExplainDice = {
  value: number;
  numerator: number;
  denominator: number;
};

/** How a hint came about. */
export type G2048ExplainHow = {
  strategy: "exact";
  /** The tile to reach. */
  target: number;
} | {
  strategy: "network";
  /** The name of the setting. */
  setting: string;
  /** The player's own moves that were looked at. */
  moves_ahead: number;
  /** Branches less likely than this ended in the network's opinion. */
  least_probability: number;
} | {
  strategy: "expectimax";
  /** Layers of moves and of chance. */
  plies: number;
  /** The name of the weights. */
  weights: string;
  /** Positions looked at. */
  nodes: number;
} | {
  strategy: "hand";
  /** Layers of moves and of chance. */
  plies: number;
  /** Positions looked at. */
  nodes: number;
};

/** How far the network is trained, as it stands in an answer. */
export type G2048ExplainTraining = {
  /** Moves trained so far. */
  moves: number;
  /** Moves of the whole training. */
  of: number;
  /** Whether it came from the cache. */
  from_cache: boolean;
  /** CPU seconds of this training; null from the cache. */
  cpu_seconds: number | null;
};

/** A recommended move, as every face shows it. */
export type G2048ExplainAdvice = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** Whether the move cannot be wrong. */
  certain: boolean;
  /** The probability that the move does what the reason says. */
  probability: G2048ExplainProbability;
  /** Why. */
  reason: G2048ExplainTold;
};

/** A number in [0, 1]. */
export type G2048ExplainProbability = number;

/** A reason and its sentence, as they stand in an answer. */
export type G2048ExplainTold = {
  /** The same in words. */
  text: string;
} & ({
  kind: "only-move";
} | {
  kind: "as-good";
  /** The others. */
  others: G2048ExplainDirection[];
} | {
  kind: "better";
  /** The next best. */
  than: G2048ExplainDirection;
  /** How much more it is worth. */
  margin: number;
  /** What the values are. */
  meaning: G2048ExplainMeaning;
  /** The largest tile after the move. */
  largest: number;
  /** Where it does better than the next best, the most important first. */
  keeps: G2048ExplainPoint[];
  /** Where the next best would do better. */
  gives_up: G2048ExplainPoint[];
  /** Where it does better than a lesser move, when it does nowhere better than the next best. */
  against: G2048ExplainContrast | null;
});

/** A move. */
export type G2048ExplainDirection = "left" | "right" | "up" | "down";

/** What a move's value is. */
export type G2048ExplainMeaning = {
  kind: "expected-score";
} | {
  kind: "weighted-sum";
} | {
  kind: "win-probability";
  /** The tile to reach. */
  target: number;
} | {
  kind: "judgement";
  /** How many of the player's moves the search looked ahead, the first included. */
  moves_ahead: number;
};

/** One number in which two moves differ. */
export type G2048ExplainPoint = {
  /** What it is. */
  fact: G2048ExplainFact;
  /** The chosen move's. */
  chosen: number;
  /** The other move's. */
  other: number;
};

/** What two moves are compared by, the most important first. */
export type G2048ExplainFact = "death" | "corner" | "free-cells" | "room" | "ordered" | "earned" | "pairs";

/** What a move keeps that another loses. */
export type G2048ExplainContrast = {
  /** The other move. */
  than: G2048ExplainDirection;
  /** Where the chosen move does better, the most important first. */
  keeps: G2048ExplainPoint[];
};

/** A move that could be made instead, or the recommended one itself, with its worth. */
export type G2048ExplainAlternative = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** What it is worth: more is better. The hint's `value_is` says in what; null where it is not known (yet). */
  value: number | null;
  /** The worth in words: "loses in 12 moves". */
  text: string;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type G2048ExplainPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type G2048Explain = ({
  schema: 2;
  puzzle: "2048";
  verb: "explain";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: string;
  /** The tiles, a row a line, a dot for an empty cell. */
  position: string;
  /** The points so far. */
  score: number;
  /** The largest tile. */
  largest: number;
  /** Probability that a new tile is a 4. */
  p4: G2048ExplainDice;
  /** How the values came about. */
  how: G2048ExplainHow;
  /** How far the network is, where its training was cut short; the hint is then one by hand. */
  training?: G2048ExplainTraining | null;
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: G2048ExplainAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: G2048ExplainAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
}) | ({
  schema: 2;
  puzzle: "2048";
  verb: "explain";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: string;
  /** The tiles, a row a line, a dot for an empty cell. */
  position: string;
  /** The points so far. */
  score: number;
  /** The largest tile. */
  largest: number;
  /** Probability that a new tile is a 4. */
  p4: G2048ExplainDice;
  /** How the values came about. */
  how: G2048ExplainHow;
  /** How far the network is, where its training was cut short; the hint is then one by hand. */
  training?: G2048ExplainTraining | null;
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: G2048ExplainAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: G2048ExplainAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
}) | {
  schema: 2;
  puzzle: "2048";
  verb: "explain";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "2048";
  verb: "explain";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: G2048ExplainPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** The probability of a 4 as it stands in an answer. */
export type G2048GenerateDice = {
  value: number;
  numerator: number;
  denominator: number;
};

/** A position. */
export type G2048GenerateItem = {
  /** The tiles, a row a line, a dot for an empty cell. */
  position: string;
  /** One digit a cell. */
  compact: string;
  /** Moves made before it: fewer than asked for where the game had ended. */
  moves: number;
  /** The largest tile. */
  largest: number;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type G2048GeneratePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type G2048Generate = ({
  schema: 2;
  puzzle: "2048";
  verb: "generate";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & {
  /** Rows and columns. */
  board: string;
  /** Probability that a new tile is a 4. */
  p4: G2048GenerateDice;
  /** How the games began. */
  start: string;
  seed: number;
  /** The positions. */
  items: G2048GenerateItem[];
} | ({
  schema: 2;
  puzzle: "2048";
  verb: "generate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & {
  /** Rows and columns. */
  board: string;
  /** Probability that a new tile is a 4. */
  p4: G2048GenerateDice;
  /** How the games began. */
  start: string;
  seed: number;
  /** The positions. */
  items: G2048GenerateItem[];
} | {
  schema: 2;
  puzzle: "2048";
  verb: "generate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "2048";
  verb: "generate";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: G2048GeneratePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** What a strategy's name stands for. */
export type G2048SimulateHow = {
  moves: string;
} | {
  /** Nodes of a move. */
  nodes: number;
} | {
  depth: G2048SimulateLooks;
  weights: string;
} | {
  /** The player's own moves that are looked at. */
  moves_ahead: number;
  /** Branches less likely than this end in the network's opinion. */
  least_probability: number;
};

/** A depth as it stands in an answer. */
export type G2048SimulateLooks = {
  /** Layers of moves and of chance, the first move included. */
  plies: number;
  /** How `--depth` counted them. */
  counted_as: string;
};

/** The probability of a 4 as it stands in an answer. */
export type G2048SimulateDice = {
  value: number;
  numerator: number;
  denominator: number;
};

/** A share of the games. */
export type G2048SimulateShare = {
  rate: number;
  games: number;
  of: number;
  /** Its Wilson interval at 95 %. */
  ci95: number[];
};

/** How far the network is trained, as it stands in an answer. */
export type G2048SimulateTraining = {
  /** Moves trained so far. */
  moves: number;
  /** Moves of the whole training. */
  of: number;
  /** Whether it came from the cache. */
  from_cache: boolean;
  /** CPU seconds of this training; null from the cache. */
  cpu_seconds: number | null;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type G2048SimulatePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type G2048Simulate = ({
  schema: 2;
  puzzle: "2048";
  verb: "simulate";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  strategy: string;
  /** What the strategy's name stands for. */
  how: G2048SimulateHow;
  /** Rows and columns. */
  board: string;
  /** Probability that a new tile is a 4. */
  p4: G2048SimulateDice;
  /** How the games began. */
  start: string;
  seed: number;
  /** The tile that wins a game. */
  winning_tile: number;
  /** Games played to their end. */
  games: number;
  /** Games won. */
  wins: number;
  /** Their share; null without games. */
  win_rate: number | null;
  /** Its Wilson interval at 95 %. */
  ci95: number[];
  /** Mean score; null without games. */
  score_mean: number | null;
  /** Its interval at 95 %. */
  score_ci95: number[] | null;
  /** Mean number of moves. */
  moves_mean: number | null;
  /** Its interval at 95 %. */
  moves_ci95: number[] | null;
  /** Speed of the games, without training. */
  moves_per_cpu_second: number | null;
  /** CPU seconds of the games, without training. */
  games_cpu_seconds: number;
  /** How many games reached each tile. */
  reached: Record<string, unknown>;
  /** How many games ended with each largest tile. */
  largest_tiles: Record<string, unknown>;
  /** The training that the strategy rests on. */
  training?: G2048SimulateTraining | null;
}) | ({
  schema: 2;
  puzzle: "2048";
  verb: "simulate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  strategy: string;
  /** What the strategy's name stands for. */
  how: G2048SimulateHow;
  /** Rows and columns. */
  board: string;
  /** Probability that a new tile is a 4. */
  p4: G2048SimulateDice;
  /** How the games began. */
  start: string;
  seed: number;
  /** The tile that wins a game. */
  winning_tile: number;
  /** Games played to their end. */
  games: number;
  /** Games won. */
  wins: number;
  /** Their share; null without games. */
  win_rate: number | null;
  /** Its Wilson interval at 95 %. */
  ci95: number[];
  /** Mean score; null without games. */
  score_mean: number | null;
  /** Its interval at 95 %. */
  score_ci95: number[] | null;
  /** Mean number of moves. */
  moves_mean: number | null;
  /** Its interval at 95 %. */
  moves_ci95: number[] | null;
  /** Speed of the games, without training. */
  moves_per_cpu_second: number | null;
  /** CPU seconds of the games, without training. */
  games_cpu_seconds: number;
  /** How many games reached each tile. */
  reached: Record<string, unknown>;
  /** How many games ended with each largest tile. */
  largest_tiles: Record<string, unknown>;
  /** The training that the strategy rests on. */
  training?: G2048SimulateTraining | null;
}) | {
  schema: 2;
  puzzle: "2048";
  verb: "simulate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "2048";
  verb: "simulate";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: G2048SimulatePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** The probability of a 4 as it stands in an answer. */
export type G2048MeasureDice = {
  value: number;
  numerator: number;
  denominator: number;
};

/** A depth as it stands in an answer. */
export type G2048MeasureLooks = {
  /** Layers of moves and of chance, the first move included. */
  plies: number;
  /** How `--depth` counted them. */
  counted_as: string;
};

export type G2048MeasureThreshold = {
  /** C0. */
  c0: number;
  rule: string;
};

/** Motion in mind, averaged. */
export type G2048MeasureMotion = {
  /** Mean velocity. */
  v: number;
  /** Hardness, 1 - v. */
  mass: number;
  /** Momentum from the mean: M · v. */
  momentum_of_mean: number;
  /** Momentum as the mean of v(1 - v) over the units. */
  mean_momentum: number;
  /** Potential energy from the mean: 2 · M · v². */
  energy_of_mean: number;
  /** Potential energy as the mean of 2(1 - v)v² over the units. */
  mean_energy: number;
};

/** The stretch between two new largest tiles. */
export type G2048MeasureStretch = {
  /** The largest tile during it. */
  largest: number;
  first_turn: number;
  turns: number;
  v: number;
  mass: number;
  momentum: number;
  energy: number;
};

/** A change from one milestone to the next. */
export type G2048MeasureChangeover = {
  /** The tile that was reached. */
  tile: number;
  /** The mean number before it and after it. */
  from: number;
  /** The mean number after it. */
  to: number;
  /** How far apart they are. */
  gap: number;
  /** The level of the number after it. */
  scn_level: G2048MeasureLevel;
  /** The level of the gap. */
  gap_level: G2048MeasureLevel;
  /** What table 7 says. */
  reading: G2048MeasureReading;
};

/** Low, middle or high. */
export type G2048MeasureLevel = "low" | "middle" | "high";

/** What table 7 says of a position. */
export type G2048MeasureReading = "Trap" | "Trap*" | "Favourable" | "Uncertain";

/** Where low ends and high begins. */
export type G2048MeasureLevelCuts = {
  scn: number[];
  gap: number[];
};

/** What table 7 warned of, and what came of it. The table calls a milestone a trap by two levels alone; a [`Trap`] is one that closed. The first is a warning, the second an event, and most warnings come to nothing. */
export type G2048MeasureWarnings = {
  /** The tiles at whose milestones table 7 says trap, with or without the star. */
  warned: number[];
  /** The tiles during whose milestones a trap closed. */
  closed: number[];
  /** How many of the traps that closed were escaped. */
  escaped: number;
};

/** A trap that closed. */
export type G2048MeasureCaught = {
  /** First turn of the quiet stretch. */
  quiet_from: number;
  /** Last turn of the quiet stretch. */
  quiet_to: number;
  /** The turn at which it had become difficult. */
  closed: number;
  /** The turn at which it was quiet again or a new largest tile stood; none when the game ended first. */
  escaped: number | null;
  /** The last quiet position. */
  position_when_quiet: string;
  /** The position in which it had become difficult. */
  position_when_closed: string;
};

/** One value a turn. */
export type G2048MeasureSeries = {
  /** The largest tile. */
  largest: number[];
  /** The single conspiracy number; null where the threshold can never be reached. */
  scn: (number | null)[];
  v: number[];
};

/** One measure. */
export type G2048MeasureSymbol = {
  /** The documents' letter for it. */
  symbol: string;
  /** Its value. */
  value: number;
  /** Lower end of its 95 % interval (bootstrap over games). */
  low: number;
  /** Upper end. */
  high: number;
  /** How it is computed. */
  formula: string;
  /** What it says. */
  meaning: string;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type G2048MeasurePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type G2048Measure = ({
  schema: 2;
  puzzle: "2048";
  verb: "measure";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: string;
  /** Probability that a new tile is a 4. */
  p4: G2048MeasureDice;
  /** How far the player and the numbers look. */
  depth: G2048MeasureLooks;
  weights: string;
  threshold: G2048MeasureThreshold;
  /** `game` or `milestone`. */
  normalised_over: string;
  /** `printed`: v is the normalised number; `ease`: 1 minus it. */
  velocity: string;
  seed: number;
  /** Which game of the seed was measured turn by turn; null for a given record. */
  game: number | null;
  /** Turns whose number was counted. */
  turns: number;
  /** Motion in mind over the turns. */
  by_turn: G2048MeasureMotion;
  /** The same over the milestones. */
  by_milestone: G2048MeasureMotion;
  milestones: G2048MeasureStretch[];
  /** The changes from one milestone to the next, read by table 7. */
  changeovers: G2048MeasureChangeover[];
  level_cuts: G2048MeasureLevelCuts;
  /** What table 7 warned of, and what came of it. */
  warnings: G2048MeasureWarnings;
  /** The traps that closed. */
  traps: G2048MeasureCaught[];
  series: G2048MeasureSeries;
  /** Games with at least one decision. */
  traces?: number;
  /** The measures, in the order in which they build on each other. */
  measures?: G2048MeasureSymbol[];
}) | ({
  schema: 2;
  puzzle: "2048";
  verb: "measure";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: string;
  /** Probability that a new tile is a 4. */
  p4: G2048MeasureDice;
  /** How far the player and the numbers look. */
  depth: G2048MeasureLooks;
  weights: string;
  threshold: G2048MeasureThreshold;
  /** `game` or `milestone`. */
  normalised_over: string;
  /** `printed`: v is the normalised number; `ease`: 1 minus it. */
  velocity: string;
  seed: number;
  /** Which game of the seed was measured turn by turn; null for a given record. */
  game: number | null;
  /** Turns whose number was counted. */
  turns: number;
  /** Motion in mind over the turns. */
  by_turn: G2048MeasureMotion;
  /** The same over the milestones. */
  by_milestone: G2048MeasureMotion;
  milestones: G2048MeasureStretch[];
  /** The changes from one milestone to the next, read by table 7. */
  changeovers: G2048MeasureChangeover[];
  level_cuts: G2048MeasureLevelCuts;
  /** What table 7 warned of, and what came of it. */
  warnings: G2048MeasureWarnings;
  /** The traps that closed. */
  traps: G2048MeasureCaught[];
  series: G2048MeasureSeries;
  /** Games with at least one decision. */
  traces?: number;
  /** The measures, in the order in which they build on each other. */
  measures?: G2048MeasureSymbol[];
}) | {
  schema: 2;
  puzzle: "2048";
  verb: "measure";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "2048";
  verb: "measure";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: G2048MeasurePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A new largest tile. */
export type G2048ReplayReached = {
  tile: number;
  /** The first move made with it on the board, counted from 1. */
  before_move: number;
};

/** A claim about an instance and the evidence for it. The instance is the puzzle's own text notation, so that a certificate can be read, kept and checked without the program that made it. `quandary check` verifies it with code that shares nothing with the solvers; what the evidence must hold for each puzzle and claim is written in the `check` crate. ``` use quandary_core::Certificate; let certificate = Certificate::new("sliding", "optimal", "1 2 3\n4 5 6\n7 0 8", serde_json::json!({"moves": "L"})); let text = serde_json::to_string(&certificate).unwrap(); assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), certificate); ``` */
export type G2048ReplayCertificate = {
  /** Version of this layout. */
  schema: number;
  /** The registered name of the puzzle. */
  puzzle: string;
  /** What is claimed: "optimal", "unsolvable", "unique", "safe", … */
  claim: string;
  /** The instance in the puzzle's notation. */
  instance: string;
  /** The evidence, laid out as the claim demands. */
  evidence: any;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type G2048ReplayPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type G2048Replay = ({
  schema: 2;
  puzzle: "2048";
  verb: "replay";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: string;
  /** Number of moves. */
  moves: number;
  score: number;
  /** The largest tile at the end. */
  largest: number;
  /** Whether no move is left. */
  ended: boolean;
  /** The tiles at the end, a row a line. */
  position: string;
  /** When each new largest tile stood. */
  milestones: G2048ReplayReached[];
  certificate?: G2048ReplayCertificate | null;
}) | ({
  schema: 2;
  puzzle: "2048";
  verb: "replay";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: string;
  /** Number of moves. */
  moves: number;
  score: number;
  /** The largest tile at the end. */
  largest: number;
  /** Whether no move is left. */
  ended: boolean;
  /** The tiles at the end, a row a line. */
  position: string;
  /** When each new largest tile stood. */
  milestones: G2048ReplayReached[];
  certificate?: G2048ReplayCertificate | null;
}) | {
  schema: 2;
  puzzle: "2048";
  verb: "replay";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "2048";
  verb: "replay";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: G2048ReplayPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** One piece of work. */
export type G2048BenchPart = {
  part: string;
  count: number;
  /** What was counted. */
  of: string;
  cpu_seconds: number;
  /** Null where the clock is too coarse. */
  per_cpu_second: number | null;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type G2048BenchPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type G2048Bench = ({
  schema: 2;
  puzzle: "2048";
  verb: "bench";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & {
  /** CPU seconds of all parts. */
  cpu_seconds: number;
  /** The pieces of work that were finished. */
  parts: G2048BenchPart[];
} | ({
  schema: 2;
  puzzle: "2048";
  verb: "bench";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & {
  /** CPU seconds of all parts. */
  cpu_seconds: number;
  /** The pieces of work that were finished. */
  parts: G2048BenchPart[];
} | {
  schema: 2;
  puzzle: "2048";
  verb: "bench";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "2048";
  verb: "bench";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: G2048BenchPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** The exact score, or between what it lies. */
export type ConnectFourSolveExact = {
  /** Rows and columns. */
  board: string;
  /** The position, as INPUT takes it. */
  position: string;
  /** The solver, and whether it looks for the score (`strong`) or only its sign (`weak`), where it can do both. */
  method: string;
  /** `win`, `draw` or `loss` for the player to move, or `unknown`. */
  verdict: string;
  /** The score; null when only its sign was asked for or the budget ran out. */
  score: number | null;
  /** What is proved of the score. */
  bounds: ConnectFourSolveBounds;
  /** Positions searched. */
  nodes: number;
  certificate: ConnectFourSolveCertificate | null;
  /** Why there is no certificate though one was asked for. */
  no_certificate?: string | null;
  /** A best column. */
  best: number | null;
};

/** What is known of a score: it lies in `lower..=upper`. */
export type ConnectFourSolveBounds = {
  /** It is at least this. */
  lower: number;
  /** It is at most this. */
  upper: number;
};

/** A claim about an instance and the evidence for it. The instance is the puzzle's own text notation, so that a certificate can be read, kept and checked without the program that made it. `quandary check` verifies it with code that shares nothing with the solvers; what the evidence must hold for each puzzle and claim is written in the `check` crate. ``` use quandary_core::Certificate; let certificate = Certificate::new("sliding", "optimal", "1 2 3\n4 5 6\n7 0 8", serde_json::json!({"moves": "L"})); let text = serde_json::to_string(&certificate).unwrap(); assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), certificate); ``` */
export type ConnectFourSolveCertificate = {
  /** Version of this layout. */
  schema: number;
  /** The registered name of the puzzle. */
  puzzle: string;
  /** What is claimed: "optimal", "unsolvable", "unique", "safe", … */
  claim: string;
  /** The instance in the puzzle's notation. */
  instance: string;
  /** The evidence, laid out as the claim demands. */
  evidence: any;
};

/** What a proof-number search says of a position. */
export type ConnectFourSolveProof = {
  /** Rows and columns. */
  board: string;
  /** The position, as INPUT takes it. */
  position: string;
  /** The search. */
  method: string;
  settings: ConnectFourSolveSetting;
  /** `win`, `draw` or `loss` for the player to move, with `estimated ` before it when some answer is no proof, or `unknown`. */
  verdict: string;
  questions: ConnectFourSolveQuestions;
  /** Nodes made for both questions. */
  nodes: number;
  /** With --certificate: proof trees of the verdict. */
  certificate?: ConnectFourSolveCertificate | null;
  /** Why there is no certificate though one was asked for. */
  no_certificate?: string | null;
};

/** The settings as they stand in an answer: those the method uses. */
export type ConnectFourSolveSetting = {
  /** The method's name. */
  method: string;
  /** Most bytes for the tree or the table. */
  memory_bytes: number;
  /** df-pn's 1 + epsilon. */
  epsilon?: number | null;
  /** UCT's exploration constant. */
  exploration?: number | null;
  /** Random games from each new leaf. */
  playouts?: number | null;
  /** How far a share of playouts stays from 0 and 1. */
  theta?: number | null;
  /** The seed of the playouts. */
  seed?: number | null;
  /** `prove`, or `estimate` where a value near 0 or 1 is enough. */
  mode?: string | null;
  /** How near. */
  pr?: number | null;
};

/** What was asked. Each question has the whole budget. */
export type ConnectFourSolveQuestions = {
  /** Is it a win for the player to move? */
  win: ConnectFourSolveSearch;
  /** If not: is it at least a draw? */
  at_least_draw: ConnectFourSolveSearch | null;
};

/** What a search found and what it took, as it stands in an answer. */
export type ConnectFourSolveSearch = {
  /** `proved`, `disproved`, `estimated …` or what it ran out of. */
  conclusion: string;
  /** Whether the conclusion is a proof. */
  proved: boolean;
  /** What ran out, if something did. */
  out_of: ConnectFourSolveExhausted | null;
  /** Times that a leaf was expanded. */
  iterations: number;
  /** Nodes made. */
  nodes: number;
  /** Random games played. */
  playouts: number;
  /** Bytes taken at the end. */
  bytes: number;
  /** Bytes of one node. */
  bytes_per_node: number;
};

/** Why a search stopped before it had its answer. */
export type ConnectFourSolveExhausted = "nodes" | "time" | "cancelled" | "memory";

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type ConnectFourSolvePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type ConnectFourSolve = ({
  schema: 2;
  puzzle: "connect-four";
  verb: "solve";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & (ConnectFourSolveExact | ConnectFourSolveProof) | ({
  schema: 2;
  puzzle: "connect-four";
  verb: "solve";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & (ConnectFourSolveExact | ConnectFourSolveProof) | {
  schema: 2;
  puzzle: "connect-four";
  verb: "solve";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "connect-four";
  verb: "solve";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: ConnectFourSolvePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A recommended move, as every face shows it. */
export type ConnectFourExplainAdvice = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** Whether the move cannot be wrong. */
  certain: boolean;
  /** The probability that the move does what the reason says. */
  probability: ConnectFourExplainProbability;
  /** Why. */
  reason: ConnectFourExplainTold;
};

/** A number in [0, 1]. */
export type ConnectFourExplainProbability = number;

/** A reason and its sentence, as they stand in an answer. */
export type ConnectFourExplainTold = {
  /** The same in words. */
  text: string;
} & ({
  kind: "wins-at-once";
  /** The line. */
  four: ConnectFourExplainCell[];
} | {
  kind: "must-block";
  /** Where. */
  cell: ConnectFourExplainCell;
  /** What follows. */
  outlook: ConnectFourExplainOutlook;
} | {
  kind: "cannot-block";
  /** Where. */
  cells: ConnectFourExplainCell[];
  /** What follows. */
  outlook: ConnectFourExplainOutlook;
} | {
  kind: "double-threat";
  /** Where four would be completed. */
  cells: ConnectFourExplainCell[];
  /** Whether the second lies above the first: the stone that blocks one makes the other reachable. */
  stacked: boolean;
  /** What follows. */
  outlook: ConnectFourExplainOutlook;
} | {
  kind: "chain-of-threats";
  /** What follows. */
  outlook: ConnectFourExplainOutlook;
} | {
  kind: "follow-up";
  /** What follows. */
  outlook: ConnectFourExplainOutlook;
} | {
  kind: "calculated";
  /** Whether every other column has a worse verdict. */
  only: boolean;
  /** What follows. */
  outlook: ConnectFourExplainOutlook;
} | {
  kind: "so-far";
  /** Between what the score of this column lies. */
  bounds: ConnectFourExplainBounds;
  /** Columns whose score is known. */
  finished: number;
  /** Columns there are. */
  of: number;
  /** Random games after each column, which decide between those of which as much is proved. */
  random_games: number;
  /** The share of them that this column won, a draw counting half. */
  share: number;
});

/** A cell of the board, both numbers from 1: columns from the left, rows from the bottom. */
export type ConnectFourExplainCell = {
  /** Its column. */
  column: number;
  /** Its row. */
  row: number;
};

/** What perfect play leads to, as the player sees who chooses the move. */
export type ConnectFourExplainOutlook = {
  /** Win, draw or loss. */
  verdict: ConnectFourExplainValue;
  /** The exact score. */
  score: number;
  /** In how many stones of the winner, the one that completes four included; nothing for a draw. */
  moves: number | null;
  /** The columns that both sides play when both play well, from 1, the chosen one first. */
  line: number[];
};

/** What perfect play gives the player to move. */
export type ConnectFourExplainValue = "win" | "draw" | "loss";

/** What is known of a score: it lies in `lower..=upper`. */
export type ConnectFourExplainBounds = {
  /** It is at least this. */
  lower: number;
  /** It is at most this. */
  upper: number;
};

/** A move that could be made instead, or the recommended one itself, with its worth. */
export type ConnectFourExplainAlternative = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** What it is worth: more is better. The hint's `value_is` says in what; null where it is not known (yet). */
  value: number | null;
  /** The worth in words: "loses in 12 moves". */
  text: string;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type ConnectFourExplainPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type ConnectFourExplain = ({
  schema: 2;
  puzzle: "connect-four";
  verb: "explain";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: string;
  /** The columns played. */
  position: string;
  /** `X` (who began), `O`, or null when the game is over. */
  to_move: string | null;
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: ConnectFourExplainAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: ConnectFourExplainAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
}) | ({
  schema: 2;
  puzzle: "connect-four";
  verb: "explain";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: string;
  /** The columns played. */
  position: string;
  /** `X` (who began), `O`, or null when the game is over. */
  to_move: string | null;
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: ConnectFourExplainAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: ConnectFourExplainAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
}) | {
  schema: 2;
  puzzle: "connect-four";
  verb: "explain";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "connect-four";
  verb: "explain";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: ConnectFourExplainPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A position. */
export type ConnectFourGenerateItem = {
  /** The position, as INPUT takes it. */
  position: string;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type ConnectFourGeneratePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type ConnectFourGenerate = ({
  schema: 2;
  puzzle: "connect-four";
  verb: "generate";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & {
  /** Rows and columns. */
  board: string;
  /** Moves before each position, not counting passes; fewer where the game ended before. */
  plies: number;
  seed: number;
  /** The positions. */
  items: ConnectFourGenerateItem[];
} | ({
  schema: 2;
  puzzle: "connect-four";
  verb: "generate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & {
  /** Rows and columns. */
  board: string;
  /** Moves before each position, not counting passes; fewer where the game ended before. */
  plies: number;
  seed: number;
  /** The positions. */
  items: ConnectFourGenerateItem[];
} | {
  schema: 2;
  puzzle: "connect-four";
  verb: "generate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "connect-four";
  verb: "generate";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: ConnectFourGeneratePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type ConnectFourSimulatePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type ConnectFourSimulate = ({
  schema: 2;
  puzzle: "connect-four";
  verb: "simulate";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** The size. */
  board: string;
  /** Where the games begin. */
  position: string;
  /** Who plays the side that begins the game. */
  first: string;
  /** Who plays the other side. */
  second: string;
  seed: number;
  /** Games played to their end. */
  games: number;
  /** Games won. */
  wins: number;
  /** Their share; null without games. */
  win_rate: number | null;
  /** Its Wilson interval at 95 %. */
  ci95: number[];
  /** Games that nobody won. */
  draws: number;
  /** Games that the second side won. */
  losses: number;
  /** Moves of a game, of both sides; null without games. */
  mean_length: number | null;
}) | ({
  schema: 2;
  puzzle: "connect-four";
  verb: "simulate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** The size. */
  board: string;
  /** Where the games begin. */
  position: string;
  /** Who plays the side that begins the game. */
  first: string;
  /** Who plays the other side. */
  second: string;
  seed: number;
  /** Games played to their end. */
  games: number;
  /** Games won. */
  wins: number;
  /** Their share; null without games. */
  win_rate: number | null;
  /** Its Wilson interval at 95 %. */
  ci95: number[];
  /** Games that nobody won. */
  draws: number;
  /** Games that the second side won. */
  losses: number;
  /** Moves of a game, of both sides; null without games. */
  mean_length: number | null;
}) | {
  schema: 2;
  puzzle: "connect-four";
  verb: "simulate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "connect-four";
  verb: "simulate";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: ConnectFourSimulatePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** The game as one player plays it against itself. */
export type ConnectFourMeasureStrength = {
  player: string;
  /** Games with at least one decision. */
  traces: number;
  /** The measures, in the order in which they build on each other. */
  measures: ConnectFourMeasureSymbol[];
};

/** One measure. */
export type ConnectFourMeasureSymbol = {
  /** The documents' letter for it. */
  symbol: string;
  /** Its value. */
  value: number;
  /** Lower end of its 95 % interval (bootstrap over games). */
  low: number;
  /** Upper end. */
  high: number;
  /** How it is computed. */
  formula: string;
  /** What it says. */
  meaning: string;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type ConnectFourMeasurePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type ConnectFourMeasure = ({
  schema: 2;
  puzzle: "connect-four";
  verb: "measure";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & {
  /** The size. */
  board: string;
  /** Where the games begin. */
  position: string;
  /** Games of each player against itself. */
  games: number;
  seed: number;
  /** One for each strength. */
  players: ConnectFourMeasureStrength[];
} | ({
  schema: 2;
  puzzle: "connect-four";
  verb: "measure";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & {
  /** The size. */
  board: string;
  /** Where the games begin. */
  position: string;
  /** Games of each player against itself. */
  games: number;
  seed: number;
  /** One for each strength. */
  players: ConnectFourMeasureStrength[];
} | {
  schema: 2;
  puzzle: "connect-four";
  verb: "measure";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "connect-four";
  verb: "measure";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: ConnectFourMeasurePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** What a search found and what it took, as it stands in an answer. */
export type ConnectFourWatchSearch = {
  /** `proved`, `disproved`, `estimated …` or what it ran out of. */
  conclusion: string;
  /** Whether the conclusion is a proof. */
  proved: boolean;
  /** What ran out, if something did. */
  out_of: ConnectFourWatchExhausted | null;
  /** Times that a leaf was expanded. */
  iterations: number;
  /** Nodes made. */
  nodes: number;
  /** Random games played. */
  playouts: number;
  /** Bytes taken at the end. */
  bytes: number;
  /** Bytes of one node. */
  bytes_per_node: number;
};

/** Why a search stopped before it had its answer. */
export type ConnectFourWatchExhausted = "nodes" | "time" | "cancelled" | "memory";

/** The numbers at the root after so many iterations; null for what is infinite. */
export type ConnectFourWatchMoment = {
  iteration: number;
  /** The proof number, or the probability of a win. */
  proof: number | null;
  /** The disproof number, or the probability of no win. */
  disproof: number | null;
  /** Proof and disproof of each move until it is solved. */
  moves: ((number | null)[] | null)[];
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type ConnectFourWatchPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type ConnectFourWatch = ({
  schema: 2;
  puzzle: "connect-four";
  verb: "watch";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & {
  /** The position, or the tree. */
  position: string;
  /** What the search was asked. */
  question: string;
  method: string;
  report: ConnectFourWatchSearch;
  /** Names of the moves at the root. */
  moves: string[];
  /** At most some hundreds of moments, evenly spread. */
  series: ConnectFourWatchMoment[];
} | ({
  schema: 2;
  puzzle: "connect-four";
  verb: "watch";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & {
  /** The position, or the tree. */
  position: string;
  /** What the search was asked. */
  question: string;
  method: string;
  report: ConnectFourWatchSearch;
  /** Names of the moves at the root. */
  moves: string[];
  /** At most some hundreds of moments, evenly spread. */
  series: ConnectFourWatchMoment[];
} | {
  schema: 2;
  puzzle: "connect-four";
  verb: "watch";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "connect-four";
  verb: "watch";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: ConnectFourWatchPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type ConnectFourPerftPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type ConnectFourPerft = ({
  schema: 2;
  puzzle: "connect-four";
  verb: "perft";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & {
  /** The size. */
  board: string;
  /** Where the games begin. */
  position: string;
  /** The number of sequences of 1, 2, 3, … legal moves. */
  perft: number[];
  /** CPU seconds that each took. */
  seconds: number[];
} | ({
  schema: 2;
  puzzle: "connect-four";
  verb: "perft";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & {
  /** The size. */
  board: string;
  /** Where the games begin. */
  position: string;
  /** The number of sequences of 1, 2, 3, … legal moves. */
  perft: number[];
  /** CPU seconds that each took. */
  seconds: number[];
} | {
  schema: 2;
  puzzle: "connect-four";
  verb: "perft";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "connect-four";
  verb: "perft";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: ConnectFourPerftPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** Positions solved exactly. */
export type ConnectFourBenchExact = {
  /** Positions solved. */
  positions: number;
  /** Those whose score is the known one; null where no scores are known. */
  correct: number | null;
  /** Positions searched for each. */
  mean_nodes: number;
  /** CPU seconds of solving. */
  cpu_seconds: number;
  nodes_per_second: number | null;
  /** Bytes of the solver's table. */
  table_bytes: number;
  /** Those whose score is not the known one. */
  wrong: ConnectFourBenchWrong[];
};

/** A score that is not the known one. */
export type ConnectFourBenchWrong = {
  position: string;
  expected: number;
  score: number;
};

/** What a search made of random positions. */
export type ConnectFourBenchContest = {
  /** Rows and columns. */
  board: string;
  settings: ConnectFourBenchSetting;
  /** Whether it sees wins with the next stone. */
  sight: boolean;
  /** Stones on each position. */
  plies: number;
  seed: number;
  /** Nodes for each position; null when only memory ends a search. */
  nodes_budget: number | null;
  /** Positions asked about. */
  positions: number;
  /** Those whose truth alpha-beta found in time. */
  checked: number;
  /** Those of them that are wins. */
  wins: number;
  /** Those about which the search concluded something. */
  concluded: number;
  /** Those about which it proved something. */
  proved: number;
  /** Right conclusions about those that were checked. */
  correct: number;
  /** Wrong conclusions about them: estimates only. */
  wrong: number;
  /** Those about which it concluded nothing. */
  out: number;
  mean_nodes: number;
  mean_iterations: number;
  most_iterations: number;
  /** CPU seconds of the search alone. */
  cpu_seconds: number;
};

/** The settings as they stand in an answer: those the method uses. */
export type ConnectFourBenchSetting = {
  /** The method's name. */
  method: string;
  /** Most bytes for the tree or the table. */
  memory_bytes: number;
  /** df-pn's 1 + epsilon. */
  epsilon?: number | null;
  /** UCT's exploration constant. */
  exploration?: number | null;
  /** Random games from each new leaf. */
  playouts?: number | null;
  /** How far a share of playouts stays from 0 and 1. */
  theta?: number | null;
  /** The seed of the playouts. */
  seed?: number | null;
  /** `prove`, or `estimate` where a value near 0 or 1 is enough. */
  mode?: string | null;
  /** How near. */
  pr?: number | null;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type ConnectFourBenchPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type ConnectFourBench = ({
  schema: 2;
  puzzle: "connect-four";
  verb: "bench";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & (ConnectFourBenchExact | ConnectFourBenchContest) | ({
  schema: 2;
  puzzle: "connect-four";
  verb: "bench";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & (ConnectFourBenchExact | ConnectFourBenchContest) | {
  schema: 2;
  puzzle: "connect-four";
  verb: "bench";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "connect-four";
  verb: "bench";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: ConnectFourBenchPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** The exact score, or between what it lies. */
export type OthelloSolveExact = {
  /** Rows and columns. */
  board: string;
  /** The position, as INPUT takes it. */
  position: string;
  /** The solver, and whether it looks for the score (`strong`) or only its sign (`weak`), where it can do both. */
  method: string;
  /** `win`, `draw` or `loss` for the player to move, or `unknown`. */
  verdict: string;
  /** The score; null when only its sign was asked for or the budget ran out. */
  score: number | null;
  /** What is proved of the score. */
  bounds: OthelloSolveBounds;
  /** Positions searched. */
  nodes: number;
  certificate: OthelloSolveCertificate | null;
  /** Why there is no certificate though one was asked for. */
  no_certificate?: string | null;
  /** Empty squares. */
  empty: number;
  /** A best move. */
  best: string | null;
};

/** What is known of a score: it lies in `lower..=upper`. */
export type OthelloSolveBounds = {
  /** It is at least this. */
  lower: number;
  /** It is at most this. */
  upper: number;
};

/** A claim about an instance and the evidence for it. The instance is the puzzle's own text notation, so that a certificate can be read, kept and checked without the program that made it. `quandary check` verifies it with code that shares nothing with the solvers; what the evidence must hold for each puzzle and claim is written in the `check` crate. ``` use quandary_core::Certificate; let certificate = Certificate::new("sliding", "optimal", "1 2 3\n4 5 6\n7 0 8", serde_json::json!({"moves": "L"})); let text = serde_json::to_string(&certificate).unwrap(); assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), certificate); ``` */
export type OthelloSolveCertificate = {
  /** Version of this layout. */
  schema: number;
  /** The registered name of the puzzle. */
  puzzle: string;
  /** What is claimed: "optimal", "unsolvable", "unique", "safe", … */
  claim: string;
  /** The instance in the puzzle's notation. */
  instance: string;
  /** The evidence, laid out as the claim demands. */
  evidence: any;
};

/** What a proof-number search says of a position. */
export type OthelloSolveProof = {
  /** Rows and columns. */
  board: string;
  /** The position, as INPUT takes it. */
  position: string;
  /** The search. */
  method: string;
  settings: OthelloSolveSetting;
  /** `win`, `draw` or `loss` for the player to move, with `estimated ` before it when some answer is no proof, or `unknown`. */
  verdict: string;
  questions: OthelloSolveQuestions;
  /** Nodes made for both questions. */
  nodes: number;
  /** With --certificate: proof trees of the verdict. */
  certificate?: OthelloSolveCertificate | null;
  /** Why there is no certificate though one was asked for. */
  no_certificate?: string | null;
};

/** The settings as they stand in an answer: those the method uses. */
export type OthelloSolveSetting = {
  /** The method's name. */
  method: string;
  /** Most bytes for the tree or the table. */
  memory_bytes: number;
  /** df-pn's 1 + epsilon. */
  epsilon?: number | null;
  /** UCT's exploration constant. */
  exploration?: number | null;
  /** Random games from each new leaf. */
  playouts?: number | null;
  /** How far a share of playouts stays from 0 and 1. */
  theta?: number | null;
  /** The seed of the playouts. */
  seed?: number | null;
  /** `prove`, or `estimate` where a value near 0 or 1 is enough. */
  mode?: string | null;
  /** How near. */
  pr?: number | null;
};

/** What was asked. Each question has the whole budget. */
export type OthelloSolveQuestions = {
  /** Is it a win for the player to move? */
  win: OthelloSolveSearch;
  /** If not: is it at least a draw? */
  at_least_draw: OthelloSolveSearch | null;
};

/** What a search found and what it took, as it stands in an answer. */
export type OthelloSolveSearch = {
  /** `proved`, `disproved`, `estimated …` or what it ran out of. */
  conclusion: string;
  /** Whether the conclusion is a proof. */
  proved: boolean;
  /** What ran out, if something did. */
  out_of: OthelloSolveExhausted | null;
  /** Times that a leaf was expanded. */
  iterations: number;
  /** Nodes made. */
  nodes: number;
  /** Random games played. */
  playouts: number;
  /** Bytes taken at the end. */
  bytes: number;
  /** Bytes of one node. */
  bytes_per_node: number;
};

/** Why a search stopped before it had its answer. */
export type OthelloSolveExhausted = "nodes" | "time" | "cancelled" | "memory";

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type OthelloSolvePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type OthelloSolve = ({
  schema: 2;
  puzzle: "othello";
  verb: "solve";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & (OthelloSolveExact | OthelloSolveProof) | ({
  schema: 2;
  puzzle: "othello";
  verb: "solve";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & (OthelloSolveExact | OthelloSolveProof) | {
  schema: 2;
  puzzle: "othello";
  verb: "solve";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "othello";
  verb: "solve";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: OthelloSolvePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A recommended move, as every face shows it. */
export type OthelloExplainAdvice = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** Whether the move cannot be wrong. */
  certain: boolean;
  /** The probability that the move does what the reason says. */
  probability: OthelloExplainProbability;
  /** Why. */
  reason: OthelloExplainTold;
};

/** A number in [0, 1]. */
export type OthelloExplainProbability = number;

/** A reason and its sentence, as they stand in an answer. */
export type OthelloExplainTold = {
  /** The same in words. */
  text: string;
} & ({
  kind: "must-pass";
  /** What follows. */
  outlook: OthelloExplainOutlook;
} | {
  kind: "only-move";
  /** What follows. */
  outlook: OthelloExplainOutlook;
  /** What can be counted. */
  facts: OthelloExplainFacts;
} | {
  kind: "calculated";
  /** By how many discs the next best move is worse; nothing where that is not known. */
  better_by: number | null;
  /** What follows. */
  outlook: OthelloExplainOutlook;
  /** What can be counted. */
  facts: OthelloExplainFacts;
} | {
  kind: "so-far";
  /** Between what the score of this move lies. */
  bounds: OthelloExplainBounds;
  /** Moves whose score is known. */
  finished: number;
  /** Moves there are. */
  of: number;
  /** Random games after this move. */
  random_games: number;
  /** The share of them that it won, a draw counting half. */
  share: number;
  /** What can be counted. */
  facts: OthelloExplainFacts;
});

/** What perfect play leads to, as the player sees who chooses the move. */
export type OthelloExplainOutlook = {
  /** Win, draw or loss. */
  verdict: OthelloExplainValue;
  /** The difference of discs at the end, empty squares given to the winner. */
  score: number;
  /** Own discs and the opponent's at the end of the line, when the line was followed to the end. */
  discs: number[] | null;
  /** What both sides play when both play well, the chosen move first. */
  line: string[];
};

/** What perfect play gives the player to move. */
export type OthelloExplainValue = "win" | "draw" | "loss";

/** What can be counted on the board after a move. Facts, not arguments. */
export type OthelloExplainFacts = {
  /** Discs that it flips. */
  flips: number;
  /** Whether it takes a corner. */
  corner: boolean;
  /** Moves that it leaves the opponent. */
  replies: number;
  /** Whether the opponent may then take a corner. */
  opens_corner: boolean;
  /** Own discs that can never be flipped again, as far as lines and corners show. */
  stable: number;
};

/** What is known of a score: it lies in `lower..=upper`. */
export type OthelloExplainBounds = {
  /** It is at least this. */
  lower: number;
  /** It is at most this. */
  upper: number;
};

/** A move that could be made instead, or the recommended one itself, with its worth. */
export type OthelloExplainAlternative = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** What it is worth: more is better. The hint's `value_is` says in what; null where it is not known (yet). */
  value: number | null;
  /** The worth in words: "loses in 12 moves". */
  text: string;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type OthelloExplainPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type OthelloExplain = ({
  schema: 2;
  puzzle: "othello";
  verb: "explain";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: string;
  /** The squares along the rows from a1 (`X` black, `O` white, `-` empty), and who is to move. */
  position: string;
  /** `X` (black, who began), `O`, or null when the game is over. */
  to_move: string | null;
  /** Black discs. */
  black: number;
  /** White discs. */
  white: number;
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: OthelloExplainAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: OthelloExplainAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
}) | ({
  schema: 2;
  puzzle: "othello";
  verb: "explain";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: string;
  /** The squares along the rows from a1 (`X` black, `O` white, `-` empty), and who is to move. */
  position: string;
  /** `X` (black, who began), `O`, or null when the game is over. */
  to_move: string | null;
  /** Black discs. */
  black: number;
  /** White discs. */
  white: number;
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: OthelloExplainAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: OthelloExplainAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
}) | {
  schema: 2;
  puzzle: "othello";
  verb: "explain";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "othello";
  verb: "explain";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: OthelloExplainPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A position. */
export type OthelloGenerateItem = {
  /** The position, as INPUT takes it. */
  position: string;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type OthelloGeneratePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type OthelloGenerate = ({
  schema: 2;
  puzzle: "othello";
  verb: "generate";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & {
  /** Rows and columns. */
  board: string;
  /** Moves before each position, not counting passes; fewer where the game ended before. */
  plies: number;
  seed: number;
  /** The positions. */
  items: OthelloGenerateItem[];
} | ({
  schema: 2;
  puzzle: "othello";
  verb: "generate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & {
  /** Rows and columns. */
  board: string;
  /** Moves before each position, not counting passes; fewer where the game ended before. */
  plies: number;
  seed: number;
  /** The positions. */
  items: OthelloGenerateItem[];
} | {
  schema: 2;
  puzzle: "othello";
  verb: "generate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "othello";
  verb: "generate";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: OthelloGeneratePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type OthelloSimulatePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type OthelloSimulate = ({
  schema: 2;
  puzzle: "othello";
  verb: "simulate";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** The size. */
  board: string;
  /** Where the games begin. */
  position: string;
  /** Who plays the side that begins the game. */
  first: string;
  /** Who plays the other side. */
  second: string;
  seed: number;
  /** Games played to their end. */
  games: number;
  /** Games won. */
  wins: number;
  /** Their share; null without games. */
  win_rate: number | null;
  /** Its Wilson interval at 95 %. */
  ci95: number[];
  /** Games that nobody won. */
  draws: number;
  /** Games that the second side won. */
  losses: number;
  /** Moves of a game, of both sides; null without games. */
  mean_length: number | null;
}) | ({
  schema: 2;
  puzzle: "othello";
  verb: "simulate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** The size. */
  board: string;
  /** Where the games begin. */
  position: string;
  /** Who plays the side that begins the game. */
  first: string;
  /** Who plays the other side. */
  second: string;
  seed: number;
  /** Games played to their end. */
  games: number;
  /** Games won. */
  wins: number;
  /** Their share; null without games. */
  win_rate: number | null;
  /** Its Wilson interval at 95 %. */
  ci95: number[];
  /** Games that nobody won. */
  draws: number;
  /** Games that the second side won. */
  losses: number;
  /** Moves of a game, of both sides; null without games. */
  mean_length: number | null;
}) | {
  schema: 2;
  puzzle: "othello";
  verb: "simulate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "othello";
  verb: "simulate";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: OthelloSimulatePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** The game as one player plays it against itself. */
export type OthelloMeasureStrength = {
  player: string;
  /** Games with at least one decision. */
  traces: number;
  /** The measures, in the order in which they build on each other. */
  measures: OthelloMeasureSymbol[];
};

/** One measure. */
export type OthelloMeasureSymbol = {
  /** The documents' letter for it. */
  symbol: string;
  /** Its value. */
  value: number;
  /** Lower end of its 95 % interval (bootstrap over games). */
  low: number;
  /** Upper end. */
  high: number;
  /** How it is computed. */
  formula: string;
  /** What it says. */
  meaning: string;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type OthelloMeasurePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type OthelloMeasure = ({
  schema: 2;
  puzzle: "othello";
  verb: "measure";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & {
  /** The size. */
  board: string;
  /** Where the games begin. */
  position: string;
  /** Games of each player against itself. */
  games: number;
  seed: number;
  /** One for each strength. */
  players: OthelloMeasureStrength[];
} | ({
  schema: 2;
  puzzle: "othello";
  verb: "measure";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & {
  /** The size. */
  board: string;
  /** Where the games begin. */
  position: string;
  /** Games of each player against itself. */
  games: number;
  seed: number;
  /** One for each strength. */
  players: OthelloMeasureStrength[];
} | {
  schema: 2;
  puzzle: "othello";
  verb: "measure";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "othello";
  verb: "measure";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: OthelloMeasurePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** What a search found and what it took, as it stands in an answer. */
export type OthelloWatchSearch = {
  /** `proved`, `disproved`, `estimated …` or what it ran out of. */
  conclusion: string;
  /** Whether the conclusion is a proof. */
  proved: boolean;
  /** What ran out, if something did. */
  out_of: OthelloWatchExhausted | null;
  /** Times that a leaf was expanded. */
  iterations: number;
  /** Nodes made. */
  nodes: number;
  /** Random games played. */
  playouts: number;
  /** Bytes taken at the end. */
  bytes: number;
  /** Bytes of one node. */
  bytes_per_node: number;
};

/** Why a search stopped before it had its answer. */
export type OthelloWatchExhausted = "nodes" | "time" | "cancelled" | "memory";

/** The numbers at the root after so many iterations; null for what is infinite. */
export type OthelloWatchMoment = {
  iteration: number;
  /** The proof number, or the probability of a win. */
  proof: number | null;
  /** The disproof number, or the probability of no win. */
  disproof: number | null;
  /** Proof and disproof of each move until it is solved. */
  moves: ((number | null)[] | null)[];
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type OthelloWatchPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type OthelloWatch = ({
  schema: 2;
  puzzle: "othello";
  verb: "watch";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & {
  /** The position, or the tree. */
  position: string;
  /** What the search was asked. */
  question: string;
  method: string;
  report: OthelloWatchSearch;
  /** Names of the moves at the root. */
  moves: string[];
  /** At most some hundreds of moments, evenly spread. */
  series: OthelloWatchMoment[];
} | ({
  schema: 2;
  puzzle: "othello";
  verb: "watch";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & {
  /** The position, or the tree. */
  position: string;
  /** What the search was asked. */
  question: string;
  method: string;
  report: OthelloWatchSearch;
  /** Names of the moves at the root. */
  moves: string[];
  /** At most some hundreds of moments, evenly spread. */
  series: OthelloWatchMoment[];
} | {
  schema: 2;
  puzzle: "othello";
  verb: "watch";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "othello";
  verb: "watch";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: OthelloWatchPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type OthelloPerftPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type OthelloPerft = ({
  schema: 2;
  puzzle: "othello";
  verb: "perft";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & {
  /** The size. */
  board: string;
  /** Where the games begin. */
  position: string;
  /** The number of sequences of 1, 2, 3, … legal moves. */
  perft: number[];
  /** CPU seconds that each took. */
  seconds: number[];
} | ({
  schema: 2;
  puzzle: "othello";
  verb: "perft";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & {
  /** The size. */
  board: string;
  /** Where the games begin. */
  position: string;
  /** The number of sequences of 1, 2, 3, … legal moves. */
  perft: number[];
  /** CPU seconds that each took. */
  seconds: number[];
} | {
  schema: 2;
  puzzle: "othello";
  verb: "perft";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "othello";
  verb: "perft";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: OthelloPerftPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** What became of one position. */
export type OthelloBenchRow = {
  /** Its number, from 1. */
  line: number;
  position: string;
  /** Empty squares. */
  empty: number;
  score: number;
  /** The known score. */
  expected: number | null;
  /** A best move. */
  best: string | null;
  nodes: number;
  cpu_seconds: number;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type OthelloBenchPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type OthelloBench = ({
  schema: 2;
  puzzle: "othello";
  verb: "bench";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** Positions solved. */
  positions: number;
  /** Those whose score is the known one; null where no scores are known. */
  correct: number | null;
  /** Positions searched for each. */
  mean_nodes: number;
  /** CPU seconds of solving. */
  cpu_seconds: number;
  results: OthelloBenchRow[];
}) | ({
  schema: 2;
  puzzle: "othello";
  verb: "bench";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** Positions solved. */
  positions: number;
  /** Those whose score is the known one; null where no scores are known. */
  correct: number | null;
  /** Positions searched for each. */
  mean_nodes: number;
  /** CPU seconds of solving. */
  cpu_seconds: number;
  results: OthelloBenchRow[];
}) | {
  schema: 2;
  puzzle: "othello";
  verb: "bench";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "othello";
  verb: "bench";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: OthelloBenchPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** The settings as they stand in an answer: those the method uses. */
export type PgameSolveSetting = {
  /** The method's name. */
  method: string;
  /** Most bytes for the tree or the table. */
  memory_bytes: number;
  /** df-pn's 1 + epsilon. */
  epsilon?: number | null;
  /** UCT's exploration constant. */
  exploration?: number | null;
  /** Random games from each new leaf. */
  playouts?: number | null;
  /** How far a share of playouts stays from 0 and 1. */
  theta?: number | null;
  /** The seed of the playouts. */
  seed?: number | null;
  /** `prove`, or `estimate` where a value near 0 or 1 is enough. */
  mode?: string | null;
  /** How near. */
  pr?: number | null;
};

/** What a search found and what it took, as it stands in an answer. */
export type PgameSolveSearch = {
  /** `proved`, `disproved`, `estimated …` or what it ran out of. */
  conclusion: string;
  /** Whether the conclusion is a proof. */
  proved: boolean;
  /** What ran out, if something did. */
  out_of: PgameSolveExhausted | null;
  /** Times that a leaf was expanded. */
  iterations: number;
  /** Nodes made. */
  nodes: number;
  /** Random games played. */
  playouts: number;
  /** Bytes taken at the end. */
  bytes: number;
  /** Bytes of one node. */
  bytes_per_node: number;
};

/** Why a search stopped before it had its answer. */
export type PgameSolveExhausted = "nodes" | "time" | "cancelled" | "memory";

/** A claim about an instance and the evidence for it. The instance is the puzzle's own text notation, so that a certificate can be read, kept and checked without the program that made it. `quandary check` verifies it with code that shares nothing with the solvers; what the evidence must hold for each puzzle and claim is written in the `check` crate. ``` use quandary_core::Certificate; let certificate = Certificate::new("sliding", "optimal", "1 2 3\n4 5 6\n7 0 8", serde_json::json!({"moves": "L"})); let text = serde_json::to_string(&certificate).unwrap(); assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), certificate); ``` */
export type PgameSolveCertificate = {
  /** Version of this layout. */
  schema: number;
  /** The registered name of the puzzle. */
  puzzle: string;
  /** What is claimed: "optimal", "unsolvable", "unique", "safe", … */
  claim: string;
  /** The instance in the puzzle's notation. */
  instance: string;
  /** The evidence, laid out as the claim demands. */
  evidence: any;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type PgameSolvePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type PgameSolve = ({
  schema: 2;
  puzzle: "pgame";
  verb: "solve";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** Branching and depth. */
  board: string;
  /** The tree. */
  position: string;
  method: string;
  /** `win` or `loss` for MAX, the same with `estimated`, or `unknown`. */
  verdict: string;
  /** The verdict of brute force; null where it cannot be afforded. */
  truth: string | null;
  settings: PgameSolveSetting | null;
  report: PgameSolveSearch | null;
  /** Nodes made by the search. */
  nodes: number;
  /** With --certificate: a strategy of the winner. */
  certificate?: PgameSolveCertificate | null;
  /** Why there is no certificate though one was asked for. */
  no_certificate?: string | null;
}) | ({
  schema: 2;
  puzzle: "pgame";
  verb: "solve";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** Branching and depth. */
  board: string;
  /** The tree. */
  position: string;
  method: string;
  /** `win` or `loss` for MAX, the same with `estimated`, or `unknown`. */
  verdict: string;
  /** The verdict of brute force; null where it cannot be afforded. */
  truth: string | null;
  settings: PgameSolveSetting | null;
  report: PgameSolveSearch | null;
  /** Nodes made by the search. */
  nodes: number;
  /** With --certificate: a strategy of the winner. */
  certificate?: PgameSolveCertificate | null;
  /** Why there is no certificate though one was asked for. */
  no_certificate?: string | null;
}) | {
  schema: 2;
  puzzle: "pgame";
  verb: "solve";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "pgame";
  verb: "solve";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: PgameSolvePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A recommended move, as every face shows it. */
export type PgameExplainAdvice = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** Whether the move cannot be wrong. */
  certain: boolean;
  /** The probability that the move does what the reason says. */
  probability: PgameExplainProbability;
  /** Why. */
  reason: PgameExplainTold;
};

/** A number in [0, 1]. */
export type PgameExplainProbability = number;

/** A reason and its sentence, as they stand in an answer. */
export type PgameExplainTold = {
  /** The same in words. */
  text: string;
} & ({
  kind: "wins";
  /** `MAX` or `MIN`. */
  player: string;
  /** One way it may go. */
  line: PgameExplainLine;
} | {
  kind: "loses";
  /** `MAX` or `MIN`. */
  player: string;
  /** How the opponent wins below this one. */
  line: PgameExplainLine;
} | {
  kind: "so-far";
  /** Children whose value is known. */
  finished: number;
  /** Children there are. */
  of: number;
  /** Random games below each child. */
  random_games: number;
  /** The share of them that the player to move won. */
  share: number;
});

/** A line of play to a leaf. */
export type PgameExplainLine = {
  /** The children followed, the chosen one first. The winner's are such that nothing else matters. */
  children: string;
  /** The sum at its end; null when the budget ran out on the way. */
  sum: number | null;
};

/** A move that could be made instead, or the recommended one itself, with its worth. */
export type PgameExplainAlternative = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** What it is worth: more is better. The hint's `value_is` says in what; null where it is not known (yet). */
  value: number | null;
  /** The worth in words: "loses in 12 moves". */
  text: string;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type PgameExplainPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type PgameExplain = ({
  schema: 2;
  puzzle: "pgame";
  verb: "explain";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** Branching and depth. */
  board: string;
  /** The tree, and the children followed from its root. */
  position: string;
  /** `MAX` (who began), `MIN`, or null at a leaf. */
  to_move: string | null;
  /** Moves made. */
  depth: number;
  /** The sum so far; MAX wins with more than 0 at the end. */
  sum: number;
  /** The numbers on the edges to the children. */
  edges: number[];
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: PgameExplainAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: PgameExplainAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
}) | ({
  schema: 2;
  puzzle: "pgame";
  verb: "explain";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** Branching and depth. */
  board: string;
  /** The tree, and the children followed from its root. */
  position: string;
  /** `MAX` (who began), `MIN`, or null at a leaf. */
  to_move: string | null;
  /** Moves made. */
  depth: number;
  /** The sum so far; MAX wins with more than 0 at the end. */
  sum: number;
  /** The numbers on the edges to the children. */
  edges: number[];
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: PgameExplainAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: PgameExplainAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
}) | {
  schema: 2;
  puzzle: "pgame";
  verb: "explain";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "pgame";
  verb: "explain";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: PgameExplainPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A tree and its value. */
export type PgameGenerateTree = {
  /** Its name. */
  position: string;
  /** `win` or `loss` for MAX; null where brute force cannot tell. */
  verdict: string | null;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type PgameGeneratePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type PgameGenerate = ({
  schema: 2;
  puzzle: "pgame";
  verb: "generate";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & {
  /** Branching and depth. */
  board: string;
  seed: number;
  /** The trees. */
  items: PgameGenerateTree[];
} | ({
  schema: 2;
  puzzle: "pgame";
  verb: "generate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & {
  /** Branching and depth. */
  board: string;
  seed: number;
  /** The trees. */
  items: PgameGenerateTree[];
} | {
  schema: 2;
  puzzle: "pgame";
  verb: "generate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "pgame";
  verb: "generate";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: PgameGeneratePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type PgameSimulatePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type PgameSimulate = ({
  schema: 2;
  puzzle: "pgame";
  verb: "simulate";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** The size. */
  board: string;
  /** Where the games begin. */
  position: string;
  /** Who plays the side that begins the game. */
  first: string;
  /** Who plays the other side. */
  second: string;
  seed: number;
  /** Games played to their end. */
  games: number;
  /** Games won. */
  wins: number;
  /** Their share; null without games. */
  win_rate: number | null;
  /** Its Wilson interval at 95 %. */
  ci95: number[];
  /** Games that nobody won. */
  draws: number;
  /** Games that the second side won. */
  losses: number;
  /** Moves of a game, of both sides; null without games. */
  mean_length: number | null;
}) | ({
  schema: 2;
  puzzle: "pgame";
  verb: "simulate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** The size. */
  board: string;
  /** Where the games begin. */
  position: string;
  /** Who plays the side that begins the game. */
  first: string;
  /** Who plays the other side. */
  second: string;
  seed: number;
  /** Games played to their end. */
  games: number;
  /** Games won. */
  wins: number;
  /** Their share; null without games. */
  win_rate: number | null;
  /** Its Wilson interval at 95 %. */
  ci95: number[];
  /** Games that nobody won. */
  draws: number;
  /** Games that the second side won. */
  losses: number;
  /** Moves of a game, of both sides; null without games. */
  mean_length: number | null;
}) | {
  schema: 2;
  puzzle: "pgame";
  verb: "simulate";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "pgame";
  verb: "simulate";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: PgameSimulatePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** The game as one player plays it against itself. */
export type PgameMeasureStrength = {
  player: string;
  /** Games with at least one decision. */
  traces: number;
  /** The measures, in the order in which they build on each other. */
  measures: PgameMeasureSymbol[];
};

/** One measure. */
export type PgameMeasureSymbol = {
  /** The documents' letter for it. */
  symbol: string;
  /** Its value. */
  value: number;
  /** Lower end of its 95 % interval (bootstrap over games). */
  low: number;
  /** Upper end. */
  high: number;
  /** How it is computed. */
  formula: string;
  /** What it says. */
  meaning: string;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type PgameMeasurePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type PgameMeasure = ({
  schema: 2;
  puzzle: "pgame";
  verb: "measure";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & {
  /** The size. */
  board: string;
  /** Where the games begin. */
  position: string;
  /** Games of each player against itself. */
  games: number;
  seed: number;
  /** One for each strength. */
  players: PgameMeasureStrength[];
} | ({
  schema: 2;
  puzzle: "pgame";
  verb: "measure";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & {
  /** The size. */
  board: string;
  /** Where the games begin. */
  position: string;
  /** Games of each player against itself. */
  games: number;
  seed: number;
  /** One for each strength. */
  players: PgameMeasureStrength[];
} | {
  schema: 2;
  puzzle: "pgame";
  verb: "measure";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "pgame";
  verb: "measure";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: PgameMeasurePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** What one method made of them. */
export type PgameContestOfMethod = {
  settings: PgameContestSetting;
  /** Trees tried. */
  trees: number;
  /** Leaves expanded, on the average; null without trees. */
  mean_iterations: number | null;
  /** Its interval at 95 %. */
  mean_iterations_ci95: number[] | null;
  /** Nodes made, on the average. */
  mean_nodes: number | null;
  /** Trees proved or disproved. */
  proved: number;
  /** Trees with an estimate. */
  estimated: number;
  /** Trees without a conclusion. */
  out: number;
  /** Of these for want of memory. */
  out_of_memory: number;
  /** Conclusions that are not the truth. */
  wrong: number;
  /** CPU seconds, with brute force for the truth of every tree. */
  cpu_seconds: number;
};

/** The settings as they stand in an answer: those the method uses. */
export type PgameContestSetting = {
  /** The method's name. */
  method: string;
  /** Most bytes for the tree or the table. */
  memory_bytes: number;
  /** df-pn's 1 + epsilon. */
  epsilon?: number | null;
  /** UCT's exploration constant. */
  exploration?: number | null;
  /** Random games from each new leaf. */
  playouts?: number | null;
  /** How far a share of playouts stays from 0 and 1. */
  theta?: number | null;
  /** The seed of the playouts. */
  seed?: number | null;
  /** `prove`, or `estimate` where a value near 0 or 1 is enough. */
  mode?: string | null;
  /** How near. */
  pr?: number | null;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type PgameContestPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type PgameContest = ({
  schema: 2;
  puzzle: "pgame";
  verb: "contest";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & {
  /** Branching and depth. */
  board: string;
  seed: number;
  /** Trees asked for. */
  trees: number;
  methods: PgameContestOfMethod[];
} | ({
  schema: 2;
  puzzle: "pgame";
  verb: "contest";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & {
  /** Branching and depth. */
  board: string;
  seed: number;
  /** Trees asked for. */
  trees: number;
  methods: PgameContestOfMethod[];
} | {
  schema: 2;
  puzzle: "pgame";
  verb: "contest";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "pgame";
  verb: "contest";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: PgameContestPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** What a search found and what it took, as it stands in an answer. */
export type PgameWatchSearch = {
  /** `proved`, `disproved`, `estimated …` or what it ran out of. */
  conclusion: string;
  /** Whether the conclusion is a proof. */
  proved: boolean;
  /** What ran out, if something did. */
  out_of: PgameWatchExhausted | null;
  /** Times that a leaf was expanded. */
  iterations: number;
  /** Nodes made. */
  nodes: number;
  /** Random games played. */
  playouts: number;
  /** Bytes taken at the end. */
  bytes: number;
  /** Bytes of one node. */
  bytes_per_node: number;
};

/** Why a search stopped before it had its answer. */
export type PgameWatchExhausted = "nodes" | "time" | "cancelled" | "memory";

/** The numbers at the root after so many iterations; null for what is infinite. */
export type PgameWatchMoment = {
  iteration: number;
  /** The proof number, or the probability of a win. */
  proof: number | null;
  /** The disproof number, or the probability of no win. */
  disproof: number | null;
  /** Proof and disproof of each move until it is solved. */
  moves: ((number | null)[] | null)[];
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type PgameWatchPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type PgameWatch = ({
  schema: 2;
  puzzle: "pgame";
  verb: "watch";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & {
  /** The position, or the tree. */
  position: string;
  /** What the search was asked. */
  question: string;
  method: string;
  report: PgameWatchSearch;
  /** Names of the moves at the root. */
  moves: string[];
  /** At most some hundreds of moments, evenly spread. */
  series: PgameWatchMoment[];
} | ({
  schema: 2;
  puzzle: "pgame";
  verb: "watch";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & {
  /** The position, or the tree. */
  position: string;
  /** What the search was asked. */
  question: string;
  method: string;
  report: PgameWatchSearch;
  /** Names of the moves at the root. */
  moves: string[];
  /** At most some hundreds of moments, evenly spread. */
  series: PgameWatchMoment[];
} | {
  schema: 2;
  puzzle: "pgame";
  verb: "watch";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "pgame";
  verb: "watch";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: PgameWatchPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type PgameBenchPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type PgameBench = ({
  schema: 2;
  puzzle: "pgame";
  verb: "bench";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  method: string;
  /** Trees solved. */
  instances: number;
  /** Nodes made. */
  nodes: number;
  /** CPU seconds of the searches. */
  cpu_seconds: number;
  nodes_per_second: number | null;
  bytes_per_node: number;
}) | ({
  schema: 2;
  puzzle: "pgame";
  verb: "bench";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  method: string;
  /** Trees solved. */
  instances: number;
  /** Nodes made. */
  nodes: number;
  /** CPU seconds of the searches. */
  cpu_seconds: number;
  nodes_per_second: number | null;
  bytes_per_node: number;
}) | {
  schema: 2;
  puzzle: "pgame";
  verb: "bench";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "pgame";
  verb: "bench";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: PgameBenchPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A claim about an instance and the evidence for it. The instance is the puzzle's own text notation, so that a certificate can be read, kept and checked without the program that made it. `quandary check` verifies it with code that shares nothing with the solvers; what the evidence must hold for each puzzle and claim is written in the `check` crate. ``` use quandary_core::Certificate; let certificate = Certificate::new("sliding", "optimal", "1 2 3\n4 5 6\n7 0 8", serde_json::json!({"moves": "L"})); let text = serde_json::to_string(&certificate).unwrap(); assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), certificate); ``` */
export type LightsOutSolveCertificate = {
  /** Version of this layout. */
  schema: number;
  /** The registered name of the puzzle. */
  puzzle: string;
  /** What is claimed: "optimal", "unsolvable", "unique", "safe", … */
  claim: string;
  /** The instance in the puzzle's notation. */
  instance: string;
  /** The evidence, laid out as the claim demands. */
  evidence: any;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type LightsOutSolvePlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type LightsOutSolve = ({
  schema: 2;
  puzzle: "lights-out";
  verb: "solve";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** `optimal` or `unsolvable`. */
  verdict: string;
  /** The cells to press, ROW,COLUMN each, in any order. */
  moves: string[] | null;
  certificate: LightsOutSolveCertificate;
}) | ({
  schema: 2;
  puzzle: "lights-out";
  verb: "solve";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** `optimal` or `unsolvable`. */
  verdict: string;
  /** The cells to press, ROW,COLUMN each, in any order. */
  moves: string[] | null;
  certificate: LightsOutSolveCertificate;
}) | {
  schema: 2;
  puzzle: "lights-out";
  verb: "solve";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "lights-out";
  verb: "solve";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: LightsOutSolvePlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** A recommended move, as every face shows it. */
export type LightsOutExplainAdvice = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** Whether the move cannot be wrong. */
  certain: boolean;
  /** The probability that the move does what the reason says. */
  probability: LightsOutExplainProbability;
  /** Why. */
  reason: LightsOutExplainTold;
};

/** A number in [0, 1]. */
export type LightsOutExplainProbability = number;

/** A reason and its sentence, as they stand in an answer. */
export type LightsOutExplainTold = {
  /** How many presses are left. */
  presses: number;
  /** The same in words. */
  text: string;
};

/** A move that could be made instead, or the recommended one itself, with its worth. */
export type LightsOutExplainAlternative = {
  /** The move, as the puzzle writes it. */
  move: string;
  /** What it is worth: more is better. The hint's `value_is` says in what; null where it is not known (yet). */
  value: number | null;
  /** The worth in words: "loses in 12 moves". */
  text: string;
};

/** A place in a text, counted from 1. Column 0 means the whole line. */
export type LightsOutExplainPlace = {
  /** The line. */
  line: number;
  /** The column. */
  column: number;
};

export type LightsOutExplain = ({
  schema: 2;
  puzzle: "lights-out";
  verb: "explain";
  status: "answered" | "negative";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: string;
  /** The position, as the puzzle writes it. */
  position: string;
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: LightsOutExplainAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: LightsOutExplainAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
}) | ({
  schema: 2;
  puzzle: "lights-out";
  verb: "explain";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
}) & ({
  /** Rows and columns. */
  board: string;
  /** The position, as the puzzle writes it. */
  position: string;
  /** The recommended move; none when the game is over or nothing can be said. */
  decision: LightsOutExplainAdvice | null;
  /** The moves that were weighed, best first, the recommended one among them. */
  alternatives: LightsOutExplainAlternative[];
  /** What `value` of an alternative counts: "probability that the cell is safe". */
  value_is: string;
}) | {
  schema: 2;
  puzzle: "lights-out";
  verb: "explain";
  status: "exhausted";
  stopped: "nodes" | "time" | "cancelled" | "memory";
  cpu_seconds: number;
} | {
  schema: 2;
  puzzle: "lights-out";
  verb: "explain";
  status: "refused";
  /** Bad input: what is wrong, where, and what would be right. ``` use quandary_core::InputError; let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once"); assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once"); assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once"); ``` */
  error: {
    /** What is wrong. */
    what: string;
    /** Where in the text. */
    place: LightsOutExplainPlace | null;
    /** What would be right. */
    expected: string | null;
    /** The option it was given for, when it was not INPUT. */
    option: string | null;
    /** The file it stands in, when there is one. */
    source: string | null;
  };
};

/** What each verb answers, by the puzzle's name and the verb's. */
export interface Answers {
  "sliding solve": SlidingSolve;
  "sliding explain": SlidingExplain;
  "sliding generate": SlidingGenerate;
  "sliding simulate": SlidingSimulate;
  "sliding measure": SlidingMeasure;
  "sliding bench": SlidingBench;
  "minesweeper solve": MinesweeperSolve;
  "minesweeper explain": MinesweeperExplain;
  "minesweeper simulate": MinesweeperSimulate;
  "minesweeper generate": MinesweeperGenerate;
  "minesweeper measure": MinesweeperMeasure;
  "minesweeper autopsy": MinesweeperAutopsy;
  "minesweeper bench": MinesweeperBench;
  "nonogram solve": NonogramSolve;
  "nonogram explain": NonogramExplain;
  "nonogram generate": NonogramGenerate;
  "nonogram measure": NonogramMeasure;
  "nonogram make-unique": NonogramMakeUnique;
  "nonogram bench": NonogramBench;
  "2048 solve": G2048Solve;
  "2048 explain": G2048Explain;
  "2048 generate": G2048Generate;
  "2048 simulate": G2048Simulate;
  "2048 measure": G2048Measure;
  "2048 replay": G2048Replay;
  "2048 bench": G2048Bench;
  "connect-four solve": ConnectFourSolve;
  "connect-four explain": ConnectFourExplain;
  "connect-four generate": ConnectFourGenerate;
  "connect-four simulate": ConnectFourSimulate;
  "connect-four measure": ConnectFourMeasure;
  "connect-four watch": ConnectFourWatch;
  "connect-four perft": ConnectFourPerft;
  "connect-four bench": ConnectFourBench;
  "othello solve": OthelloSolve;
  "othello explain": OthelloExplain;
  "othello generate": OthelloGenerate;
  "othello simulate": OthelloSimulate;
  "othello measure": OthelloMeasure;
  "othello watch": OthelloWatch;
  "othello perft": OthelloPerft;
  "othello bench": OthelloBench;
  "pgame solve": PgameSolve;
  "pgame explain": PgameExplain;
  "pgame generate": PgameGenerate;
  "pgame simulate": PgameSimulate;
  "pgame measure": PgameMeasure;
  "pgame contest": PgameContest;
  "pgame watch": PgameWatch;
  "pgame bench": PgameBench;
  "lights-out solve": LightsOutSolve;
  "lights-out explain": LightsOutExplain;
}
