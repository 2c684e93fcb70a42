import { type Markup, markup } from '../markup.js'

/** A count, and the class that sets its color. */
export interface Part {
  readonly name: string
  readonly count: number
  readonly color: string
}

/** Plots counts as the parts of one bar, in the given order. */
export function plotParts(parts: readonly Part[]): Markup {
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  let from = 0
  const shown = parts.filter(({ count }) => count > 0)
  return markup`<svg class="parts" viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-label="${parts
    .map(({ name, count }) => `${count} ${name}`)
    .join(', ')}">${shown.map(({ name, count, color }) => {
    const width = (count / total) * 1000
    const part = markup`<rect class="part ${color}" x="${from.toFixed(2)}" \
width="${Math.max(1, width - 3).toFixed(2)}" height="20"><title>${count} ${name}</title></rect>`
    from += width
    return part
  })}</svg>`
}

/** Returns the legend of the parts of a bar. */
export function partsLegend(parts: readonly Part[]): Markup {
  return markup`<ul class="legend">${parts.map(
    ({ name, count, color }) => markup`<li><span class="swatch ${color}"></span><b>${count}</b> ${name}</li>`,
  )}</ul>`
}
