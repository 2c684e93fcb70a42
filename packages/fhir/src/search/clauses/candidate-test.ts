import type { Steps } from '@carebench/protocol/wire'
import type { StoredResource } from '../../resource/fhir-resource.js'
import { ListedResources, OtherResources, type ResourceSet } from '../index/resource-set.js'
import type { TypeIndex } from '../index/type-index.js'
import type { SearchClause } from './search-clause.js'

/** A condition, as it is tested on candidates. */
export interface CandidateTest {
  readonly isMatch: (stored: StoredResource) => boolean
  /** Whether it is a lookup; otherwise it compares the resource, of which there may be much. */
  readonly isQuick: boolean
}

/** Looking up so many resources takes as long as comparing one with a condition. */
export const lookupsPerTest = 16

/** From so many candidates on, lookups are prepared to be quick. */
const manyCandidates = 200

/** The tests of conditions on about so many candidates of an index: lookups first, so that few are compared. */
export function candidateTests(
  clauses: readonly SearchClause[],
  index: TypeIndex,
  candidates: number,
): readonly CandidateTest[] {
  return lookupsFirst(clauses.map((clause) => testOf(clause, index, candidates)))
}

/** {@link candidateTests}, a condition in each step: finding what many candidates are looked up among takes long. */
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
 * What an index has of its resources is looked up; many candidates are looked up among what the condition finds, unless
 * that takes longer than comparing them.
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

/** Looks many resources up: among what a condition finds, or among what it does not if that is little. */
function manyIn(found: ResourceSet, { inOrder }: TypeIndex): (stored: StoredResource) => boolean {
  const others = found.isListed ? new OtherResources(inOrder, found.all()) : undefined
  if (others === undefined || others.count() * 16 > inOrder.length) return found.manyIn()
  const isOther = new ListedResources(others.all()).manyIn()
  return (stored) => !isOther(stored)
}
