import type { JsonObject } from '@carebench/protocol'
import type { Order } from '../clinic/orders.js'
import { payers } from '../clinic/payer-rules.js'
import type { Person } from '../clinic/people.js'
import type { Policy } from '../clinic/policies.js'

const codes = 'request.context.draftOrders.entry[*].resource.code.coding[*].code'

/** Returns the assertion that the requirements service of the payer was asked about an order. */
export function askedAbout(
  { service }: Order,
  { payer }: Pick<Policy, 'payer'>,
  { id }: Pick<Person, 'id'>,
): JsonObject {
  return {
    assert: 'cds-response',
    correlate_by: {
      service: payers[payer].service,
      'request.context.patientId': { $oneOf: [id, `Patient/${id}`] },
    },
    fields: [{ path: codes, expected: service.code }],
    count: { $gte: 1 },
  }
}

/** Returns the assertion that only requirements services of payers with a policy of the patient were asked. */
export function askedNoOther(known: readonly Pick<Policy, 'payer'>[]): JsonObject {
  const services = [...new Set(known.map(({ payer }) => payers[payer].service))]
  return {
    assert: 'event-count',
    type: 'cds.called',
    where: { 'data.service': { $not: { $oneOf: services } } },
    count: 0,
  }
}
