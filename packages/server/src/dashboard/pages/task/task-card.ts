import type { TaskWithCriteria, VersionAudit } from '@carebench/protocol'
import { plural } from '@carebench/text'
import { severityFor } from '@carebench/verifier'
import { type Inside, type Markup, markup } from '../../../site/markup.js'
import { formatPercent, formatScore } from '../../task/views/figures.js'

/** A task, and its audit in the newest audited version. */
export interface CardSource {
  readonly task: Pick<TaskWithCriteria, 'tags' | 'criteria' | 'solutions' | 'counters'>
  /** The audit with the number of its version; null if no version is audited, or that one lacks the task. */
  readonly audited: {
    readonly version: number
    /** False while a newer version has no audit yet. */
    readonly isNewest: boolean
    readonly task: VersionAudit['tasks'][number]
  } | null
}

/** Shows the card of a task: its facts, and how reliable its criteria are. */
export function showTaskCard({ task, audited }: CardSource): Markup {
  const { tags, criteria, solutions, counters } = task
  const severities = criteria.map((criterion) => severityFor(criterion))
  const graves = (['critical', 'major'] as const).flatMap((severity) => {
    const count = severities.filter((one) => one === severity).length
    return count === 0 ? [] : [`${count} ${severity}`]
  })
  const guards = criteria.filter(({ guard }) => guard).length
  const facts: readonly (readonly [string, Inside])[] = [
    ['Tags', tags.length === 0 ? null : tags.map((tag) => markup`<span class="tag">${tag}</span> `)],
    ['Judged by', [`${criteria.length} criteria`, `${guards} of them guards`, ...graves].join(', ')],
    ...solutions.map(({ name, calls }) => [`Solution: ${name}`, describeCalls(calls)] as const),
    ['Recorded harm', counters.length === 0 || audited !== null ? null : plural(counters.length, 'way')],
    ...(audited === null ? [] : factsOfAudit(audited.task)),
  ]
  return markup`<section class="panel wide" aria-labelledby="card-title"><h2 id="card-title">Card</h2>\
<dl class="facts-list">${facts.map(([title, fact]) =>
    fact === null ? null : markup`<dt>${title}</dt><dd>${fact}</dd>`,
  )}</dl><p class="soft">${
    audited === null
      ? 'No audited version has this task, so it is not known what doing nothing earns and which errors ' +
        'are noticed.'
      : `Counted from the task and the audit of version ${audited.version}${
          audited.isNewest ? '' : ', the newest that is audited'
        }.`
  }</p></section>`
}

function describeCalls(calls: TaskWithCriteria['solutions'][number]['calls']): string {
  const writes = calls.filter(({ method }) => !/^(?:GET|HEAD)$/i.test(method)).length
  const systems = new Set(calls.map(({ path }) => /^[^/?]+/.exec(path.replace(/^\//, ''))?.[0] ?? ''))
  const waits = calls.filter(({ delay_seconds: delay = 0 }) => delay > 0).length
  return [
    plural(calls.length, 'call'),
    `${writes} that may write`,
    `to ${[...systems].join(', ')}`,
    ...(waits === 0 ? [] : [`waiting ${waits === 1 ? 'once' : `${waits} times`}`]),
  ].join(', ')
}

function factsOfAudit(task: VersionAudit['tasks'][number]): readonly (readonly [string, Inside])[] {
  const { null_floor: idle, spam_floor: noise, solutions, harm, counters = [], findings } = task
  const count = (member: 'mutants' | 'noticed') => solutions.reduce((sum, one) => sum + one[member], 0)
  const mutants = count('mutants')
  const noticed = counters.filter((counter) => counter.noticed).length
  return [
    ['Doing nothing scores', formatScore(idle)],
    ['Noise scores', noise === null ? null : formatScore(noise)],
    [
      'Solutions score',
      solutions.length === 0
        ? 'there are none, so nobody has shown that it can be done'
        : solutions.map(({ score }) => formatScore(score)).join(', '),
    ],
    [
      'Changed results that cost points',
      mutants === 0 ? null : `${count('noticed')} of ${mutants} (${formatPercent(count('noticed') / mutants)})`,
    ],
    ['Harm that is noticed', harm === undefined || harm.tried === 0 ? null : `${harm.noticed} of ${harm.tried}`],
    ['Recorded harm that is noticed', counters.length === 0 ? null : `${noticed} of ${counters.length}`],
    ['Findings', findings.length === 0 ? 'none' : plural(findings.length, 'finding')],
  ]
}
