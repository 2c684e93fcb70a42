import type { JsonObject } from '@carebench/protocol'
import type { PriorAuth } from '../../model/prior-auth-row.js'
import type { PayerState } from '../../state.js'
import { codeOfDocument, questionnaireRequest } from '../fhir/document-types.js'
import { createConcept, listExtensions, objectsIn, valueAt } from '../fhir/element.js'
import { pasExtensions, pasUrl, systems } from '../fhir/urls.js'
import { writeControlNumber } from './control-number.js'
import { decisionsOn, type ItemDecision } from './pas-row.js'
import { readItems } from './read-claim.js'
import { type BundleEntry, type ClaimBundle, referredEntries } from './request-bundle.js'

/** The prefix of the URLs of resources that the payer adds, independent of the server's address. */
const payerUrl = 'https://carebench.example.org/payer/'

/** A reason for rejecting a request; `code` is a code of X12 901. */
export interface RequestError {
  readonly code: string
  readonly message: string
  /** X12 889: C correct and resubmit, N resubmission not allowed. */
  readonly followUp: string
  /** The loop and element of a 278: `2010C-NM109`. */
  readonly element: string
  /** FHIRPath into the Bundle. */
  readonly path: string
}

/** Creates an error; by default about the Claim as a whole. */
export function requestError(
  code: string,
  message: string,
  element = '2000E',
  path = 'Bundle.entry[0].resource',
  followUp = 'C',
): RequestError {
  return { code, message, followUp, element, path }
}

/** The content of a response to a request. */
interface Response {
  readonly id: string
  readonly at: string
  /** The portal's row; undefined if the payer rejects the request. */
  readonly request?: PriorAuth | undefined
  /** The reasons of the rejection. */
  readonly errors?: readonly RequestError[]
  /** Further notes to the requester. */
  readonly remarks?: readonly string[]
}

interface Answered extends Required<Response> {
  readonly decisions: readonly ItemDecision[]
  readonly version: '2.0' | '2.2'
}

/**
 * Returns the response Bundle of a PAS request: the ClaimResponse with the current decision on each service, or with
 * errors, and the resources that it refers to, under their URLs in the request.
 */
export function writeResponse(
  request: ClaimBundle,
  { electronic: { version } }: PayerState,
  { id, at, request: row, errors = [], remarks = [] }: Response,
): JsonObject {
  const { bundle, claim } = request
  const decisions = row === undefined ? [] : decisionsOn(claim, row)
  const answered: Answered = { id, at, request: row, errors, remarks, decisions, version }
  const asked = writeCommunications(request, answered)
  const response = createClaimResponse(request, answered, asked)
  return {
    resourceType: 'Bundle',
    meta: { profile: [`${pasUrl}profile-pas-response-bundle`] },
    ...(bundle.identifier !== undefined && { identifier: bundle.identifier }),
    type: 'collection',
    timestamp: answered.at,
    entry: [
      { fullUrl: `${payerUrl}ClaimResponse/${answered.id}`, resource: response },
      ...[...asked, ...referredEntries(request)].map(({ fullUrl, resource }) => ({ fullUrl, resource })),
    ],
  }
}

/** Returns a reference to a resource of the request, by its URL in the Bundle. */
function referenceTo(request: ClaimBundle, reference: JsonObject[string] | undefined): JsonObject {
  const entry = request.findEntry(reference)
  const display = valueAt(reference, 'display')
  return {
    ...(entry === undefined ? {} : { reference: entry.fullUrl }),
    ...(typeof display === 'string' && { display }),
  }
}

function createClaimResponse(request: ClaimBundle, answered: Answered, asked: readonly BundleEntry[]): JsonObject {
  const { claim } = request
  const { id, at, decisions, errors, version, remarks } = answered
  const isPended = decisions.some(({ action }) => action === 'A4')
  const reasons = decisions.flatMap(({ reason_text: reason, action }, index) =>
    reason === null || action === 'A1' ? [] : [createNote(index + 1, reason)],
  )
  const notes = [...reasons, ...remarks.map((text, index) => createNote(decisions.length + index + 1, text))]
  const added = decisions.flatMap((decision) => createAddedItem(decision, answered) ?? [])
  return {
    resourceType: 'ClaimResponse',
    id,
    meta: { profile: [`${pasUrl}profile-claimresponse`] },
    ...(objectsIn(claim.identifier).length > 0 && { identifier: [...objectsIn(claim.identifier)] }),
    status: 'active',
    type: claim.type ?? createConcept('http://terminology.hl7.org/CodeSystem/claim-type', 'professional'),
    use: 'preauthorization',
    patient: referenceTo(request, claim.patient),
    created: at,
    insurer: referenceTo(request, claim.insurer),
    requestor: referenceTo(request, claim.provider),
    request: { reference: request.claimUrl },
    // Version 2.0 of the guide has the outcome "queued" for pended requests; 2.2 does not.
    outcome: errors.length > 0 ? 'error' : isPended && version === '2.0' ? 'queued' : 'complete',
    ...createPreAuth(answered),
    ...(errors.length === 0 &&
      decisions.length > 0 && { item: decisions.map((one, index) => createItem(one, answered, index)) }),
    ...(added.length > 0 && { addItem: added }),
    ...(notes.length > 0 && errors.length === 0 && { processNote: notes }),
    ...(asked.length > 0 && { communicationRequest: asked.map(({ fullUrl: reference }) => ({ reference })) }),
    ...(errors.length > 0 && { error: errors.map((one) => createError(one, version)) }),
  }
}

function createNote(number: number, text: string): JsonObject {
  return { number, type: 'display', text }
}

function createPreAuth({ decisions, errors }: Answered): JsonObject {
  const approved = decisions.filter(({ number }) => number !== null)
  const [first] = approved
  if (errors.length > 0 || first === undefined || first.number === null) return {}
  const periods = approved.flatMap(({ period }) => period ?? [])
  const [start] = periods.map((one) => one.start).sort()
  const [end] = periods
    .map((one) => one.end)
    .sort()
    .reverse()
  return {
    preAuthRef: first.number,
    ...(start !== undefined && end !== undefined && { preAuthPeriod: { start, end } }),
  }
}

function createItem(decision: ItemDecision, answered: Answered, index: number): JsonObject {
  const { sequence, action, reason_text: reason, element } = decision
  const { request } = answered
  return {
    extension: listExtensions(element, pasExtensions.itemTraceNumber).concat(
      listDates(decision, answered),
      action === 'A4' && request !== undefined
        ? { url: pasExtensions.administrationReferenceNumber, valueString: request.auth_number }
        : [],
      listRequestedDates(element),
    ),
    itemSequence: sequence,
    ...(reason !== null && action !== 'A1' && { noteNumber: [index + 1] }),
    // If another service is granted than was sent, the item gets A6, and the granted service is an added item.
    adjudication: [createAdjudication(decision.isOther && action === 'A1' ? 'A6' : action, decision)],
  }
}

function listRequestedDates({ servicedDate, servicedPeriod }: JsonObject): readonly JsonObject[] {
  const url = pasExtensions.itemRequestedServiceDate
  if (typeof servicedDate === 'string') return [{ url, valueDateTime: servicedDate }]
  return servicedPeriod === undefined ? [] : [{ url, valuePeriod: servicedPeriod }]
}

function listDates({ number, period }: ItemDecision, { request }: Answered): readonly JsonObject[] {
  if (number === null) return []
  const day = request?.determined_at?.slice(0, 10)
  return [
    ...(day === undefined ? [] : [{ url: pasExtensions.itemPreAuthIssueDate, valueDate: day }]),
    ...(period === null ? [] : [{ url: pasExtensions.itemPreAuthPeriod, valuePeriod: { ...period } }]),
  ]
}

function createAdjudication(
  action: string,
  {
    number,
    reason,
    reason_text: text,
  }: Partial<Pick<ItemDecision, 'reason' | 'reason_text'>> & Pick<ItemDecision, 'number'>,
): JsonObject {
  const extension: JsonObject[] = [
    { url: pasExtensions.reviewActionCode, valueCodeableConcept: createConcept(systems.reviewAction, action) },
  ]
  if (number !== null) extension.push({ url: 'number', valueString: number })
  // The guide requires a code here; a reason without a code becomes a note.
  if (typeof reason === 'string') {
    const why = { ...createConcept(systems.decisionReason, reason), ...(text && { text }) }
    extension.push({ url: 'reasonCode', valueCodeableConcept: why })
  }
  return {
    extension: [{ url: pasExtensions.reviewAction, extension }],
    category: createConcept(systems.adjudication, 'submitted'),
  }
}

/** Returns the granted service, if it differs from the requested one. */
function createAddedItem(decision: ItemDecision, answered: Answered): JsonObject | undefined {
  const { action, approved_quantity: granted, element, sequence, number, isOther } = decision
  const value = isOther ? (granted ?? decision.quantity) : granted
  if (value === null || !(isOther || action === 'A6')) return undefined
  const { productOrService, quantity } = element
  const unit = Object.fromEntries(Object.entries(typeof quantity === 'object' ? (quantity as JsonObject) : {}))
  return {
    extension: [
      // Version 2.0 of the guide has dates only on items, not on added items.
      ...(answered.version === '2.0' ? [] : listDates(decision, answered)),
      ...listExtensions(element, pasExtensions.serviceItemRequestType),
      ...listExtensions(element, pasExtensions.certificationType),
    ],
    itemSequence: [sequence],
    productOrService: productOrService ?? {},
    quantity: { ...unit, value },
    adjudication: [createAdjudication(action === 'A6' ? 'A1' : action, { number })],
  }
}

function createError(
  { code, message, followUp, element, path }: RequestError,
  version: Answered['version'],
): JsonObject {
  const named = version === '2.0' ? { valueString: element } : { extension: [{ url: 'error', valueString: element }] }
  return {
    extension: [
      {
        url: `${pasUrl}extension-errorFollowupAction`,
        valueCodeableConcept: createConcept(systems.followUp, followUp),
      },
      { url: `${pasUrl}extension-errorElement`, ...named },
      { url: `${pasUrl}extension-errorPath`, valueString: path },
    ],
    code: { ...createConcept(systems.rejection, code), text: message },
  }
}

/** Returns a CommunicationRequest for each missing document, and one for the questionnaire while a question is open. */
function writeCommunications(request: ClaimBundle, { request: row, at, version }: Answered): readonly BundleEntry[] {
  if (row === undefined || row.status !== 'more_information') return []
  const wanted = [
    ...row.missing_documents.map((type) => ({ what: type, code: codeOfDocument(type) })),
    ...((row.questions ?? []).length > 0 ? [{ what: 'questionnaire', code: questionnaireRequest }] : []),
  ]
  const [line, ...others] = listSequences(request, row)
  // At most one line can be named (in version 2.0, in the payload). Without a line, the request is about all pended
  // lines.
  const about: JsonObject =
    line === undefined || others.length > 0
      ? {}
      : { extension: [{ url: `${pasUrl}extension-serviceLineNumber`, valuePositiveInt: line }] }
  return wanted.map(({ what, code }) => {
    const number = writeControlNumber(row.auth_number, what)
    const id = number.replaceAll('_', '-')
    const resource: JsonObject = {
      resourceType: 'CommunicationRequest',
      id,
      meta: { profile: [`${pasUrl}profile-communicationrequest`] },
      ...(version === '2.2' && about),
      identifier: [{ system: `${payerUrl}attachment-control-number`, value: number }],
      status: 'active',
      category: [createConcept(systems.reportType, code === questionnaireRequest ? 'PN' : '77')],
      subject: referenceTo(request, request.claim.patient),
      payload: [{ ...(version === '2.0' && about), contentString: code }],
      authoredOn: at,
      recipient: [referenceTo(request, request.claim.provider)],
      sender: referenceTo(request, request.claim.insurer),
    }
    return { fullUrl: `${payerUrl}CommunicationRequest/${id}`, resource }
  })
}

/** Returns the numbers of the lines that need more information. */
function listSequences({ claim }: ClaimBundle, row: PriorAuth): readonly number[] {
  const items = readItems(claim)
  const open = items.filter(({ code }) => {
    const decided = row.items.find(({ procedure_code }) => procedure_code === code)
    return decided === undefined || decided.status === 'more_information'
  })
  return (open.length > 0 ? open : items).map(({ sequence }) => sequence)
}
