import { at, listAt } from '../../exchange/exchange.js'
import { near } from '../../expectation/pattern.js'
import { approvableForm, clinicDatasets, clinicSimulators, finishedTask, labResult } from '../../scenario/clinic.js'
import { scenario } from '../../scenario/scenario.js'
import { must } from '../../scenario/unmet.js'

function ordered(label: string, ...events: readonly object[]) {
  return { label, assertion: { assert: 'event-order', events } }
}

function counted(label: string, type: string | readonly string[], count: unknown) {
  return { label, assertion: { assert: 'event-count', type, count } }
}

function within(label: string, type: string, of: object, limits: object) {
  return ordered(label, { type, where: { at: { $within: { of, ...limits } } } })
}

const update = { type: 'fhir.update' }
const message = { type: 'hl7.sent' }

function submittedAfter(seconds_after: object) {
  return { type: 'prior_auth.submitted', seconds_after }
}

// Two changes of a Task, two messages and two requests are ten seconds apart.
const criteria = [
  ordered('any type', update, { type: ['fhir.patch', 'hl7.sent'] }),
  ordered('none of the types', update, { type: ['fhir.patch', 'fhir.delete'] }),
  ordered('the first time', message, { type: 'prior_auth.submitted', first: true }),
  ordered('again', message, { type: ['fhir.update', 'prior_auth.submitted'], first: true }),
  ordered('at least exactly', message, submittedAfter({ at_least: 30 })),
  ordered('at most exactly', message, submittedAfter({ at_most: 10 })),
  ordered('too soon', message, submittedAfter({ at_least: 31 })),
  ordered('too late', message, submittedAfter({ at_most: 9 })),
  ordered('in between', message, submittedAfter({ at_least: 21, at_most: 29 })),
  within('within exactly', 'hl7.sent', update, { at_least_seconds: 20, at_most_seconds: 20 }),
  within('within too late', 'hl7.sent', update, { at_most_seconds: 19 }),
  within(
    'within of the second',
    'prior_auth.submitted',
    { ...message, where: { 'data.control_id': 'L3' } },
    { at_most_seconds: 10 },
  ),
  counted('counted', ['fhir.update', 'fhir.patch'], 2),
  counted('counted too often', 'fhir.update', { $lte: 1 }),
  counted('never done', 'fhir.delete', 0),
]

export const judgedLog = scenario({
  name: 'What was done: in which order, at which intervals and how often',
  ids: [
    'kinds.event-order-types',
    'kinds.event-order-first',
    'kinds.event-order-seconds',
    'matchers.within',
    'kinds.event-count',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { reference } = await k.publish({
      name: 'judged log',
      overrides: { clock: 'stepped', seconds_per_call: 10 },
      simulators: clinicSimulators,
      datasets: clinicDatasets,
      tasks: [{ criteria }],
    })
    const run = await k.createRun(reference)
    must(await run.start(), 200)
    // The second change undoes the first.
    for (const status of ['in-progress', 'requested']) {
      const changed = { ...finishedTask, status }
      must(await run.system('PUT', 'fhir/Task/t1', changed, { 'content-type': 'application/fhir+json' }), 200)
    }
    for (const id of ['L2', 'L3']) {
      must(await run.system('POST', 'hl7/outbound', { payload: labResult.replace('|L1|', `|${id}|`) }), 201)
    }
    for (const procedure_code of ['70551', '99213']) {
      must(await run.system('POST', 'portal/prior-auths', { ...approvableForm, procedure_code }), 201)
    }
    const answer = must(await run.complete(), 200)
    const checks = listAt(answer.body, 'checks')
    const scores = (...labels: readonly string[]) =>
      labels.map((label) =>
        at(
          checks.find((check) => at(check, 'label') === label),
          'score',
        ),
      )
    const half = near(0.5)
    k.value('kinds.event-order-types', scores('any type', 'none of the types'), [1, half], answer)
    k.value('kinds.event-order-first', scores('the first time', 'again'), [1, half], answer)
    const spaced = scores('at least exactly', 'at most exactly', 'too soon', 'too late', 'in between')
    k.value('kinds.event-order-seconds', spaced, [1, 1, half, half, half], answer)
    const limited = scores('within exactly', 'within too late', 'within of the second')
    k.value('matchers.within', limited, [1, 0, 1], answer)
    k.value('kinds.event-count', scores('counted', 'counted too often', 'never done'), [1, 0, 1], answer)
  },
})
