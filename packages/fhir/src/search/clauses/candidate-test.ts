import type { Steps } from '@carebench/protocol/wire'
import type { StoredResource } from '../../resource/fhir-resource.js'
import { ListedResources, OtherResources, type ResourceSet } from '../index/resource-set.js'
import type { TypeIndex } from '../index/type-index.js'
import type { SearchClause } from './search-clause.js'

/** A test of candidates for a condition. */
export interface CandidateTest {
  readonly isMatch: (stored: StoredResource) => boolean
  /** Whether the test is a look-up; otherwise it compares the resource, which may be large. */
  readonly isQuick: boolean
}

/** Number of look-ups of resources that take as long as comparing one resource with a condition. */
export const lookupsPerTest = 16

/** Minimum number of candidates for which preparing quick look-ups is worthwhile. */
const manyCandidates = 200

/**
 * Returns the tests of conditions for about this many candidates of an index; look-ups come first, so that few
 * resources are compared.
 */
export function createTests(
  clauses: readonly SearchClause[],
  index: TypeIndex,
  candidates: number,
): readonly CandidateTest[] {
  return sortTests(clauses.map((clause) => createTest(clause, index, candidates)))
}

/**
 * Does the same as {@link createTests} in steps, one for each condition, because preparing the look-ups of many
 * candidates takes long.
 */
export function* createTestsInSteps(
  clauses: readonly SearchClause[],
  index: TypeIndex,
  candidates: number,
): Steps<readonly CandidateTest[]> {
  const tests: CandidateTest[] = []
  for (const clause of clauses) {
    tests.push(createTest(clause, index, candidates))
    yield
  }
  return sortTests(tests)
}

function sortTests(tests: readonly CandidateTest[]): readonly CandidateTest[] {
  return tests.length < 2
    ? tests
    : [...tests.filter(({ isQuick }) => isQuick), ...tests.filter(({ isQuick }) => !isQuick)]
}

/**
 * Returns the test of one condition. Looks few candidates, and ranges, up in the index; looks many candidates up in the
 * results of the condition, unless that takes longer than comparing them.
 */
function createTest(clause: SearchClause, index: TypeIndex, candidates: number): CandidateTest {
  const areFew = candidates < manyCandidates
  const isMatch = areFew || clause.ranged !== undefined ? clause.tester?.(index) : undefined
  if (isMatch !== undefined) return { isMatch, isQuick: true }
  const estimate = areFew ? undefined : clause.estimate(index)
  return estimate !== undefined && estimate <= candidates * lookupsPerTest
    ? { isMatch: createLookup(clause.find(index), index), isQuick: true }
    : { isMatch: ({ resource }) => clause.test(resource), isQuick: false }
}

/**
 * Returns a function that looks many resources up in the results of a condition, or in the other resources if those are
 * few.
 */
function createLookup(found: ResourceSet, { inOrder }: TypeIndex): (stored: StoredResource) => boolean {
  const others = found.isListed ? new OtherResources(inOrder, found.all()) : undefined
  if (others === undefined || others.count() * 16 > inOrder.length) return found.manyIn()
  const isOther = new ListedResources(others.all()).manyIn()
  return (stored) => !isOther(stored)
}
