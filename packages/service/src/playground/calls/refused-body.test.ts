import { finish, type RecordedBody } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { isRefusedBody, loggedCallInSteps } from './refused-body.js'

const untouched = { effects: [], events: [] }

function logged(body: RecordedBody | null, status = 400, own = untouched) {
  const call = { method: 'POST', path: 'rows', query: '', headers: {}, body }
  return finish(loggedCallInSteps(call, own, { status, headers: {}, body: null })).body
}

function zeros(count: number) {
  return { json: Array.from({ length: count }, () => 0) }
}

it.each<[string, RecordedBody]>([
  ['a text of 4,096 characters', { text: 'x'.repeat(4096) }],
  ['JSON of many values in 4,095 characters', zeros(2047)],
])('keeps the whole of %s that was rejected', (_, body) => {
  expect(logged(body)).toEqual(body)
})

it.each<[string, RecordedBody, number]>([
  ['a text', { text: 'x'.repeat(4097) }, 4097],
  ['JSON of many values', zeros(2048), 4097],
])('keeps the digest and beginning of %s of more than 4,096 characters that was rejected', (_, body, length) => {
  const kept = logged(body)
  expect(kept !== null && isRefusedBody(kept) && [kept.refused.length, kept.refused.head.length]).toEqual([
    length,
    4096,
  ])
})

it('keeps the whole long body of a call that was accepted or changed something', () => {
  const body = zeros(9000)
  expect(logged(body, 200)).toBe(body)
  expect(logged(body, 400, { ...untouched, events: [{ type: 'gate.pass', data: null }] as never[] })).toBe(body)
})
