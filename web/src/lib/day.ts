// The puzzle of the day: the date is the seed, so everybody gets the same board.
export function today(now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** What the board of a day is drawn from. */
export const seedOf = (day: string) => Number(day.replaceAll("-", ""));

/** A day as people write it: "19 November 2026". */
export function written(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}

/** How long something took: "2.9 s", "3:05". */
export function lasted(milliseconds: number, fine = true): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${fine ? seconds.toFixed(1) : Math.floor(seconds)} s`;
  const whole = Math.floor(seconds);
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
