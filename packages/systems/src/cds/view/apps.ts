import { createSeededRandom, isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { AppDescription, AppForm, AppValues, ShownRecord } from '../../app.js'
import { drawUuid } from '../../rest/uuid.js'

/** Returns the title, hook and description of a service in a list. */
function describeService(service: JsonValue): ShownRecord {
  if (!isJsonObject(service)) return { title: '' }
  const { id, title, hook, description } = service
  const columns = { Hook: String(hook ?? ''), Description: String(description ?? '') }
  return { title: String(title ?? id ?? ''), columns }
}

/** A form that calls the service of a hook with an order of the chart. */
const checkOrder: AppForm = {
  label: 'Check the requirements of an order',
  on: (service) => {
    if (!isJsonObject(service) || !['order-sign', 'order-select'].includes(String(service.hook))) return null
    return { hook: String(service.hook), service: String(service.id) }
  },
  call: 'callService',
  fields: [
    { name: 'order', label: 'Order', hint: 'The ID of the order in the chart, such as order-1.' },
    {
      name: 'user',
      label: 'Signed by',
      hint: 'The ID of a practitioner, such as prac-1. Default: who has ordered it.',
      isOptional: true,
    },
  ],
  reads: {
    order: {
      call: 'readResource',
      values: (entered) => {
        const [, type, id] = /^(?:([A-Z]\w+)\/)?(.*)$/.exec(entered) ?? []
        return { type: type ?? 'ServiceRequest', resource_id: id ?? entered }
      },
    },
  },
  body: (entered, { order = null }) => hookRequest(entered, isJsonObject(order) ? order : {}),
}

function hookRequest({ hook = '', service = '', user = '' }: AppValues, order: JsonObject): JsonObject {
  const draftOrders = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: order }] }
  const id = `${service} ${String(order.resourceType)}/${String(order.id)} ${user}`
  return {
    hook,
    // The same input gives the same hookInstance.
    hookInstance: drawUuid(createSeededRandom(...new TextEncoder().encode(id))),
    context: {
      userId: user === '' ? referenceIn(order.requester) : user.includes('/') ? user : `Practitioner/${user}`,
      patientId: referenceIn(order.subject).replace(/^Patient\//, ''),
      ...(hook === 'order-select' && { selections: [`${String(order.resourceType)}/${String(order.id)}`] }),
      draftOrders,
    },
  }
}

function referenceIn(value: JsonValue | undefined): string {
  return isJsonObject(value) && typeof value.reference === 'string' ? value.reference : ''
}

/** The decision support app. */
export const cdsApps = [
  {
    title: 'Decision support',
    position: 110,
    describe: describeService,
    forms: [checkOrder],
    labels: { callService: 'Ask for cards as JSON' },
    notes: {
      callService:
        'Ask a service for its cards: alerts and requirements. Orders have a form on the page of the service.',
    },
    starts: [{ label: 'Services', call: 'discoverServices', empty: 'No service gives decision support here.' }],
    readList: (body) =>
      isJsonObject(body) && Array.isArray(body.services) ? { records: body.services, next: null } : null,
  },
] as const satisfies readonly AppDescription[]
