import { post } from '../builders/calls.js'
import { further } from '../builders/counters.js'
import { guard } from '../builders/criteria.js'
import { rightCalls } from '../builders/world-values.js'
import type { Instance } from '../family.js'
import { goAstray } from './scope-access.js'

const inTime = 'Nothing is written, sent or said after the work is due'

/** The event types of acts that have an effect outside the agent. */
const acts = [
  'fhir.create',
  'fhir.update',
  'fhir.patch',
  'fhir.delete',
  'file.written',
  'fax.sent',
  'call.started',
  'call.turn',
  'prior_auth.submitted',
  'prior_auth.updated',
  'x12.sent',
  'hl7.sent',
]

/** Event types of acts on the electronic interfaces of payers. */
const electronicActs = ['pas.submitted', 'cdex.attached']

/** Adds a guard that nothing is written, sent or said after the deadline, which the instruction states. */
export function judgeTime(instance: Instance): Instance {
  const { criteria, counters, due, startsAt } = instance
  const isElectronic = rightCalls(instance).some(({ path }) => /^payer(?:@\w+)?\//.test(path))
  const late = (Date.parse(due) - Date.parse(startsAt)) / 1000 + 60
  return {
    ...instance,
    criteria: [
      ...criteria,
      guard(inTime, 'major', 'missed-urgent', {
        assert: 'event-count',
        type: isElectronic ? [...acts, ...electronicActs] : acts,
        where: { actor: 'agent', at: { $gt: due } },
        count: 0,
      }),
    ],
    counters: further(counters, goAstray, [post('wait', { seconds: late })], inTime),
  }
}
