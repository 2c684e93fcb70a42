import type { JsonValue, SolutionCall } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { fillPlaceholders } from './placeholders.js'
import { capture, readyCall } from './solution-call.js'

const captured = new Map<string, JsonValue>([
  ['number', 'PA1'],
  ['count', 3],
  ['row', { a: null }],
  ['nothing', null],
])
const ready = (recorded: SolutionCall) => readyCall(recorded, captured, () => ['content-type', 'if-match'])

describe('a recorded call', () => {
  it('goes to the group that its path begins with', () => {
    expect(ready({ method: 'get', path: '/portal/prior-auths/{{number}}?status=denied' })).toEqual({
      group: 'portal',
      call: { method: 'GET', path: 'prior-auths/PA1', query: 'status=denied', headers: {}, body: null },
    })
  })

  it('has the headers that the system reads, and a media type that fits its body', () => {
    const headers = { 'If-Match': 'W/"{{count}}"', 'X-Other': 'no' }
    const { call } = ready({ method: 'PUT', path: 'fhir/Task/t1', headers, body: { resourceType: 'Task' } })
    expect(call.headers).toEqual({ 'content-type': 'application/json', 'if-match': 'W/"3"' })
    expect(call.body).toEqual({ json: { resourceType: 'Task' } })
    const sent = ready({ method: 'POST', path: 'hl7/outbound', text: 'MSH|{{number}}' })
    expect(sent.call).toMatchObject({ headers: { 'content-type': 'text/plain' }, body: { text: 'MSH|PA1' } })
  })

  it('reaches the file exchange as bytes, whatever they are', () => {
    const { call } = ready({ method: 'PUT', path: 'files/outbound/a.json', body: { a: [1] } })
    expect(call.body).toEqual({ text: '{"a":[1]}' })
  })

  it('keeps what it is to keep of a JSON answer', () => {
    const kept = new Map<string, JsonValue>()
    const recorded = {
      method: 'GET',
      path: 'x',
      capture: { id: '/data/0/id', dotted: 'data.0.id', none: '/no', bad: '[' },
    }
    capture(recorded, { status: 200, headers: {}, body: { json: { data: [{ id: 7 }] } } }, kept)
    capture(recorded, { status: 200, headers: {}, body: { text: 'no JSON' } }, kept)
    capture(recorded, { status: 200, headers: {}, body: null }, kept)
    expect([...kept]).toEqual([
      ['id', 7],
      ['dotted', 7],
    ])
  })
})

describe('placeholders', () => {
  it('stand for values of any type, and in longer text for their JSON', () => {
    const value = ['{{row}}', '{{nothing}}', 'n {{count}} {{row}}', { '{{number}}': '{{number}}!' }, 5, null]
    expect(fillPlaceholders(value, captured)).toEqual([
      { a: null },
      null,
      'n 3 {"a":null}',
      { '{{number}}': 'PA1!' },
      5,
      null,
    ])
  })

  it('that were not captured stay as they are written', () => {
    expect(fillPlaceholders(['{{none}}', 'x {{none}}'], captured)).toEqual(['{{none}}', 'x {{none}}'])
  })
})
