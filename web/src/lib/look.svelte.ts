// Light or dark: the system's choice until somebody makes one.
export type Look = "light" | "dark";

class Looks {
  chosen = $state(document.documentElement.dataset.look as Look | undefined);
  #system = $state<Look>(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

  constructor() {
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => (this.#system = event.matches ? "dark" : "light"));
  }

  get now(): Look {
    return this.chosen ?? this.#system;
  }

  toggle() {
    this.chosen = this.now === "dark" ? "light" : "dark";
    document.documentElement.dataset.look = this.chosen;
    try {
      localStorage.setItem("quandary.look", this.chosen);
    } catch {
      // Then it holds until the page is left.
    }
  }
}

export const looks = new Looks();
