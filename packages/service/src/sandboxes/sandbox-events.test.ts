import type { LogEntry } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makePageReader } from '../handlers/listing.js'
import { pagesOfEvents } from './sandbox-events.js'

const at = '2026-01-05T09:00:00.000Z'

/** A log whose entries contain events of two simulators. */
const log = fc.array(fc.array(fc.constantFrom('FHIR', 'HL7'), { maxLength: 3 }), { maxLength: 12 }).map((shape) =>
  shape.map(
    (simulators, index): LogEntry => ({
      seq: index + 1,
      at,
      actor: 'system',
      action: { kind: 'seal' },
      effects: [],
      events: (simulators as ('FHIR' | 'HL7')[]).map((simulator) => ({ simulator, type: 'x', data: null })),
      response: null,
      engine: '2',
    }),
  ),
)

it('returns pages that are slices of the whole list of events, wherever they start', () => {
  fc.assert(
    fc.property(log, fc.integer({ min: 1, max: 5 }), (entries, limit) => {
      const readPage = pagesOfEvents(entries, 'FHIR')
      const whole = readPage({ limit: 1000 }).docs
      const count = entries.flatMap(({ events }) => events).filter(({ simulator }) => simulator === 'FHIR').length
      expect(whole.map(({ id }) => id)).toHaveLength(count)
      expect(whole.map(({ item }) => item.seq)).toEqual(whole.map(({ item }) => item.seq).sort((a, b) => b - a))
      const model = makePageReader(whole)
      // Every item, and the positions before and after all of them.
      const keys = whole.map(({ created_at, id }) => ({ createdAt: created_at, id }))
      for (const key of [...keys, { createdAt: '', id: '' }, { createdAt: '~', id: '' }]) {
        for (const direction of ['next', 'prev'] as const) {
          const request = { position: { direction, key }, limit }
          const { docs, more } = model(request)
          expect(readPage(request)).toEqual({ docs, more })
        }
      }
      const { docs, more } = model({ limit })
      expect(readPage({ limit })).toEqual({ docs, more })
    }),
  )
})
