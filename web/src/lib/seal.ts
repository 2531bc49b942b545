// A link to a board with something hidden should not show it to who reads the link. This is no secret, only an envelope:
// the text is mixed with numbers that anyone can compute who takes the trouble.
function mixed(bytes: Uint8Array): Uint8Array {
  let state = 0x9e3779b9 ^ bytes.length;
  return bytes.map((byte) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return byte ^ (state & 255);
  });
}

export function seal(text: string): string {
  const letters = [...mixed(new TextEncoder().encode(text))].map((byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What was sealed; the text itself where it never was. */
export function unseal(sealed: string): string {
  try {
    const letters = atob(sealed.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(mixed(Uint8Array.from(letters, (letter) => letter.charCodeAt(0))));
  } catch {
    return sealed;
  }
}
