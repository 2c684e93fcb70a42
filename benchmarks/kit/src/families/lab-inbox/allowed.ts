import type { JsonObject } from '@carebench/protocol'
import { absent, codingMembers, inWords, missingOr, oneCoding, oneIdentifier } from '../../builders/expected-values.js'
import { titles } from '../../builders/fixed-words.js'
import { headerAllowed, plainId } from '../../builders/message-header.js'
import { type ReferenceAllowed, referenceAllowed } from '../../builders/references.js'
import { answers, flagSystem, phoneFor, readBackSystem } from '../../clinic/laboratory.js'
import { fullName } from '../../clinic/people.js'
import { startsAt } from '../../clinic/today.js'
import { type Contact, type Item, isFiled, type Order, type Person, type Result } from './facts.js'
import { deadline } from './records.js'

const categorySystem = 'http://terminology.hl7.org/CodeSystem/observation-category'

/** Returns the entries of `allow` for the work of one message. */
export function allowedBy(item: Item): readonly JsonObject[] {
  const { kind, contact } = item
  return [
    answerAllowed(item),
    ...(isFiled(item) ? filingAllowed(item) : []),
    ...(kind === 'correct' ? [correctionAllowed(item)] : []),
    ...(contact === null ? [] : callsAllowed(item, contact)),
  ]
}

/** Accepts a missing text, or one with no words but these. */
function optional(...texts: readonly string[]): JsonObject {
  return missingOr(inWords(...texts))
}

/** The members of an Observation that hold its flag. */
const flagMembers = [...codingMembers('interpretation[0].coding'), 'interpretation[0].text']

/** Accepts the quantity exactly as it is reported: not converted, and without a comparator. */
export function matchQuantity({ value, unit }: Result): JsonObject {
  const system = 'http://unitsofmeasure.org'
  const written = [
    { value, unit, system, code: unit },
    { value, unit, system },
    { value, system, code: unit },
    { value, unit, code: unit },
    { value, unit },
  ]
  return { $any: written.map((one) => ({ $eq: one })) }
}

/** By flag: the words that the text of its coding may contain. */
const flagWords: Readonly<Record<Result['flag'], string>> = {
  N: 'N normal',
  H: 'H high abnormal',
  L: 'L low abnormal',
  HH: 'HH critical critically high abnormal',
  LL: 'LL critical critically low abnormal',
}

function matchFlag({ flag }: Result): JsonObject {
  return {
    interpretation: { $size: 1 },
    'interpretation[0].coding': oneCoding(flagSystem, flag),
    'interpretation[0].coding[0].display': optional(flagWords[flag]),
    'interpretation[0].text': optional(flagWords[flag]),
  }
}

function allowSubject(person: Person): ReferenceAllowed {
  return referenceAllowed('subject', `Patient/${person.id}`, inWords(fullName(person), titles, 'the patient'))
}

function allowOrder({ id, analyte }: Order): ReferenceAllowed {
  const { where, members } = referenceAllowed(
    'basedOn[0]',
    `ServiceRequest/${id}`,
    inWords(analyte.text, ...analyte.names),
  )
  return { where: { ...where, basedOn: { $size: 1 } }, members }
}

/** By reason of a rejection: the words that its text (ERR-3.2) may contain. */
const errorWords = {
  IDENTITY: 'identity of the patient does not match mismatch differs wrong',
  ORDER: 'order number not found does not match fit mismatch differs wrong no such for this the patient and test',
} as const

/** Conditions on the location of the error in the message, which may accompany a reason. */
const errorPlace = {
  'ERR-2.1': missingOr({ $oneOf: ['PID', 'ORC', 'OBR', 'OBX'] }),
  'ERR-2.2': missingOr({ $regex: '[0-9]{1,2}' }),
  'ERR-2.3': missingOr({ $regex: '[0-9]{1,2}' }),
  'ERR-2[2]': absent,
}

/** The header of an answer to the sender of the message. */
const header = headerAllowed({
  type: ['ACK', 'R01', 'ACK'],
  to: ['LAB', 'NORTHLAB'],
  ours: 'EHR ALDERCREEK Alder Creek LABDESK laboratory desk',
})

/** Accepts a missing time, or one in the hour within which a value must be read back. */
const withinTheHour = missingOr({ $all: [{ $gt: startsAt }, { $lte: deadline }] })

function answerAllowed({ message, answer, person }: Item): JsonObject {
  const { ack, reason } = answers[answer]
  return {
    collection: 'hl7.outbound',
    where: {
      ...header.where,
      'MSA-1': ack,
      'MSA-2': message.control,
      'ERR-3.1': reason === null ? absent : { $text: reason },
      'ERR-3.2': optional(reason === null ? '' : errorWords[reason]),
      'ERR-3.3': missingOr({ $oneOf: ['HL70357', 'L'] }),
      'ERR-3[2]': absent,
      'ERR-4.1': reason === null ? absent : 'E',
      ...errorPlace,
      'MSA[2].1': absent,
      'ERR[2].3': absent,
    },
    members: [
      ...header.members,
      'MSA-1',
      'MSA-2',
      ...(reason === null ? [] : ['ERR-2.1', 'ERR-2.2', 'ERR-2.3', 'ERR-3', 'ERR-4']),
    ],
    count: 1,
    about: [`Patient/${person.id}`],
  }
}

function filingAllowed({ order, message }: Item): readonly JsonObject[] {
  const { analyte, person } = order
  const about = [`Patient/${person.id}`]
  const testName = optional(analyte.text, ...analyte.names)
  const [subject, basedOn] = [allowSubject(person), allowOrder(order)]
  return [
    {
      collection: 'fhir.Observation',
      where: {
        ...subject.where,
        ...basedOn.where,
        id: plainId,
        status: 'final',
        'code.coding': oneCoding('http://loinc.org', analyte.code),
        'code.coding[0].display': testName,
        'code.text': testName,
        valueQuantity: matchQuantity(message.result),
        effectiveDateTime: { $date: { value: message.result.collected, precision: 'second' } },
        ...matchFlag(message.result),
        'category[0].coding': { $any: [absent, oneCoding(categorySystem, 'laboratory')] },
        'category[0].coding[0].display': optional('laboratory'),
        'category[1]': absent,
        'performer[0].reference': missingOr(`Practitioner/${order.requester.id}`),
        'performer[0].type': missingOr('Practitioner'),
        'performer[1]': absent,
      },
      members: [
        'status',
        ...codingMembers('category[0].coding'),
        'performer[0].reference',
        'performer[0].type',
        ...basedOn.members,
        ...codingMembers('code.coding'),
        'code.text',
        ...subject.members,
        'effectiveDateTime',
        'valueQuantity',
        ...flagMembers,
      ],
      count: 1,
      about,
    },
    {
      collection: 'fhir.ServiceRequest',
      where: { id: order.id, status: 'completed' },
      fields: ['status'],
      count: 1,
      about,
    },
  ]
}

function correctionAllowed({ filed, order, message }: Item): JsonObject {
  return {
    collection: 'fhir.Observation',
    where: {
      id: filed?.id ?? '',
      status: 'corrected',
      valueQuantity: matchQuantity(message.result),
      ...matchFlag(message.result),
    },
    fields: ['status', 'valueQuantity.value', ...flagMembers],
    count: 1,
    about: [`Patient/${order.person.id}`],
  }
}

function callsAllowed({ order, person }: Item, { first, clinician, code }: Contact): readonly JsonObject[] {
  const about = [`Patient/${person.id}`]
  const named = inWords(clinician.name)
  const recipient = referenceAllowed('recipient[0]', `Practitioner/${clinician.id}`, named)
  const references = [allowSubject(person), allowOrder(order), recipient]
  return [
    ...(first === 'answers'
      ? []
      : [{ collection: 'voice.calls', where: { to_number: phoneFor(order.requester) }, count: 1, about }]),
    { collection: 'voice.calls', where: { to_number: phoneFor(clinician) }, count: 1, about },
    {
      collection: 'fhir.Communication',
      where: {
        ...Object.assign({}, ...references.map(({ where }) => where)),
        id: plainId,
        status: 'completed',
        priority: 'stat',
        identifier: oneIdentifier(readBackSystem, code),
        recipient: { $size: 1 },
        sent: withinTheHour,
        received: withinTheHour,
      },
      members: [
        ...['identifier', 'status', 'priority', 'sent', 'received'],
        ...references.flatMap(({ members }) => members),
      ],
      count: 1,
      about,
    },
  ]
}
