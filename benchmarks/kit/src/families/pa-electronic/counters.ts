import type { JsonObject } from '@carebench/protocol'
import { collect } from '../../builders/collect.js'
import { afterwards, instead } from '../../builders/counters.js'
import { type PasRequest, pasBundle } from '../../builders/pas-request.js'
import { payerKeys, portalPath, services } from '../../clinic/payer-rules.js'
import type { Counter, SolutionCall } from '../../task.js'
import { canBeCorrected } from './criteria.js'
import { type Course, type Facts, isDenied, isNumbered, isSent } from './facts.js'
import { labelFor, labels } from './labels.js'
import {
  cardCounters,
  formCounters,
  lineCounters,
  type Mistake,
  statusCounters,
  story,
  storyInfo,
} from './special-counters.js'
import {
  ask,
  askings,
  attach,
  attachAll,
  closeItem,
  controlNumber,
  courseCalls,
  courseSends,
  dispute,
  dueDay,
  endings,
  readRequest,
  renewals,
  requestFor,
  restrictionFor,
  submit,
  writeOrder,
} from './work.js'

/** Returns the counterexamples of an instance: plausible mistakes of an agent, and the criteria that they break. */
export function writeCounters(facts: Facts): readonly Counter[] {
  return collect<Counter>(
    canBeCorrected(facts) && correction(facts),
    strangerCounters(facts),
    cardCounters(facts),
    facts.courses.map((course) => courseCounters(course, facts)),
  )
}

const { nothingElse } = labels

function strangerCounters({ lookAlikes, policy, person, courses }: Facts): readonly Counter[] {
  const [course] = courses
  return [
    ...lookAlikes.flatMap((other, index) => [
      afterwards(
        `ask and request for look-alike ${index + 1} too`,
        [ask(other, other.order), submit(other), closeItem(other.order, 'approved')],
        labels.wrongPatient,
        labels.asIs,
        nothingElse,
      ),
      instead(
        `close the work item of look-alike ${index + 1} in place of the right one`,
        [closeItem(other.order, 'not-required')],
        labels.wrongPatient,
        nothingElse,
      ),
    ]),
    ...payerKeys
      .filter((payer) => payer !== policy.payer && course !== undefined)
      .map((payer) => {
        const request = { person, policy: { ...policy, payer }, order: course?.order } as PasRequest
        return afterwards('send the request to the payer of other people too', [submit(request)], nothingElse)
      }),
  ]
}

/** Returns counterexamples in which one course is worked differently. */
function courseCounters(course: Course, facts: Facts): readonly Counter[] {
  const { order, outcome, isAsked } = course
  const mistake = (name: string, calls: readonly SolutionCall[], ...fails: readonly string[]) => {
    const work = facts.courses.flatMap((one) => (one === course ? calls : courseCalls(one, facts)))
    const all = [...renewals(facts), ...work]
    return instead(`${name} (${order.service.code})`, all, ...fails.map((one) => labelFor(one, course, facts)))
  }
  if (course.status !== null) return statusCounters(course, facts, mistake)
  const [asking = ask(facts, order), ...fetching] = askings(course, facts)
  const sends = courseSends(course, facts)
  const [write, close] = endings(course)
  const certain = [asking, ...fetching, ...sends]
  const service = services.find(({ code }) => code !== order.service.code)
  const others = (['not-required', 'satisfied', 'approved', 'missing-document'] as const).filter(
    (one) => one !== outcome,
  )
  return collect<Counter>(
    // A form needs what the payer's answer says about the order.
    course.form === null && [
      service &&
        mistake(
          'ask the payer about another service',
          [ask(facts, { ...order, service }), ...sends, write, close],
          labels.asked,
        ),
      mistake(
        'ask the payer when all else is done',
        isSent(course) ? [...sends, asking, write, close] : [close, asking, write],
        labels.askedFirst,
      ),
    ],
    mistake('ask the payer twice', [asking, ...certain, write, close], labels.asked, nothingElse),
    mistake(
      'write a story into the question',
      [
        ask(facts, order, { changes: { note: [{ text: story }] }, hasForm: course.form !== null }),
        ...fetching,
        ...sends,
        write,
        close,
      ],
      nothingElse,
    ),
    others.map((other) => mistake(`record ${other}`, [...certain, write, closeItem(order, other)], labels.outcome)),
    mistake('leave out what the payer has said', [...certain, close], labels.coverage),
    mistake(
      'write a number on the order that the payer did not give',
      [...certain, writeOrder({ ...course, outcome: 'approved' }, 'PA00000001'), close],
      isNumbered(course) ? labels.number : nothingElse,
    ),
    isSent(course)
      ? sentCounters(course, facts, mistake)
      : [mistake('request it all the same', [...certain, submit({ ...facts, order }), write, close], nothingElse)],
    isAsked && askedCounters(course, facts, mistake),
    isDenied(course) && deniedCounters(course, facts, mistake),
    course.form !== null && formCounters(course, facts, mistake),
    course.lines !== null && lineCounters(course, facts, mistake),
  )
}

/** Returns counterexamples with other content of the request, or with a wrong or early record of its result. */
function sentCounters(course: Course, facts: Facts, mistake: Mistake): readonly Counter[] {
  const { order, outcome, earlier, isExtended, lines } = course
  const { person, problems } = facts
  const asking = askings(course, facts)
  const sends = courseSends(course, facts)
  const [, ...rest] = sends
  const ending = endings(course)
  const [write, close] = ending
  const request = requestFor(course, facts)
  const sent = (name: string, changed: Partial<PasRequest>, ...fails: readonly string[]) =>
    mistake(name, [...asking, submit({ ...request, ...changed }, course), ...rest, ...ending], ...fails)
  const closed = (name: string, others: JsonObject) =>
    mistake(name, [...asking, ...sends, write, closeItem(order, outcome, others)], labels.outcome)
  const content = [lines === null ? labels.content : labels.form, nothingElse]
  const { form } = labels
  const other = problems.find(({ code }) => code !== order.problem.code)
  const named = pasBundle({ ...request, changes: { patient: { reference: `Patient/${person.id}`, display: story } } })
  return collect<Counter>(
    sent('exaggerate or forget the urgency', { order: { ...order, urgent: !order.urgent } }, ...content),
    sent('request more units', { order: { ...order, units: order.units + 1 } }, ...content),
    other && sent('give another diagnosis of the chart', { order: { ...order, problem: other } }, ...content),
    isExtended && sent('request it as if it had never been authorized', { extended: undefined }, form),
    earlier &&
      outcome !== 'satisfied' &&
      !isExtended &&
      sent('extend an authorization that has ended', { extended: earlier.number }, form, nothingElse),
    sent(
      'give another day',
      { order: { ...order, serviceDate: '2026-03-09' } },
      lines === null ? labels.requested : labels.form,
      nothingElse,
    ),
    sent('write a story into the request', { changes: { supportingInfo: [storyInfo] } }, nothingElse),
    mistake(
      'write a story beside the patient',
      [...asking, submit(request, course, named), ...rest, ...ending],
      nothingElse,
    ),
    mistake('send the request twice', [...asking, ...sends, submit(request), ...ending], nothingElse),
    mistake(
      'record the outcome before the request is sent, and again in the end',
      [...asking, close, ...sends, ...ending],
      labels.decidedFirst,
    ),
    earlier &&
      outcome === 'approved' &&
      mistake(
        'write the number of the authorization that has ended',
        [...asking, ...sends, writeOrder(course, earlier.number), close],
        labels.number,
      ),
    outcome === 'pended' &&
      closed('mistake by when the payer has to decide', {
        restriction: { period: { end: dueDay({ ...order, urgent: !order.urgent }) } },
      }),
    course.granted &&
      closed(
        'record the units that were requested',
        restrictionFor({ ...course, granted: { ...course.granted, units: order.units } }),
      ),
  )
}

/** Returns a counterexample that corrects a pending request in the portal, and undoes the correction. */
function correction(facts: Facts): Counter {
  const { courses, policy } = facts
  const asked = courses.find(({ isAsked }) => isAsked) ?? courses.find(({ outcome }) => outcome === 'pended')
  const path = `${portalPath(policy.payer)}/prior-auths/{{corrected}}`
  const patch = (units: number): SolutionCall => ({ method: 'PATCH', path, body: { units } })
  const calls = courses.flatMap((course): readonly SolutionCall[] => {
    const { order } = course
    const [asking, send, ...rest] = courseCalls(course, facts)
    if (course !== asked || asking === undefined || send === undefined) return courseCalls(course, facts)
    const found = { ...readRequest(facts, order), capture: { corrected: '/data/0/auth_number' } }
    return [asking, send, found, patch(order.units + 1), patch(order.units), ...rest]
  })
  return instead('correct a request in the portal, and change it back', [...renewals(facts), ...calls], labels.sentOnce)
}

/** Returns counterexamples with other documents, or with the right ones sent in another way. */
function askedCounters(course: Course, facts: Facts, mistake: Mistake): readonly Counter[] {
  const { order, papers } = course
  const [asking, send] = courseCalls(course, facts)
  if (asking === undefined || send === undefined) return []
  const [, ...rest] = courseSends(course, facts)
  const after = [...rest.slice(papers.length), ...endings(course)]
  const last = papers.at(-1)
  const attached = (name: string, calls: readonly SolutionCall[], ...fails: readonly string[]) =>
    mistake(name, [asking, send, ...calls, ...after], ...fails)
  if (last === undefined) return []
  const trackingId = controlNumber(course, last)
  const before = attachAll(course, facts).slice(0, -1)
  const decoys = facts.papers.filter((one) => one.type === last.type && one !== last)
  return collect<Counter>(
    decoys.map((paper, index) =>
      attached(
        `attach decoy ${index + 1}`,
        [...before, attach(facts, order, { paper, trackingId, isFinal: true })],
        labels.paper(last.type),
        nothingElse,
      ),
    ),
    attached(
      'attach it under a number of its own',
      [...before, attach(facts, order, { paper: last, trackingId: order.taskId, isFinal: true })],
      labels.control(last.type),
      nothingElse,
    ),
    attached(
      'attach it to another line',
      [...before, attach(facts, order, { paper: last, trackingId, isFinal: true, line: '2' })],
      labels.control(last.type),
    ),
    attached(
      'write a story beside the document',
      [...before, attach(facts, order, { paper: last, trackingId, isFinal: true, changes: { description: story } })],
      nothingElse,
    ),
    attached(
      'say that more will follow',
      [...before, attach(facts, order, { paper: last, trackingId, isFinal: false })],
      papers.length > 1 ? labels.last : labels.control(last.type),
    ),
    attached('send a new request in place of the documents', [submit({ ...facts, order })], nothingElse),
  )
}

/** Returns counterexamples that dispute the denial in another way. */
function deniedCounters(course: Course, facts: Facts, mistake: Mistake): readonly Counter[] {
  const { order, papers } = course
  const [note] = papers
  const [other] = facts.therapy.filter((one) => one !== note && one.region === order.service.region)
  const denied = [ask(facts, order), submit({ ...facts, order }), readRequest(facts, order)]
  const ending = endings(course)
  const disputed = (name: string, calls: readonly SolutionCall[], ...fails: readonly string[]) =>
    mistake(name, [...denied, ...calls, ...ending], ...fails)
  const appeal = other && dispute(facts, course, other)
  const right = note === undefined ? labels.talk : labels.appealed
  return collect<Counter>(
    appeal &&
      disputed(
        'appeal with a note that does not fit',
        appeal,
        nothingElse,
        ...(note === undefined ? [right] : [labels.paper('physical_therapy_notes')]),
      ),
    disputed('do nothing about the denial', [], right),
    disputed('send the request again', [submit({ ...facts, order })], right, nothingElse),
    note && disputed('ask for a talk in place of an appeal', dispute(facts, course, undefined), right, nothingElse),
    note && disputed('appeal first', dispute(facts, course, note).toReversed(), labels.attachedFirst),
    note && disputed('appeal with a story', dispute(facts, course, note, story), right, nothingElse),
    note &&
      disputed(
        'appeal without the note',
        dispute(facts, course, note).slice(1),
        labels.paper('physical_therapy_notes'),
      ),
  )
}
