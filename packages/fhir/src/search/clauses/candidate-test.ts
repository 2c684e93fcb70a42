import type { Steps } from '@carebench/protocol/wire'
import type { StoredResource } from '../../resource/fhir-resource.js'
import { ListedResources, OtherResources, type ResourceSet } from '../index/resource-set.js'
import type { TypeIndex } from '../index/type-index.js'
import type { SearchClause } from './search-clause.js'

/** A condition, as it is tested on candidates. */
export interface CandidateTest {
  readonly isMatch: (stored: StoredResource) => boolean
  /** Whether it is a look-up; otherwise it compares the resource, which may be large. */
  readonly isQuick: boolean
}

/** Number of look-ups of resources that take as long as comparing one resource with a condition. */
export const lookupsPerTest = 16

/** Minimum number of candidates for which look-ups are prepared to be quick. */
const manyCandidates = 200

/**
 * Returns the tests of conditions on about this many candidates of an index: look-ups first, so that few resources are
 * compared.
 */
export function candidateTests(
  clauses: readonly SearchClause[],
  index: TypeIndex,
  candidates: number,
): readonly CandidateTest[] {
  return lookupsFirst(clauses.map((clause) => testOf(clause, index, candidates)))
}

/**
 * Does the same as {@link candidateTests}, one condition in each step, because preparing the look-ups of many
 * candidates takes long.
 */
export function* candidateTestsInSteps(
  clauses: readonly SearchClause[],
  index: TypeIndex,
  candidates: number,
): Steps<readonly CandidateTest[]> {
  const tests: CandidateTest[] = []
  for (const clause of clauses) {
    tests.push(testOf(clause, index, candidates))
    yield
  }
  return lookupsFirst(tests)
}

function lookupsFirst(tests: readonly CandidateTest[]): readonly CandidateTest[] {
  return tests.length < 2
    ? tests
    : [...tests.filter(({ isQuick }) => isQuick), ...tests.filter(({ isQuick }) => !isQuick)]
}

/**
 * Returns the test of one condition. Few candidates, and ranges, are looked up in the data of the index; many
 * candidates are looked up in the results of the condition, unless that takes longer than comparing them.
 */
function testOf(clause: SearchClause, index: TypeIndex, candidates: number): CandidateTest {
  const areFew = candidates < manyCandidates
  const isMatch = areFew || clause.ranged !== undefined ? clause.tester?.(index) : undefined
  if (isMatch !== undefined) return { isMatch, isQuick: true }
  const estimate = areFew ? undefined : clause.estimate(index)
  return estimate !== undefined && estimate <= candidates * lookupsPerTest
    ? { isMatch: manyIn(clause.find(index), index), isQuick: true }
    : { isMatch: ({ resource }) => clause.test(resource), isQuick: false }
}

/**
 * Returns a function that looks many resources up: in the results of a condition, or in the other resources if those
 * are few.
 */
function manyIn(found: ResourceSet, { inOrder }: TypeIndex): (stored: StoredResource) => boolean {
  const others = found.isListed ? new OtherResources(inOrder, found.all()) : undefined
  if (others === undefined || others.count() * 16 > inOrder.length) return found.manyIn()
  const isOther = new ListedResources(others.all()).manyIn()
  return (stored) => !isOther(stored)
}
