// A board as shapes; the same shapes become a drawing (SVG) or a picture (PNG). Colours are those of print, not of the look.
import { toneLevel, toneName, type Glyph, type Skin } from "./skin";
import type { SessionView, Square } from "./types";

type Shape =
  | { kind: "box"; x: number; y: number; wide: number; tall: number; round?: number; fill: string; edge?: string }
  | { kind: "disc"; x: number; y: number; radius: number; fill: string; edge?: string }
  | { kind: "line"; x1: number; y1: number; x2: number; y2: number; edge: string; width: number }
  | { kind: "text"; x: number; y: number; size: number; text: string; fill: string; bold?: boolean; anchor?: "middle" | "end" };

export interface Drawing {
  wide: number;
  tall: number;
  shapes: Shape[];
}

/** A square to be drawn, and the tools to draw it with; lengths are in 40ths of a square. */
export interface Cell {
  square: Square;
  row: number;
  column: number;
  /** Rows and columns of the board. */
  rows: number;
  columns: number;
  tone: string;
  /** The step of its scale, 0 where it has none. */
  level: number;
  glyph: Glyph;
  /** What is written on a piece. */
  written: string;
  box(fill: string, inset?: number, round?: number, edge?: string): void;
  disc(radius: number, fill: string, edge?: string): void;
  words(text: string, fill: string, size?: number): void;
  /** A line between two points of the square, each from 0 to 1 in both directions. */
  rule(from: [number, number], to: [number, number], edge: string): void;
}

/** How a puzzle is drawn in print. */
export interface Print {
  /** The colour of the board below its squares. */
  ground?: string;
  square(cell: Cell): void;
}

/** A square of a board that nobody has dressed. */
const plain: Print = {
  square({ square, box, words }) {
    box("#ffffff", 1, 3, "#888");
    words(square.text, "#222", 16);
  },
};

/** The lines of a board whose pieces stand on points. A river runs below the row `river`. */
export function crossing({ row, column, rows, columns, rule }: Cell, river?: number) {
  const inside = river !== undefined && column > 0 && column + 1 < columns;
  const [up, down] = [row > 0 && !(inside && row === river + 1), row + 1 < rows && !(inside && row === river)];
  rule([column > 0 ? 0 : 0.5, 0.5], [column + 1 < columns ? 1 : 0.5, 0.5], "#6d5024");
  rule([0.5, up ? 0 : 0.5], [0.5, down ? 1 : 0.5], "#6d5024");
}

const CELL = 40;

export function draw(seen: SessionView, skin: Skin): Drawing {
  const { rows, above, left } = seen.scene;
  const clues = skin.labels === "clues";
  const places = skin.labels === "places";
  const deep = clues ? Math.max(...above.map((label) => label.length)) * 18 + 10 : places ? 22 : 0;
  const broad = clues ? Math.max(...left.map((label) => label.length)) * 10 + 14 : places ? 26 : 0;
  const [tall, wide] = [rows.length, rows[0]?.length ?? 0];
  const shapes: Shape[] = [{ kind: "box", x: 0, y: 0, wide: broad + wide * CELL + 12, tall: deep + tall * CELL + 12, fill: "#ffffff" }];
  const [x0, y0] = [broad + 6, deep + 6];
  if (clues || places) {
    above.forEach((label, c) => {
      const parts = clues ? label : [label.join("")];
      parts.toReversed().forEach((part, up) => shapes.push({ kind: "text", x: x0 + (c + 0.5) * CELL, y: y0 - 12 - up * 18, size: clues ? 16 : 13, text: part, fill: "#333" }));
    });
    left.forEach((label, r) => shapes.push({ kind: "text", x: x0 - 7, y: y0 + (r + 0.5) * CELL, size: clues ? 16 : 13, text: label, fill: "#333", anchor: "end" }));
  }
  const print = skin.print ?? plain;
  if (print.ground) shapes.push({ kind: "box", x: x0 - 3, y: y0 - 3, wide: wide * CELL + 6, tall: tall * CELL + 6, round: 8, fill: print.ground });
  rows.forEach((line, row) =>
    line.forEach((square, column) => {
      const [x, y] = [x0 + column * CELL, y0 + row * CELL];
      const [mx, my] = [x + CELL / 2, y + CELL / 2];
      print.square({
        square,
        row,
        column,
        rows: tall,
        columns: wide,
        tone: toneName(square.tone),
        level: toneLevel(square.tone) ?? 0,
        glyph: skin.glyph?.(square) ?? "text",
        written: skin.written?.(square) ?? "",
        box: (fill, inset = 0, round = 0, edge) => shapes.push({ kind: "box", x: x + inset, y: y + inset, wide: CELL - 2 * inset, tall: CELL - 2 * inset, round, fill, edge }),
        disc: (radius, fill, edge) => shapes.push({ kind: "disc", x: mx, y: my, radius, fill, edge }),
        words: (text, fill, size = 20) => shapes.push({ kind: "text", x: mx, y: my, size, text, fill, bold: true }),
        rule: ([x1, y1], [x2, y2], edge) => shapes.push({ kind: "line", x1: x + x1 * CELL, y1: y + y1 * CELL, x2: x + x2 * CELL, y2: y + y2 * CELL, edge, width: 1 }),
      });
    }),
  );
  if (skin.group) {
    for (let c = skin.group; c < wide; c += skin.group) shapes.push({ kind: "line", x1: x0 + c * CELL, y1: y0, x2: x0 + c * CELL, y2: y0 + tall * CELL, edge: "#444", width: 2 });
    for (let r = skin.group; r < tall; r += skin.group) shapes.push({ kind: "line", x1: x0, y1: y0 + r * CELL, x2: x0 + wide * CELL, y2: y0 + r * CELL, edge: "#444", width: 2 });
  }
  return { wide: broad + wide * CELL + 12, tall: deep + tall * CELL + 12, shapes };
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

export function toSvg({ wide, tall, shapes }: Drawing): string {
  const one = (shape: Shape): string => {
    const edge = "edge" in shape && shape.edge ? ` stroke="${shape.edge}"` : "";
    switch (shape.kind) {
      case "box":
        return `<rect x="${shape.x}" y="${shape.y}" width="${shape.wide}" height="${shape.tall}"${shape.round ? ` rx="${shape.round}"` : ""} fill="${shape.fill}"${edge}/>`;
      case "disc":
        return `<circle cx="${shape.x}" cy="${shape.y}" r="${shape.radius}" fill="${shape.fill}"${edge}${edge ? ' stroke-width="4"' : ""}/>`;
      case "line":
        return `<line x1="${shape.x1}" y1="${shape.y1}" x2="${shape.x2}" y2="${shape.y2}" stroke="${shape.edge}" stroke-width="${shape.width}"/>`;
      case "text":
        return `<text x="${shape.x}" y="${shape.y}" dy="0.35em" font-size="${shape.size}" text-anchor="${shape.anchor ?? "middle"}"${shape.bold ? ' font-weight="700"' : ""} fill="${shape.fill}">${escaped(shape.text)}</text>`;
    }
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${tall}" width="${wide}" height="${tall}" font-family="system-ui, sans-serif">\n${shapes.map(one).join("\n")}\n</svg>\n`;
}

export function toPng({ wide, tall, shapes }: Drawing, scale = 2): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = wide * scale;
  canvas.height = tall * scale;
  const pen = canvas.getContext("2d")!;
  pen.scale(scale, scale);
  for (const shape of shapes) {
    pen.beginPath();
    if (shape.kind === "text") {
      pen.fillStyle = shape.fill;
      pen.font = `${shape.bold ? "700 " : ""}${shape.size}px system-ui, sans-serif`;
      pen.textAlign = shape.anchor === "end" ? "right" : "center";
      pen.textBaseline = "middle";
      pen.fillText(shape.text, shape.x, shape.y);
      continue;
    }
    if (shape.kind === "line") {
      pen.moveTo(shape.x1, shape.y1);
      pen.lineTo(shape.x2, shape.y2);
      pen.lineWidth = shape.width;
    } else {
      if (shape.kind === "box") pen.roundRect(shape.x, shape.y, shape.wide, shape.tall, shape.round ?? 0);
      else pen.arc(shape.x, shape.y, shape.radius, 0, 2 * Math.PI);
      pen.fillStyle = shape.fill;
      pen.fill();
      pen.lineWidth = shape.kind === "disc" ? 4 : 1;
    }
    if (shape.edge) {
      pen.strokeStyle = shape.edge;
      pen.stroke();
    }
  }
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be made"))), "image/png"));
}
