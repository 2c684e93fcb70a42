import type { JsonObject } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../../../json-shape.js'
import { viewed } from '../../events.js'
import { putRow } from '../../state.js'
import { type ElectronicAnswer, type ElectronicCall, readResource, refuse } from '../electronic-call.js'
import { createEvent } from '../events.js'
import { listExtensions, textAt, valueAt } from '../fhir/element.js'
import { backportUrl } from '../fhir/urls.js'
import { nextId } from '../rows.js'
import { notificationBundle, pasTopic, readNotifications } from './notifications.js'

/** Maximum number of subscriptions of a payer, because a decision notifies all of them in one step. */
const maxSubscriptions = 50

/** Maximum number of organizations in a filter. */
const maxOrganizations = 100

/** Creates a Subscription to decisions on organizations' requests. Its notifications are read with `$events`. */
export function subscribe(call: ElectronicCall): ElectronicAnswer {
  const read = readSubscribed(call)
  if ('refusal' in read) return read.refusal
  const { state, context } = call
  if ((state.tables.get('subscriptions')?.size ?? 0) >= maxSubscriptions) {
    return refuse(422, 'too-costly', `The payer takes at most ${maxSubscriptions} subscriptions: change one of them.`)
  }
  const row: JsonObject = {
    subscription_id: nextId(state, 'subscriptions', 'SUB'),
    status: 'active',
    organizations: read.organizations,
    endpoint: textAt(read.resource, 'channel', 'endpoint') ?? null,
    created_at: context.at,
    resource: read.resource,
  }
  return { ...put(row), status: 201, headers: { location: `fhir/Subscription/${row.subscription_id}` } }
}

type Subscribed = { readonly resource: JsonObject; readonly organizations: string[] }

/** Reads the Subscription in a body, with the organizations of its filter. */
function readSubscribed({ body }: ElectronicCall): Subscribed | { readonly refusal: ElectronicAnswer } {
  const read = readResource(body, 'Subscription')
  if ('refusal' in read) return read
  const organizations = readFilter(read.resource)
  return Array.isArray(organizations) ? { ...read, organizations } : { refusal: organizations }
}

function put(row: JsonObject): ElectronicAnswer {
  return {
    status: 200,
    json: createResource(row),
    effects: [putRow('subscriptions', String(row.subscription_id), row)],
    events: [createEvent('pas.subscribed', row)],
  }
}

/** Changes the status or filter of a Subscription. */
export function changeSubscription(call: ElectronicCall): ElectronicAnswer {
  return withSubscription(call, (row) => {
    const read = readSubscribed(call)
    if ('refusal' in read) return read.refusal
    const status = read.resource.status === 'off' ? 'off' : 'active'
    return put({ ...row, status, ...read })
  })
}

/** Ends a Subscription: sets its row to `off`. */
export function endSubscription(call: ElectronicCall): ElectronicAnswer {
  return withSubscription(call, (row) => {
    const { effects = [], events = [] } = put({ ...row, status: 'off' })
    return { status: 204, effects, events }
  })
}

export function readSubscription(call: ElectronicCall): ElectronicAnswer {
  return withSubscription(call, (row) => ({ status: 200, json: createResource(row) }))
}

/** Returns the notifications of a Subscription (`$events`), or only their number (`$status`). */
export function listNotifications(call: ElectronicCall): ElectronicAnswer {
  return withSubscription(call, (row) => {
    const { state, context, path, query } = call
    const all = readNotifications(state, row)
    const isStatus = path.at(-1) === '$status'
    const asked = new URLSearchParams(query).get('eventsSinceNumber') ?? '1'
    if (!/^\d+$/.test(asked)) {
      return refuse(400, 'value', `eventsSinceNumber must be the number of a notification, got ${show(asked)}.`)
    }
    const since = Number(asked)
    const wanted = isStatus ? [] : all.filter(({ event_number: number }) => Number(number) >= since)
    const type = isStatus ? 'query-status' : 'query-event'
    return {
      status: 200,
      json: notificationBundle(row, wanted, type, { count: all.length, at: context.at }),
      events: wanted.length === 0 ? [] : [viewed('portal.pas_notifications', wanted.length)],
      returned: wanted.map((one) => ({
        collection: 'portal.pas_notifications',
        people: [String(one.patient_member_id)],
      })),
    }
  })
}

function withSubscription(
  { state, path }: ElectronicCall,
  answer: (row: JsonObject) => ElectronicAnswer,
): ElectronicAnswer {
  const id = path[2] ?? ''
  const row = state.tables.get('subscriptions')?.get(id)
  return row === undefined ? refuse(404, 'not-found', `There is no Subscription ${show(id)}.`) : answer(row)
}

function createResource({ subscription_id, status, resource }: JsonObject): JsonObject {
  return { ...(isJsonObject(resource) ? resource : {}), id: String(subscription_id), status: String(status) }
}

/** Returns the organizations of a filter, or a rejection if the Subscription is not a valid one of PAS. */
function readFilter({ criteria, _criteria, channel }: JsonObject): string[] | ElectronicAnswer {
  const filters = listExtensions(_criteria, `${backportUrl}backport-filter-criteria`)
  const texts = filters.flatMap((one) => textAt(one, 'valueString') ?? [])
  const listed = texts.flatMap((text) => {
    const [, names = ''] = /^(?:.*\?)?org-?identifier=(.+)$/i.exec(text) ?? []
    return names.split(',', maxOrganizations + 1).map((one) => one.split('|').at(-1) ?? '')
  })
  const organizations = [...new Set(listed.filter(Boolean))]
  const type = valueAt(channel, 'type')
  const [content] = listExtensions(valueAt(channel, '_payload'), `${backportUrl}backport-payload-content`)
  const rules: readonly (readonly [isKept: boolean, path: string, text: string])[] = [
    [criteria === pasTopic, 'criteria', `must be the topic ${pasTopic}, got ${show(criteria)}`],
    [organizations.length > 0, 'criteria.extension', `needs the filter orgIdentifier=NPI, got ${show(texts)}`],
    [
      listed.length <= maxOrganizations,
      'criteria.extension',
      `may name at most ${maxOrganizations} organizations, got ${listed.length}`,
    ],
    [type === 'rest-hook', 'channel.type', `must be rest-hook, got ${show(type)}`],
    [
      content?.valueCode === 'full-resource',
      'channel.payload.extension',
      `must ask for the content full-resource, got ${show(content?.valueCode)}`,
    ],
  ]
  const [broken] = rules.filter(([isKept]) => !isKept)
  if (broken === undefined) return organizations
  const [, path, text] = broken
  return refuse(400, 'value', `Subscription.${path} ${text}.`, `Subscription.${path}`)
}
