/// <reference types="node" />

import type { JsonObject, JsonValue } from '@carebench/protocol/wire'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { FhirStore } from '../store/store.js'
import { handleFhir } from './interactions.js'

const patients = Array.from({ length: 20 }, (_, index) => ({
  resourceType: 'Patient',
  id: `p${index}`,
  birthDate: '1990-01-01',
}))

function send(method: string, path: string, body?: JsonValue, headers: Record<string, string> = {}, query = '') {
  let made = 0
  const context = { now: '2026-01-05T09:00:00.000Z', newId: () => `new-${++made}` }
  const store = FhirStore.fromResources(patients)
  const request = { method, path, query, headers, ...(body === undefined ? {} : { body }) }
  const response = handleFhir(store, request, context)
  const json: { issue?: JsonObject[]; entry?: JsonObject[]; total?: number } = JSON.parse(response.body ?? '{}')
  return { ...response, json }
}

function bundle(type: string, entry: JsonValue): JsonValue {
  return { resourceType: 'Bundle', type, entry }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('a body sent as text', () => {
  const nested = (levels: number) =>
    `{"resourceType":"Basic","code":{"text":"x"},"extension":${'[{"url":"urn:u","extension":'.repeat(levels)}` +
    `[{"url":"u","valueInteger":1}]${'}]'.repeat(levels)}}`

  it.each([51, 3000, 100_000])('of %d nested objects in arrays is rejected', (levels) => {
    const { status, json } = send('POST', 'Basic', nested(levels), { 'content-type': 'text/json' })
    expect(status).toBe(400)
    expect(json.issue?.[0]).toMatchObject({ code: 'structure' })
  })

  it.each(['__proto__', 'constructor', 'prototype'])('with the key %s is rejected', (key) => {
    const { status } = send('POST', 'Basic', `{"resourceType":"Basic","code":{"${key}":{"text":"x"}}}`)
    expect(status).toBe(400)
  })

  it('with a number that is too large is rejected', () => {
    expect(send('POST', 'Basic', '{"resourceType":"Basic","value":1e400}').status).toBe(400)
  })

  it('is accepted within these limits', () => {
    expect(send('POST', 'Basic', nested(48)).status).toBe(201)
    expect(send('POST', 'Basic', '{"resourceType":"Basic"').status).toBe(400)
  })
})

describe('issues', () => {
  it('of one resource are reported at most fifty times', () => {
    const texts = Array.from({ length: 5000 }, () => '')
    const { status, json } = send('POST', 'Basic', {
      resourceType: 'Basic',
      created: '',
      author: {},
      code: { text: 'x', coding: texts },
    })
    expect(status).toBe(422)
    expect(json.issue).toHaveLength(50)
  })

  it('of the entries of a Bundle are reported at most fifty times', () => {
    const wrong = Array.from({ length: 5000 }, () => 1)
    expect(send('POST', '', bundle('batch', wrong)).json.issue).toHaveLength(50)
    const rejected = Array.from({ length: 500 }, () => ({ request: { method: 'POST', url: 'Nothing' } }))
    expect(send('POST', '', bundle('transaction', rejected)).json.issue).toHaveLength(50)
    expect(send('POST', '', bundle('batch', rejected)).json.entry).toHaveLength(500)
  })
})

describe('anything beyond the limits is rejected', () => {
  it('in a resource', () => {
    const name = Array.from({ length: 30_000 }, () => ({ family: 'A' }))
    const { status, json } = send('POST', 'Patient', { resourceType: 'Patient', name })
    expect(status).toBe(422)
    expect(json.issue).toMatchObject([{ code: 'too-long' }])
  })

  it('in a Bundle', () => {
    const entry = Array.from({ length: 10_001 }, () => ({ request: { method: 'GET', url: 'Patient/p1' } }))
    const { status, json } = send('POST', '', bundle('batch', entry))
    expect(status).toBe(413)
    expect(json.issue).toMatchObject([{ code: 'too-long' }])
  })

  it.each([
    ['values', `_id=${'p1,'.repeat(1000)}p2`],
    ['parameters', Array.from({ length: 51 }, () => 'active=true').join('&')],
    ['sort keys', `_sort=${'name,'.repeat(10)}name`],
  ])('in a search: %s', (_, query) => {
    const { status, json } = send('POST', 'Patient/_search', query, form)
    expect(status).toBe(400)
    expect(json.issue).toMatchObject([{ code: 'too-costly' }])
  })

  it('in a form, before it is parsed', () => {
    const { status, json } = send('POST', 'Patient/_search', 'a&'.repeat(70_000), form)
    expect(status).toBe(413)
    expect(json.issue).toMatchObject([{ code: 'too-long' }])
  })

  it('and requests within the limits are accepted', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `p${index}`).join(',')
    expect(send('POST', 'Patient/_search', `_id=${many}`, form).json.total).toBe(20)
    const dates = Array.from({ length: 100 }, (_, index) => `ge19${String(index).padStart(2, '0')}`).join(',')
    expect(send('POST', 'Patient/_search', `birthdate=${dates}`, form).json.total).toBe(20)
  })
})

it('names the entry of a Bundle whose url is invalid', () => {
  const entry = [{ request: { method: 'GET', url: 'Patient/p1' } }, { request: { method: 'GET', url: 'Patient/%zz' } }]
  const { status, json } = send('POST', '', bundle('batch', entry))
  expect(status).toBe(400)
  expect(json.issue).toMatchObject([{ expression: ['Bundle.entry[1].request'] }])
})

it('pages through resources with long sorted texts', () => {
  const store = FhirStore.fromResources(
    ['b', 'a', 'c'].map((id) => ({ resourceType: 'Patient', id, name: [{ family: 'x'.repeat(300_000) + id }] })),
  )
  const context = { now: '2026-01-05T09:00:00.000Z', newId: () => 'new' }
  const seen: unknown[] = []
  for (let query: string | undefined = '_sort=name&_count=1'; query !== undefined; ) {
    const response = handleFhir(store, { method: 'GET', path: 'Patient', query, headers: {} }, context)
    const page: { entry: { resource: JsonObject }[]; link: { relation: string; url: string }[] } = JSON.parse(
      response.body ?? '',
    )
    seen.push(...page.entry.map(({ resource }) => resource.id))
    query = page.link.find(({ relation }) => relation === 'next')?.url.split('?')[1]
  }
  expect(seen).toEqual(['b', 'a', 'c'])
})

describe('long responses', () => {
  const documents = Array.from({ length: 6 }, (_, index) => ({
    resourceType: 'Basic',
    id: `b${index}`,
    text: 'x'.repeat(index === 0 ? 5_000_000 : 700_000),
  }))
  const store = FhirStore.fromResources(documents)
  const context = { now: '2026-01-05T09:00:00.000Z', newId: () => 'new' }
  const ask = (method: string, path: string, query: string, body?: JsonValue) => {
    const request = { method, path, query, headers: {}, ...(body === undefined ? {} : { body }) }
    const response = handleFhir(store, request, context)
    const json: {
      entry?: { resource: JsonObject; response?: JsonObject }[]
      link?: { relation: string; url: string }[]
    } = JSON.parse(response.body ?? '{}')
    return json
  }

  it.each(['', '&_sort=_id', '&_sort=-_id'])('of a search end early and continue on the next page: %j', (sort) => {
    const seen: unknown[] = []
    let pages = 0
    for (let query: string | undefined = `_count=100${sort}`; query !== undefined; pages++) {
      const page = ask('GET', 'Basic', query)
      seen.push(...(page.entry ?? []).map(({ resource }) => resource.id))
      query = page.link?.find(({ relation }) => relation === 'next')?.url.split('?')[1]
    }
    const ids = documents.map(({ id }) => id)
    expect(seen).toEqual(sort === '&_sort=-_id' ? ids.reverse() : ids)
    expect(pages).toBeGreaterThan(2)
  })

  it('of a history end early and continue on the next page', () => {
    const pages: unknown[] = []
    for (let query: string | undefined = '_count=1000'; query !== undefined; ) {
      const page = ask('GET', 'Basic/_history', query)
      pages.push(page.entry?.map(({ resource }) => resource.id))
      query = page.link?.find(({ relation }) => relation === 'next')?.url.split('?')[1]
    }
    expect(pages).toEqual([['b5', 'b4'], ['b3', 'b2'], ['b1'], ['b0']])
  })

  it('of a batch end with rejections', () => {
    const entry = Array.from({ length: 100 }, () => ({ request: { method: 'GET', url: 'Basic/b0' } }))
    const statuses = ask('POST', '', '', bundle('batch', entry)).entry?.map(({ response }) => response?.status)
    expect(statuses?.slice(0, 4)).toEqual(['200 OK', '200 OK', '200 OK', '200 OK'])
    expect(new Set(statuses?.slice(4))).toEqual(new Set(['413 Payload Too Large']))
  })

  it('of a batch that examines too many resources end with rejections', () => {
    const many = FhirStore.fromResources(
      Array.from({ length: 1000 }, (_, index) => ({ resourceType: 'Patient', id: `p${index}`, gender: 'female' })),
    )
    const entry = Array.from({ length: 1000 }, () => ({
      request: { method: 'GET', url: 'Patient?_id:missing=false&_count=1' },
    }))
    const body = bundle('batch', entry)
    const response = handleFhir(many, { method: 'POST', path: '', query: '', headers: {}, body }, context)
    const json: { entry: { response?: JsonObject }[] } = JSON.parse(response.body ?? '')
    const rejected = json.entry.filter(({ response }) => response?.status === '413 Payload Too Large')
    expect(rejected.length).toBeGreaterThan(600)
    expect(rejected.length).toBeLessThan(800)
  })
})

describe('arbitrary searches', () => {
  const names = fc.oneof(
    fc.constantFrom(
      'name',
      'birthdate',
      '_has',
      '_include',
      '_revinclude',
      '_elements',
      '_sort',
      '_after',
      'link',
      '_id',
    ),
    fc.constantFrom(
      'patient.name',
      'link:Patient.link',
      '_has:Patient:link:name',
      '_include:iterate',
      '__proto__',
      'constructor',
    ),
    fc.constantFrom('value-quantity', 'component-code-value-quantity', 'subject', 'code', 'date', 'toString.name'),
    fc.string(),
  )
  const parts = fc.constantFrom(
    ':',
    '.',
    '|',
    '$',
    ',',
    '\\',
    '_has',
    'Patient',
    'link',
    'missing',
    '*',
    'ge',
    '1e5',
    '-',
    '[',
    '(',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(parts, { maxLength: 8 }).map((some) => some.join('')),
  )
  const store = FhirStore.fromResources([
    { resourceType: 'Patient', id: 'a', name: [{ family: 'A' }], link: [{ other: { reference: 'Patient/a' } }] },
    { resourceType: 'Observation', id: 'o', valueQuantity: { value: 1 }, subject: { reference: 'Patient/a' } },
  ])
  const context = { now: '2026-01-05T09:00:00.000Z', newId: () => 'new' }

  it('succeed or are rejected, and never throw', () => {
    const statuses = new Set<number>()
    const pair = fc.tuple(
      fc.tuple(names, fc.oneof(fc.constant(''), texts)).map(([a, b]) => a + b),
      texts,
    )
    fc.assert(
      fc.property(fc.constantFrom('Patient', 'Observation'), fc.array(pair, { maxLength: 3 }), (path, pairs) => {
        const query = pairs.map((items) => items.map(encodeURIComponent).join('=')).join('&')
        const { status, body } = handleFhir(store, { method: 'GET', path, query, headers: {} }, context)
        expect([200, 400, 406, 413]).toContain(status)
        if (status !== 200) expect(JSON.parse(body ?? '').issue[0].diagnostics).not.toBe('')
        statuses.add(status)
      }),
      { numRuns: 200 * inject('scale') },
    )
    expect(statuses).toContain(200)
    expect(statuses).toContain(400)
  })
})

it('a page that would include too much is rejected', () => {
  const store = FhirStore.fromResources([
    { resourceType: 'Patient', id: 'p' },
    ...Array.from({ length: 10_001 }, (_, index) => ({
      resourceType: 'Observation',
      id: `o${index}`,
      subject: { reference: 'Patient/p' },
    })),
  ])
  const context = { now: '2026-01-05T09:00:00.000Z', newId: () => 'new' }
  const ask = (query: string) => handleFhir(store, { method: 'GET', path: 'Patient', query, headers: {} }, context)
  const { status, body } = ask('_revinclude=Observation:patient')
  expect(status).toBe(413)
  expect(JSON.parse(body ?? '').issue).toMatchObject([{ code: 'too-costly' }])
  expect(ask('_revinclude=Observation:performer').status).toBe(200)
})
