import type { Terminal } from '../terminal.js'

/** Formats text in a color, or leaves it unchanged. */
export interface Style {
  bold(text: string): string
  dim(text: string): string
  green(text: string): string
  yellow(text: string): string
  red(text: string): string
}

function plain(text: string) {
  return text
}

/** Color on a terminal; none elsewhere or if `NO_COLOR` is set. */
export function createStyle({ isTTY, environment }: Terminal): Style {
  if (!isTTY || (environment.NO_COLOR ?? '') !== '') {
    return { bold: plain, dim: plain, green: plain, yellow: plain, red: plain }
  }
  const sgr = (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`
  return { bold: sgr(1, 22), dim: sgr(2, 22), green: sgr(32, 39), yellow: sgr(33, 39), red: sgr(31, 39) }
}
