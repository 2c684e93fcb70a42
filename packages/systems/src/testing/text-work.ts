import type { JsonObject, MessageRecord } from '@carebench/protocol'
import type { PreparedEvidence } from '@carebench/verifier'
import { defaultVerifier } from '../verifier/verify.js'

// Evidence of many or long texts, and criteria that read them.

interface Criterion {
  readonly label: string
  readonly guard?: boolean
  readonly assertion: JsonObject
}

/** A matcher for a statement in a text. */
export const says = { $says: { all: [['approved', 'granted'], { quantity: 6.7, unit: 'mg' }], none: [['denied']] } }

/** A criterion for each way of reading a text. */
export const criteria = [
  { label: 'said', assertion: { assert: 'message-sent', fields: [{ path: 'body', expected: says }] } },
  {
    label: 'pattern',
    assertion: { assert: 'message-sent', fields: [{ path: 'body', expected: { $regex: '(?s).*' } }] },
  },
  {
    label: 'folded',
    assertion: { assert: 'message-sent', fields: [{ path: 'body', expected: { $text: 'Approved' } }] },
  },
  {
    label: 'nobody else',
    guard: true,
    assertion: {
      assert: 'no-collateral',
      allow: [{ collection: 'messages', where: { channel: 'sms' }, about: ['Patient/p1'] }],
    },
  },
]

const patients = ['p1', 'p2'].map((id) => ({
  resourceType: 'Patient',
  id,
  name: [{ given: ['Ada'], family: `Family${id}` }],
  birthDate: '1980-02-03',
}))

/** Evidence in which an agent has sent messages with these texts. */
export function makeEvidence(bodies: readonly string[]) {
  const messages = bodies.map(
    (body): MessageRecord => ({ direction: 'outbound', channel: 'sms', to: '555-0123', from: '555-0100', body }),
  )
  const events = messages.map((record, seq) => ({
    seq,
    at: '2026-03-02T09:00:00.000Z',
    actor: 'agent' as const,
    type: 'message.sent',
    data: {},
    outward: [{ collection: 'messages', record: { ...record } }],
  }))
  return { fhir: patients, messages, events, initial: { fhir: patients, messages: [], events: [] } }
}

/** Verifies without pauses inside criterion runs. */
export function verifyAtOnce(evidence: ReturnType<typeof makeEvidence>) {
  return drain(
    defaultVerifier()
      .prepareEvidence(evidence)
      .withRuns({ of: (_, run) => run() }),
  )
}

/** Verifies step by step; returns the verification and the number of steps. */
export function drain(
  evidence: ReturnType<typeof makeEvidence> | PreparedEvidence,
  inOrder: readonly Criterion[] = criteria,
) {
  const steps = defaultVerifier().verifyInSteps({ criteria: inOrder, evidence })
  for (let count = 0; ; count++) {
    const { done, value } = steps.next()
    if (done === true) return { verification: value, count }
  }
}
