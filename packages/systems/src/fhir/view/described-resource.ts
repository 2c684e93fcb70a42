import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { ShownRecord } from '../../app.js'

/** What the columns of a resource type show, by their headings: the first member of a list that is there. */
const columnsOf: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Patient: { Born: ['birthDate'], Sex: ['gender'], MRN: ['identifier'], Phone: ['telecom'] },
  Practitioner: { NPI: ['identifier'], Phone: ['telecom'] },
  Task: {
    Status: ['status'],
    Outcome: ['businessStatus'],
    For: ['for'],
    About: ['description'],
    Pool: ['owner'],
    Priority: ['priority'],
    Created: ['authoredOn'],
    Due: ['restriction'],
  },
  ServiceRequest: {
    Status: ['status'],
    Code: ['code.coding'],
    Service: ['occurrenceDateTime'],
    Ordered: ['authoredOn'],
    'Ordered by': ['requester'],
    Priority: ['priority'],
  },
  Observation: {
    Value: ['valueQuantity', 'valueString', 'valueCodeableConcept'],
    Flag: ['interpretation'],
    Status: ['status'],
    Taken: ['effectiveDateTime'],
  },
  DocumentReference: {
    Description: ['description'],
    Author: ['author'],
    Date: ['date'],
    Status: ['docStatus', 'status'],
  },
  Condition: { Status: ['clinicalStatus'], Code: ['code.coding'], Since: ['onsetDateTime'] },
  MedicationRequest: { Status: ['status'], Dosage: ['dosageInstruction'], Ordered: ['authoredOn'] },
  AllergyIntolerance: { Status: ['clinicalStatus'], Criticality: ['criticality'] },
  Coverage: {
    Status: ['status'],
    Member: ['subscriberId'],
    Subscriber: ['subscriber'],
    Order: ['order'],
    Period: ['period'],
  },
  Appointment: { Start: ['start'], End: ['end'], Status: ['status'], With: ['participant'] },
  Slot: { End: ['end'], Status: ['status'], Schedule: ['schedule'] },
  Communication: { Status: ['status'], About: ['subject'], Sent: ['sent'], From: ['sender'] },
}

/** The member that names a resource, besides its type. */
const titles: readonly string[] = [
  'name',
  'code',
  'type',
  'serviceType',
  'vaccineCode',
  'payor',
  'start',
  'topic',
  'payload',
]

/** Says what a resource is, in a row of a list and as a heading. */
export function describeResource(resource: JsonValue): ShownRecord {
  if (!isJsonObject(resource)) return { title: '' }
  const { resourceType, id } = resource
  const type = typeof resourceType === 'string' ? resourceType : ''
  const named = titles.map((member) => textOf(resource[member])).find((text) => text !== '')
  const columns = Object.entries(
    columnsOf[type] ?? { Type: ['resourceType'], Status: ['status'], Date: ['date', 'created'] },
  )
  return {
    title: named ?? (`${type} ${typeof id === 'string' ? id : ''}`.trim() || 'Done'),
    columns: Object.fromEntries(
      columns.map(([heading, members]) => [
        heading,
        members.map((member) => textOf(memberOf(resource, member))).find((text) => text !== '') ?? '',
      ]),
    ),
    ...(typeof id === 'string' && type !== '' && { names: { type, resource_id: id } }),
  }
}

function memberOf(resource: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = resource
  for (const name of path.split('.')) value = isJsonObject(value) ? value[name] : undefined
  return value
}

/** A FHIR data type in one line. */
function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value))
    return value
      .map(textOf)
      .filter((text) => text !== '')
      .slice(0, 3)
      .join(', ')
  if (!isJsonObject(value)) return String(value).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/, '$1 $2')
  const { text, display, code, given, family, value: own, unit, start, end, actor, reference, contentString } = value
  const name = [given, family]
    .map(textOf)
    .filter((part) => part !== '')
    .join(' ')
  const period = [start, end].map(textOf).join(' to ')
  for (const one of [text, display, contentString, name]) if (typeof one === 'string' && one !== '') return one
  if (own !== undefined) return [own, unit].map(textOf).join(' ').trim()
  if (actor !== undefined) return textOf(actor)
  if (value.coding !== undefined) return textOf(value.coding)
  if (value.period !== undefined) return textOf(value.period)
  if (start !== undefined || end !== undefined) return period
  return textOf(code ?? reference)
}
