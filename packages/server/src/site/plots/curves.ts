import { type Markup, markup } from '../markup.js'

/** A share for each of 1, 2, 3, …; points without one are omitted. */
export interface Curve {
  readonly name: string
  readonly points: readonly { readonly x: number; readonly share: number; readonly figure: string }[]
  /** A class that sets the color. */
  readonly color: string
  readonly dashed: boolean
}

export interface Curves {
  readonly caption: string
  readonly note: string
  /** The text alternative of the plot. */
  readonly label: string
  /** The unit of the x axis, shown at the first tick: `k`. */
  readonly unit: string
  readonly last: number
  readonly curves: readonly Curve[]
}

const [left, top, width, height] = [44, 12, 560, 200]
const maxDots = 30

/** Plots shares over whole numbers from 1 to `last`, which is at least 2. */
export function plotCurves({ caption, note, label, unit, last, curves }: Curves): Markup {
  const x = (at: number) => (left + ((at - 1) / (last - 1)) * width).toFixed(1)
  const y = (share: number) => (top + (1 - share) * height).toFixed(1)
  const step = Math.ceil(last / 10)
  const ticks = Array.from({ length: last }, (_, index) => index + 1).filter((tick) => (tick - 1) % step === 0)
  return markup`<figure><figcaption>${caption} <span class="soft">${note}</span></figcaption>
<div class="scroll" tabindex="0" role="group" aria-label="Plot: ${caption}">\
<svg class="chart" viewBox="0 0 620 244" role="img" aria-label="${label}">
${[0, 0.25, 0.5, 0.75, 1].map(
  (share) =>
    markup`<line class="grid" x1="${left}" x2="${left + width}" y1="${y(share)}" y2="${y(share)}"/>\
<text x="${left - 8}" y="${y(share)}" dy="0.35em" text-anchor="end">${share * 100} %</text>`,
)}
${ticks.map(
  (tick) =>
    markup`<text x="${x(tick)}" y="${top + height + 18}" text-anchor="middle">${
      tick === 1
        ? `${unit} = \
1`
        : tick
    }</text>`,
)}
${curves.map(
  ({ name, points, color, dashed }) =>
    markup`<g class="${color}"><polyline class="curve${dashed && ' dashed'}" points="${points
      .map(({ x: at, share }) => `${x(at)},${y(share)}`)
      .join(' ')}"/>${
      last <= maxDots &&
      points.map(
        ({ x: at, share, figure }) =>
          markup`<circle class="dot" cx="${x(at)}" cy="${y(share)}" r="3.5">\
<title>${name}${at}: ${figure}</title></circle>`,
      )
    }</g>`,
)}
</svg></div></figure>`
}
