import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { mutantsOf } from '../audit/mutants/make-mutants.js'
import { mutateState } from '../audit/mutants/mutate-state.js'
import { changesOfJson } from '../audit/mutants/texts/json-changes.js'
import { noCollateral } from '../checks/collateral/no-collateral.js'
import { createVerifier } from '../verify/verifier.js'
import { verify } from '../verify/verify.js'
import { listPart } from './list-part.js'
import { InvalidEvidenceError } from './prepared-evidence.js'
import { jsonKind } from './records/json-kind.js'
import { hideValue } from './records/record-kind.js'
import type { EvidenceSource } from './state/evidence-source.js'

const refills = jsonKind({
  collection: 'pharmacy.refills',
  noun: 'refills',
  madeBy: 'agent',
  name: (_, number) => `refill ${number}`,
  identifies: {},
  example: (drug) => ({ id: 'rx-1', drug, state: 'queued' }),
})
const pharmacy = listPart({
  name: 'pharmacy',
  kinds: [hideValue(refills)],
  nameItem: ({ id }) => `refill ${String(id)}`,
  keyOf: ({ id }) => String(id),
  changes: (item, _, { pool, mayBeWrong }) => changesOfJson(item, { pool, accepts: mayBeWrong }),
})

/** Returns a state with a part that the types of this package do not include. */
function makeState(...items: readonly JsonObject[]): EvidenceSource {
  return Object.fromEntries([['pharmacy', items]])
}

describe('a part defined outside the package', () => {
  const verifier = createVerifier({ checks: [noCollateral], parts: [pharmacy] })
  const before = makeState({ id: 'rx-1', drug: 'metformin', state: 'queued' })
  const after = makeState({ id: 'rx-1', drug: 'metformin', state: 'filled' })
  const runOf = (allow: readonly object[], evidence: EvidenceSource) =>
    verify({ verifier, criteria: [{ label: 'x', assertion: { assert: 'no-collateral', allow } }], evidence })
      .criterion_runs[0]

  it('is watched, and its records are found by paths', () => {
    expect(runOf([], { ...after, initial: before })).toMatchObject({
      outcome: 'failed',
      evidence: { changes: [{ collection: 'pharmacy.refills', change: 'changed', record: 0 }] },
    })
    const allowed = { collection: 'pharmacy.refills', where: { state: 'filled' }, fields: ['state'] }
    expect(runOf([allowed], { ...after, initial: before })?.outcome).toBe('passed')
    expect(runOf([{ collection: 'pharmacy.drugs' }], after)?.details).toContain(
      'expected a collection: pharmacy.refills; found "pharmacy.drugs"',
    )
  })

  it('has mutants', () => {
    const state = { ...after, initial: before }
    const { mutations } = mutantsOf([pharmacy], { state })
    expect(mutations.map(({ name }) => name)).toEqual([
      'undo the change of refill rx-1',
      'change refill rx-1 state to "fillee"',
    ])
    const [undo] = mutations
    expect(undo && mutateState([pharmacy], state, undo)).toEqual({ ...before, initial: before })
    const unknown = { name: 'x', place: { part: 'fhir' }, change: 'remove' as const, record: null }
    expect(() => mutateState([pharmacy], state, unknown)).toThrow('(pharmacy, output), got one of "fhir"')
  })

  it('is rejected if it is not a list', () => {
    const evidence: EvidenceSource = Object.fromEntries([['pharmacy', { id: 'rx-1' }]])
    expect(() => verify({ verifier, criteria: [], evidence })).toThrow(InvalidEvidenceError)
    expect(() => verify({ verifier, criteria: [], evidence })).toThrow(
      'Expected /pharmacy to be an array of objects, got an object.',
    )
  })
})

it('rejects parts and collections with the same name', () => {
  expect(() => createVerifier({ checks: [], parts: [pharmacy, pharmacy] })).toThrow('two of "pharmacy"')
  const other = { ...pharmacy, name: 'dispensary' }
  expect(() => createVerifier({ checks: [], parts: [pharmacy, other] })).toThrow('two of "pharmacy.refills"')
})

it('does not compile without examples', () => {
  const { example: _, ...rest } = refills
  // @ts-expect-error: the laws of the audit need an example of each kind.
  const kind = jsonKind(rest)
  expect(kind.collection).toBe('pharmacy.refills')
})
