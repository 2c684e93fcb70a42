/** A word that a hyphen divides at the end of a line. */
const broken = /(?:(?<=\p{Ll})[-‐]\s{0,9}\n\s{0,9}(?=\p{Ll}))|(?:(?<=\p{Lu})[-‐]\s{0,9}\n\s{0,9}(?=\p{Lu}))/gu

/** Four or more letters with a space between each two; fewer are initials: `A. B. Sample`, `P A 1234`. */
const spaced = /(?<![\p{L}\p{N}'’.-])\p{L}(?:[^\S\n]{1,3}\p{L}){3,}(?![\p{L}\p{N}'’])/gu

/** Joins words that are broken over two lines or written with spaces between their letters: `posi-\ntive`, `p o s`. */
export function joinWords(text: string, by: '-' | ''): string {
  return text.replace(broken, by).replace(spaced, (letters) => letters.replace(/\s+/g, by))
}
