import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { noCollateral } from '../../../checks/collateral/no-collateral.js'
import { recordState } from '../../../checks/records/record-state.js'
import { listPart } from '../../../evidence/list-part.js'
import { jsonKind } from '../../../evidence/records/json-kind.js'
import { hideValue } from '../../../evidence/records/record-kind.js'
import type { EvidenceSource } from '../../../evidence/state/evidence-source.js'
import { createVerifier } from '../../../verify/verifier.js'
import { audit } from '../../audit.js'
import { changesOfJson } from '../../mutants/texts/json-changes.js'

const orders = jsonKind({
  collection: 'orders',
  noun: 'orders',
  madeBy: 'agent',
  name: (_, number) => `order ${number}`,
  identifies: {},
  example: (text) => ({ item: text }),
})
const ordersPart = listPart({
  name: 'orders',
  kinds: [hideValue(orders)],
  nameItem: (_, number) => `order ${number}`,
  changes: (item, _, { pool }) => changesOfJson(item, { pool, accepts: () => true }),
})
const verifier = createVerifier({ checks: [noCollateral, recordState], parts: [ordersPart] })

function makeState(...records: readonly JsonObject[]): EvidenceSource {
  return Object.fromEntries([['orders', records]])
}

/** Audits a solution that orders gauze, and returns the results of a guard with this `allow`. */
function runAudit(allow: readonly object[]) {
  const criteria = [
    {
      label: 'gauze',
      assertion: { assert: 'record-state', collection: 'orders', correlate_by: { item: 'gauze' }, count: 1 },
    },
    { label: 'nothing else', assertion: { assert: 'no-collateral', allow }, guard: true },
  ]
  const solutions = [{ name: 'ordered', state: makeState({ item: 'gauze' }) }]
  const report = audit({ criteria, states: { initial: makeState(), solutions }, verifier })
  return {
    guard: report.criteria[1],
    codes: report.findings.flatMap(({ code, label }) =>
      label === 'nothing else' && code === 'insensitive' ? [code] : [],
    ),
  }
}

describe('a guard against other changes', () => {
  it('is not reported if all mutants are of allowed records, because they say nothing about it', () => {
    expect(runAudit([{ collection: 'orders' }])).toMatchObject({ guard: { mutants: 0, noticed: 0 }, codes: [] })
  })

  it('is judged by the mutants of records that it does not allow', () => {
    const { guard, codes } = runAudit([{ collection: 'orders', where: { item: 'gauze' } }])
    expect([guard?.mutants, guard?.noticed, codes]).toEqual([1, 1, []])
  })
})

it.each([
  ['reports', undefined, ['insensitive']],
  ['does not report, after a few mutants of many,', 1, []],
] as const)('%s a criterion that passes whatever its record holds', (_, limit, codes) => {
  const assertion = {
    assert: 'record-state',
    collection: 'orders',
    fields: [{ path: 'item', expected: { $exists: true } }],
  }
  const { findings } = audit({
    criteria: [{ label: 'any', assertion }],
    states: { initial: makeState(), solutions: [{ name: 'x', state: makeState({ item: 'gauze' }, { item: 'tape' }) }] },
    verifier,
    ...(limit !== undefined && { max_mutants: limit }),
  })
  expect(findings.flatMap(({ code, label }) => (label === 'any' ? [code] : []))).toEqual(codes)
})
