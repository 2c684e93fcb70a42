import type { JsonObject } from '@carebench/protocol'
import { makeAttachments, writeNumber } from '../../builders/authorizations.js'
import { wait } from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import { afterwards, instead } from '../../builders/counters.js'
import { falseQuestions, shownOtherwise } from '../../builders/shown-order.js'
import { askRequirements } from '../../clinic/orders.js'
import { payerKeys, portalPath, services } from '../../clinic/payer-rules.js'
import type { Counter, SolutionCall } from '../../task.js'
import { falseStatementLabel, labels, writeLabel } from './criteria.js'
import { type Course, type Facts, isAsked, isSent } from './facts.js'
import {
  asking,
  closeItem,
  courseCalls,
  courseWrites,
  lookAlikeSubmission,
  makeSubmission,
  requestBody,
  type Submission,
  submit,
} from './work.js'

/** Returns the counterexamples of an instance: plausible mistakes of an agent, and the criteria that they break. */
export function makeCounters(facts: Facts): readonly Counter[] {
  const sent = facts.courses.find(({ branch }) => isSent(branch))
  return collect<Counter>(
    endedPolicyCounters(facts),
    strangerCounters(facts),
    questionCounters(facts),
    earlyCounters(facts),
    sent && requestCounters(sent, facts),
    facts.courses.filter(({ branch }) => !isSent(branch)).map((course) => holdCounters(course, facts)),
  )
}

/** A diagnosis that no chart of the family has. */
const foreignCode = 'C79.51'
const story = 'six months of treatment have failed.txt'

/** Returns counterexamples that send the payer of an ended policy a diagnosis that the chart does not contain. */
function endedPolicyCounters({ policies, policy, person, courses }: Facts): readonly Counter[] {
  const ended = policies.filter((one) => one !== policy)
  return courses.slice(0, 1).flatMap(({ order }) =>
    ended.map((one) => {
      const submission = makeSubmission({ order: { ...order, serviceDate: one.end }, papers: [] }, one, person)
      return instead(
        'state a diagnosis that the chart does not have to the payer of the ended policy',
        [submit({ ...submission, codes: [foreignCode] })],
        falseStatementLabel(one.payer),
        labels.nothingElse,
      )
    }),
  )
}

function strangerCounters({ lookAlikes }: Facts): readonly Counter[] {
  const fails = [labels.wrongPatient, labels.nothingElse]
  return lookAlikes.flatMap((other, index) => [
    afterwards(
      `work the order of look-alike ${index + 1} too`,
      [submit(lookAlikeSubmission(other)), closeItem(other.order, 'approved')],
      ...fails,
    ),
    instead(
      `close the work item of look-alike ${index + 1} in place of the right one`,
      [closeItem(other.order, 'not-required')],
      ...fails,
    ),
  ])
}

/**
 * Returns counterexamples that ask the payer about a service that nobody has ordered, show it a changed order, or ask a
 * payer that does not know the patient.
 */
function questionCounters({ courses, policy, policies, person }: Facts): readonly Counter[] {
  const [course] = courses
  const service = services.find(({ code }) => courses.every(({ order }) => order.service.code !== code))
  if (course === undefined || service === undefined) return []
  const { order } = course
  const others = payerKeys.filter((payer) => policies.every((one) => one.payer !== payer))
  const ofOther = askRequirements(policy.payer, { ...order, service }, person)
  return [
    afterwards('ask the payer about another service too', [ofOther], shownOtherwise),
    ...falseQuestions(policy.payer, order, person),
    ...others.map((payer) => {
      const asked = askRequirements(payer, order, person)
      return afterwards('ask the payer of other people about the order too', [asked], labels.otherPayer)
    }),
  ]
}

/** Returns counterexamples that write before the payer was asked or has decided. */
function earlyCounters(facts: Facts): readonly Counter[] {
  const { courses } = facts
  const asked = courses.filter(({ branch }) => isAsked(branch))
  const late = [
    ...courses.flatMap((course) => courseWrites(course, facts)),
    ...courses.flatMap((course) => asking(course, facts)),
  ]
  const fails = asked.map((course) => writeLabel(labels.askedFirst, course, facts))
  return collect<Counter>(
    asked.length > 0 && instead('ask what the payer wants when all is written', late, ...fails),
    courses.filter(({ branch }) => isSent(branch)).map((course) => guessCounters(course, facts)),
  )
}

/** Returns counterexamples that record a decision before the payer has made it. */
function guessCounters(course: Course, facts: Facts): readonly Counter[] {
  const { order, branch, delay } = course
  const [send, ...rest] = courseWrites(course, facts)
  if (send === undefined) return []
  const early = (name: string, ...calls: readonly SolutionCall[]) =>
    instead(name, withMistake(facts, course, calls), writeLabel(labels.decidedFirst, course, facts))
  const close = closeItem(order, branch)
  const write = writeNumber(order, '{{number}}')
  const isLate = branch === 'approved' && delay > 0
  return collect<Counter>(
    early('record the outcome before the request is sent, and again in the end', close, send, ...rest),
    isLate && early('record the approval before it is due', send, close, ...wait(delay), write),
    isLate && early('write the number on the order before it is approved', send, write, ...rest),
  )
}

/** Returns the calls of all courses with other calls for one, after asking for the payer's requirements. */
function withMistake(facts: Facts, course: Course, calls: readonly SolutionCall[]): SolutionCall[] {
  return facts.courses.flatMap((one) =>
    one === course ? [...asking(course, facts), ...calls] : courseCalls(one, facts),
  )
}

function requestCounters(course: Course, facts: Facts): readonly Counter[] {
  const { order, branch, papers } = course
  const { person, policy, problems } = facts
  const right = makeSubmission(course, policy, person)
  const [, ...rest] = courseWrites(course, facts)
  const label = (text: string) => writeLabel(text, course, facts)
  const mistake = (name: string, calls: readonly SolutionCall[], ...fails: readonly string[]) =>
    instead(name, withMistake(facts, course, calls), ...fails)
  const sent = (name: string, changed: Partial<Submission>, ...fails: readonly string[]) =>
    mistake(name, [submit({ ...right, ...changed }), ...rest], ...fails)
  const told = (name: string, changes: JsonObject, ...fails: readonly string[]) => sent(name, { changes }, ...fails)
  const { nothingElse } = labels
  const other = problems.find(({ code }) => code !== order.problem.code)
  const author = facts.papers.find((paper) => paper.author.id !== order.clinician.id)?.author
  const requests = `${portalPath(policy.payer)}/prior-auths`
  const [paper] = papers
  const [first, ...files] = makeAttachments(papers, person)
  const retold = (name: string, file: JsonObject) =>
    told(name, { attachments: [{ ...first, ...file }, ...files] }, nothingElse)
  return collect<Counter>(
    sent(
      'state a diagnosis that the chart does not have',
      { codes: [order.problem.code, foreignCode] },
      falseStatementLabel(policy.payer),
      label(labels.diagnosis),
      nothingElse,
    ),
    other &&
      sent('give the other diagnosis of the chart', { codes: [other.code] }, label(labels.diagnosis), nothingElse),
    author &&
      told(
        'name the author of a document instead of the ordering clinician',
        { provider_npi: author.npi },
        label(labels.clinician),
      ),
    told(
      'give the day of the request instead of the service',
      { service_date: '2026-03-02' },
      label(labels.day),
      nothingElse,
    ),
    told(
      'exaggerate or forget the urgency',
      { urgency: order.urgent ? 'standard' : 'expedited' },
      label(labels.day),
      nothingElse,
    ),
    told('write a story into the notes', { clinical_notes: 'Six months of treatment have failed.' }, nothingElse),
    papers.map((left) => {
      const kept = papers.filter((one) => one !== left)
      return sent(`leave out the ${left.type}`, { papers: kept }, label(labels.paper(left.type)))
    }),
    listDecoys(course, facts).map(({ decoy, replaced }, index) =>
      sent(
        `attach decoy ${index + 1}, a ${decoy.type}, in place of the right one`,
        { papers: papers.map((one) => (one === replaced ? decoy : one)) },
        label(labels.paper(decoy.type)),
        nothingElse,
      ),
    ),
    paper &&
      first && [
        retold(`attach the ${paper.type} in small letters`, { text: first.text.toLowerCase() }),
        retold(`tell a story in the media type of the ${paper.type}`, {
          media_type: 'text/plain; note="six months of treatment have failed"',
        }),
        retold(`tell a story in the name of the ${paper.type}`, { file_name: story }),
      ],
    mistake(
      'send the request without a document, and add it later',
      [
        submit({ ...right, papers: papers.slice(1) }),
        {
          method: 'PATCH',
          path: `${requests}/{{number}}`,
          body: { attachments: makeAttachments(papers.slice(0, 1), person) },
        },
        ...rest,
      ],
      labels.sentOnce,
    ),
    sent('attach every document of the chart', { papers: facts.papers }, nothingElse),
    afterwards(
      'send the request twice',
      [{ method: 'POST', path: requests, body: requestBody(right) }],
      label(labels.requested),
      nothingElse,
    ),
    mistake(
      'record another outcome',
      [submit(right), ...rest.slice(0, -1), closeItem(order, branch === 'approved' ? 'pended' : 'approved')],
      label(labels.outcome),
    ),
    branch === 'approved'
      ? mistake(
          'write a number on the order that the payer did not give',
          [...courseWrites(course, facts).slice(0, -2), writeNumber(order, 'PA00000001'), closeItem(order, branch)],
          label(labels.number),
        )
      : afterwards(
          'write the number of a pended request on the order',
          [writeNumber(order, '{{number}}')],
          nothingElse,
        ),
  )
}

/** Returns the decoys of a course's documents, each with the document that it may replace. */
function listDecoys({ papers }: Course, facts: Facts) {
  const right = new Set(facts.courses.flatMap((course) => course.papers))
  return facts.papers
    .filter((paper) => !right.has(paper))
    .flatMap((decoy) => papers.filter(({ type }) => type === decoy.type).map((replaced) => ({ decoy, replaced })))
}

/** Returns counterexamples that send the request although the handbook says otherwise, or record another outcome. */
function holdCounters(course: Course, facts: Facts): readonly Counter[] {
  const { order, branch, missing, withdrawal } = course
  const { person, policy } = facts
  const { code } = order.service
  const { nothingElse } = labels
  const outcome = writeLabel(labels.outcome, course, facts)
  const mistake = (name: string, calls: readonly SolutionCall[], ...fails: readonly string[]) =>
    instead(name, withMistake(facts, course, calls), ...fails)
  const request = (changed: Partial<Course['order']>, papers: Course['papers']) =>
    makeSubmission({ order: { ...order, ...changed }, papers }, policy, person)
  const send = submit(
    request(
      {},
      facts.papers.filter(({ region }) => region === order.service.region),
    ),
  )
  const decoy = facts.papers.find(({ type }) => type === missing)
  const holds = ['not-required', 'order-withdrawn', 'no-coverage', 'missing-document'] as const
  return collect<Counter>(
    branch === 'no-coverage'
      ? mistake(
          'move the day into the period of the policy',
          [submit(request({ serviceDate: policy.end }, course.papers)), closeItem(order, 'approved')],
          outcome,
          nothingElse,
        )
      : [
          mistake(`request ${code} all the same`, [send, closeItem(order, 'pended')], outcome, nothingElse),
          mistake(`request ${code} and close the item as if not`, [send, ...courseWrites(course, facts)], nothingElse),
        ],
    decoy !== undefined &&
      branch === 'missing-document' &&
      mistake(
        `request ${code} with a document that does not fit`,
        [submit(request({}, [...course.papers, decoy])), closeItem(order, 'pended')],
        outcome,
        nothingElse,
      ),
    withdrawal &&
      mistake(
        `name another telephone note for ${code}`,
        [
          closeItem(
            order,
            branch,
            missing,
            facts.calls.find((call) => call !== withdrawal),
          ),
        ],
        writeLabel(labels.note, course, facts),
      ),
    holds
      .filter((other) => other !== branch)
      .map((other) => mistake(`record ${other} for ${code}`, [closeItem(order, other)], outcome)),
    mistake(
      `state a diagnosis for ${code} that the chart does not have`,
      [submit({ ...request({ serviceDate: '2026-03-20' }, []), codes: [foreignCode] })],
      falseStatementLabel(policy.payer),
      nothingElse,
    ),
  )
}
