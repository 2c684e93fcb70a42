/** Text from elsewhere without what a terminal would obey. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
}

/** The same of several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}
