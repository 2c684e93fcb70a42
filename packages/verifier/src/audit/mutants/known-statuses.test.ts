import type { JsonObject } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { EvidencePart } from '../../evidence/evidence-part.js'
import { listPart } from '../../evidence/list-part.js'
import { jsonKind } from '../../evidence/records/json-kind.js'
import { hideValue } from '../../evidence/records/record-kind.js'
import { sharingPart } from '../../testing/sharing-part.js'
import { statusesIn } from './known-statuses.js'

const orders = jsonKind({
  collection: 'orders',
  noun: 'orders',
  madeBy: 'agent',
  name: (_, number) => `order ${number}`,
  identifies: {},
  example: (text) => ({ text }),
})
const ordersPart = listPart({
  name: 'orders',
  kinds: [hideValue(orders)],
  nameItem: (_, number) => `order ${number}`,
  changes: () => [],
}) as EvidencePart<readonly JsonObject[]>

const order = fc.record(
  {
    status: fc.constantFrom('draft', 'active', 'revoked'),
    line: fc.record({ status: fc.constantFrom('open', 'done') }),
  },
  { requiredKeys: [] },
)
const member = { list: 'orders', key: 'status' }

/** Read one by one. */
function getStatuses(...records: readonly (readonly JsonObject[])[]): readonly unknown[] {
  const all = records.flat().flatMap(({ status, line }) => [status, (line as JsonObject | undefined)?.status])
  return [...new Set(all.filter((status) => status !== undefined))].sort()
}

it('returns the statuses of all records before and after, and reads shared records once', () => {
  fc.assert(
    fc.property(
      fc.record({ base: fc.array(order), more: fc.array(order), written: fc.array(order), at: fc.nat() }),
      ({ base, more, written, at }) => {
        const { part, reads } = sharingPart(ordersPart, base)
        const without = base.filter((_, index) => index !== at % (base.length + 1))
        for (const before of [
          [...base, ...more],
          [...without, ...more],
        ]) {
          const after = [...before.slice(1), ...written]
          const expected = getStatuses(before, after)
          expect(statusesIn(part, { before, after }, member)).toEqual(expected)
          expect(statusesIn(ordersPart as EvidencePart, { before, after }, member)).toEqual(expected)
        }
        expect(reads()).toBe(1)
        expect(statusesIn(part, { before: undefined, after: more }, member)).toEqual(getStatuses(more))
      },
    ),
  )
})
