import { type Markup, markup } from '../markup.js'

/** A named share from 0 to 1. */
export interface Bar {
  readonly name: string
  readonly note: string
  readonly share: number
  readonly figure: string
  /** A class that sets the color. */
  readonly tone: string
}

/** Plots shares as horizontal bars; null if there are none. */
export function plotBars(bars: readonly Bar[]): Markup | null {
  if (bars.length === 0) return null
  return markup`<dl class="bars">${bars.map(
    ({ name, note, share, figure, tone }) => markup`<div><dt>${name} <small>${note}</small></dt>
<dd><svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">\
<rect class="rail" width="100" height="6"/><rect class="fill ${tone}" width="${(share * 100).toFixed(3)}" \
height="6"/></svg><b>${figure}</b></dd></div>`,
  )}</dl>`
}
