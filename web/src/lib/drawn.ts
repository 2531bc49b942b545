// Whether this machine has a letter in any of its fonts: one that it lacks is drawn as the same box as every other one it lacks.
const known = new Map<string, boolean>();

function look(letter: string): string {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 32;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) return letter;
  pen.font = "24px serif";
  pen.textBaseline = "top";
  pen.fillText(letter, 2, 2);
  return pen.getImageData(0, 0, 32, 32).data.join();
}

export function drawn(letter: string): boolean {
  let found = known.get(letter);
  // No font has a letter at this place: it is nobody's. A box may show the number of the letter, so a second one is asked for.
  if (found === undefined) known.set(letter, (found = look(letter) !== look("\u{10fffd}") && !boxed(letter)));
  return found;
}

/** Boxes with numbers in them differ from each other, but not in their frame. */
function boxed(letter: string): boolean {
  const frame = (letter: string) => look(letter).split(",").slice(0, 4 * 32 * 5).join();
  return frame(letter) !== "" && frame(letter) === frame("\u{10fffd}") && frame(letter).includes("255");
}
