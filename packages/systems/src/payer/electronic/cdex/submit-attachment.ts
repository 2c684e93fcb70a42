import type { JsonObject, JsonValue, Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../../../json-shape.js'
import { recordAtEvent } from '../../../records/record-at-event.js'
import { policiesOn } from '../../actions/policy-reading.js'
import { attachDocuments, resubmitPriorAuth } from '../../actions/prior-auth.js'
import type { AttachmentFields } from '../../model/attachment-form.js'
import { attachmentRow } from '../../model/attachment-row.js'
import { isWaiting, type PriorAuth } from '../../model/prior-auth-row.js'
import { type PayerEffect, type PayerState, putRow } from '../../state.js'
import { createOutcome, type ElectronicAnswer, type ElectronicCall, readResource, refuse } from '../electronic-call.js'
import { createEvent } from '../events.js'
import { objectsIn, readCodings, textAt, valueAt } from '../fhir/element.js'
import { createPool } from '../fhir/resource-pool.js'
import { documentsTo, type FormAnswers, findDropped, readAnswers } from '../form/answers.js'
import { responseRows } from '../form/response-row.js'
import { isServed, nameServed } from '../order/insurer.js'
import { readControlNumber } from '../pas/control-number.js'
import { currentRow } from '../pas/inquire.js'
import { documentsIn, supply, writeEmpty } from '../pas/supporting.js'
import { nextId } from '../rows.js'

/** The input of `$submit-attachment`. */
interface Submitted {
  readonly trackingId: string
  readonly memberId: string
  /** The payer that the sender names, if any. */
  readonly payer: JsonObject | undefined
  readonly isFinal: boolean
  readonly attachments: readonly SentAttachment[]
  /** The parameters other than the attachments and `Final`, which the row stores elsewhere. */
  readonly others: readonly JsonObject[]
}

interface SentAttachment {
  readonly lines: readonly number[]
  readonly code: string | null
  readonly content: JsonObject
  readonly part: readonly JsonObject[]
}

/**
 * Adds attachments to a prior authorization by the number under which the payer asked for them (`$submit-attachment`).
 * Attachments that match no request are held, and the response says so.
 */
export function submitAttachment(call: ElectronicCall): ElectronicAnswer | Steps<ElectronicAnswer> {
  const read = readResource(call.body, 'Parameters')
  if ('refusal' in read) return read.refusal
  const input = readInput(read.resource)
  return 'refusal' in input ? input.refusal : answerAttachments(call, input)
}

function readInput({ parameter }: JsonObject): Submitted | { readonly refusal: ElectronicAnswer } {
  const all = objectsIn(parameter)
  const of = (name: string) => all.filter((one) => one.name === name)
  const lacks = (name: string, what: string) => ({
    refusal: refuse(400, 'required', `The parameter ${name} must be ${what}.`, 'Parameters.parameter'),
  })
  const [tracking, ...more] = of('TrackingId')
  const trackingId = textAt(tracking, 'valueIdentifier', 'value')
  if (trackingId === undefined || more.length > 0) return lacks('TrackingId', 'one Identifier with a value')
  const [attachTo] = of('AttachTo')
  const use = textAt(attachTo, 'valueCode')
  if (use !== 'preauthorization' && use !== 'claim') return lacks('AttachTo', 'claim or preauthorization')
  const memberId = textAt(of('MemberId')[0], 'valueIdentifier', 'value')
  if (memberId === undefined) return lacks('MemberId', 'the Identifier of the member')
  if (of('OrganizationId').length + of('ProviderId').length === 0) {
    return lacks('OrganizationId or ProviderId', 'the Identifier of who sends it')
  }
  if (use === 'claim' && of('ServiceDate').length === 0) return lacks('ServiceDate', 'given for claims')
  const attachments = of('Attachment').flatMap(({ part }) => readAttachment(objectsIn(part)) ?? [])
  if (attachments.length === 0 || attachments.length < of('Attachment').length) {
    return lacks(
      'Attachment',
      'at least one, each with a Content that is a DocumentReference or a QuestionnaireResponse',
    )
  }
  const named = valueAt(of('PayerId')[0], 'valueIdentifier')
  const payer = textAt(named, 'value') === undefined ? undefined : { identifier: named ?? null }
  const others = all.filter((one) => one.name !== 'Attachment' && !isPlainFinal(one))
  const isFinal = valueAt(of('Final')[0], 'valueBoolean') !== false
  return { trackingId, memberId, payer, isFinal, attachments, others }
}

function isPlainFinal({ name, valueBoolean, ...others }: JsonObject): boolean {
  return name === 'Final' && typeof valueBoolean === 'boolean' && Object.keys(others).length === 0
}

function readAttachment(part: readonly JsonObject[]): SentAttachment | undefined {
  const content = part.find(({ name }) => name === 'Content')?.resource
  if (!isJsonObject(content)) return undefined
  if (content.resourceType !== 'DocumentReference' && content.resourceType !== 'QuestionnaireResponse') return undefined
  const lines = part.flatMap(({ name, valueString, valuePositiveInt }) => {
    const line = Number(valueString ?? valuePositiveInt)
    return name === 'LineItem' && Number.isInteger(line) ? line : []
  })
  const [coding] = readCodings(part.find(({ name }) => name === 'Code')?.valueCodeableConcept)
  return { lines, code: coding?.code ?? null, content, part }
}

/** Returns the parameters sent with a document, without the document's bytes, which its row has already. */
function keepParameters(others: readonly JsonObject[], { part, content }: SentAttachment): JsonObject {
  const withoutData = objectsIn(content.content).map(({ attachment, ...one }) => {
    const { data: _, ...rest } = isJsonObject(attachment) ? attachment : {}
    return { ...one, attachment: rest }
  })
  const resource = content.content === undefined ? content : { ...content, content: withoutData }
  const sent = part.map((one) => (one.name === 'Content' ? { ...one, resource } : one))
  return { resourceType: 'Parameters', parameter: [...others, { name: 'Attachment', part: sent }] }
}

/** The sent forms and documents; `about` has the parameters that the row of each document keeps. */
interface Received {
  readonly forms: readonly FormAnswers[]
  readonly documents: readonly AttachmentFields[]
  readonly about: readonly JsonObject[]
  /** Messages about attachments that were left out. */
  readonly remarks: readonly string[]
}

function readContents({ policy }: PayerState, input: Submitted, wanted: readonly string[]): Received {
  const forms: FormAnswers[] = []
  const documents: AttachmentFields[] = []
  const about: JsonObject[] = []
  const remarks: string[] = []
  for (const attachment of input.attachments) {
    const { content, lines, code } = attachment
    const form = content.resourceType === 'QuestionnaireResponse' ? readAnswers(content) : undefined
    if (form !== undefined) forms.push(form)
    const concept =
      code === null
        ? content.type
        : {
            coding: [{ code }, ...objectsIn(valueAt(content, 'type', 'coding'))],
            text: textAt(content, 'type', 'text') ?? '',
          }
    const found =
      form === undefined
        ? documentsIn({ ...content, type: concept ?? null }, wanted)
        : documentsTo(policy.policies, form.documents)
    if (form === undefined && found.length === 0) remarks.push(writeEmpty(content))
    for (const [index, one] of found.entries()) {
      // Parameters that all documents share are kept once.
      const others = about.length === 0 ? input.others : []
      documents.push(one)
      about.push({
        tracking_id: input.trackingId,
        line_items: [...lines],
        code,
        final: input.isFinal,
        ...(index === 0 && { parameters: keepParameters(others, attachment) }),
      })
    }
  }
  return { forms, documents, about, remarks }
}

function* answerAttachments(call: ElectronicCall, input: Submitted): Steps<ElectronicAnswer> {
  const { state, context } = call
  const payer = { organization: state.organization, ask: context.ask }
  if (input.payer !== undefined && !isServed([input.payer], createPool([], undefined), payer)) {
    const named = show(textAt(input.payer, 'identifier', 'value') ?? null)
    const text = `PayerId is of another payer, ${named}; this interface serves ${nameServed(payer)}.`
    return refuse(400, 'not-supported', `${text} Send the attachment to that payer.`, 'Parameters.parameter')
  }
  const request = findRequest(state, input)
  const received = readContents(state, input, request?.missing_documents ?? [])
  const { forms, documents, about } = received
  if (request === undefined) return hold(call, input, received)
  const outcome =
    input.isFinal && isWaiting(request)
      ? yield* resubmitPriorAuth(state, request, supply(state.policy.policies, documents, forms), context)
      : attachDocuments(state, request, documents, context)
  if (outcome.kind === 'refused') return refuse(422, 'value', outcome.errors.map(({ message }) => message).join(' '))
  const remarks = [...received.remarks, ...findDropped(policiesOn(state, request), forms)]
  if (outcome.kind !== 'done') return refuse(422, 'conflict', [outcome.message, ...remarks].join(' '))
  const pas = currentRow(state, request.auth_number)
  const place = { pas_id: textAt(pas, 'pas_id') ?? null, auth_number: request.auth_number, at: context.at }
  let index = 0
  const effects = outcome.effects.map((effect): PayerEffect => {
    if (effect.op !== 'put' || effect.resource !== 'attachments') return effect
    return { ...effect, row: { ...effect.row, ...about[index++] } }
  })
  const text = `Attached to ${request.auth_number}${input.isFinal ? '' : '; more will follow'}.`
  const { auth_number, status } = request
  return {
    status: 200,
    json: createOutcome([{ severity: 'information', code: 'informational', diagnostics: text }, ...warnings(remarks)]),
    effects: [...effects, ...responseRows(state, forms, place)],
    events: [
      createEvent('cdex.attached', { tracking_id: input.trackingId, auth_number, status, documents: documents.length }),
      ...outcome.events,
    ],
  }
}

function warnings(remarks: readonly string[]) {
  return remarks.map((diagnostics) => ({ severity: 'warning' as const, code: 'value' as const, diagnostics }))
}

/** Returns the member's request with this control number, authorization number or Claim number. */
function findRequest(state: PayerState, { trackingId, memberId }: Submitted): PriorAuth | undefined {
  const rows = state.tables.get('pas_requests')?.find('patient_member_id', memberId) ?? []
  const named = rows.findLast((row) => row.claim_identifier === trackingId || row.pas_id === trackingId)
  const request = readControlNumber(state, trackingId) ?? state.requests.get(String(named?.auth_number ?? ''))
  return request?.patient_member_id === memberId ? request : undefined
}

/** Stores attachments that match no request, without a request number. */
function hold(
  { state, context }: ElectronicCall,
  { trackingId, memberId }: Submitted,
  { forms, documents, about, remarks }: Received,
): ElectronicAnswer {
  const first = nextId(state, 'attachments', 'HELD')
  const rows = documents.map((document, index) => {
    const id = `${first}-${index + 1}`
    const own = { ...attachmentRow(id, '', document, context.at), auth_number: null, patient_member_id: memberId }
    return { id, row: { ...own, ...about[index] } }
  })
  const text = `No request of the member has the number ${show(trackingId as JsonValue)}: the attachments are held.`
  const attached = { tracking_id: trackingId, auth_number: null, status: null, documents: documents.length }
  const sent = rows.map(({ id, row }) => recordAtEvent('portal.attachments', row, id))
  return {
    status: 200,
    json: createOutcome([{ severity: 'warning', code: 'not-found', diagnostics: text }, ...warnings(remarks)]),
    effects: [
      ...rows.map(({ id, row }) => putRow('attachments', id, row)),
      ...responseRows(state, forms, { pas_id: null, auth_number: null, at: context.at }),
    ],
    events: [createEvent('cdex.attached', attached, sent)],
  }
}
