import type { FhirJson } from '@carebench/client'
import type { WantedDocument } from './authorization-handbook.js'
import type { OrderCase } from './authorization-order.js'
import { daysBetween, readText, searchFor, writeReference } from './chart.js'
import { needed, objectsAt, textAt } from './json.js'
import type { NamedOrder } from './withdrawal.js'

/** A part of the body, as charts write it: `left shoulder`. */
export interface BodyPart {
  readonly part: string
  readonly side: 'left' | 'right' | undefined
}

/** LOINC codes in the chart by the payers' names of document types. */
const chartCodes = new Map([
  ['clinical_note', '11506-3'],
  ['imaging_report', '18748-4'],
  ['physical_therapy_notes', '11508-9'],
  ['sleep_study', '28633-6'],
  ['lab_report', '11502-2'],
])

const telephoneNote = '34748-4'
const withoutBodyPart = new Set(['sleep_study', 'lab_report'])

/**
 * Returns the text of the newest final document of the wanted type and age that is about the ordered body part, by
 * section 5 of `authorizations.txt`; undefined if there is none.
 */
export async function findDocument(
  work: OrderCase,
  wanted: WantedDocument,
  isRight: (text: string) => boolean = () => true,
): Promise<string | undefined> {
  const { session, today, patient, order } = work
  const type = needed(chartCodes.get(wanted.type), `${wanted.type} among the types of the handbook`)
  const documents = await searchFor(session, 'DocumentReference', {
    patient: writeReference(patient),
    type,
    _sort: '-date',
  })
  for (const document of documents) {
    const age = daysBetween(textAt(document, 'date') ?? '', today)
    const isTimely = age >= 0 && age <= wanted.maxDays
    if (textAt(document, 'docStatus') !== 'final' || !isTimely) continue
    const signer = textAt(order, 'requester', 'reference')
    const isSigners = objectsAt(document, 'author').some((author) => textAt(author, 'reference') === signer)
    if (wanted.type === 'clinical_note' && !isSigners) continue
    const text = await readText(session, document)
    if (!isRight(text)) continue
    if (withoutBodyPart.has(wanted.type) || isAboutBodyPart(order, document, text)) return text
  }
  return undefined
}

/** Returns the telephone notes of the patient, newest first. */
export function findTelephoneNotes({ session, patient }: OrderCase): Promise<FhirJson[]> {
  return searchFor(session, 'DocumentReference', {
    patient: writeReference(patient),
    type: telephoneNote,
    _sort: '-date',
  })
}

/** Reads the part and the side of a text such as `right knee`. */
function readBodyPart(text: string): BodyPart {
  const words = text
    .trim()
    .toLowerCase()
    .split(/[\s,]+/)
  const side = words.find((word) => word === 'left' || word === 'right')
  return { part: words.filter((word) => word !== side).join(' '), side }
}

/** Returns the order in the words by which notes name it. */
export function readNamedOrder({ order }: OrderCase): NamedOrder {
  return {
    service: needed(textAt(order, 'code', 'text'), 'the name of the service'),
    side: readBodyPart(textAt(order, 'bodySite', 0, 'text') ?? '').side,
  }
}

function isAboutBodyPart(order: FhirJson, document: FhirJson, text: string): boolean {
  const ordered = readBodyPart(textAt(order, 'bodySite', 0, 'text') ?? '')
  const described = /:\s*(.+)$/.exec(textAt(document, 'description') ?? '')?.[1]
  const stated = /^About: *(.+)$/m.exec(text)?.[1]
  const subjects = [described, stated].filter((subject) => subject !== undefined).map(readBodyPart)
  const fits = ({ part, side }: BodyPart): boolean =>
    part === ordered.part && (ordered.side === undefined || side === ordered.side)
  return subjects.length > 0 && subjects.every(fits)
}
