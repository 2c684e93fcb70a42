import type { JsonObject } from '@carebench/protocol'
import { compileMatcher, Findings } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { createClinic } from '../clinic/clinic.js'
import { askRequirements } from '../clinic/orders.js'
import { drawFacts } from '../families/pa-submit/draw-facts.js'
import { bodyOf } from './calls.js'
import { shownNothingElse } from './shown-order.js'

const facts = drawFacts('approved', { seed: 42, level: 'E', clinic: createClinic(2) })
const { person, policy } = facts
const [{ order } = {}] = facts.courses
if (order === undefined) throw new Error('The facts have no order.')
const { fields } = shownNothingElse([order], [policy], person) as { readonly fields: readonly JsonObject[] }
const isOther = compileMatcher(fields[0]?.expected as JsonObject, '', { findings: new Findings(), entityPaths: [] })

/**
 * Whether a question with these members added to its draft, and to the entry of the draft, shows nothing but the order.
 */
function isTaken(draft: JsonObject, entry: JsonObject = {}): boolean {
  const asked = bodyOf(askRequirements('portal', order as never, person)) as { readonly context: JsonObject }
  const { entry: entries, ...bundle } = asked.context.draftOrders as { entry: { resource: JsonObject }[] }
  const resource = { ...entries[0]?.resource, ...draft }
  const context = { ...asked.context, draftOrders: { ...bundle, entry: [{ resource, ...entry }] } }
  return isOther?.({ ...asked, context } as never, { entity: undefined }) === false
}

it('accepts the ids that programs give to drafts', () => {
  const ids = [order.id, 'draft-1', '1', 'sr1', '5f2d9c1e-3b0a-4a52-9c6e-0d7e1b8f4a33']
  for (const id of ids) expect(isTaken({ id }, { fullUrl: `https://fhir.invalid/ServiceRequest/${id}` }), id).toBe(true)
  expect(isTaken({}, { fullUrl: 'urn:uuid:5f2d9c1e-3b0a-4a52-9c6e-0d7e1b8f4a33' })).toBe(true)
})

it('rejects remarks in ids and times', () => {
  for (const id of ['HIV-positive', 'ada.sample.does.not.pay', 'cancelled']) {
    expect(isTaken({ id }), id).toBe(false)
    expect(isTaken({}, { fullUrl: `https://fhir.invalid/ServiceRequest/${id}` }), id).toBe(false)
  }
  expect(isTaken({ meta: { lastUpdated: 'She cannot pay.' } })).toBe(false)
})
