import type { JsonObject, Steps } from '@carebench/protocol'
import { isForPerson, type PriorAuth } from '../../model/prior-auth-row.js'
import { type PayerState, putRow } from '../../state.js'
import type { ElectronicAnswer, ElectronicCall } from '../electronic-call.js'
import { createEvent } from '../events.js'
import { extensionCode, listExtensions, objectsIn, readCodings, textAt } from '../fhir/element.js'
import { pasExtensions } from '../fhir/urls.js'
import { nextId } from '../rows.js'
import { findInsurerErrors } from './admission-errors.js'
import { writeResponse } from './claim-response.js'
import { bundleIn, decisionsOn } from './pas-row.js'
import { type ReadClaim, readClaim } from './read-claim.js'
import { answerClaimBundle, type ClaimBundle } from './request-bundle.js'
import { writeItems } from './write-request.js'

/** Maximum number of requests in a response; the newest are returned. */
const maxFound = 20

/**
 * Responds to an inquiry with the current decision on each matching request of the member by the same provider, from
 * any channel. A replaced request appears as its replacement. An inquiry to another payer gets an error.
 */
export function inquire(call: ElectronicCall): ElectronicAnswer | Steps<ElectronicAnswer> {
  return answerClaimBundle(call, true, answerInquiry)
}

function* answerInquiry({ state, context }: ElectronicCall, inquiry: ClaimBundle): Steps<ElectronicAnswer> {
  const claim = readClaim(inquiry)
  const errors = findInsurerErrors(inquiry, { organization: state.organization, ask: context.ask })
  const found = errors.length > 0 ? [] : findRequests(state, claim, inquiry.claim)
  const id = nextId(state, 'pas_inquiries', 'INQ')
  const version = state.electronic.version
  const bundles = errors.length > 0 ? [writeResponse(inquiry, state, { id, at: context.at, errors })] : []
  for (const request of found) {
    bundles.push(currentAnswer(state, request, inquiry, context.at))
    yield
  }
  const { identifier } = inquiry.bundle
  const empty = { resourceType: 'Bundle', ...(identifier !== undefined && { identifier }), type: 'collection' }
  const [first = { ...empty, timestamp: context.at }] = bundles
  const row: JsonObject = {
    inquiry_id: id,
    patient_member_id: claim.memberId ?? null,
    provider_npi: claim.provider?.npi ?? null,
    auth_number: numberAsked(inquiry.claim) ?? null,
    found: found.map(({ auth_number: number }) => number),
    ...(errors.length > 0 && { errors: errors.map(({ code, message }) => ({ code, message })) }),
    bundle: inquiry.bundle,
    at: context.at,
  }
  const parameter = bundles.map((resource) => ({ name: 'return', resource }))
  return {
    status: 200,
    // Version 2.0 of the guide responds with one Bundle.
    json: version === '2.0' ? first : { resourceType: 'Parameters', ...(parameter.length > 0 && { parameter }) },
    effects: [putRow('pas_inquiries', id, row)],
    events: [createEvent('pas.inquired', row)],
    returned: found.map((request) => ({
      collection: 'portal.prior_auth_requests',
      people: [request.patient_member_id],
    })),
  }
}

function numberAsked(claim: JsonObject): string | undefined {
  const elements = [claim, ...objectsIn(claim.item)]
  const urls = [pasExtensions.authorizationNumber, pasExtensions.administrationReferenceNumber]
  return elements
    .flatMap((one) => urls.flatMap((url) => listExtensions(one, url)))
    .flatMap((one) => textAt(one, 'valueString') ?? [])[0]
}

/**
 * Returns the member's requests that match an inquiry, newest first. `Claim.identifier` is not a criterion: it
 * identifies the inquiry.
 */
function findRequests({ requests }: PayerState, claim: ReadClaim, inquiry: JsonObject): readonly PriorAuth[] {
  const { memberId, provider } = claim
  if (memberId === undefined) return []
  const number = numberAsked(inquiry)
  const codes = claim.items.flatMap(({ code, element }) => (isAny(element) || code === '' ? [] : [code]))
  const actions = objectsIn(inquiry.item).flatMap((item) => extensionCode(item, pasExtensions.reviewActionCode) ?? [])
  return requests
    .find('patient_member_id', memberId)
    .filter((request) => {
      if (request.provider_npi !== provider?.npi) return false
      if (number !== undefined && request.auth_number !== number) return false
      const own = [request.procedure_code, ...request.additional_services.map(({ procedure_code }) => procedure_code)]
      if (codes.length > 0 && !own.some((code) => codes.includes(code))) return false
      if (claim.serviceDate !== undefined && number === undefined && request.service_date !== claim.serviceDate)
        return false
      if (!isForPerson(request, claim.birthDate)) return false
      return (
        actions.length === 0 ||
        decisionsOn({ item: writeItems(request) }, request).some(({ action }) => actions.includes(action))
      )
    })
    .reverse()
    .slice(0, maxFound)
}

/** Whether an item has the code `not-applicable`, which matches any service. */
function isAny({ productOrService }: JsonObject): boolean {
  return readCodings(productOrService).some(({ code }) => code === 'not-applicable')
}

/** Returns the response to a request as it stands now, with the URLs of the original Bundle if it came by PAS. */
function currentAnswer(state: PayerState, request: PriorAuth, inquiry: ClaimBundle, at: string): JsonObject {
  const row = currentRow(state, request.auth_number)
  const sent = row && bundleIn(row)
  const asked = sent ?? { ...inquiry, claim: { ...inquiry.claim, item: writeItems(request) } }
  return writeResponse(asked, state, { id: textAt(row, 'pas_id') ?? request.auth_number, at, request })
}

/** Returns the current PAS row of a request; undefined if it came by another channel. */
export function currentRow(state: PayerState, authNumber: string): JsonObject | undefined {
  const rows = pasRows(state, authNumber)
  return rows.findLast(({ replaced_by: by, satisfied_by: earlier }) => by === null && earlier === undefined)
}

/** Returns the last PAS row that repeats a request from another channel. */
export function repeatedRow(state: PayerState, authNumber: string): JsonObject | undefined {
  return pasRows(state, authNumber).at(-1)
}

function pasRows({ tables }: PayerState, authNumber: string): readonly JsonObject[] {
  return tables.get('pas_requests')?.find('auth_number', authNumber) ?? []
}
