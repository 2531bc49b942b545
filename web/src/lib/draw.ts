// A board as shapes; the same shapes become a drawing (SVG) or a picture (PNG). Colours are those of print, not of the look.
import { toneLevel, toneName, type Skin } from "./skin";
import type { SessionView } from "./types";

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

const NUMBERS = ["#444", "#005a9c", "#006b4e", "#b04300", "#5b3a8e", "#8c2f00", "#00606b", "#222", "#666"];
const TILES = ["#cdc1b1", "#f2e9dc", "#efdfbf", "#f5c98a", "#f4b06a", "#f0985c", "#ee8350", "#f3d467", "#efc94a", "#8fd0c0", "#5fbfae", "#7fc4f2", "#c9a2e8", "#f0a3cc"];
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
  const ground: Record<string, string> = { "connect-four": "#20639b", othello: "#2f7d57", sliding: "#6f4f33", "2048": "#bcae9c", "lights-out": "#3a414c", checkers: "#3b2b1e", gomoku: "#e4bf82", xiangqi: "#e4bf82" };
  const base = ground[seen.puzzle];
  if (base) shapes.push({ kind: "box", x: x0 - 3, y: y0 - 3, wide: wide * CELL + 6, tall: tall * CELL + 6, round: 8, fill: base });
  rows.forEach((line, r) =>
    line.forEach((square, c) => {
      const [x, y] = [x0 + c * CELL, y0 + r * CELL];
      const [mx, my] = [x + CELL / 2, y + CELL / 2];
      const tone = toneName(square.tone);
      const level = toneLevel(square.tone) ?? 0;
      const shape = skin.glyph?.(square) ?? "text";
      const box = (fill: string, inset = 0, round = 0, edge?: string) => shapes.push({ kind: "box", x: x + inset, y: y + inset, wide: CELL - 2 * inset, tall: CELL - 2 * inset, round, fill, edge });
      const words = (text: string, fill: string, size = 20) => shapes.push({ kind: "text", x: mx, y: my, size, text, fill, bold: true });
      switch (seen.puzzle) {
        case "minesweeper":
          box(tone === "closed" || tone === "marked" ? "#bcc8d3" : tone === "bad" ? "#f3c3ab" : "#f6f2ea", 0, 0, "#b9b0a0");
          if (shape === "flag") words("⚑", "#b04300");
          else if (shape === "mine") shapes.push({ kind: "disc", x: mx, y: my, radius: 10, fill: "#23262b" });
          else if (shape === "cross") words("✕", "#23262b");
          else if (shape === "text") words(square.text, NUMBERS[level] ?? "#222");
          break;
        case "nonogram":
          box(tone === "filled" ? "#1c1e22" : "#ffffff", 0, 0, "#b9b0a0");
          if (shape === "cross") words("×", "#8d8779", 18);
          break;
        case "connect-four":
        case "othello":
          if (seen.puzzle === "othello") box("#2f7d57", 0, 0, "#1c4a34");
          else shapes.push({ kind: "disc", x: mx, y: my, radius: 16, fill: "#143f66" });
          if (tone === "first" || tone === "second" || tone === "good") {
            const first = square.text === "X";
            const fill = seen.puzzle === "othello" ? (first ? "#16181c" : "#f4f1ea") : first ? "#f2b705" : "#a32a12";
            shapes.push({ kind: "disc", x: mx, y: my, radius: 15, fill, edge: tone === "good" ? "#35c79b" : undefined });
          }
          break;
        case "checkers":
          box(tone === "plain" ? "#ecd9b4" : "#7d5a3c");
          if (shape === "piece") {
            shapes.push({ kind: "disc", x: mx, y: my, radius: 14, fill: tone === "first" ? "#16181c" : "#f4f1ea" });
            words(skin.written?.(square) ?? "", tone === "first" ? "#ffd27a" : "#7a3b00");
          }
          break;
        case "gomoku":
        case "xiangqi": {
          const river = seen.puzzle === "xiangqi" && c > 0 && c + 1 < wide;
          const [up, down] = [r > 0 && !(river && r === 5), r + 1 < tall && !(river && r === 4)];
          const rule = (x1: number, y1: number, x2: number, y2: number) => shapes.push({ kind: "line", x1, y1, x2, y2, edge: "#6d5024", width: 1 });
          rule(c > 0 ? x : mx, my, c + 1 < wide ? x + CELL : mx, my);
          rule(mx, up ? y : my, mx, down ? y + CELL : my);
          if (shape === "disc") shapes.push({ kind: "disc", x: mx, y: my, radius: 14, fill: tone === "first" ? "#111317" : "#f7f4ee" });
          if (shape === "piece") {
            const ink = tone === "first" ? "#a3200a" : "#14202b";
            shapes.push({ kind: "disc", x: mx, y: my, radius: 14, fill: "#f6e5c4", edge: ink });
            words(skin.written?.(square) ?? "", ink, 17);
          }
          break;
        }
        case "2048":
          box(TILES[Math.min(level, TILES.length - 1)] ?? "#cdc1b1", 3, 5);
          words(square.text, "#2d241a", square.text.length > 3 ? 13 : 17);
          break;
        case "sliding":
          if (square.text) {
            box(tone === "good" ? "#d9e6b4" : "#eed6a8", 2, 5);
            words(square.text, "#3b2a17");
          }
          break;
        case "lights-out":
          box(tone === "good" ? "#ffd95e" : "#545d6b", 4, 8);
          break;
        default:
          box("#ffffff", 1, 3, "#888");
          words(square.text, "#222", 16);
      }
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
