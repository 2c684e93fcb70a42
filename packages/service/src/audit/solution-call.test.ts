import type { JsonValue, SolutionCall } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { describe, expect, it } from 'vitest'
import { CapturesTooLargeError, FillBudget, fillPlaceholders } from './placeholders.js'
import { type CalledSystem, capture, readyCall, refusedStatus } from './solution-call.js'

const captured = new Map<string, JsonValue>([
  ['number', 'PA1'],
  ['count', 3],
  ['row', { a: null }],
  ['nothing', null],
])

function budget(characters = 1000) {
  return new FillBudget(characters)
}

function ready(recorded: SolutionCall) {
  return readyCall(recorded, captured, makeSystem, budget())
}

/** Returns the system of a group; it reads the media type that the tests send. */
function makeSystem(group: string): CalledSystem {
  return {
    group: defaultSystems.find((system) => system.group?.name === group)?.group ?? null,
    headers: ['content-type', 'if-match'],
  }
}

describe('a recorded call', () => {
  it('calls the group at the beginning of its path', () => {
    expect(ready({ method: 'get', path: '/portal/prior-auths/{{number}}?status=denied' })).toEqual({
      group: 'portal',
      call: { method: 'GET', path: 'prior-auths/PA1', query: 'status=denied', headers: {}, body: null },
    })
  })

  it('has the headers that the system reads, and the media type of its body', () => {
    const headers = { 'If-Match': 'W/"{{count}}"', 'X-Other': 'no' }
    const { call } = ready({ method: 'PUT', path: 'fhir/Task/t1', headers, body: { resourceType: 'Task' } })
    expect(call.headers).toEqual({ 'content-type': 'application/json', 'if-match': 'W/"3"' })
    expect(call.body).toEqual({ json: { resourceType: 'Task' } })
    const sent = ready({ method: 'POST', path: 'hl7/outbound', text: 'MSH|{{number}}' })
    expect(sent.call).toMatchObject({ headers: { 'content-type': 'text/plain' }, body: { text: 'MSH|PA1' } })
  })

  it('reaches the file exchange as arbitrary bytes', () => {
    const { call } = ready({ method: 'PUT', path: 'files/outbound/a.json', body: { a: [1] } })
    expect(call.body).toEqual({ text: '{"a":[1]}' })
  })

  it('captures values of a JSON response', () => {
    const kept = new Map<string, JsonValue>()
    const recorded = {
      method: 'GET',
      path: 'x',
      capture: { id: '/data/0/id', dotted: 'data.0.id', none: '/no', bad: '[' },
    }
    capture(recorded, { status: 200, headers: {}, body: { json: { data: [{ id: 7 }] } } }, kept, budget())
    capture(recorded, { status: 200, headers: {}, body: { text: 'no JSON' } }, kept, budget())
    capture(recorded, { status: 200, headers: {}, body: null }, kept, budget())
    expect([...kept]).toEqual([
      ['id', 7],
      ['dotted', 7],
    ])
  })
})

it('rejects a call that no agent could send, with too long a target or too deep a body', () => {
  const nested = (levels: number): JsonValue => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
  expect(refusedStatus(ready({ method: 'GET', path: `fhir/Task?_id=${'x'.repeat(16_000)}` }))).toBeUndefined()
  expect(refusedStatus(ready({ method: 'GET', path: `fhir/Task?_id=${'x'.repeat(16_384)}` }))).toBe(400)
  expect(refusedStatus(ready({ method: 'POST', path: 'fhir/Task', body: nested(100) }))).toBeUndefined()
  expect(refusedStatus(ready({ method: 'POST', path: 'fhir/Task', body: nested(101) }))).toBe(400)
})

describe('placeholders', () => {
  it('do not exceed the remaining budget in total', () => {
    const four = new Map<string, JsonValue>([['four', 'abcd']])
    const left = budget(14)
    expect(fillPlaceholders('{{four}} {{four}}', four, left)).toBe('abcd abcd')
    // As JSON, with its quotation marks.
    expect(fillPlaceholders(['{{four}}'], four, left)).toEqual(['abcd'])
    expect(() => fillPlaceholders('-{{four}}', four, left)).toThrow(CapturesTooLargeError)
    expect(() => fillPlaceholders('{{four}}', four, left)).toThrow(CapturesTooLargeError)
    expect(fillPlaceholders('{{none}}', four, left)).toBe('{{none}}')
  })

  it('capture no more than the remaining budget', () => {
    const kept = new Map<string, JsonValue>()
    const answer = { status: 200, headers: {}, body: { json: { a: 'abcd', b: 'abcd' } } }
    const recorded = { method: 'GET', path: 'x', capture: { first: '/a', second: '/b' } }
    expect(() => capture(recorded, answer, kept, budget(11))).toThrow(CapturesTooLargeError)
    expect([...kept]).toEqual([['first', 'abcd']])
  })

  it('are replaced by values of any type, and within longer text by their JSON', () => {
    const value = ['{{row}}', '{{nothing}}', 'n {{count}} {{row}}', { '{{number}}': '{{number}}!' }, 5, null]
    expect(fillPlaceholders(value, captured, budget())).toEqual([
      { a: null },
      null,
      'n 3 {"a":null}',
      { '{{number}}': 'PA1!' },
      5,
      null,
    ])
  })

  it('that were not captured are unchanged', () => {
    expect(fillPlaceholders(['{{none}}', 'x {{none}}'], captured, budget())).toEqual(['{{none}}', 'x {{none}}'])
  })
})
