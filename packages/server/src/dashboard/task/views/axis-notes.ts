import { weightedMean } from '@carebench/verifier'
import { type Markup, markup } from '../../../site/markup.js'
import type { ReportedTask } from '../facts/reported-task.js'
import { formatScore } from './figures.js'

/**
 * Explains each axis whose score is lower than the mean of its criteria: guards that hold count only as much as the
 * work done.
 */
export function showAxisNotes({ axes, criteria }: Pick<ReportedTask, 'axes' | 'criteria'>): Markup | null {
  const notes = axes.flatMap(({ name, score }) => {
    const own = criteria.filter(({ axis }) => axis === name)
    const held = own.filter(({ guard, outcome }) => guard && outcome === 'passed').length
    if (held === 0 || score + 1e-9 >= weightedMean(own.map((one) => ({ score: one.score ?? 0, weight: one.weight })))) {
      return []
    }
    const work = score === 0 ? 'nothing that the task asks for was achieved' : 'the work was done in part'
    const axis = name === '__default__' ? 'The score' : name
    return [
      `${axis} is ${formatScore(score)} although ${held} of its ${own.length} criteria are guards that held: a ` +
        `guard earns only as much as the work, and ${work}.`,
    ]
  })
  return notes.length === 0 ? null : markup`${notes.map((note) => markup`<p class="soft axis-note">${note}</p>`)}`
}
