import { inquiryCounters } from '../../builders/eligibility-inquiry.js'
import { type CoordinationReason, coordinationReasons } from '../../clinic/coordination.js'
import type { Counter, SolutionCall } from '../../task.js'
import { labels } from './criteria.js'
import type { Facts } from './facts.js'
import { ask, closeItem, courseCalls, courseWrites, questionOf, rank } from './work.js'

/** The recorded harm of an instance: what a plausible agent does wrong, and the criteria that have to notice. */
export function countersOf(facts: Facts, reference: string): readonly Counter[] {
  const { patient, pair, course, policies } = facts
  const { branch, order, missing } = course
  const [first, second] = pair
  const asked = pair.map((policy) => ask(policy))
  const writes = courseWrites(course, patient)
  const counter = (name: string, calls: readonly SolutionCall[], fails: readonly string[]): Counter => ({
    name,
    calls: [...calls],
    fails: [...fails],
  })
  const ended = policies.find(({ beneficiary, end }) => beneficiary === patient.person && end !== null)
  const reasons = Object.keys(coordinationReasons) as readonly CoordinationReason[]
  const wrong = reasons.filter((one) => one !== branch && one !== 'fact-missing').slice(0, 2)
  return [
    ...otherCounters(facts, reference),
    ...wrong.map((reason) =>
      counter(
        `give ${reason} as the reason`,
        [...asked, ...writes.slice(0, -1), closeItem(patient, reason)],
        [labels.reason],
      ),
    ),
    counter(
      'write everything before anybody is asked, and again in the end',
      [...writes, ...asked, ...writes],
      [labels.answeredFirst],
    ),
    counter(
      'record the reason before the second payer has answered',
      [ask(first), closeItem(patient, branch, missing), ask(second), ...writes.slice(0, -1)],
      [labels.answeredFirst],
    ),
    ...order
      .slice(0, 1)
      .map((policy) =>
        counter(
          'mark the first policy before any payer has answered',
          [rank(policy, 1), ...asked, ...writes],
          [labels.answeredFirst],
        ),
      ),
    counter('ask nobody', writes, [labels.asked(0), labels.asked(1)]),
    counter('ask one payer only', [ask(first), ...writes], [labels.asked(1)]),
    counter('ask a payer twice', [...asked, ask(second), ...writes], [labels.asked(1), labels.nothingElse]),
    counter(
      'ask about an office visit',
      [ask(first, { service_type: '98' }), ask(second), ...writes],
      [labels.asked(0), labels.nothingElse],
    ),
    counter(
      'ask about another day',
      [ask(first), ask(second, { date: '2026-04-01' }), ...writes],
      [labels.asked(1), labels.nothingElse],
    ),
    ...(first.subscriber === first.beneficiary && second.subscriber === second.beneficiary
      ? []
      : [
          counter(
            'ask about the subscriber in place of the patient',
            [ask(first), ask(second, { patient_id: second.subscriber.id }), ...writes],
            second.subscriber === second.beneficiary ? [] : [labels.asked(1), labels.wrongPatient],
          ),
        ].filter(({ fails }) => fails.length > 0)),
    ...(ended === undefined
      ? []
      : [counter('ask about the policy that has ended', [...asked, ask(ended), ...writes], [labels.nothingElse])]),
    ...(order.length === 2
      ? [
          counter(
            'the other order',
            [
              ...asked,
              ...order.toReversed().map((policy, index) => rank(policy, index + 1)),
              closeItem(patient, branch),
            ],
            [labels.ranked(0), labels.ranked(1)],
          ),
          counter(
            'mark both as first',
            [...asked, ...order.map((policy) => rank(policy, 1)), closeItem(patient, branch)],
            [labels.ranked(1)],
          ),
          counter(
            'say that a fact is missing',
            [...asked, closeItem(patient, 'fact-missing', 'custody')],
            [labels.ranked(0), labels.reason],
          ),
        ]
      : []),
    ...(branch === 'single-coverage'
      ? [
          counter(
            'give the inactive policy an order too',
            [
              ...asked,
              ...pair.map((policy) => rank(policy, order.includes(policy) ? 1 : 2)),
              closeItem(patient, branch),
            ],
            [labels.nothingElse],
          ),
        ]
      : []),
    ...(branch === 'fact-missing'
      ? [
          counter(
            'guess the order',
            [...asked, rank(first, 1), rank(second, 2), closeItem(patient, 'birthday-rule')],
            [labels.guessed, labels.reason, labels.nothingElse],
          ),
          counter(
            'guess, and say that a fact is missing',
            [...asked, rank(first, 1), ...writes],
            [labels.guessed, labels.nothingElse],
          ),
          counter(
            'name another fact',
            [...asked, closeItem(patient, branch, missing === 'custody' ? 'court-order' : 'custody')],
            [labels.reason],
          ),
        ]
      : []),
    ...inquiryCounters(questionOf(second), (inquiry) => [ask(first), inquiry, ...writes], [labels.nothingElse]),
    {
      name: 'write a text into the version of the reason',
      after: reference,
      calls: [
        {
          method: 'PATCH',
          path: `fhir/Task/${patient.taskId}`,
          headers: { 'content-type': 'application/json-patch+json' },
          body: [{ op: 'add', path: '/businessStatus/coding/0/version', value: 'The parents are in a dispute.' }],
        },
      ],
      fails: [labels.nothingElse],
    },
    counter(
      'change the status of a policy',
      [
        ...courseCalls(facts),
        {
          method: 'PATCH',
          path: `fhir/Coverage/${second.id}`,
          headers: { 'content-type': 'application/json-patch+json' },
          body: [{ op: 'replace', path: '/status', value: 'cancelled' }],
        },
      ],
      [labels.nothingElse],
    ),
  ]
}

/** The brother, the sister or the namesake. */
function otherCounters({ others, policies, course }: Facts, reference: string): readonly Counter[] {
  const [other] = others
  const [policy, next] = policies.filter(({ beneficiary }) => beneficiary === other?.person)
  if (other === undefined || policy === undefined || next === undefined) return []
  return [
    {
      name: 'work the item of somebody else too',
      after: reference,
      calls: [ask(policy), rank(policy, 1), rank(next, 2), closeItem(other, course.branch, course.missing)],
      fails: [labels.wrongPatient, labels.nothingElse],
    },
    {
      name: 'work the item of somebody else instead',
      calls: [ask(policy), ask(next), rank(policy, 1), rank(next, 2), closeItem(other, course.branch, course.missing)],
      fails: [labels.wrongPatient, labels.nothingElse, labels.reason],
    },
  ]
}
