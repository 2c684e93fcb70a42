import { marks } from './printable.js'
import { hasColors, type Terminal } from './terminal.js'

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

/** Creates a style with colors on a terminal; without colors elsewhere, or if `NO_COLOR` is set. */
export function createStyle(terminal: Terminal): Style {
  if (!hasColors(terminal)) {
    return { bold: plain, dim: plain, green: plain, yellow: plain, red: plain }
  }
  const paint = (on: string, off: string) => (text: string) => `${on}${text}${off}`
  return {
    bold: paint(marks.bold, marks.notBold),
    dim: paint(marks.dim, marks.notBold),
    green: paint(marks.green, marks.notColored),
    yellow: paint(marks.yellow, marks.notColored),
    red: paint(marks.red, marks.notColored),
  }
}
