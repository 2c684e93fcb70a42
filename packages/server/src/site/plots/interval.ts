import { type Markup, markup } from '../markup.js'

/** A share with its confidence interval. */
export interface Interval {
  readonly value: number
  readonly low: number
  readonly high: number
}

function at(share: number): string {
  return (6 + share * 228).toFixed(1)
}

/** Plots an interval on a scale from 0 to 1. */
export function plotInterval({ value, low, high }: Interval, label: string, color: string): Markup {
  return markup`<svg class="interval ${color}" viewBox="0 0 240 28" role="img" aria-label="${label}">
${[0, 0.25, 0.5, 0.75, 1].map((tick) => markup`<line class="grid" x1="${at(tick)}" x2="${at(tick)}" y1="2" y2="26"/>`)}
<line class="whisker" x1="${at(low)}" x2="${at(high)}" y1="14" y2="14"/>
<line class="whisker" x1="${at(low)}" x2="${at(low)}" y1="8" y2="20"/>\
<line class="whisker" x1="${at(high)}" x2="${at(high)}" y1="8" y2="20"/>
<circle class="point" cx="${at(value)}" cy="14" r="6"/></svg>`
}

/** Draws the scale of {@link plotInterval}, with figures. */
export function plotScale(): Markup {
  return markup`<svg class="interval" viewBox="0 0 240 14" aria-hidden="true">${[0, 0.5, 1].map(
    (tick) =>
      markup`<text x="${at(tick)}" y="11" text-anchor="${tick === 0 ? 'start' : tick === 1 ? 'end' : 'middle'}">\
${tick * 100} %</text>`,
  )}</svg>`
}
