import type { JsonObject, JsonValue, RecordedEvent } from '@carebench/protocol'
import type { SimulatorChange } from '../../../simulator.js'
import type { PriorAuth } from '../../model/prior-auth-row.js'
import { type PayerEffect, type PayerState, putRow } from '../../state.js'
import { createEvent } from '../events.js'
import { listExtensions, objectsIn, textAt } from '../fhir/element.js'
import { backportUrl, pasUrl } from '../fhir/urls.js'
import { writeResponse } from './claim-response.js'
import { currentRow, repeatedRow } from './inquire.js'
import { bundleIn } from './pas-row.js'

/**
 * Adds to a change the notifications that it causes: one for each active subscription of an organization for each of
 * its PAS requests with a new decision. A request decided on submission causes none, because its response has the
 * decision.
 */
export function withNotifications<Change extends SimulatorChange<PayerEffect>>(
  state: PayerState,
  change: Change,
  at: string,
): Change {
  const subscriptions = state.tables.get('subscriptions')
  if (subscriptions === undefined || subscriptions.size === 0) return change
  const active = subscriptions.rows().filter(({ status }) => status === 'active')
  const made = new Map<string, JsonObject[]>()
  const counts = new Map<JsonObject, number>()
  const effects = change.effects.flatMap((effect): PayerEffect[] => {
    if (effect.op !== 'put_request' || !isDecidedAnew(state.requests.get(effect.row_id), effect.row)) return [effect]
    const row = currentRow(state, effect.row.auth_number) ?? repeatedRow(state, effect.row.auth_number)
    const names = row === undefined ? [] : [row.provider_npi, readSender(row)]
    const fitting = active.filter((subscription) => isFor(subscription, names))
    // A delayed decision is dated to when it was due, not to when it is computed.
    const decidedAt = effect.row.updated_at ?? at
    const asked = row === undefined || fitting.length === 0 ? undefined : bundleIn(row)
    const answer = { id: String(row?.pas_id), at: decidedAt, request: effect.row }
    // All notifications share one response Bundle.
    const bundle = asked === undefined ? null : writeResponse(asked, state, answer)
    const notifications = fitting.map((subscription): JsonObject => {
      const number = (counts.get(subscription) ?? readNotifications(state, subscription).length) + 1
      counts.set(subscription, number)
      const { auth_number, status, patient_member_id } = effect.row
      return {
        notification_id: `${subscription.subscription_id}-N${number}`,
        subscription_id: subscription.subscription_id ?? null,
        event_number: number,
        pas_id: row?.pas_id ?? null,
        auth_number,
        status,
        patient_member_id,
        bundle,
        at: decidedAt,
      }
    })
    made.set(effect.row_id, notifications)
    return [effect, ...notifications.map((one) => putRow('pas_notifications', String(one.notification_id), one))]
  })
  return made.size === 0 ? change : { ...change, effects, events: withNotified(change.events, made, at) }
}

/** Inserts the events of notifications after the last event of their request. */
function withNotified(
  events: readonly RecordedEvent[],
  made: ReadonlyMap<string, readonly JsonObject[]>,
  at: string,
): readonly RecordedEvent[] {
  const readNumber = ({ data }: RecordedEvent) => textAt(data, 'auth_number') ?? ''
  const last = new Map(events.map((event, index) => [readNumber(event), index]))
  return events.flatMap((event, index) => {
    const own = last.get(readNumber(event)) === index ? (made.get(readNumber(event)) ?? []) : []
    // A delayed decision may have been notified before its log entry.
    const notified = own.map((one) => ({
      ...createEvent('pas.notified', one),
      ...(typeof one.at === 'string' && one.at !== at && { at: one.at }),
    }))
    return [event, ...notified]
  })
}

/** Whether an existing request has a new decision. */
function isDecidedAnew(before: PriorAuth | undefined, after: PriorAuth): boolean {
  if (before === undefined || after.status === 'pending') return false
  return before.status !== after.status || before.determined_at !== after.determined_at
}

function isFor({ organizations }: JsonObject, names: readonly (JsonValue | undefined)[]): boolean {
  return Array.isArray(organizations) && organizations.some((one) => names.includes(one))
}

/** Returns the interchange sender id of a request, by which a subscription may also name the organization. */
function readSender(row: JsonObject): string | undefined {
  const sent = listExtensions(bundleIn(row)?.claim, `${pasUrl}extension-TransmissionIdentifiers`)
  const [sender] = sent.flatMap((one) => listExtensions(one, 'interchangeSenderID'))
  return textAt(sender, 'valueString')
}

/** Returns the notifications of a subscription, oldest first. */
export function readNotifications({ tables }: PayerState, { subscription_id: id }: JsonObject): readonly JsonObject[] {
  return tables.get('pas_notifications')?.find('subscription_id', String(id)) ?? []
}

/** Returns the notification Bundle of a subscription: its status, and the response Bundle of each notification. */
export function notificationBundle(
  subscription: JsonObject,
  notifications: readonly JsonObject[],
  type: 'query-event' | 'query-status',
  { count, at }: { readonly count: number; readonly at: string },
): JsonObject {
  const createFocus = (one: JsonObject) => `https://carebench.example.org/payer/Bundle/${one.notification_id}`
  const parameters: JsonObject = {
    resourceType: 'Parameters',
    id: `${subscription.subscription_id}-status`,
    meta: { profile: [`${backportUrl}backport-subscription-status-r4`] },
    parameter: [
      { name: 'subscription', valueReference: { reference: `Subscription/${subscription.subscription_id}` } },
      { name: 'topic', valueCanonical: pasTopic },
      { name: 'status', valueCode: String(subscription.status) },
      { name: 'type', valueCode: type },
      { name: 'events-since-subscription-start', valueString: String(count) },
      ...notifications.map((one) => ({
        name: 'notification-event',
        part: [
          { name: 'event-number', valueString: String(one.event_number) },
          { name: 'timestamp', valueInstant: String(one.at) },
          { name: 'focus', valueReference: { reference: createFocus(one) } },
        ],
      })),
    ],
  }
  const shown = notifications.flatMap((one) =>
    objectsIn([one.bundle ?? null]).map((bundle) => ({
      fullUrl: createFocus(one),
      resource: { ...bundle, id: String(one.notification_id) },
    })),
  )
  const status = { fullUrl: `https://carebench.example.org/payer/Parameters/${parameters.id}`, resource: parameters }
  const got = (url: string) => ({ request: { method: 'GET', url }, response: { status: '200' } })
  return {
    resourceType: 'Bundle',
    meta: { profile: [`${backportUrl}backport-subscription-notification-r4`] },
    type: 'history',
    timestamp: at,
    entry: [
      { ...status, ...got(`Subscription/${subscription.subscription_id}/$status`) },
      ...shown.map((one) => ({ ...one, ...got(one.fullUrl) })),
    ],
  }
}

/** The subscription topic of PAS, for changed decisions. */
export const pasTopic = 'http://hl7.org/fhir/us/davinci-pas/SubscriptionTopic/PASSubscriptionTopic'
