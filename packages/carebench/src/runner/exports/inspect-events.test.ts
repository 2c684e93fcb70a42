import type { JsonObject } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createEvents } from './inspect-events.js'

const start = '2026-11-23T03:00:00.000Z'
const base = {
  uuid: 'sample',
  agent: 'a',
  model: 'm',
  start,
  limit: undefined,
  error: undefined,
  scores: { score: { value: 1 } },
}
const call = { id: 'c1', function: 'fhir_read', arguments: { id: 'p1' }, type: 'function' }
const answer = { id: 'm2', role: 'assistant', source: 'generate', content: '', tool_calls: [call] }
const result = { id: 'm3', role: 'tool', tool_call_id: 'c1', function: 'fhir_read', content: '{}' }

function timed(message: JsonObject, at: string | null) {
  return { message, at }
}

it('has a model event for a message, a tool event for a result, and the scores', () => {
  const messages = [
    timed({ id: 'm1', role: 'user', content: 'Do it.' }, null),
    timed(answer, '2026-11-23T03:00:01.500Z'),
    timed(result, null),
  ]
  const events = createEvents({ ...base, timed: messages, limit: { type: 'turn', limit: 60 } })
  expect(events.map(({ event }) => event)).toEqual([
    'span_begin',
    'span_begin',
    'model',
    'tool',
    'sample_limit',
    'span_end',
    'span_end',
    'span_begin',
    'score',
    'span_end',
  ])
  expect(events[2]).toMatchObject({ input_refs: [[0, 1]], working_start: 0, working_time: 1.5, span_id: 'agent' })
  expect(events[3]).toMatchObject({ id: 'c1', arguments: { id: 'p1' }, result: '{}', message_id: 'm3' })
})

it('has no model event for the calls of a program', () => {
  const { source: _, ...unspoken } = answer
  const events = createEvents({ ...base, timed: [timed(unspoken, null), timed(result, null)] })
  expect(events.filter(({ event }) => event === 'model' || event === 'tool').map(({ event }) => event)).toEqual([
    'tool',
  ])
})

it('has ascending times, closes spans in order, and has unique ids, for any messages', () => {
  const message = fc.constantFrom(answer, result, { id: 'm', role: 'user', content: '' })
  const date = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  const at = fc.option(date.map((time) => time.toISOString()))
  fc.assert(
    fc.property(fc.array(fc.record({ message, at })), (messages) => {
      const events = createEvents({ ...base, timed: messages })
      const times = events.map(({ timestamp }) => String(timestamp))
      expect(times).toEqual(times.toSorted())
      expect(times[0]).toBe(start)
      expect(new Set(events.map(({ uuid }) => uuid)).size).toBe(events.length)
      const open: unknown[] = []
      for (const { event, id, span_id: span } of events) {
        if (event === 'span_begin') open.push(id)
        else expect(span).toBe(open.at(-1))
        if (event === 'span_end') expect(open.pop()).toBe(id)
      }
      expect(open).toEqual([])
    }),
  )
})
