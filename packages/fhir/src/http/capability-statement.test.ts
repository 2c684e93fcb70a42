import type { JsonObject, JsonValue } from '@carebench/protocol/wire'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../resource/fhir-resource.js'
import { resourceTypes } from '../resource/resource-types.js'
import { recordServer } from '../testing/record-server.js'
import { minimalResource } from '../validation/minimal-resource.js'
import { createCapabilityStatement } from './capability-statement.js'

const types = ['Patient', 'Basic', 'Parameters', 'Binary', 'VisionPrescription']
const statement = recordServer().send('GET', 'metadata').json
const rest = (statement.rest as readonly JsonObject[])[0] as JsonObject & {
  readonly interaction: readonly { readonly code: string }[]
  readonly resource: readonly Declared[]
}
interface Declared extends JsonObject {
  readonly type: string
  readonly interaction: readonly { readonly code: string }[]
  readonly operation: readonly { readonly name: string; readonly definition: string }[]
}
function listDeclared(type: string): Declared {
  const found = rest.resource.find((each) => each.type === type)
  if (found === undefined) throw new Error(`Expected ${type} among the resources.`)
  return found
}

interface Call {
  readonly method: string
  /** `[type]` and `x`, an existing id. */
  readonly url: string
  readonly body?: 'resource' | 'patch' | 'bundle'
  readonly headers?: Record<string, string>
}

/** Every R4 interaction with a type or an instance, as a call that is valid if the interaction is supported. */
const onTypes: Readonly<Record<string, Call>> = {
  read: { method: 'GET', url: '[type]/x' },
  vread: { method: 'GET', url: '[type]/x/_history/1' },
  update: { method: 'PUT', url: '[type]/x', body: 'resource' },
  patch: { method: 'PATCH', url: '[type]/x', body: 'patch' },
  delete: { method: 'DELETE', url: '[type]/x' },
  'history-instance': { method: 'GET', url: '[type]/x/_history' },
  'history-type': { method: 'GET', url: '[type]/_history' },
  create: { method: 'POST', url: '[type]', body: 'resource' },
  'search-type': { method: 'GET', url: '[type]?_id=x' },
}

/** Every R4 interaction with the whole record. */
const onRecord: Readonly<Record<string, Call>> = {
  transaction: { method: 'POST', url: '', body: 'bundle' },
  batch: { method: 'POST', url: '', body: 'bundle' },
  'search-system': { method: 'GET', url: '?_id=x' },
  'history-system': { method: 'GET', url: '_history' },
}

function call(type: string, code: string, { method, url, body, headers = {} }: Call) {
  const resource: FhirResource = { ...minimalResource(type, 'x'), id: 'x', language: 'en' }
  const bodies: Record<string, JsonValue> = {
    resource: { ...resource, language: 'de' },
    patch: [{ op: 'add', path: '/language', value: 'de' }],
    bundle: { resourceType: 'Bundle', type: code, entry: [{ request: { method: 'GET', url: `${type}/x` } }] },
  }
  const contentType = body === 'patch' ? { 'content-type': 'application/json-patch+json' } : {}
  const given = body === undefined ? undefined : bodies[body]
  return recordServer([resource]).send(method, url.replace('[type]', type), given, { ...contentType, ...headers })
}

it('states what is validated, unless nothing is, and which compartments are searchable', () => {
  const readRest = (validate?: boolean) =>
    createCapabilityStatement('2026-01-05T09:00:00.000Z', undefined, validate).rest as readonly JsonObject[]
  expect(readRest()[0]?.documentation).toMatch(/validated against FHIR R4.+422.+Profiles are not checked\.$/)
  expect(readRest(false)[0]?.documentation).toBe('What is written is not validated.')
  expect(rest).toMatchObject({
    documentation: readRest()[0]?.documentation as string,
    compartment: ['http://hl7.org/fhir/CompartmentDefinition/patient'],
  })
})

/** Not found, or found only for other calls. */
function isUnsupported(status: number): boolean {
  return [400, 404, 405, 415, 501].includes(status)
}

describe('the CapabilityStatement', () => {
  it('is valid in R4 and names each type once', () => {
    expect(statement).toMatchObject({ resourceType: 'CapabilityStatement', fhirVersion: '4.0.1', kind: 'instance' })
    expect(rest.resource.map(({ type }) => type)).toEqual(resourceTypes)
  })

  it('declares exactly the interactions that work', () => {
    for (const type of types) {
      const declared = listDeclared(type).interaction.map(({ code }) => code)
      expect(declared.filter((code) => onTypes[code] === undefined)).toEqual([])
      for (const [code, each] of Object.entries(onTypes)) {
        const { status } = call(type, code, each)
        expect([type, code, !isUnsupported(status)]).toEqual([type, code, declared.includes(code)])
      }
    }
    const declared = rest.interaction.map(({ code }) => code)
    expect(declared.filter((code) => onRecord[code] === undefined)).toEqual([])
    for (const [code, each] of Object.entries(onRecord)) {
      const { status } = call('Patient', code, each)
      expect([code, !isUnsupported(status)]).toEqual([code, declared.includes(code)])
    }
    // A call that exists nowhere is reported as unsupported: the check above can fail.
    expect(isUnsupported(call('Patient', 'none', { method: 'PUT', url: '', body: 'resource' }).status)).toBe(true)
  })

  it.each<[string, string, Call, number]>([
    [
      'versioning',
      'versioned-update',
      { method: 'PUT', url: '[type]/x', body: 'resource', headers: { 'if-match': 'W/"7"' } },
      412,
    ],
    ['readHistory', 'true', { method: 'GET', url: '[type]/x/_history/1' }, 200],
    [
      'conditionalCreate',
      'true',
      { method: 'POST', url: '[type]', body: 'resource', headers: { 'if-none-exist': '_id=x' } },
      200,
    ],
    ['conditionalRead', 'full-support', { method: 'GET', url: '[type]/x', headers: { 'if-none-match': 'W/"1"' } }, 304],
    ['conditionalUpdate', 'true', { method: 'PUT', url: '[type]?_id=x', body: 'resource' }, 200],
    ['conditionalDelete', 'single', { method: 'DELETE', url: '[type]?_id=x' }, 204],
  ])('declares %s as it is: %s', (member, value, each, status) => {
    for (const type of types) {
      expect(String(listDeclared(type)[member])).toBe(value)
      expect(call(type, '', each).status).toBe(status)
    }
  })

  it('declares conditional reads by time, updates that create, and deletes of single matches as they work', () => {
    const ann: FhirResource = { resourceType: 'Patient', id: 'ann', meta: { lastUpdated: '2026-01-01T00:00:00Z' } }
    const { send } = recordServer([ann, { ...ann, id: 'bob' }])
    expect(listDeclared('Patient').updateCreate).toBe(true)
    const since = { 'if-modified-since': 'Fri, 02 Jan 2026 00:00:00 GMT' }
    expect(send('GET', 'Patient/ann', undefined, since).status).toBe(304)
    expect(send('PUT', 'Patient/new', { resourceType: 'Patient', id: 'new' }).status).toBe(201)
    expect(send('DELETE', 'Patient?_lastUpdated=2026-01-01').status).toBe(412)
  })

  it('declares that references are enforced if they are', () => {
    const observation = { ...minimalResource('Observation', 'x'), subject: { reference: 'Patient/none' } }
    for (const enforceReferences of [false, true]) {
      const { send } = recordServer([], undefined, { enforceReferences })
      const [first] = send('GET', 'metadata').json.rest as readonly { readonly resource: readonly JsonObject[] }[]
      const policies = new Set(first?.resource.map(({ referencePolicy }) => JSON.stringify(referencePolicy)))
      expect([...policies]).toEqual([
        JSON.stringify(['literal', 'logical', ...(enforceReferences ? ['enforced'] : [])]),
      ])
      expect(send('POST', 'Observation', observation).status).toBe(enforceReferences ? 422 : 201)
    }
  })

  it('declares the accepted formats and patch formats', () => {
    expect(statement.patchFormat).toEqual(['application/json-patch+json'])
    for (const type of [
      'application/json-patch+json',
      'application/xml-patch+xml',
      'application/fhir+json',
      'application/fhir+xml',
    ]) {
      const patch = call('Patient', 'patch', {
        method: 'PATCH',
        url: '[type]/x',
        body: 'patch',
        headers: { 'content-type': type },
      })
      expect([type, patch.status !== 415]).toEqual([type, JSON.stringify(statement.patchFormat).includes(type)])
    }
    expect(statement.format).toEqual(['json', 'application/fhir+json'])
    for (const format of ['json', 'application/fhir+json', 'xml', 'application/fhir+xml', 'ttl']) {
      const { status } = recordServer().send('GET', `Patient?_format=${encodeURIComponent(format)}`)
      expect([format, status]).toEqual([format, JSON.stringify(statement.format).includes(`"${format}"`) ? 200 : 406])
    }
  })

  it('declares exactly the supported operations', () => {
    const known = ['everything', 'validate', 'graph', 'meta', 'meta-add', 'document', 'match', 'lastn', 'expand']
    for (const type of types) {
      const declared = listDeclared(type).operation.map(({ name }) => name)
      for (const name of known) {
        const resource = { resourceType: type, id: 'x', language: 'en' }
        const statuses = [`${type}/$${name}`, `${type}/x/$${name}`].flatMap((url) =>
          ['GET', 'POST'].map((method) => {
            const body = method === 'POST' && name === 'validate' ? resource : undefined
            return recordServer([resource]).send(method, url, body).status
          }),
        )
        expect([type, name, statuses.includes(200)]).toEqual([type, name, declared.includes(name)])
        if (!declared.includes(name)) expect(new Set(statuses)).toEqual(new Set([501]))
      }
      for (const { definition } of listDeclared(type).operation)
        expect(definition).toMatch(/^http:\/\/hl7\.org\/fhir\//)
    }
    expect(listDeclared('Patient').operation.map(({ name }) => name)).toEqual(['everything', 'validate'])
  })
})
