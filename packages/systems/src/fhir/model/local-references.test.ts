import type { JsonObject, JsonValue, SimulatorCall } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { localizeCall, localizeCallInSteps } from './local-references.js'

const urls = ['https://h.example:8443/v1/r/fhir/', '/v1/r/fhir/']

function call(more: Partial<SimulatorCall>): SimulatorCall {
  return {
    method: 'POST',
    path: '',
    query: '',
    headers: {},
    body: null,
    ...more,
  }
}

describe('a call that refers to the record by its URL', () => {
  it.each<[JsonValue, JsonValue]>([
    [{ subject: { reference: `${urls[0]}Patient/1` } }, { subject: { reference: 'Patient/1' } }],
    [{ subject: { reference: `${urls[1]}Patient/1/_history/2` } }, { subject: { reference: 'Patient/1/_history/2' } }],
    [
      { entry: [{ fullUrl: `${urls[0]}Patient/1`, request: { url: `${urls[0]}Patient?x=1`, ifNoneExist: 'x' } }] },
      { entry: [{ fullUrl: 'Patient/1', request: { url: 'Patient?x=1', ifNoneExist: 'x' } }] },
    ],
    [{ reference: 'https://H.EXAMPLE:8443/v1/r/fhir/Patient/1' }, { reference: 'Patient/1' }],
    [
      [{ op: 'replace', path: '/subject/reference', value: `${urls[0]}Patient/1` }],
      [{ op: 'replace', path: '/subject/reference', value: 'Patient/1' }],
    ],
  ])('is equivalent without it: %j', (request, expected) => {
    expect(localizeCall(call({ body: { json: request } }), urls).body).toEqual({ json: expected })
  })

  it.each<JsonValue>([
    { reference: 'https://other.example/v1/r/fhir/Patient/1' },
    { reference: 'https://h.example:8443/v1/r2/fhir/Patient/1' },
    { reference: 'http://h.example:8443/v1/r/fhir/Patient/1' },
    { reference: 'https://h.example/v1/r/fhir/Patient/1' },
    { reference: 'https://me@h.example:8443/v1/r/fhir/Patient/1' },
    { reference: 'https://h.example:8443@other.example/v1/r/fhir/Patient/1' },
    { reference: 'https://h.example:8443/V1/R/fhir/Patient/1' },
    [{ op: 'replace', path: '/code/text', value: `${urls[0]}Patient/1` }],
    { reference: `see ${urls[0]}Patient/1` },
    { display: `${urls[0]}Patient/1` },
    { reference: 7 },
    `${urls[0]}Patient/1`,
  ])('is unchanged where it does not: %j', (json) => {
    expect(localizeCall(call({ body: { json } }), urls)).toEqual(call({ body: { json } }))
  })

  it.each([
    [`subject=${urls[0]}Patient/1`, 'subject=Patient/1'],
    [`subject=${encodeURIComponent(`${urls[0]}Patient/1`)}&x=y`, 'subject=Patient%2F1&x=y'],
    [`subject=${encodeURIComponent(`${urls[0]}Patient/1`).toLowerCase()}`, 'subject=patient%2f1'],
    [`a=b&subject=Patient/2,${urls[1]}Patient/1`, 'a=b&subject=Patient/2,Patient/1'],
    ['subject=https://hxexample:8443/v1/r/fhir/Patient/1', 'subject=https://hxexample:8443/v1/r/fhir/Patient/1'],
  ])('in a query: %s', (query, expected) => {
    expect(localizeCall(call({ query }), urls).query).toBe(expected)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(localizeCall(call({ headers, body: { text: query } }), urls).body).toEqual({ text: expected })
    expect(localizeCall(call({ body: { text: query } }), urls).body).toEqual({ text: query })
    expect(localizeCall(call({ headers: { 'if-none-exist': query } }), urls).headers).toEqual({
      'if-none-exist': expected,
    })
  })

  it.each(['https://h.example', 'https://h.example:443', 'https://H.example'])(
    'knows the default port: %s',
    (written) => {
      for (const own of ['https://h.example/fhir/', 'https://h.example:443/fhir/']) {
        const json = { reference: `${written}/fhir/Patient/1` }
        const query = `subject=${encodeURIComponent(json.reference)}`
        expect(localizeCall(call({ query, body: { json } }), [own])).toEqual(
          call({ query: 'subject=Patient%2F1', body: { json: { reference: 'Patient/1' } } }),
        )
      }
    },
  )

  it('rewrites the URLs of a long body as those of its parts, in steps', () => {
    const reference = fc.constantFrom(`${urls[0]}Patient/1`, 'Patient/2', 'https://other.example/Patient/3')
    const parts = fc.array(fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.record({ reference })), { maxLength: 9 })
    fc.assert(
      fc.property(parts, fc.boolean(), (drawn, isList) => {
        const all: JsonValue[] = JSON.parse(JSON.stringify(Array.from({ length: 500 }, () => [drawn, 1, 'x']).flat()))
        const local = all.map((json) => localizeCall(call({ body: { json: { json } } }), urls).body)
        const named = (list: readonly unknown[]) => Object.fromEntries(list.map((item, place) => [`m${place}`, item]))
        const steps = localizeCallInSteps(
          call({ body: { json: { all: isList ? all : named(all) } as JsonObject } }),
          urls,
        )
        let pauses = 0
        let step = steps.next()
        for (; step.done !== true; step = steps.next()) pauses++
        const expected = local.map((body) => (body as { json: JsonObject }).json.json)
        expect(step.value.body).toEqual({ json: { all: isList ? expected : named(expected) } })
        expect(pauses).toBeGreaterThan(0)
      }),
      { numRuns: 10 * inject('scale') },
    )
  })

  it('leaves any JSON without such a URL unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json: JsonValue = JSON.parse(JSON.stringify(value))
        expect(localizeCall(call({ body: { json } }), urls).body).toEqual({ json })
      }),
    )
  })
})
