import { toDateTime } from '../calendar.js'
import { CODE_SYSTEM, coding, concept } from '../coding.js'
import { clinicianName } from '../directory/staff.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import { type Chart, childId, patientName, policyAt } from '../life/chart.js'
import { createChance } from '../seeded-random.js'
import { OPEN_ORDERS } from '../tables/procedures.js'

/** Returns the open ServiceRequests, at most one per condition: imaging and surgery that may need an authorization. */
export function buildOpenOrders(chart: Chart, from: number): GeneratedResource[] {
  const { person, staff } = chart
  const chance = createChance(chart.seed, person.number, 18)
  const subject = referenceTo('Patient', person.id, patientName(person))
  const orders: GeneratedResource[] = []
  const ordered = new Set<string>()
  for (const order of OPEN_ORDERS) {
    const happens = chance.happens(order.probability)
    const illness = chart.illnesses.find(({ key }) => key === order.condition)
    const visit = chart.visits.findLast(({ kind, start }) => kind !== 'emergency' && start >= (illness?.onset ?? start))
    const policy = policyAt(chart, chart.now)
    if (!happens || !illness || !visit || !policy || person.death !== undefined || ordered.has(order.text)) continue
    if (ordered.has(illness.id)) continue
    ordered.add(order.text).add(illness.id)
    const performer = staff.find(({ specialty }) => specialty === order.performer)
    orders.push({
      resourceType: 'ServiceRequest',
      id: childId(chart, 'order', from + orders.length),
      status: 'active',
      intent: 'order',
      priority: 'routine',
      category: [concept(CODE_SYSTEM.snomed, order.category)],
      code: {
        coding: [
          coding(CODE_SYSTEM.snomed, order.code.code, order.code.display),
          ...(order.cpt === undefined ? [] : [coding(CODE_SYSTEM.cpt, order.cpt)]),
        ],
        text: order.text,
      },
      subject,
      encounter: referenceTo('Encounter', visit.id),
      authoredOn: toDateTime(visit.start + 14 * 60_000),
      requester: referenceTo('Practitioner', visit.clinician.id, clinicianName(visit.clinician)),
      ...(performer && { performer: [referenceTo('Practitioner', performer.id, clinicianName(performer))] }),
      reasonReference: [referenceTo('Condition', illness.id, illness.snomed.display)],
      insurance: [referenceTo('Coverage', policy.id)],
      ...(order.bodySite && { bodySite: [concept(CODE_SYSTEM.snomed, order.bodySite)] }),
    })
  }
  return orders
}
