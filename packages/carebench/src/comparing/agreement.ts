import { createSeededRandom, randomInteger } from '@carebench/protocol'
import { groupBy } from '../runner/results/group-by.js'
import type { Review } from '../runner/results/reviews.js'
import { familyOfTask } from '../runner/results/task-family.js'

/** The questions of a review for which agreement is measured. */
export const questions = ['instruction', 'expected', 'severities', 'realism'] as const
export type Question = (typeof questions)[number]

/** The agreement of readers on one question. */
export interface Agreement {
  readonly question: Question
  /** Null for all tasks together. */
  readonly family: string | null
  /** Tasks that at least two readers have answered. */
  readonly tasks: number
  /** Pairs of answers of two readers to the same thing: a task, or for severities a criterion. */
  readonly pairs: number
  /** The share of pairs with the same answer; null without pairs. */
  readonly same: number | null
  /**
   * Kappa; null if it is not defined, because all answers are the same. The mean over pairs of readers if there are
   * more than two. Realism is ordinal, so its disagreements are weighted by their square.
   */
  readonly kappa: number | null
  /** The 95 % interval of kappa; null with fewer than five tasks, or if kappa is undefined in most resamples. */
  readonly interval: { readonly low: number; readonly high: number } | null
}

/** The answers of two readers to the same question about one task or criterion, as indexes of categories. */
interface Pair {
  readonly readers: string
  readonly task: string
  readonly first: number
  readonly second: number
}

/** Minimum number of tasks, or of families, for an interval. */
const minClusters = 5
const resamples = 1000

/** Returns the last review of each task by each reader; leaves out scripted readers. */
export function selectReviews(reviews: readonly Review[]): readonly Review[] {
  const last = new Map<string, Review>()
  for (const review of reviews.filter(({ scripted }) => !scripted).toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    last.set(JSON.stringify([review.reader, review.task]), review)
  }
  return [...last.values()]
}

/** Returns the agreement on each question, over all tasks and then by family. Empty with fewer than two readers. */
export function measureAgreement(given: readonly Review[]): readonly Agreement[] {
  const reviews = selectReviews(given)
  if (new Set(reviews.map(({ reader }) => reader)).size < 2) return []
  const families = [...new Set(reviews.map(({ task }) => familyOfTask(task)))].filter((one) => one !== undefined).sort()
  return questions.flatMap((question) => {
    const pairs = pairAnswers(reviews, question)
    const whole = computeAgreement(question, null, pairs)
    if (families.length < 2) return [whole]
    const own = (family: string) => pairs.filter(({ task }) => familyOfTask(task) === family)
    return [whole, ...families.map((family) => computeAgreement(question, family, own(family)))]
  })
}

function computeAgreement(question: Question, family: string | null, pairs: readonly Pair[]): Agreement {
  const tasks = new Set(pairs.map(({ task }) => task)).size
  return {
    question,
    family,
    tasks,
    pairs: pairs.length,
    same: pairs.length === 0 ? null : pairs.filter(({ first, second }) => first === second).length / pairs.length,
    kappa: meanKappa(pairs, question === 'realism'),
    interval: tasks < minClusters ? null : estimateInterval(pairs, question === 'realism'),
  }
}

/** Pairs the answers of all readers about the same task or criterion. */
function pairAnswers(reviews: readonly Review[], question: Question): readonly Pair[] {
  const answers = new Map<string, { readonly reader: string; readonly task: string; readonly answer: number }[]>()
  for (const review of reviews) {
    for (const [thing, answer] of answersIn(review, question)) {
      const name = JSON.stringify([review.task, thing])
      const before = answers.get(name) ?? []
      answers.set(name, [...before, { reader: review.reader, task: review.task, answer }])
    }
  }
  return [...answers.values()].flatMap((all) => {
    const sorted = all.toSorted((a, b) => (a.reader < b.reader ? -1 : 1))
    return sorted.flatMap((one, place) =>
      sorted.slice(place + 1).map((other) => ({
        ...{ readers: JSON.stringify([one.reader, other.reader]), task: one.task },
        ...{ first: one.answer, second: other.answer },
      })),
    )
  })
}

/** Returns the answers of a review to a question: for severities, by criterion; else one, with an empty key. */
function answersIn(review: Review, question: Question): readonly (readonly [string, number])[] {
  if (question === 'realism') return [['', review.realism]]
  if (question !== 'severities') return [['', categories.indexOf(review[question])]]
  return (review.severities ?? []).map(({ criterion, opinion }) => [criterion, categories.indexOf(opinion)])
}

const categories: readonly string[] = ['clear', 'unclear', 'right', 'wrong', 'unsure', 'too_high', 'too_low']

/**
 * Returns the mean of the kappas of all pairs of readers, weighted by the number of answers; null if none is defined.
 */
function meanKappa(pairs: readonly Pair[], isOrdered: boolean): number | null {
  const byReaders = groupBy(pairs, ({ readers }) => readers)
  const kappas = [...byReaders.values()].flatMap((own) => {
    const kappa = cohensKappa(own, isOrdered)
    return kappa === null ? [] : [{ kappa, weight: own.length }]
  })
  const weight = kappas.reduce((sum, one) => sum + one.weight, 0)
  return weight === 0 ? null : kappas.reduce((sum, one) => sum + one.kappa * one.weight, 0) / weight
}

/** Returns Cohen's kappa; null if the expected disagreement is 0, because all answers are the same. */
export function cohensKappa(
  pairs: readonly { readonly first: number; readonly second: number }[],
  isOrdered: boolean,
): number | null {
  const weightOf = (a: number, b: number) => (isOrdered ? (a - b) ** 2 : Number(a !== b))
  const seen = pairs.reduce((sum, { first, second }) => sum + weightOf(first, second), 0) / pairs.length
  const firsts = countValues(pairs.map(({ first }) => first))
  const seconds = countValues(pairs.map(({ second }) => second))
  let chance = 0
  for (const [a, countA] of firsts) {
    for (const [b, countB] of seconds) chance += (weightOf(a, b) * countA * countB) / pairs.length ** 2
  }
  return chance === 0 || pairs.length === 0 ? null : 1 - seen / chance
}

function countValues(values: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/**
 * Returns the bootstrap interval of kappa. Resamples families, because their tasks are alike, or tasks if there are too
 * few families. Null if kappa is not defined in most resamples.
 */
function estimateInterval(pairs: readonly Pair[], isOrdered: boolean): Agreement['interval'] {
  const families = groupBy(pairs, ({ task }) => familyOfTask(task) ?? task)
  const clusters = [...(families.size >= minClusters ? families : groupBy(pairs, ({ task }) => task)).values()]
  const random = createSeededRandom(1)
  const drawn: number[] = []
  for (let resample = 0; resample < resamples; resample++) {
    const kappa = meanKappa(
      clusters.flatMap(() => clusters[randomInteger(random, 0, clusters.length - 1)] ?? []),
      isOrdered,
    )
    if (kappa !== null) drawn.push(kappa)
  }
  if (drawn.length < resamples / 2) return null
  const sorted = drawn.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { low: at(0.025), high: at(0.975) }
}
