import type { JsonObject } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import type { PriorAuth } from '../../model/prior-auth-row.js'
import { isGranted, listServices, type RequestedService } from '../../model/requested-service.js'
import type { PayerState } from '../../state.js'
import { createConcept, objectsIn, valueAt } from '../fhir/element.js'
import { systems } from '../fhir/urls.js'
import { type ClaimItem, readItems } from './read-claim.js'
import { type ClaimBundle, openClaimBundle } from './request-bundle.js'

/** A requested service and the decision on it, as criteria see them. */
interface ItemRow {
  readonly sequence: number
  readonly code: string
  readonly quantity: number
  readonly certification: string | null
  readonly change: string | null
  readonly cancelled: boolean
  /** X12 306. */
  readonly action: string
  /** HCR03. */
  readonly reason: string | null
  readonly reason_text: string | null
  /** The authorization number, once something is approved. */
  readonly number: string | null
  readonly period: { readonly start: string; readonly end: string } | null
  readonly approved_quantity: number | null
}

/** The decision on an item of the Claim, with that item. */
export interface ItemDecision extends ItemRow {
  readonly element: JsonObject
  /** Whether the portal's row has another service in place of the one sent. */
  readonly isOther: boolean
}

/** The X12 306 action code of each status of a service. */
const actions: Readonly<Record<PriorAuth['status'], string>> = {
  approved: 'A1',
  partially_approved: 'A6',
  denied: 'A3',
  pending: 'A4',
  more_information: 'A4',
  cancelled: 'C',
}

/**
 * Returns the current decisions on the services of a PAS request, from its row in the portal. For a service whose code
 * the row no longer has, it is the decision on the service that replaced it.
 */
export function decisionsOn(claim: JsonObject, request: PriorAuth | undefined): readonly ItemDecision[] {
  const read = readItems(claim)
  const services = request === undefined ? [] : decidedServices(request)
  const places = request === undefined ? new Map<ClaimItem, number>() : findPlaces(read, request, services)
  return read.map((sent) => {
    const place = places.get(sent)
    const decided = place === undefined ? undefined : request
    const item = decided?.items[place ?? 0]
    const { sequence, certification, change, isCancelled } = sent
    const { code, units, element } = asInRow(sent, place === undefined ? undefined : services[place])
    const status = item?.status ?? decided?.status ?? 'cancelled'
    const reason = item === undefined ? decided?.reason_code : item.reason_code
    return {
      sequence,
      code,
      quantity: units,
      certification,
      change,
      cancelled: isCancelled,
      action: reason === '0H' ? 'NA' : actions[status],
      reason: status === 'pending' ? null : (reason ?? null),
      reason_text: (item === undefined ? decided?.determination_reason : item.reason) ?? null,
      number: isGranted({ status }) ? (decided?.auth_number ?? null) : null,
      period: readPeriod(item),
      approved_quantity: item?.approved_units ?? null,
      element,
      isOther: code !== sent.code,
    }
  })
}

function decidedServices(request: PriorAuth): readonly RequestedService[] {
  return request.items.length > 0 ? request.items : listServices(request)
}

/**
 * Maps the services of a Claim to positions in the portal's row. Cancelled services, and those no longer in the row,
 * have none.
 */
function findPlaces(
  items: readonly ClaimItem[],
  request: PriorAuth,
  services: readonly RequestedService[],
): ReadonlyMap<ClaimItem, number> {
  const active = items.filter(({ isCancelled }) => !isCancelled)
  const left = new Set(services.keys())
  const places = new Map<ClaimItem, number>()
  const take = (fits: (item: ClaimItem, service: RequestedService | undefined) => boolean, isOfPosition = true) => {
    for (const [position, item] of active.entries()) {
      if (places.size === active.length) return
      if (places.has(item)) continue
      const place = isOfPosition ? position : [...left].find((one) => fits(item, services[one]))
      if (place !== undefined && fits(item, services[place]) && left.delete(place)) places.set(item, place)
    }
  }
  const isSame = ({ code }: ClaimItem, service: RequestedService | undefined) => service?.procedure_code === code
  const isOfDay = (item: ClaimItem, service: RequestedService | undefined) =>
    isSame(item, service) &&
    (service?.service_date ?? request.service_date) === (item.serviceDate ?? request.service_date)
  take(isOfDay)
  take(isOfDay, false)
  take(isSame)
  take(isSame, false)
  take(() => true)
  return places
}

/** Returns a service with its current code from the portal's row. */
function asInRow(
  sent: ClaimItem,
  service: RequestedService | undefined,
): Pick<ClaimItem, 'code' | 'units' | 'element'> {
  if (service === undefined || service.procedure_code === sent.code) return sent
  const { procedure_code: code, units } = service
  const { quantity: _, ...element } = sent.element
  const productOrService = createConcept(systems.cpt, code)
  return { code, units, element: { ...element, productOrService, quantity: { value: units } } }
}

function readPeriod(item: PriorAuth['items'][number] | undefined): ItemDecision['period'] {
  if (item === undefined || item.valid_from === null || item.valid_until === null) return null
  return { start: item.valid_from, end: item.valid_until }
}

/**
 * A cache of observed rows: stored rows never change, so an entry is valid while the portal's row is the same object.
 */
const observedRows = new WeakMap<JsonObject, { readonly request: PriorAuth | undefined; readonly seen: JsonObject }>()

/**
 * Returns a row of `pas_requests` as criteria see it, with the current decision on each service. Returns the same
 * object until the decision changes, so that states of a long log are compared quickly.
 */
export function observedRow(state: PayerState, row: JsonObject): JsonObject {
  if (Array.isArray(row.items)) return row
  const request = findRequest(state, row)
  const known = observedRows.get(row)
  if (known !== undefined && known.request === request) return known.seen
  const { bundle, ...own } = row
  const items = row.outcome === 'error' ? [] : decisionsOn(sentClaim(row), request).map(itemRow)
  const seen = { ...own, items, bundle: bundle ?? null }
  observedRows.set(row, { request, seen })
  return seen
}

/** Returns a decision as criteria see it. */
export function itemRow({ element: _, isOther: __, ...row }: ItemDecision): JsonObject {
  return row
}

/** Returns the portal's row of a PAS request; undefined if the request was rejected. */
export function findRequest({ requests }: PayerState, { auth_number: number }: JsonObject): PriorAuth | undefined {
  return typeof number === 'string' ? requests.get(number) : undefined
}

/** Returns the Bundle stored in a row. */
export function bundleIn({ bundle }: JsonObject): ClaimBundle | undefined {
  return isJsonObject(bundle) ? openClaimBundle(bundle) : undefined
}

/** Returns the Claim stored in a row; empty if the row has none. */
export function sentClaim({ bundle }: JsonObject): JsonObject {
  const resource = valueAt(objectsIn(valueAt(bundle, 'entry'))[0], 'resource')
  return isJsonObject(resource) ? resource : {}
}
