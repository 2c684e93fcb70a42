import { buildClaim, buildEligibilityInquiry } from '@carebench/x12'
import { sampleText } from '../../../packages/x12/src/testing/sample.js'
import { claim, inquiry } from '../../../packages/x12/src/testing/sample-exchanges.js'
import type { AgentCall, Sequence } from './sequence.js'
import { repeat, sequence } from './steps.js'
import { post } from './writer.js'

/** Texts that, repeated, make many components, repetitions or elements of X12. */
const parts = [':', '^', '*', ':E119', '^ABF:E119']

/** Valid claims and inquiries, each with a pattern for the place after which a text is inserted. */
const places: readonly { readonly path: string; readonly text: string; readonly after: RegExp }[] = [
  ...[/SV1\*HC:99213:25/, /HI\*ABK:E119/, /CLM\*[^~]*/, /NM1\*IL[^~]*/, /REF\*G1\*[^~]*/].map((after) => {
    return { path: '/claims', text: sampleText([buildClaim(claim)]), after }
  }),
  { path: '/eligibility', text: sampleText([buildEligibilityInquiry(inquiry)]), after: /EQ\*[^~]*/ },
]

function* interchanges(size: number): Iterable<AgentCall> {
  for (const part of parts) {
    const more = repeat(part, size)
    for (const { path, text, after } of places) {
      const body = text.replace(after, (found) => found + more)
      yield { method: 'POST', group: 'clearinghouse', path, type: 'application/edi-x12', body }
    }
  }
}

const hookInstance = 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea'
const order = { resourceType: 'MedicationRequest', id: 'draft', status: 'draft', intent: 'order' }
const context = {
  userId: 'Practitioner/p1',
  patientId: 'p1',
  draftOrders: { resourceType: 'Bundle', type: 'collection', entry: [{ resource: order }] },
}

/** Sends orders with the prefetch that a CDS service expects: almost 5,000 values, the maximum that is accepted. */
function* prefetches(size: number): Iterable<AgentCall> {
  const found = (count: number, make: (text: string) => object) => {
    const entry = Array.from({ length: count }, (_, at) => ({ resource: make(repeat(`${at} `, size / count)) }))
    return { resourceType: 'Bundle', type: 'searchset', entry }
  }
  const bundles = [
    found(800, (status) => ({ ...order, status })),
    found(600, (code) => ({ resourceType: 'Medication', code: { coding: [{ code }] } })),
    found(1, (text) => ({
      ...order,
      note: Array.from({ length: 2000 }, () => ({ text: text.slice(0, size / 2000) })),
    })),
    found(1, (status) => ({ ...order, status })),
  ]
  for (const medications of bundles) {
    const body = { hook: 'order-sign', hookInstance, context, prefetch: { medications } }
    for (let time = 0; time < 3; time++) yield { group: 'cds', ...post(body, '/cds-services/interactions') }
  }
}

/**
 * Returns sequences of valid calls to the clearinghouse and to CDS services, whose bodies have this many characters.
 */
export function interfaceSequences(size: number): readonly Sequence[] {
  return [
    sequence(
      'claims and inquiries with 900 kB of components, repetitions and elements',
      'every-matcher',
      undefined,
      () => interchanges(size),
    ),
    sequence('orders with 900 kB of prefetch that a service expects', 'every-matcher', undefined, () =>
      prefetches(size),
    ),
  ]
}
