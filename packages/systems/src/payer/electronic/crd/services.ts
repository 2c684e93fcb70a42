import type { JsonObject } from '@carebench/protocol'

/** The hooks of CRD. The first three must return coverage information; the others need not. */
export const crdHooks = [
  'order-sign',
  'order-dispatch',
  'appointment-book',
  'order-select',
  'encounter-start',
  'encounter-discharge',
] as const

export type CrdHook = (typeof crdHooks)[number]

/** Returns the id of a hook's service. */
export function createServiceId(hook: CrdHook): string {
  return `${hook}-crd`
}

const common = {
  patient: 'Patient/{{context.patientId}}',
  coverage: 'Coverage?patient={{context.patientId}}&status=active',
}
const encounter = { encounter: 'Encounter/{{context.encounterId}}' }
const drafts = 'context.draftOrders.entry.resource'

/**
 * The title and the prefetch templates of each service, as in the guide. Data that the client does not send are read
 * from the record.
 */
const services: Readonly<Record<CrdHook, readonly [title: string, prefetch: Readonly<Record<string, string>>]>> = {
  'order-sign': [
    'Coverage requirements of orders that are signed',
    { ...common, ...encounter, ...orderParties(drafts) },
  ],
  'order-select': ['Coverage of an order that is selected', { ...common, ...encounter, ...orderParties(drafts) }],
  'order-dispatch': [
    'Coverage requirements of orders that are sent to a performer',
    { ...common, performer: '{{context.performer}}' },
  ],
  'appointment-book': [
    'Coverage requirements of appointments that are booked',
    {
      ...common,
      ...encounter,
      serviceRequests:
        'ServiceRequest?_id={{context.appointments.entry.resource.basedOn.resolve().ofType(ServiceRequest).id}}',
    },
  ],
  'encounter-start': ['Coverage at the start of an encounter', { ...common, ...encounter }],
  'encounter-discharge': ['Coverage at the end of an encounter', { ...common, ...encounter }],
}

function orderParties(orders: string): Readonly<Record<string, string>> {
  const parties = (type: string) =>
    `${type}?_id={{${orders}.requester.resolve().ofType(${type}).id|${orders}.performer.resolve().ofType(${type}).id}}`
  return {
    practitionerRoles: parties('PractitionerRole'),
    practitioners: parties('Practitioner'),
    organizations: parties('Organization'),
  }
}

/** The configuration options of the services, with their defaults. */
const options: readonly JsonObject[] = [
  {
    ...{ code: 'coverage-info', type: 'boolean', name: 'Coverage information', default: true },
    description: 'Whether each order is covered, needs an authorization, and needs documentation.',
  },
  {
    ...{ code: 'guideline', type: 'boolean', name: 'Guidelines', default: true },
    description: 'The policy that an order comes under, with its criteria.',
  },
  {
    ...{ code: 'max-cards', type: 'integer', name: 'Maximum number of cards', default: 10 },
    description: 'The maximum number of cards in a response.',
  },
]

/** Whether a hook is one of the three at which clinicians may be asked for documentation. */
export function isPrimary(hook: CrdHook): boolean {
  return hook === 'order-sign' || hook === 'order-dispatch' || hook === 'appointment-book'
}

/** Returns the discovery response: the services, with the versions of CRD that they support and their options. */
export function discoverServices(versions: readonly string[]): JsonObject {
  const listed = crdHooks.map((hook): JsonObject => {
    const [title, prefetch] = services[hook]
    return {
      hook,
      id: createServiceId(hook),
      title,
      description: isPrimary(hook)
        ? 'Says whether orders are covered, need an authorization, and which documentation the payer wants.'
        : 'Says what is known of the coverage; does not ask for documentation.',
      prefetch: { ...prefetch },
      extension: {
        'davinci-crd.version': [...versions],
        'davinci-crd.configuration-options': [...options],
      },
    }
  })
  return { services: listed }
}
