/// <reference types="node" />
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol/wire'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../resource/fhir-resource.js'
import { findReferences, isConditionalReference } from '../resource/references.js'
import { FhirStore } from '../store/store.js'
import { rewriteReferences } from '../validation/rewrite-references.js'
import { handleFhir } from './interactions.js'

const folder = process.env.CAREBENCH_DATA ?? fileURLToPath(new URL('../../../../../shared/data', import.meta.url))
const present = existsSync(`${folder}/fhir/synthea-transaction.json`)
const title = present
  ? 'Synthea bundles'
  : 'Synthea bundles (skipped: no data; set CAREBENCH_DATA to a folder with fhir/synthea-*.json)'

interface Bundle extends JsonObject {
  readonly resourceType: 'Bundle'
  readonly entry: readonly {
    readonly fullUrl: string
    readonly resource: FhirResource
    readonly request?: JsonObject
  }[]
}

function load(name: string): Bundle {
  return JSON.parse(readFileSync(`${folder}/fhir/${name}.json`, 'utf8'))
}

function record() {
  const store = FhirStore.fromResources([])
  let made = 0
  const context = { now: '2026-01-05T09:00:00.000Z', newId: () => `id-${++made}`, enforceReferences: true }
  const post = (path: string, body: JsonValue, headers: Record<string, string> = {}) => {
    const response = handleFhir(store, { method: 'POST', path, query: '', headers, body }, context)
    for (const effect of response.effects) store.apply(effect)
    const json: JsonObject = JSON.parse(response.body ?? 'null')
    return { ...response, json }
  }
  return { store, post }
}

function conditionalReferences(bundle: Bundle): ReadonlySet<string> {
  return new Set(
    bundle.entry
      .flatMap(({ resource }) => findReferences(resource).map(({ reference }) => reference))
      .filter(isConditionalReference),
  )
}

/** Returns a resource without the parts that loading may change: id, meta and references between resources. */
function comparable(resource: FhirResource): JsonObject {
  const {
    id: _,
    meta: __,
    ...content
  } = rewriteReferences(resource, (reference) => (reference.startsWith('#') ? reference : 'rewritten'))
  return content
}

describe.skipIf(!present)(title, () => {
  it.each(['synthea-bundle-patient', 'synthea-transaction'])('%s loads once its references exist', (name) => {
    const { store, post } = record()
    const bundle = load(name)
    const references = conditionalReferences(bundle)
    expect(references.size).toBeGreaterThan(5)

    const rejected = post('', bundle)
    expect(rejected.status).toBe(400)
    expect(rejected.effects).toEqual([])
    expect(store.size).toBe(0)
    const issues = Array.isArray(rejected.json.issue) ? rejected.json.issue : []
    expect(issues).toHaveLength(references.size)
    for (const reference of references) {
      expect(issues.filter((issue) => JSON.stringify(issue).includes(`\\"${reference}\\"`))).toHaveLength(1)
    }

    for (const reference of references) {
      const parts = /^(\w+)\?identifier=([^|]+)\|(.+)$/.exec(reference)
      const [, resourceType = '', system = '', value = ''] = parts ?? []
      expect(post(resourceType, { resourceType, identifier: [{ system, value }] }).status).toBe(201)
    }
    const before = store.size
    const loaded = post('', bundle)
    expect(loaded.status).toBe(200)
    expect(store.size).toBe(before + bundle.entry.length)

    const responses = Array.isArray(loaded.json.entry) ? loaded.json.entry : []
    for (const [index, { resource }] of bundle.entry.entries()) {
      const answer = responses[index]
      const response = isJsonObject(answer) && isJsonObject(answer.response) ? answer.response : {}
      expect(response.status).toBe('201 Created')
      const [type = '', id = ''] = String(response.location).split('/')
      const stored = store.read(type, id)?.resource
      expect(stored).toBeDefined()
      if (stored === undefined) continue
      expect(comparable(stored)).toEqual(comparable(resource))
      for (const { reference } of findReferences(stored)) {
        if (reference.startsWith('#')) continue
        const [target = '', targetId = ''] = reference.split('/')
        expect(store.read(target, targetId), reference).toBeDefined()
      }
    }
  })

  it('synthea-bundle-practitioner, a batch with conditional creates, loads only once however often it is sent', () => {
    const { store, post } = record()
    const bundle = load('synthea-bundle-practitioner')
    expect(post('', bundle).status).toBe(200)
    expect(store.size).toBe(bundle.entry.length)
    const again = post('', bundle)
    const found = again.effects.filter(
      (effect) => effect.op === 'put' && effect.resource.resourceType === 'Practitioner',
    )
    expect(found).toEqual([])
  })

  it('pas-claim-bundle, whose entries have no request, is rejected with the reason', () => {
    const { store, post } = record()
    const bundle = load('pas-claim-bundle')
    const { status, json } = post('', bundle)
    expect(status).toBe(400)
    expect(json.issue).toEqual(
      bundle.entry.map((_, index) => ({
        severity: 'error',
        code: 'required',
        diagnostics: expect.stringContaining('{"method":"POST","url":"Patient"}'),
        expression: [`Bundle.entry[${index}].request`],
      })),
    )
    expect(store.size).toBe(0)
  })
})
