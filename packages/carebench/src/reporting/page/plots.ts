import type { Proportion, RunsSummary } from '@carebench/verifier'
import { formatScore } from '../../text-layout.js'
import { formatPercent, formatProportion } from '../figures.js'
import type { ReportedAxis } from '../model/report.js'
import { type Markup, markup } from './markup.js'
import type { Tone } from './tone.js'

/** How many agents have a colour of their own. */
const colours = 6

/** The class of the colour of an agent. */
export const agentClass = (index: number): string => `agent-${index % colours}`

/** A score as an arc. */
export function plotRing(score: number | null, tone: Tone): Markup {
  const round = 2 * Math.PI * 52
  const arc = (score ?? 0) * round
  return markup`<svg class="ring tone-${tone}" viewBox="0 0 128 128" role="img" aria-label="score ${formatScore(score)}">
<circle class="rail" cx="64" cy="64" r="52"/>
<circle class="arc" cx="64" cy="64" r="52" stroke-dasharray="${arc.toFixed(2)} ${(round - arc + 0.01).toFixed(2)}" transform="rotate(-90 64 64)"${score === null || score === 0 ? markup` visibility="hidden"` : null}/>
<text x="64" y="64" dy="0.36em" text-anchor="middle">${formatScore(score)}</text></svg>`
}

/** Axes as bars. */
export function plotAxes(axes: readonly ReportedAxis[]): Markup | null {
  if (axes.length === 0) return null
  return markup`<dl class="axes">${axes.map(
    ({
      name,
      score,
      weight,
    }) => markup`<div><dt>${name === '__default__' ? 'score' : name} <small>weight ${weight}</small></dt>
<dd><svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="rail" width="100" height="6"/><rect class="fill tone-${toneOfShare(score)}" width="${(score * 100).toFixed(3)}" height="6"/></svg><b>${formatScore(score)}</b></dd></div>`,
  )}</dl>`
}

function toneOfShare(score: number): Tone {
  return score >= 0.9 ? 'passed' : score > 0 ? 'partial' : 'failed'
}

/** A share with its interval, on a line from 0 to 1. */
export function plotInterval(proportion: Proportion | null, agent: number): Markup {
  if (proportion === null) return markup`<span class="soft">nothing could be told</span>`
  const { value, low, high } = proportion
  const at = (share: number) => (6 + share * 228).toFixed(1)
  return markup`<svg class="interval ${agentClass(agent)}" viewBox="0 0 240 28" role="img" aria-label="${formatProportion(proportion)}">
${[0, 0.25, 0.5, 0.75, 1].map((tick) => markup`<line class="grid" x1="${at(tick)}" x2="${at(tick)}" y1="2" y2="26"/>`)}
<line class="whisker" x1="${at(low)}" x2="${at(high)}" y1="14" y2="14"/>
<line class="whisker" x1="${at(low)}" x2="${at(low)}" y1="8" y2="20"/><line class="whisker" x1="${at(high)}" x2="${at(high)}" y1="8" y2="20"/>
<circle class="point" cx="${at(value)}" cy="14" r="6"/></svg>`
}

/** The line of a plot of {@link plotInterval} with its figures. */
export function plotScale(): Markup {
  const at = (share: number) => (6 + share * 228).toFixed(1)
  return markup`<svg class="interval" viewBox="0 0 240 14" aria-hidden="true">${[0, 0.5, 1].map(
    (tick) =>
      markup`<text x="${at(tick)}" y="11" text-anchor="${tick === 0 ? 'start' : tick === 1 ? 'end' : 'middle'}">${formatPercent(tick)}</text>`,
  )}</svg>`
}

/** pass@k and pass^k of agents over k; null if no task was attempted twice by all runs of an agent. */
export function plotRepeated(
  agents: readonly { readonly name: string; readonly summary: RunsSummary }[],
): Markup | null {
  const most = Math.max(...agents.map(({ summary }) => summary.repeated.length))
  if (most < 2) return null
  const [left, top, width, height] = [44, 12, 560, 200]
  const x = (k: number) => (left + ((k - 1) / (most - 1)) * width).toFixed(1)
  const y = (share: number) => (top + (1 - share) * height).toFixed(1)
  const curve = (summary: RunsSummary, member: 'pass_at_k' | 'pass_hat_k') => {
    const points = summary.repeated.flatMap((one) => {
      const share = one[member]
      return share === null ? [] : [{ k: one.k, share }]
    })
    return markup`<polyline class="curve ${member === 'pass_at_k' ? 'any' : 'all'}" points="${points.map(({ k, share }) => `${x(k)},${y(share)}`).join(' ')}"/>${
      most > 30
        ? null
        : points.map(
            ({ k, share }) =>
              markup`<circle class="dot" cx="${x(k)}" cy="${y(share)}" r="3.5"><title>${`${member === 'pass_at_k' ? 'pass@' : 'pass^'}${k}: ${formatPercent(share)}`}</title></circle>`,
          )
    }`
  }
  const step = Math.ceil(most / 10)
  const ticks = Array.from({ length: most }, (_, index) => index + 1).filter((k) => (k - 1) % step === 0)
  const label = agents
    .map(({ name, summary }) => {
      const last = summary.repeated.at(-1)
      return last === undefined
        ? `${name}: nothing told`
        : `${name}: pass@${last.k} ${formatPercent(last.pass_at_k)}, pass^${last.k} ${formatPercent(last.pass_hat_k)}`
    })
    .join('; ')
  return markup`<figure><figcaption>Repeated attempts <span class="soft">pass@k, solid: at least one of k attempts passes · pass^k, dashed: all of k do</span></figcaption>
<div class="scroll" tabindex="0" role="group" aria-label="Plot of repeated attempts"><svg class="chart" viewBox="0 0 620 244" role="img" aria-label="${label}">
${[0, 0.25, 0.5, 0.75, 1].map((share) => markup`<line class="grid" x1="${left}" x2="${left + width}" y1="${y(share)}" y2="${y(share)}"/><text x="${left - 8}" y="${y(share)}" dy="0.35em" text-anchor="end">${formatPercent(share)}</text>`)}
${ticks.map((k) => markup`<text x="${x(k)}" y="${top + height + 18}" text-anchor="middle">${k === 1 ? 'k = 1' : k}</text>`)}
${agents.map(({ summary }, index) => markup`<g class="${agentClass(index)}">${curve(summary, 'pass_at_k')}${curve(summary, 'pass_hat_k')}</g>`)}
</svg></div></figure>`
}

/** Counts as the parts of one bar, in the order given. */
export function plotParts(
  parts: readonly { readonly name: string; readonly count: number; readonly style: string }[],
): Markup {
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  let from = 0
  const shown = parts.filter(({ count }) => count > 0)
  return markup`<svg class="parts" viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-label="${parts.map(({ name, count }) => `${count} ${name}`).join(', ')}">${shown.map(
    ({ name, count, style }) => {
      const width = (count / total) * 1000
      const part = markup`<rect class="part ${style}" x="${from.toFixed(2)}" width="${Math.max(1, width - 3).toFixed(2)}" height="20"><title>${count} ${name}</title></rect>`
      from += width
      return part
    },
  )}</svg>`
}
