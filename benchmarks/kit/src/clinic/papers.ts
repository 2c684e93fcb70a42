import type { JsonValue } from '@carebench/protocol'
import { base64 } from '../base64.js'
import { dayFromToday } from './dates.js'
import { type PaperType, paperTypes, type Side } from './payer-rules.js'
import type { Clinician } from './people.js'
import { fullName, type Person, type Resource, toSubject } from './people.js'

/** A document of the chart. */
export interface Paper {
  readonly id: string
  readonly type: PaperType
  /** Null for types without a body part. */
  readonly region: string | null
  readonly side: Side | null
  /** Days before today. */
  readonly age: number
  readonly author: Clinician
  readonly final: boolean
  /** The body of the text, without its header. */
  readonly body: string
}

/** Returns the full text of a document, which payers must receive unchanged. */
export function paperText(paper: Paper, person: Person): string {
  const { type, author, age, final, body, id } = paper
  const lines = [
    `${paperTypes[type].title} - ${dayFromToday(-age)}`,
    `Document: ${id}`,
    patientLine(person),
    `${final ? 'Signed by' : 'Draft of'}: ${author.name}`,
    ...(paper.region === null ? [] : [`About: ${describePlace(paper)}`]),
    '',
    body,
  ]
  return `${lines.join('\n')}\n`
}

/** Returns the line of a document that identifies the patient. */
export function patientLine(person: Person): string {
  return `Patient: ${fullName(person)}   MRN: ${person.mrn}   Born: ${person.birthDate}`
}

function describePlace({ region, side }: Paper): string {
  return side === null ? `${region}` : `${side} ${region}`
}

export function documentResource(paper: Paper, person: Person): Resource {
  const { loinc, display, title } = paperTypes[paper.type]
  return noteResource({
    id: paper.id,
    code: loinc,
    display,
    description: paper.region === null ? title : `${title}: ${describePlace(paper)}`,
    age: paper.age,
    author: { reference: `Practitioner/${paper.author.id}`, display: paper.author.name },
    final: paper.final,
    text: paperText(paper, person),
    person,
  })
}

interface Note {
  readonly id: string
  /** Default: LOINC. */
  readonly system?: string
  readonly code: string
  readonly display: string
  /** Default: the display. */
  readonly description?: string
  readonly age: number
  readonly author?: JsonValue
  readonly final: boolean
  readonly text: string
  readonly person: Person
}

/** Returns a DocumentReference with the text, base64-encoded, and a date `age` days before today. */
export function noteResource(note: Note): Resource {
  const {
    id,
    system = 'http://loinc.org',
    code,
    display,
    description = display,
    age,
    author,
    final,
    text,
    person,
  } = note
  return {
    resourceType: 'DocumentReference',
    id,
    status: 'current',
    docStatus: final ? 'final' : 'preliminary',
    type: { coding: [{ system, code, display }], text: display },
    subject: toSubject(person),
    date: `${dayFromToday(-age)}T16:00:00Z`,
    ...(author !== undefined && { author: [author] }),
    description,
    content: [{ attachment: { contentType: 'text/plain; charset=utf-8', data: base64(text) } }],
  }
}

/** A telephone call of which the chart has a note. */
interface Call {
  readonly id: string
  /** Days before today. */
  readonly age: number
  readonly author: Clinician
  readonly body: string
}

export function telephoneNote({ id, age, author, body }: Call, person: Person): Resource {
  return noteResource({
    id,
    code: '34748-4',
    display: 'Telephone encounter Note',
    description: 'Telephone note',
    age,
    author: { reference: `Practitioner/${author.id}`, display: author.name },
    final: true,
    text: `Telephone note - ${dayFromToday(-age)}\nDocument: ${id}\n${patientLine(person)}\n\n${body}\n`,
    person,
  })
}
