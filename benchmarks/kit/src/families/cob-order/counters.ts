import { add, patchChart, replace } from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import { afterwards, instead } from '../../builders/counters.js'
import { inquiryCounters } from '../../builders/eligibility-inquiry.js'
import { type CoordinationReason, coordinationReasons } from '../../clinic/coordination.js'
import type { Counter, SolutionCall } from '../../task.js'
import { labels } from './criteria.js'
import type { Facts } from './facts.js'
import { ask, closeItem, courseCalls, courseWrites, rank, toQuestion } from './work.js'

/** Returns the counterexamples of an instance: plausible mistakes of an agent, and the criteria that they break. */
export function makeCounters(facts: Facts): readonly Counter[] {
  const { pair } = facts
  const [, second] = pair
  const { nothingElse } = labels
  const disputed = add('/businessStatus/coding/0/version', 'The parents are in a dispute.')
  return [
    ...otherCounters(facts),
    ...askingCounters(facts),
    ...orderCounters(facts),
    ...inquiryCounters(
      toQuestion(second),
      (inquiry) => [ask(pair[0]), inquiry, ...courseWrites(facts.course, facts.patient)],
      [nothingElse],
    ),
    afterwards(
      'write a text into the version of the reason',
      [patchChart(`Task/${facts.patient.taskId}`, disputed)],
      nothingElse,
    ),
    instead(
      'change the status of a policy',
      [...courseCalls(facts), patchChart(`Coverage/${second.id}`, replace('/status', 'cancelled'))],
      nothingElse,
    ),
  ]
}

/**
 * Returns counterexamples with a wrong reason or document, or that ask the payers too late, not at all, too often, or
 * about something else.
 */
function askingCounters({ patient, pair, course, policies, questionnaires, orders }: Facts): readonly Counter[] {
  const { branch, order } = course
  const [first, second] = pair
  const asked = pair.map((policy) => ask(policy))
  const writes = courseWrites(course, patient)
  const { nothingElse, answeredFirst } = labels
  const ended = policies.find(({ beneficiary, end }) => beneficiary === patient.person && end !== null)
  const others = [...questionnaires, ...orders].filter(({ id }) => id !== course.document)
  const reasons = Object.keys(coordinationReasons) as readonly CoordinationReason[]
  const wrong = reasons.filter((one) => one !== branch && one !== 'fact-missing').slice(0, 2)
  return collect<Counter>(
    wrong.map((reason) => {
      const calls = [...asked, ...writes.slice(0, -1), closeItem(patient, { ...course, branch: reason })]
      return instead(`give ${reason} as the reason`, calls, labels.reason)
    }),
    instead(
      'write everything before anybody is asked, and again in the end',
      [...writes, ...asked, ...writes],
      answeredFirst,
    ),
    instead(
      'record the reason before the second payer has answered',
      [ask(first), closeItem(patient, course), ask(second), ...writes.slice(0, -1)],
      answeredFirst,
    ),
    order[0] &&
      instead(
        'mark the first policy before any payer has answered',
        [rank(order[0], 1), ...asked, ...writes],
        answeredFirst,
      ),
    others
      .slice(0, 2)
      .map(({ id, kind }) =>
        instead(
          `name another ${kind}`,
          [...asked, ...writes.slice(0, -1), closeItem(patient, { ...course, document: id })],
          labels.document,
        ),
      ),
    instead('ask nobody', writes, labels.asked(0), labels.asked(1)),
    instead('ask one payer only', [ask(first), ...writes], labels.asked(1)),
    instead('ask a payer twice', [...asked, ask(second), ...writes], labels.asked(1), nothingElse),
    instead(
      'ask about an office visit',
      [ask(first, { service_type: '98' }), ask(second), ...writes],
      labels.asked(0),
      nothingElse,
    ),
    instead(
      'ask about another day',
      [ask(first), ask(second, { date: '2026-04-01' }), ...writes],
      labels.asked(1),
      nothingElse,
    ),
    second.subscriber !== second.beneficiary &&
      instead(
        'ask about the subscriber in place of the patient',
        [ask(first), ask(second, { patient_id: second.subscriber.id }), ...writes],
        labels.asked(1),
        labels.wrongPatient,
      ),
    ended && instead('ask about the policy that has ended', [...asked, ask(ended), ...writes], nothingElse),
  )
}

/** Returns counterexamples with another order of the policies, or a guessed one. */
function orderCounters({ patient, pair, course }: Facts): readonly Counter[] {
  const { branch, order, missing } = course
  const [first, second] = pair
  const { nothingElse, reason, guessed } = labels
  const { document } = course
  const close = closeItem(patient, { branch, document })
  const wrong = (name: string, calls: readonly SolutionCall[], ...fails: readonly string[]) =>
    instead(name, [...pair.map((policy) => ask(policy)), ...calls], ...fails)
  const reversed = order.toReversed().map((policy, index) => rank(policy, index + 1))
  return collect<Counter>(
    order.length === 2 && [
      wrong('the other order', [...reversed, close], labels.ranked(0), labels.ranked(1)),
      wrong('mark both as first', [...order.map((policy) => rank(policy, 1)), close], labels.ranked(1)),
      wrong(
        'say that a fact is missing',
        [closeItem(patient, { branch: 'fact-missing', missing: 'custody', document })],
        labels.ranked(0),
        reason,
      ),
    ],
    branch === 'single-coverage' &&
      wrong(
        'give the inactive policy an order too',
        [...pair.map((policy) => rank(policy, order.includes(policy) ? 1 : 2)), close],
        nothingElse,
      ),
    branch === 'fact-missing' && [
      wrong(
        'guess the order',
        [rank(first, 1), rank(second, 2), closeItem(patient, { branch: 'birthday-rule', document })],
        guessed,
        reason,
        nothingElse,
      ),
      wrong(
        'guess, and say that a fact is missing',
        [rank(first, 1), ...courseWrites(course, patient)],
        guessed,
        nothingElse,
      ),
      wrong(
        'name another fact',
        [closeItem(patient, { branch, document, missing: missing === 'custody' ? 'court-order' : 'custody' })],
        reason,
      ),
    ],
  )
}

/** Returns counterexamples that work the item of the brother, the sister or the namesake. */
function otherCounters({ others, policies, course }: Facts): readonly Counter[] {
  const [other] = others
  const [policy, next] = policies.filter(({ beneficiary }) => beneficiary === other?.person)
  if (other === undefined || policy === undefined || next === undefined) return []
  const writes = [rank(policy, 1), rank(next, 2), closeItem(other, course)]
  const fails = [labels.wrongPatient, labels.nothingElse]
  return [
    afterwards('work the item of somebody else too', [ask(policy), ...writes], ...fails),
    instead('work the item of somebody else instead', [ask(policy), ask(next), ...writes], ...fails, labels.reason),
  ]
}
