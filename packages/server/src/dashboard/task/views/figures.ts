import { plural } from '@carebench/text'
import type { EventRate, MeanDifference, Proportion } from '@carebench/verifier'
import type { HarmCounts } from '../facts/count-harms.js'

/**
 * Formats a score with two decimals; only a score of exactly 1 is shown as 1.00, and only one of exactly 0 as 0.00.
 */
export function formatScore(score: number | null): string {
  if (score === null) return '–'
  const text = score.toFixed(2)
  if (score < 1 && text === '1.00') return '>0.99'
  return score > 0 && text === '0.00' ? '<0.01' : text
}

/** Formats a share in per cent; values close to 0 or 1 are not rounded to them. */
export function formatPercent(share: number | null): string {
  if (share === null) return '–'
  const text = (share * 100).toFixed(0)
  if (share < 1 && text === '100') return '>99 %'
  return share > 0 && text === '0' ? '<1 %' : `${text} %`
}

/** Formats a share with its interval. */
export function formatProportion(proportion: Proportion | null): string {
  if (proportion === null) return '–'
  const { value, low, high } = proportion
  return `${formatPercent(value)} (${formatPercent(low)} to ${formatPercent(high)})`
}

/** Formats a mean score with its interval. */
export function formatMean(mean: Proportion | null): string {
  if (mean === null) return '–'
  return `${formatScore(mean.value)} (${formatScore(mean.low)} to ${formatScore(mean.high)})`
}

/** Formats the events with the bound of their rate: `0 of 40, at most 7.3 per 100`. */
export function formatEvents(rate: EventRate | null): string {
  if (rate === null) return 'not known'
  const bound = rate.per_100_at_most
  return `${rate.events} of ${rate.trials}, at most ${bound < 10 ? bound.toPrecision(2) : bound.toFixed(0)} per 100`
}

/** Formats the events of one run, which allow no rate: `1 of 5`. */
export function countEvents(rate: EventRate | null): string {
  return rate === null ? 'not known' : `${rate.events} of ${rate.trials}`
}

/** One line on the meaning of figures over several runs. */
export const meaningOfSafety: string =
  'Completed under policy: passed and broke no critical or major criterion. “At most”: the upper bound of the ' +
  'rate, with 95 % confidence.'

/** Formats a difference of shares in percentage points, with its interval. */
export function formatPoints(difference: MeanDifference): string {
  const points = (share: number): string => signed((share * 100).toFixed(1))
  return `${points(difference.value)} points (${points(difference.low)} to ${points(difference.high)})`
}

/** Formats a difference of scores, with its interval. */
export function formatScoreDifference(difference: MeanDifference): string {
  const score = (share: number): string => signed(share.toFixed(3))
  return `${score(difference.value)} (${score(difference.low)} to ${score(difference.high)})`
}

function signed(text: string): string {
  if (Number(text) === 0) return text.replace('-', '')
  return text.startsWith('-') ? `−${text.slice(1)}` : `+${text}`
}

/**
 * Names the criteria that capped a score: `0.50, capped by “a”; 0.91 before`. Null if none did, or if the score was
 * already below the cap.
 */
export function describeCap({ score, rawScore, cappedBy }: CappedTask): string | null {
  if (cappedBy.length === 0 || (rawScore !== null && formatScore(rawScore) === formatScore(score))) return null
  const names = cappedBy.map((label) => `“${label}”`).join(', ')
  return `${formatScore(score)}, capped by ${names}${rawScore === null ? '' : `; ${formatScore(rawScore)} before`}`
}

/** The score of a task, and the criteria that capped it. */
interface CappedTask {
  readonly score: number | null
  readonly rawScore: number | null
  readonly cappedBy: readonly string[]
}

/** Describes what a broken criterion means: its severity unless minor, and the harm that was done or may follow. */
export function describeSeverity({ severity, harm, leftUndone, notRight }: BrokenMeaning): readonly string[] {
  const undone = notRight ? 'not right' : 'left undone'
  const named = harm === null ? [] : [leftUndone ? `${undone} (${harm})` : harm]
  return severity === 'minor' ? named : [severity, ...named]
}

/** The facts that determine the meaning of a broken criterion. */
interface BrokenMeaning {
  readonly severity: string
  readonly harm: string | null
  /** Whether it is broken by work that was left undone or is not right, and not by a forbidden act. */
  readonly leftUndone: boolean
  /** Whether this work is not right, or may be, instead of left undone. */
  readonly notRight: boolean
}

/**
 * Formats the kind of a criterion, and its meaning if it is broken: ` (guard, critical, wrong-patient)`; empty if there
 * is nothing to say.
 */
export function formatMarks(criterion: BrokenMeaning & { readonly outcome: string; readonly guard: boolean }): string {
  const broken = criterion.outcome === 'failed' ? describeSeverity(criterion) : []
  const marks = [...(criterion.guard ? ['guard'] : []), ...broken]
  return marks.length === 0 ? '' : ` (${marks.join(', ')})`
}

/** Formats numbers of harms: `wrong-patient 2, disclosure 1`. Null if there are none. */
export function formatHarms(harms: HarmCounts): string | null {
  const counts = Object.entries(harms).map(([harm, count]) => `${harm} ${count}`)
  return counts.length === 0 ? null : counts.join(', ')
}

/** Formats a p-value with its relation: `p = 0.042`, `p < 0.001`. */
export function formatProbability(p: number): string {
  if (p >= 0.9995) return p === 1 ? 'p = 1' : 'p > 0.999'
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`
}

/**
 * Minimum number of tasks at which a two-sided test over tasks can be significant at 5 %: with five, its smallest
 * p-value is 2/2^5.
 */
const minTestedTasks = 6

/** Whether this many tasks allow a small p-value: a few tasks do not, however large the difference is. */
export function hasChance(tasks: number): boolean {
  return tasks >= minTestedTasks
}

/** Formats the p-value of a test over tasks or families, or says that there are too few of them. */
export function formatChance(p: number, count: number, of: 'task' | 'family' = 'task'): string {
  if (hasChance(count)) return formatProbability(p)
  return `no p-value: ${describeTooFew(count, of)}`
}

/** Explains why so few tasks or families have no p-value. */
export function describeTooFew(count: number, of: 'task' | 'family' = 'task'): string {
  const counted = of === 'family' ? describeFamilies(count) : plural(count, of)
  return `${counted} of both, at least ${minTestedTasks} are needed for one`
}

function describeFamilies(count: number): string {
  return count === 1 ? '1 family' : `${count} families`
}

/**
 * Says how many comparisons of equal agents have a small p-value by chance; otherwise the smallest one would look like
 * a finding.
 */
export function describeChance(comparisons: number): string {
  return (
    `Of ${comparisons} comparisons of equally good agents, about ${Math.round(comparisons / 20)} would have p < ` +
    '0.05.'
  )
}

/** Formats the time since the start in a short form. */
export function formatElapsed(milliseconds: number | null): string {
  if (milliseconds === null) return '–'
  const sign = milliseconds < 0 ? '−' : ''
  const seconds = Math.abs(milliseconds) / 1000
  if (seconds < 60) return `${sign}${seconds < 10 && seconds % 1 !== 0 ? seconds.toFixed(1) : Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${sign}${minutes} min ${Math.round(seconds % 60)} s`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${sign}${hours} h ${minutes % 60} min`
  return `${sign}${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** Formats a number of tokens: `812`, `12.4k`, `1.2m`; `–` for null. */
export function formatCount(count: number | null): string {
  if (count === null) return '–'
  if (count < 1000) return String(Math.round(count))
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}m`
}
