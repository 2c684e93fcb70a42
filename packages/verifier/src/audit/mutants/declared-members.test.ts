import { describe, expect, it } from 'vitest'
import { listPart } from '../../evidence/list-part.js'
import { jsonKind } from '../../evidence/records/json-kind.js'
import { hideValue } from '../../evidence/records/record-kind.js'
import type { EvidenceSource } from '../../evidence/state/evidence-source.js'
import { mutantsOf } from './make-mutants.js'
import { changesOfJson } from './texts/json-changes.js'

const orders = jsonKind({
  collection: 'orders',
  noun: 'orders',
  madeBy: 'agent',
  name: (_, number) => `order ${number}`,
  identifies: { id: ['whom'] },
  example: (text) => ({ item: text }),
})
const ordersPart = listPart({
  name: 'orders',
  kinds: [hideValue(orders)],
  nameItem: (_, number) => `order ${number}`,
  isGenerated: ({ key }) => key === 'stamp',
  valuesIn: (text) => (text.startsWith('ORDER/') ? text.split('/') : undefined),
  changes: (order, _, { pool, mayBeWrong, said }) =>
    changesOfJson(order, {
      pool,
      accepts: (leaf) =>
        leaf.key === 'code' && said !== undefined ? said.hasText(String(leaf.value)) : mayBeWrong(leaf),
      personal: new Set(['whom']),
      otherCell: () => 'P-2',
    }),
})

function changes(order: object, calls?: string): readonly string[] {
  const state: EvidenceSource = Object.fromEntries([['orders', [order]]])
  const { mutations } = mutantsOf([ordersPart], { state, ...(calls !== undefined && { calls }) })
  return mutations.filter(({ change }) => change === 'replace').map(({ name }) => name)
}

describe('mutants of a part', () => {
  it('change no value that the part declares as generated, whatever its name', () => {
    expect(changes({ stamp: 'A1', shipped_at: 'A1', size: 3 })).toEqual([
      'change order 1 shipped_at to "A2"',
      'change order 1 size to 4',
    ])
  })

  it('swap the values of the columns that are declared to identify a person, whatever their names', () => {
    expect(changes({ whom: 'P-1', member_count: 'x' })).toEqual([
      'swap order 1 whom to "P-2"',
      'change order 1 member_count to "y"',
    ])
  })

  it('find the values that a solution sent in a text of the format of the part', () => {
    expect(changes({ code: 'C-7' }, 'ORDER/C-7/1')).toEqual(['change order 1 code to "C-8"'])
    expect(changes({ code: 'C-7' }, 'ISA/C-7/1')).toEqual([])
  })
})
