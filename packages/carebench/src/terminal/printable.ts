/**
 * Characters that a terminal interprets or hides: control and format characters, line separators, and our {@link
 * marks}.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu

/** Replaces characters that a terminal would interpret or hide by U+FFFD. */
export function printable(text: string): string {
  return text.replaceAll(unprintable, '\ufffd')
}

/** Like {@link printable}, for several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/**
 * Returns a value as JSON that ends in a line feed. Characters that {@link printable} would replace become `\u`
 * escapes.
 */
export function jsonText(value: unknown, indent?: number): string {
  return `${JSON.stringify(value, null, indent).split('\n').map(escapeUnprintable).join('\n')}\n`
}

function escapeUnprintable(line: string): string {
  return line.replaceAll(unprintable, (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/**
 * Noncharacters that represent the control sequences of carebench. Only `guardTerminal` converts them to sequences;
 * {@link printable} replaces them in untrusted texts.
 */
export const marks = {
  bold: '\ufdd0',
  dim: '\ufdd1',
  notBold: '\ufdd2',
  red: '\ufdd3',
  green: '\ufdd4',
  yellow: '\ufdd5',
  notColored: '\ufdd6',
  /** Erases the line of the cursor; must be a text of its own. */
  eraseLine: '\ufdd7',
  /** Moves to the line above the cursor and erases from there; if repeated, moves up as many lines. */
  eraseLineAbove: '\ufdd8',
} as const
