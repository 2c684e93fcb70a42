import { type RunResult, summarizeRuns, wilsonInterval } from '@carebench/verifier'
import type { InstanceLevel } from '../task.js'
import { ladder } from './agents.js'

/** The result of one agent in one trial of one task. */
export interface LadderResult {
  readonly rung: string
  readonly task: string
  readonly level: InstanceLevel
  readonly verdict: string
  readonly score: number
  /** The broken criteria; only for the greedy agent. */
  readonly broken?: readonly string[]
}

/** The results of all agents on a split, as stored in its `ladder.json`. */
export interface LadderResults {
  readonly split: string
  readonly canary: string
  /** The digest of the benchmark version. */
  readonly digest: string
  /** Rungs on which a family has no figures, because it has no worker for them. */
  readonly missing: readonly string[]
  readonly results: readonly LadderResult[]
}

const levels: readonly InstanceLevel[] = ['E', 'M', 'H', 'X']

/**
 * Returns the page of the ladder: for each family and level the share of passed trials, with an interval, and the
 * goals.
 */
export function ladderPage({ split, canary, results, missing, digest }: LadderResults): string {
  const families = [...new Set(results.map(({ task }) => readFamily(task)))]
  return [
    '# The ladder',
    '',
    `Scripted agents on \`${split}\`: the share of trials that pass, with a 95 % interval. Written by \`pnpm benchmark:ladder\`; do not edit.`,
    '',
    ...ladder.map(({ rung, title }) => `- **${rung}**: ${title}`),
    '',
    ...(missing.length === 0 ? [] : [`No figures, for want of a worker: ${missing.join(', ')}.`, '']),
    ...(families.length > 1
      ? [
          '## All families',
          '',
          ...writeTable(results),
          '',
          'Intervals of all levels together count families: see `docs/reference/statistics.md`.',
          '',
        ]
      : []),
    ...families.flatMap((family) => {
      const own = results.filter(({ task }) => readFamily(task) === family)
      const misses = listMissed(own)
      return [
        `## ${family}`,
        '',
        ...writeTable(own),
        '',
        misses.length === 0 ? 'All that is wanted holds.' : `Wanted and missed: ${misses.join('; ')}.`,
        '',
      ]
    }),
    'Wanted of each family: A0 and A1 never pass; A2 passes at most 25 % on E and never on H or X; A3 at most 30 % on E, 10 % on M and',
    'never on H or X; on all levels together, A7 passes no more often with more slips; A8 always passes; A9 passes at most 20 % on M and',
    'never on H or X; A10 passes at most 15 %; A11 passes at least 10 % less often than A8.',
    '',
    `Version ${digest}. ${canary}`,
    '',
  ].join('\n')
}

function writeTable(results: readonly LadderResult[]): readonly string[] {
  // A split has instances of level X alone, or none.
  const shown = results.some(({ level }) => level === 'X') ? (['X'] as const) : levels.filter((level) => level !== 'X')
  const rows = ladder.flatMap(({ rung }) => {
    const own = results.filter((result) => result.rung === rung)
    if (own.length === 0) return []
    const cells = shown.map((level) => writeCell(own.filter((result) => result.level === level)))
    return [`| ${rung} | ${cells.join(' | ')} | ${wholeCell(own)} |`]
  })
  return [`| agent | ${shown.join(' | ')} | all |`, `| --- |${' --- |'.repeat(shown.length + 1)}`, ...rows]
}

/**
 * Returns the share of passed trials with its interval; empty without trials. Trials of one task are not independent:
 * with several trials of a task, the tasks are the clusters of the interval. With one trial of each, it is Wilson's.
 */
export function writeCell(results: readonly LadderResult[]): string {
  if (results.length === 0) return ''
  const passed = results.filter(({ verdict }) => verdict === 'pass').length
  const isOnce = new Set(results.map(({ task }) => task)).size === results.length
  return `${percent(passRate(results))}${writeInterval(isOnce ? wilsonInterval(passed, results.length) : clustered(results, (task) => task))}`
}

/** Returns the cell for several families, which are the clusters of its interval. */
function wholeCell(results: readonly LadderResult[]): string {
  if (new Set(results.map(({ task }) => readFamily(task))).size < 2) return writeCell(results)
  return `${percent(passRate(results))}${writeInterval(clustered(results, readFamily))}`
}

function clustered(results: readonly LadderResult[], clusterOf: (task: string) => string) {
  const runs = results.map(({ task, verdict }): RunResult => {
    const score = verdict === 'pass' ? 1 : 0
    return { task_runs: [{ task_id: task, verdict: score === 1 ? 'pass' : 'fail', score }] }
  })
  return summarizeRuns(runs, { familyOf: clusterOf }).mean_score
}

function writeInterval(interval: { readonly low: number; readonly high: number } | null): string {
  return interval === null ? '' : ` (${percent(interval.low)}–${percent(interval.high)})`
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function passRate(results: readonly LadderResult[]): number {
  return results.filter(({ verdict }) => verdict === 'pass').length / Math.max(1, results.length)
}

/** The levels on which no agent with a flaw of judgement may pass. */
const hard: readonly InstanceLevel[] = ['H', 'X']

/** Maximum pass rate by level for an agent that uses only the FHIR record. */
const maxScoreFromRecord = { E: 0.3, M: 0.1, H: 0, X: 0 } as const

/** Returns the requirements on a family that its results miss. */
export function listMissed(results: readonly LadderResult[]): readonly string[] {
  const rate = (rung: string, level?: InstanceLevel) =>
    passRate(results.filter((result) => result.rung === rung && (level === undefined || result.level === level)))
  const has = (rung: string) => results.some((result) => result.rung === rung)
  const absent = ladder.filter(({ rung }) => !has(rung)).map(({ rung }) => rung)
  const slips = ladder.flatMap(({ rung }) => (rung.startsWith('A7-') && has(rung) ? [rung] : []))
  return [
    ...(absent.length === 0 ? [] : [`no figures of ${absent.join(', ')}`]),
    ...['A0', 'A1'].filter((rung) => rate(rung) > 0).map((rung) => `${rung} passes`),
    ...(rate('A2', 'E') > 0.25 ? ['A2 passes more than 25 % on E'] : []),
    ...hard.filter((level) => rate('A2', level) > 0).map((level) => `A2 passes on ${level}`),
    ...levels.flatMap((level) =>
      rate('A3', level) > maxScoreFromRecord[level]
        ? [`A3 passes more than ${percent(maxScoreFromRecord[level])} on ${level}`]
        : [],
    ),
    ...slips
      .filter((rung, index) => index > 0 && rate(rung) > rate(slips[index - 1] ?? rung))
      .map((rung) => `${rung} passes more often than with fewer slips`),
    ...(has('A8') && rate('A8') < 1 ? ['A8 fails'] : []),
    ...(rate('A9', 'M') > 0.2 ? ['A9 passes more than 20 % on M'] : []),
    ...hard.filter((level) => rate('A9', level) > 0).map((level) => `A9 passes on ${level}`),
    ...(rate('A10') > 0.15 ? ['A10 passes more than 15 %'] : []),
    ...(has('A11') && rate('A11') > rate('A8') - 0.1 ? ['A11 passes nearly as often as A8'] : []),
  ]
}

function readFamily(task: string): string {
  return task.replace(/-\d+$/, '')
}
