import type { JsonObject } from '@carebench/protocol/wire'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { FhirResource } from '../resource/fhir-resource.js'
import type { OutcomeIssue } from '../resource/operation-outcome.js'
import { arbitraryResource } from '../testing/arbitrary-resource.js'
import { mutate, mutations } from '../testing/resource-mutations.js'
import { checkStructure } from './structure-check.js'

const scale = inject('scale')

/** Invariants are tested elsewhere: the drawn resources ignore them. */
function listIssues(resource: FhirResource): readonly OutcomeIssue[] {
  return checkStructure(resource, 1000).filter(({ code }) => code !== 'invariant')
}

describe('an arbitrary resource generated from the definitions', () => {
  it('has no issue', () => {
    fc.assert(
      fc.property(arbitraryResource, (resource) => {
        expect(listIssues(resource)).toEqual([])
      }),
      { numRuns: 60 * scale, endOnFailure: true },
    )
  })

  it.each(Object.entries(mutations))('with %s has an issue at its location', (_what, mutation) => {
    let changed = 0
    fc.assert(
      fc.property(arbitraryResource, fc.nat(), fc.nat(), (drawn, where, pick) => {
        const mutated = mutate(drawn, mutation, where, pick)
        if (mutated === undefined) return
        changed++
        const issues = listIssues(mutated.resource)
        expect(issues.map(({ code, expression }) => ({ code, expression: expression?.[0] }))).toContainEqual(
          mutated.issue,
        )
        for (const { diagnostics } of issues) expect(diagnostics).toMatch(/^[A-Z][^:]*: expected .+, got .+\.$/s)
      }),
      { numRuns: 30 * scale, endOnFailure: true },
    )
    expect(changed).toBeGreaterThan(3 * scale)
  })
})

it('a hostile resource takes bounded time and causes a bounded number of issues', () => {
  const items = Array.from({ length: 20_000 }, (_, index) => ({ [`x${index}`]: 1 }))
  expect(checkStructure({ resourceType: 'Patient', name: items }, 50)).toHaveLength(50)
  let deep: JsonObject = { url: 'urn:x', valueInteger: 1 }
  for (let level = 0; level < 5000; level++) deep = { url: 'urn:x', extension: [deep] }
  expect(checkStructure({ resourceType: 'Basic', extension: [deep] }, 50).length).toBeGreaterThan(0)
  const long = `${'a '.repeat(200_000)} `
  const identifier = [{ use: long, system: long, value: long, type: { coding: [{ code: long }] } }]
  const photo = [{ data: `${'AAAA '.repeat(100_000)}!`, url: long, contentType: long }]
  const text = { status: 'generated', div: `<div>${'<'.repeat(300_000)}` }
  const managingOrganization = { reference: 'Organization/'.repeat(50_000) }
  const resource = { resourceType: 'Patient', identifier, photo, text, managingOrganization, [long]: 1 }
  expect(checkStructure(resource, 50).length).toBeGreaterThan(5)
})
