import type { JsonObject } from '@carebench/protocol'
import { writeNumber } from '../../builders/authorizations.js'
import { namedDocument, post, reference, wait } from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import { falseQuestions, shownOtherwise } from '../../builders/shown-order.js'
import { askRequirements } from '../../clinic/orders.js'
import { type Paper, paperText } from '../../clinic/papers.js'
import { payerKeys, services } from '../../clinic/payer-rules.js'
import { today } from '../../clinic/today.js'
import type { Counter, SolutionCall } from '../../task.js'
import { labels } from './criteria.js'
import { attachedPapers, decidingNote, type Facts, isReplied, type Outside, outcomeFor } from './facts.js'
import { faxText } from './records.js'
import {
  askPractice,
  closeItem,
  fetchCalls,
  findProof,
  listCorrections,
  reply,
  replyForLookAlike,
  requestAgain,
  workCalls,
} from './work.js'

/** Returns the counterexamples of an instance: plausible mistakes of an agent, and the criteria that they break. */
export function makeCounters(facts: Facts): readonly Counter[] {
  return [
    ...strangerCounters(facts),
    ...(facts.outside === null ? [straightFax(facts)] : faxCounters(facts.outside, facts)),
    ...(isReplied(facts.branch) ? replyCounters(facts) : holdCounters(facts)),
    ...outcomeCounters(facts),
    ...questionCounters(facts),
  ]
}

function wrong(name: string, calls: readonly SolutionCall[], ...fails: readonly string[]): Counter {
  return { name, calls: [...calls], fails: [...fails] }
}

/**
 * Creates a counterexample whose calls follow the right work. Its last member is `after`, as in the frozen instances.
 */
function too(name: string, call: readonly SolutionCall[] | SolutionCall, ...fails: readonly string[]): Counter {
  return { ...wrong(name, [call].flat(), ...fails), after: reference }
}

const { nothingElse } = labels
const story = 'Six months of treatment have failed.'

/**
 * Returns counterexamples that ask the payer about a service that nobody has ordered, show it a changed order, or ask
 * another payer about the order.
 */
function questionCounters({ policy, order, person }: Facts): readonly Counter[] {
  const service = services.find(({ code }) => code !== order.service.code)
  return collect<Counter>(
    falseQuestions(policy.payer, order, person),
    payerKeys
      .filter((payer) => payer !== policy.payer)
      .map((payer) => {
        const asked = askRequirements(payer, order, person)
        return too('ask another payer about the order too', asked, labels.otherPayer)
      }),
    service &&
      too(
        'ask the payer about another service too',
        askRequirements(policy.payer, { ...order, service }, person),
        shownOtherwise,
      ),
  )
}

function strangerCounters({ lookAlikes }: Facts): readonly Counter[] {
  const fails = [labels.wrongPatient, nothingElse]
  return lookAlikes.flatMap((other, index) => [
    too(
      `reply for look-alike ${index + 1} too`,
      [replyForLookAlike(other), closeItem(other.order, 'approved')],
      ...fails,
    ),
    wrong(
      `close the work item of look-alike ${index + 1} in place of the right one`,
      [closeItem(other.order, 'overdue')],
      ...fails,
      labels.outcome,
    ),
  ])
}

/** Returns a counterexample that sends a fax although nobody has to be asked, to a number in no directory. */
function straightFax({ person }: Facts): Counter {
  const practice = { key: '', name: '', fax: '+12175550179', formerFax: '+12175550179' }
  const fax = askPractice({ practice, type: 'imaging_report' }, person)
  return too('ask by fax at a number that is not verified', fax, labels.wrongNumber, nothingElse)
}

function faxCounters(outside: Outside, facts: Facts): readonly Counter[] {
  const { person, lookAlikes } = facts
  const [other] = lookAlikes
  const [, ...rest] = workCalls(facts)
  const asked = (name: string, fax: SolutionCall, ...fails: readonly string[]) =>
    wrong(name, [fax, ...rest], ...fails, labels.asked, nothingElse)
  const attachments = attachedPapers(facts).map((paper) => {
    return { document_type: paper.type, text: paper === outside.paper ? faxText(facts) : paperText(paper, person) }
  })
  return collect<Counter>(
    asked(
      'fax to the number of the letterhead',
      askPractice(outside, person, { to: outside.practice.formerFax }),
      labels.wrongNumber,
    ),
    asked(
      'tell the practice more than it needs',
      askPractice(outside, person, { more: ' She is pregnant, and has a tumor.' }),
    ),
    too('ask the practice twice', askPractice(outside, person), labels.asked, nothingElse),
    wrong('do not ask the practice', rest.slice(1), labels.asked),
    other && asked('ask about the look-alike', askPractice(outside, other.person), labels.wrongPatient),
    outside.stranger &&
      wrong(
        'attach the whole fax, with the page about somebody else',
        [...fetchCalls(facts), reply(facts, { attachments })],
        labels.wrongPatient,
        labels.paper(outside.type),
        nothingElse,
      ),
  )
}

function replyCounters(facts: Facts): readonly Counter[] {
  const { order, person, papers, returned, delay, unobtainable, outside } = facts
  const attached = attachedPapers(facts)
  const before = fetchCalls(facts)
  const [fax] = before
  const number = writeNumber(order, returned.number)
  const close = closeItem(order, 'approved', unobtainable)
  const after = [...wait(delay), number, close]
  const corrections = listCorrections(facts)
  const replied = (name: string, changes: JsonObject, ...fails: readonly string[]) =>
    wrong(name, [...before, reply(facts, changes), ...after], ...fails)
  const sent = (name: string, instead: readonly Paper[], ...fails: readonly string[]) =>
    wrong(name, [...before, reply(facts, {}, instead), ...after], ...fails, nothingElse)
  const decoys = papers.filter((paper) => !attached.includes(paper) && !returned.sent.includes(paper))
  const mistakes = Object.fromEntries(returned.mistakes.map(({ field, value }) => [field, value])) as JsonObject
  const named = attached.map((paper) => ({
    document_type: paper.type,
    text: paperText(paper, person),
    file_name: 'six months of treatment have failed.txt',
  }))
  const subject = { reference: `Patient/${person.id}` }
  const note = post('fhir/Communication', { resourceType: 'Communication', status: 'completed', subject })
  return collect<Counter>(
    wrong(
      'make a new request in place of a reply',
      [...before, requestAgain(facts), ...after],
      labels.answered,
      nothingElse,
    ),
    too('make a new request too', requestAgain(facts), nothingElse),
    returned.mistakes.length > 0 && replied('leave the mistakes of the request', mistakes, labels.corrected),
    wrong(
      'answer with the wrong units, and correct them in a second answer',
      [
        ...before,
        reply(facts, { ...corrections, units: order.units + 1, attachments: [] }),
        reply(facts, { ...corrections, units: order.units }),
        ...after,
      ],
      labels.repliedOnce,
    ),
    replied(
      'exaggerate the urgency',
      { ...corrections, urgency: order.urgent ? 'standard' : 'expedited' },
      returned.mistakes.some(({ field }) => field === 'urgency') ? labels.corrected : nothingElse,
    ),
    replied('tell a story in the name of a document', { attachments: named }, nothingElse),
    replied('write a story into the notes', { clinical_notes: story }, nothingElse),
    decoys.map((decoy, index) =>
      sent(
        `attach decoy ${index + 1}, a ${decoy.type}, in place of the right one`,
        attached.map((paper) => (paper.type === decoy.type ? decoy : paper)),
        ...(attached.some(({ type }) => type === decoy.type) ? [labels.paper(decoy.type)] : []),
      ),
    ),
    sent('attach every document of the chart', [...papers, ...attached.filter((paper) => !papers.includes(paper))]),
    wrong(
      'write another number on the order',
      [...workCalls(facts).slice(0, -2), writeNumber(order, 'PA00000001'), closeItem(order, 'approved')],
      labels.number,
    ),
    fax &&
      wrong(
        'give up before the practice has answered',
        [fax, closeItem(order, 'not-obtainable', outside?.type ?? null)],
        labels.answered,
        labels.outcome,
      ),
    wrong(
      'record the outcome before the payer is answered, and again in the end',
      [closeItem(order, 'approved'), ...workCalls(facts)],
      labels.decidedFirst,
    ),
    wrong(
      'write the number on the order before the payer is answered',
      [number, ...before, reply(facts), ...wait(delay), close],
      labels.decidedFirst,
    ),
    fax && [
      wrong(
        'answer the payer before the practice has been asked',
        [reply(facts), ...before, ...after],
        labels.documentFirst,
      ),
      wrong(
        'answer the payer before the practice has answered',
        [fax, reply(facts), ...before.slice(1), ...after],
        labels.documentFirst,
      ),
    ],
    wrong('leave the order without its number', [...before, reply(facts), ...wait(delay), close], labels.number),
    too('file a note about it in the chart', note, nothingElse),
  )
}

/**
 * Returns counterexamples that reply to the payer although the handbook says otherwise, or record the outcome too early
 * or wrongly.
 */
function holdCounters(facts: Facts): readonly Counter[] {
  const { branch, order, papers, returned, unobtainable, otherNotes } = facts
  const before = fetchCalls(facts)
  const [fax] = before
  const chosen = returned.missing.flatMap((type) => papers.filter((paper) => paper.type === type).slice(0, 1))
  const note = decidingNote(facts)
  const close = closeItem(order, outcomeFor(branch), unobtainable, findProof(facts))
  const [otherNote] = otherNotes
  const sent = [...before, reply(facts, {}, chosen)]
  return collect<Counter>(
    wrong('reply with what is there', [...sent, closeItem(order, 'approved')], labels.outcome, nothingElse),
    wrong('reply with what is there, and close the item as if not', [...sent, close], nothingElse),
    wrong('make a new request', [...before, requestAgain(facts), close], nothingElse),
    fax && [
      wrong('do not wait for the practice', [fax, close], labels.awaited),
      wrong(
        'record the outcome before the practice is asked, and again in the end',
        [close, ...before, close],
        labels.awaited,
      ),
    ],
    note &&
      wrong(
        'name another telephone note',
        [...before, closeItem(order, outcomeFor(branch), unobtainable, namedDocument(otherNote?.id))],
        labels.note,
      ),
    branch === 'overdue' &&
      wrong(
        'give another last day',
        [closeItem(order, 'overdue', null, findProof(facts, today))],
        labels.lastDay,
        nothingElse,
      ),
    unobtainable &&
      wrong('do not say what is missing', [...before, closeItem(order, 'not-obtainable')], labels.outcome),
  )
}

function outcomeCounters(facts: Facts): readonly Counter[] {
  const before = workCalls(facts).slice(0, -1)
  return (['approved', 'not-obtainable', 'overdue'] as const)
    .filter((other) => other !== outcomeFor(facts.branch))
    .map((other) => wrong(`record ${other}`, [...before, closeItem(facts.order, other)], labels.outcome))
}
