// What the browser keeps for the reader. Without storage the page plays on; it only forgets at the end.
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Then it holds until the page is left.
  }
}

/** What was kept as JSON; nothing if there is none or it cannot be read. */
export function recalled<T>(name: string): T | undefined {
  try {
    return JSON.parse(recall(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
