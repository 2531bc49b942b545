// Addresses after the hash, so that the page works from any sub-path of any host: #/minesweeper?position=…
export interface Place {
  /** The words between slashes. */
  path: string[];
  /** What stands behind the question mark. */
  query: Record<string, string>;
}

/** A word of an address; one that is no proper percent-encoding stands for itself. */
function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

export function read(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  return {
    path: path.split("/").filter(Boolean).map(decoded),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

export function write(path: string[], query: Record<string, string> = {}): string {
  const words = path.map(encodeURIComponent).join("/");
  const said = new URLSearchParams(query).toString();
  return `#/${words}${said ? `?${said}` : ""}`;
}

class Router {
  place: Place = $state(read(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.place = read(location.hash)));
  }

  /** Changes the address without leaving the page or adding a step back. */
  replace(path: string[], query: Record<string, string> = {}) {
    history.replaceState(null, "", write(path, query));
    this.place = read(location.hash);
  }
}

export const router = new Router();
