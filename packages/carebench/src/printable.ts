/** Removes control characters that a terminal would interpret. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
}

/** The same for several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}
