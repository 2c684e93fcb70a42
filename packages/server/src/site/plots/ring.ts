import { type Markup, markup } from '../markup.js'

/**
 * Plots a share as an arc, with its figure inside. The tone is a class that sets the color; for null, the arc is empty.
 */
export function plotRing(share: number | null, figure: string, tone: string): Markup {
  const round = 2 * Math.PI * 52
  const arc = (share ?? 0) * round
  return markup`<svg class="ring ${tone}" viewBox="0 0 128 128" role="img" aria-label="score ${figure}">
<circle class="rail" cx="64" cy="64" r="52"/>
<circle class="arc" cx="64" cy="64" r="52" stroke-dasharray="${arc.toFixed(2)} ${(round - arc + 0.01).toFixed(2)}" \
transform="rotate(-90 64 64)"${share === null || share === 0 ? markup` visibility="hidden"` : null}/>
<text x="64" y="64" dy="0.36em" text-anchor="middle">${figure}</text></svg>`
}
