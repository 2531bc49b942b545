// Pages that belong to no single puzzle. One more page is one more line here.
import type { Component } from "svelte";

export interface Page {
  path: string;
  title: string;
  view: Component;
}

export const pages: Page[] = [];
