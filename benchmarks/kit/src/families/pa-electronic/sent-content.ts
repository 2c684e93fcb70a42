import type { JsonObject } from '@carebench/protocol'
import { exact, listed, only, referenceTo, sentRequest } from '../../builders/pas-request.js'
import { requestUrls } from '../../clinic/electronic-codes.js'
import type { Order } from '../../clinic/orders.js'
import { documentResource, type Paper } from '../../clinic/papers.js'
import { paperTypes } from '../../clinic/payer-rules.js'
import type { Person } from '../../clinic/people.js'
import type { Course, Facts } from './facts.js'
import { draftOrder, loincFor, requestFor } from './work.js'

// Matchers of what a payer gets besides requests: the content that the handbook requires, and nothing else.

/** Returns the conditions on a question about an order: the members of the page, with the values of the chart. */
export function matchQuestion(order: Order, { person }: Facts): JsonObject {
  const draft = draftOrder(order, person)
  const resource = only({
    ...exact(draft),
    subject: referenceTo(`Patient/${person.id}`),
    requester: referenceTo(`Practitioner/${order.clinician.id}`),
  })
  const fullUrl = { $regex: `(https?://[a-z0-9.-]{1,60}/(fhir/)?ServiceRequest/${order.id}|urn:uuid:[0-9a-f-]{36})` }
  const draftOrders = only({
    resourceType: 'Bundle',
    type: 'collection',
    entry: listed([only({ fullUrl, resource })]),
  })
  const context = only({ userId: `Practitioner/${order.clinician.id}`, patientId: person.id, draftOrders })
  return { context, prefetch: { $eq: {} } }
}

/** Returns the conditions on an inquiry: it contains the request for one of the orders. */
export function matchInquiry(facts: Facts): JsonObject {
  return { bundle: { $any: facts.courses.map((course) => sentRequest(requestFor(course, facts))) } }
}

/** Accepts the parameters of an attachment. The content of the document is judged by its text. */
export function matchParameters(course: Course, index: number, { person, policy }: Facts): JsonObject {
  const { order, papers } = course
  const paper = papers[index]
  if (paper === undefined) return { $exists: true }
  const { content: _, ...document } = documentResource(paper, person)
  const named = (name: string, members: JsonObject) => only({ name, ...members })
  const identified = (name: string, value: JsonObject[string]) =>
    named(name, { valueIdentifier: only({ system: { $regex: 'https?://[a-z0-9./-]{1,60}' }, value }) })
  const code = loincFor(paper.type)
  const words = { $oneOf: listWords(paper, person) }
  const coding = listed([only({ system: 'http://loinc.org', code, display: words })])
  const attachment = only({
    contentType: { $regex: 'text/plain(; ?charset=utf-8)?' },
    title: words,
  })
  const resource = only({
    ...exact(document),
    id: { $any: [paper.id, { $all: [{ $regex: '[A-Za-z0-9.-]{1,64}' }, { $not: { $regex: 'doc-.*' } }] }] },
    content: listed([only({ attachment })]),
  })
  const part = [
    named('LineItem', { valueString: '1' }),
    named('LineItem', { valuePositiveInt: 1 }),
    named('Code', { valueCodeableConcept: only({ coding }) }),
    named('Content', { resource }),
  ]
  const parameter = [
    identified('TrackingId', { $regex: `PA[0-9]{8}-${paper.type}` }),
    named('AttachTo', { valueCode: 'preauthorization' }),
    identified('MemberId', policy.memberId),
    named('ProviderId', { valueIdentifier: only({ system: requestUrls.npi, value: order.clinician.npi }) }),
    named('Attachment', { part: { $every: { $any: part } } }),
  ]
  return only({ resourceType: 'Parameters', parameter: { $every: { $any: parameter } } })
}

/** Returns the names of a document in the chart. */
export function listWords(paper: Paper, person: Person): readonly string[] {
  const { description } = documentResource(paper, person)
  const { display, title } = paperTypes[paper.type]
  return [...new Set([display, title, String(description), paper.id])]
}
