import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../resource/fhir-resource.js'
import { recordServer } from '../testing/record-server.js'
import { rewriteReferences } from './rewrite-references.js'

const uuid = 'urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0'

function rewritten(resource: FhirResource): FhirResource {
  return rewriteReferences(resource, (reference) => (reference === uuid ? 'Patient/1' : undefined))
}

describe('links with a temporary URN', () => {
  it.each<[string, FhirResource, object]>([
    ['valueUri', { resourceType: 'Basic', extension: [{ url: 'x', valueUri: uuid }] }, { valueUri: 'Patient/1' }],
    ['valueUrl', { resourceType: 'Basic', extension: [{ url: 'x', valueUrl: uuid }] }, { valueUrl: 'Patient/1' }],
    [
      'an extension beside a primitive',
      { resourceType: 'Basic', _created: { extension: [{ url: 'x', valueUri: uuid }] } },
      { valueUri: 'Patient/1' },
    ],
    [
      'a list of URIs',
      { resourceType: 'CarePlan', instantiatesUri: ['urn:oid:1.2', uuid] },
      ['urn:oid:1.2', 'Patient/1'],
    ],
    [
      'a contained resource',
      { resourceType: 'Basic', contained: [{ resourceType: 'Media', content: { url: uuid } }] },
      { content: { url: 'Patient/1' } },
    ],
    [
      'a narrative',
      {
        resourceType: 'Basic',
        text: {
          status: 'generated',
          div:
            `<div>src="${uuid}" <a\n href="${uuid}">1</a><img alt="" src='${uuid}' /><a href = ` +
            `"${uuid}#a">2</a></div>`,
        },
      },
      {
        div:
          `<div>src="${uuid}" <a\n href="Patient/1">1</a><img alt="" src='Patient/1' /><a href = ` +
          `"${uuid}#a">2</a></div>`,
      },
    ],
  ])('are replaced in %s', (_, resource, expected) => {
    const inside = JSON.stringify(expected).slice(1, -1)
    expect(JSON.stringify(rewritten(resource))).toContain(inside)
  })

  it.each<[string, FhirResource]>([
    ['a text', { resourceType: 'Basic', identifier: [{ system: 'urn:ietf:rfc:3986', value: uuid }] }],
    ['a canonical URL', { resourceType: 'CarePlan', instantiatesCanonical: [uuid] }],
    ['a UUID', { resourceType: 'Basic', extension: [{ url: 'x', valueUuid: uuid }] }],
    ['an unknown URN', { resourceType: 'Basic', implicitRules: 'urn:uuid:11111111-1cbf-4d64-b04d-cd9187a4c6e0' }],
  ])('are kept in %s', (_, resource) => expect(rewritten(resource)).toBe(resource))

  it('are resolved to the resources that a transaction created', () => {
    const { send, store } = recordServer()
    const entry = [
      {
        resource: {
          resourceType: 'Basic',
          code: { text: 'Note' },
          extension: [{ url: 'http://example.org/about', valueUri: uuid }],
          text: {
            status: 'generated',
            div: `<div xmlns="http://www.w3.org/1999/xhtml"><a href="${uuid}">Ann</a></div>`,
          },
        },
        request: { method: 'POST', url: 'Basic' },
      },
      { fullUrl: uuid, resource: { resourceType: 'Patient' }, request: { method: 'POST', url: 'Patient' } },
    ]
    expect(send('POST', '', { resourceType: 'Bundle', type: 'transaction', entry }).status).toBe(200)
    const [basic] = [...store.resources('Basic')].map(({ resource }) => resource)
    const [patient] = [...store.resources('Patient')].map(({ resource }) => resource)
    const place = `Patient/${patient?.id}`
    expect(basic).toMatchObject({
      extension: [{ valueUri: place }],
      text: { div: `<div xmlns="http://www.w3.org/1999/xhtml"><a href="${place}">Ann</a></div>` },
    })
  })
})
