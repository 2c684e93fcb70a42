import type { Proportion, RunsSummary } from '@carebench/verifier'
import { type Markup, markup } from '../../../site/markup.js'
import { plotBars } from '../../../site/plots/bars.js'
import { type Curve, plotCurves } from '../../../site/plots/curves.js'
import { plotInterval } from '../../../site/plots/interval.js'
import { plotRing } from '../../../site/plots/ring.js'
import { seriesColor } from '../../../site/plots/series.js'
import type { ReportedAxis } from '../facts/reported-task.js'
import { formatProportion, formatScore } from './figures.js'
import { type Tone, toneClass } from './tone.js'

/** Draws a score as an arc. */
export function plotScore(score: number | null, tone: Tone): Markup {
  return plotRing(score, formatScore(score), toneClass(tone))
}

/** Draws axes as bars. */
export function plotAxes(axes: readonly ReportedAxis[]): Markup | null {
  return plotBars(
    axes.map(({ name, score, weight }) => ({
      name: name === '__default__' ? 'score' : name,
      note: `weight ${weight}`,
      share: score,
      figure: formatScore(score),
      tone: toneClass(score >= 0.9 ? 'passed' : score > 0 ? 'partial' : 'failed'),
    })),
  )
}

/** Draws a pass rate with its interval. */
export function plotPassRate(proportion: Proportion | null, agent: number): Markup {
  if (proportion === null) return markup`<span class="soft">no decided attempts</span>`
  return plotInterval(proportion, formatProportion(proportion), seriesColor(agent))
}

/** Draws pass@k and pass^k of agents over k; null if no task was attempted twice by all runs of an agent. */
export function plotRepeated(
  agents: readonly { readonly name: string; readonly summary: RunsSummary }[],
): Markup | null {
  const last = Math.max(...agents.map(({ summary }) => summary.repeated.length))
  if (last < 2) return null
  const curve = (summary: RunsSummary, index: number, member: 'pass_at_k' | 'pass_hat_k'): Curve => ({
    name: member === 'pass_at_k' ? 'pass@' : 'pass^',
    points: summary.repeated.flatMap((point) => {
      const share = point[member]
      return share === null ? [] : [{ x: point.k, share: share.value, figure: formatProportion(share) }]
    }),
    color: seriesColor(index),
    dashed: member === 'pass_hat_k',
  })
  const label = agents
    .map(({ name, summary }) => {
      const most = summary.repeated.at(-1)
      return most === undefined
        ? `${name}: no decided attempts`
        : `${name}: pass@${most.k} ${formatProportion(most.pass_at_k)}, pass^${most.k} ` +
            `${formatProportion(most.pass_hat_k)}`
    })
    .join('; ')
  return plotCurves({
    caption: 'Repeated attempts',
    note: 'pass@k, solid: at least one of k attempts passes · pass^k, dashed: all of k do',
    label,
    unit: 'k',
    last,
    curves: agents.flatMap(({ summary }, index) => [
      curve(summary, index, 'pass_at_k'),
      curve(summary, index, 'pass_hat_k'),
    ]),
  })
}
