import type { JsonObject, JsonValue } from '@carebench/protocol'
import { base64 } from '../base64.js'
import { authorizationNumberSystem, documentTypeSystem } from '../clinic/handbook.js'
import { conditionResource, type Order, orderResource } from '../clinic/orders.js'
import { documentResource, type Paper, paperText } from '../clinic/papers.js'
import type { PaperType, PayerKey, Requirement } from '../clinic/payer-rules.js'
import { type Person, patientResource, type Resource } from '../clinic/people.js'
import { coverageResource, type Policy } from '../clinic/policies.js'
import type { SolutionCall } from '../task.js'
import { makeFile } from './attached-file.js'
import { add, get, patchChart, put } from './calls.js'
import { type Collection, chartCollection, recordState } from './criteria.js'
import type { OrderLike } from './draw-orders.js'
import { exactText } from './expected-values.js'

// Shared by the families on prior authorization: payers' portals, their documents, and the authorization number on the
// order.

/** Returns the calls that read a patient's chart for these orders. */
export function readOrders(person: Person, orders: readonly Order[]): readonly SolutionCall[] {
  return [
    get(`fhir/Patient?identifier=${person.mrn}`),
    get(`fhir/Task?patient=Patient/${person.id}&status=requested`),
    get(`fhir/Coverage?beneficiary=Patient/${person.id}`),
    get(`fhir/DocumentReference?subject=Patient/${person.id}&_count=100`),
    ...orders.flatMap(({ id, problem }) => [get(`fhir/ServiceRequest/${id}`), get(`fhir/Condition/${problem.id}`)]),
  ]
}

/** Returns the member `system` with the key of a payer's system; empty for the first system of its type. */
export function systemMember(payer: PayerKey): { readonly system?: string } {
  return payer === 'portal' ? {} : { system: payer }
}

/** Returns a collection, such as `attachments`, of a payer's portal. */
export function portalCollection(payer: PayerKey, collection: string): Exclude<Collection, string> {
  return { ...systemMember(payer), collection: `portal.${collection}` }
}

/** Returns the newest document that meets a requirement for an order, by the handbook page about authorizations. */
export function newestThatFits(
  papers: readonly Paper[],
  { type, days }: Requirement,
  { service, side, clinician }: Order,
): Paper | undefined {
  const fitting = papers.filter((paper) => {
    if (paper.type !== type || !paper.final || paper.age > days) return false
    if (paper.region !== null && (paper.region !== service.region || paper.side !== side)) return false
    return type !== 'clinical_note' || paper.author.id === clinician.id
  })
  return fitting.toSorted((one, other) => one.age - other.age)[0]
}

/** Returns the chart of another person who, like the patient of the task, has one waiting order. */
export function lookAlikeResources(
  { person, policy, problem, order, paper }: Waiting,
  workItem: (order: Order, person: Person) => Resource,
): readonly Resource[] {
  return [
    patientResource(person),
    coverageResource(policy, person),
    conditionResource(problem, person),
    orderResource(order, person),
    workItem(order, person),
    documentResource(paper, person),
  ]
}

interface Waiting extends OrderLike {
  readonly person: Person
  readonly policy: Policy
}

/** Returns documents in the form of attachments. */
export function makeAttachments(papers: readonly Paper[], person: Person) {
  return papers.map((paper) => ({ document_type: paper.type, text: paperText(paper, person) }))
}

/** Returns documents in the form of attached files; the first one has its content in base64. */
export function attachedFiles(papers: readonly Paper[], person: Person) {
  return papers.map((paper, index) => {
    const text = paperText(paper, person)
    const file = { document_type: paper.type, file_name: `${paper.type}.txt`, media_type: 'text/plain' }
    return index === 0 ? { ...file, content_base64: base64(text) } : { ...file, text }
  })
}

function makeIdentifier(number: string): JsonValue {
  return [{ system: authorizationNumberSystem, value: number }]
}

/** Returns the call that adds the number of an authorization to the order by JSON Patch. */
export function writeNumber({ id }: Order, number: string): SolutionCall {
  return patchChart(`ServiceRequest/${id}`, add('/identifier', makeIdentifier(number)))
}

/** Returns the call that writes the number of an authorization with a PUT of the whole order. */
export function putNumber(order: Order, person: Person, number: string): SolutionCall {
  return put(`fhir/ServiceRequest/${order.id}`, { ...orderResource(order, person), identifier: makeIdentifier(number) })
}

/** Returns the coded reason of a request on hold, system and type of the missing document; false if none is missing. */
export function missingReason(type: PaperType | null): readonly [string, string] | false {
  return type !== null && [documentTypeSystem, type]
}

/** Returns the assertion that a document is attached as it is in the chart, and no other of its type. */
export function attachedState(payer: PayerKey, paper: Paper, person: Person, key: JsonObject = {}): JsonObject {
  const all = { ...key, document_type: paper.type }
  const expected = { text: exactText(paperText(paper, person)) }
  return recordState(portalCollection(payer, 'attachments'), all, expected, { count: 1, exclusive: Object.keys(all) })
}

/** Returns the entry of `allow` for an attached document; its file name may also contain `codes`. */
export function attachedAllowed(payer: PayerKey, paper: Paper, person: Person, codes: readonly string[]): JsonObject {
  return {
    ...portalCollection(payer, 'attachments'),
    where: { document_type: paper.type, text: exactText(paperText(paper, person)), ...makeFile(paper, person, codes) },
    count: 1,
    about: [`Patient/${person.id}`],
  }
}

/** Returns the entry of `allow` for the authorization number on an order. */
export function numberAllowed({ id }: Order, person: Person): JsonObject {
  return {
    collection: 'fhir.ServiceRequest',
    where: { id },
    fields: ['identifier[0].system', 'identifier[0].value', 'identifier[0].use'],
    count: 1,
    about: [`Patient/${person.id}`],
  }
}

/** Returns conditions on the first item of a payer's decision: if it is there, it repeats the order. */
export function itemsDecided({ service, units }: Order): JsonObject {
  return {
    'items[0].procedure_code': { $any: [{ $exists: false }, service.code] },
    'items[0].units': { $any: [{ $exists: false }, units] },
  }
}

/**
 * Returns the entries of `allow` for the requests of a patient, found by member number, and for documents that name no
 * other patient.
 */
export function portalAbout(payer: PayerKey, { id, mrn }: Person, member: JsonValue): readonly JsonObject[] {
  const about = [`Patient/${id}`]
  const text = { $any: [{ $says: { all: [{ code: mrn }] } }, { $not: { $says: { all: [['MRN']] } } }] }
  return [
    { ...portalCollection(payer, 'prior_auth_requests'), where: { patient_member_id: member }, about },
    { ...portalCollection(payer, 'attachments'), where: { text }, about },
  ]
}

/**
 * Returns entries of `allow` for every change to the patient's chart; `more` adds types with the path of their
 * reference.
 */
export function ownChart({ id }: Person, more: Readonly<Record<string, string>> = {}): readonly JsonObject[] {
  const subjects = ['Condition', 'ServiceRequest', 'DocumentReference', 'Communication']
  const paths = Object.fromEntries(subjects.map((type) => [type, 'subject.reference']))
  return [
    ...chartCollection(`Patient/${id}`, { ...paths, Task: 'for.reference', ...more }),
    { collection: 'fhir.Patient', where: { id }, about: [`Patient/${id}`] },
  ]
}
