import type { StoredResource } from '../../resource/fhir-resource.js'
import type { CandidateTest } from '../clauses/candidate-test.js'
import type { HiddenResources } from '../index/hidden-resources.js'

/** Number of look-ups that take as long as a comparison. */
const lookups = 64

/** Number of resources compared with a condition in one step: both can be long. */
const testsPerStep = 8

/** Effort of one step in look-ups; a comparison counts as `lookups`. */
export const effortPerStep = testsPerStep * lookups

/** The candidates of a filter: a stretch of a list, and how to get the resource of each item. */
export interface CandidateStretch<Candidate> {
  readonly list: readonly Candidate[]
  readonly from: number
  readonly to: number
  readonly storedOf: (candidate: Candidate) => StoredResource
}

/** Returns a whole list of resources as the candidates of a filter. */
export function wholeList(list: readonly StoredResource[]): CandidateStretch<StoredResource> {
  return { list, from: 0, to: list.length, storedOf: itself }
}

function itself(stored: StoredResource): StoredResource {
  return stored
}

/** Minimum number of candidates for which preparing a look-up of hidden resources is worthwhile. */
const manyCandidates = 32

/** Finds the candidates that pass all tests; its caller advances it piece by piece. */
export class MatchFilter<Candidate> {
  readonly found: Candidate[] = []
  readonly #candidates: CandidateStretch<Candidate>
  readonly #tests: readonly CandidateTest[]
  readonly #isHidden: ((stored: StoredResource) => boolean) | undefined
  readonly #limit: number
  #place: number

  /** Stops at this many matches. Hidden candidates are not matches. */
  constructor(
    candidates: CandidateStretch<Candidate>,
    tests: readonly CandidateTest[],
    hidden: HiddenResources | undefined,
    limit = Number.POSITIVE_INFINITY,
  ) {
    this.#candidates = candidates
    this.#tests = tests
    const areMany = candidates.to - candidates.from >= manyCandidates
    this.#isHidden = areMany ? hidden?.manyIn() : hidden && ((stored) => hidden.has(stored))
    this.#limit = limit
    this.#place = candidates.from
  }

  /** The number of candidates that it has examined. */
  get looked(): number {
    return this.#place - this.#candidates.from
  }

  /** Continues for some effort; returns whether it is done. */
  advance(effort: number): boolean {
    const { found } = this
    const { list, to, storedOf } = this.#candidates
    const tests = this.#tests
    const isHidden = this.#isHidden
    const limit = this.#limit
    const [only] = tests
    if (only?.isQuick === true && tests.length === 1 && isHidden === undefined) return this.#look(only.isMatch, effort)
    let left = effort
    let place = this.#place
    for (; place < to && found.length < limit && left > 0; place++) {
      const candidate = list[place]
      if (candidate === undefined) continue
      left--
      const stored = storedOf(candidate)
      if (isHidden?.(stored) === true) continue
      let isMatch = true
      for (const test of tests) {
        if (!test.isQuick) left -= lookups
        isMatch = test.isMatch(stored)
        if (!isMatch) break
      }
      if (isMatch) found.push(candidate)
    }
    this.#place = place
    return place >= to || found.length >= limit
  }

  /** Does the same as {@link advance} for a single look-up, the only test of most searches. */
  #look(isMatch: (stored: StoredResource) => boolean, effort: number): boolean {
    const { found } = this
    const { list, to, storedOf } = this.#candidates
    const limit = this.#limit
    let place = this.#place
    for (const end = Math.min(to, place + effort); place < end && found.length < limit; place++) {
      const candidate = list[place]
      if (candidate !== undefined && isMatch(storedOf(candidate))) found.push(candidate)
    }
    this.#place = place
    return place >= to || found.length >= limit
  }
}
