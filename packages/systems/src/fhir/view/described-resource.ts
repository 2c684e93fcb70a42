import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { ShownRecord, ShownText } from '../../app.js'

/** The columns of each resource type, by heading; a column shows the first of its members that has a value. */
const columnsOf: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Patient: { Born: ['birthDate'], Sex: ['gender'], MRN: ['identifier'], Phone: ['telecom'] },
  Practitioner: { NPI: ['identifier'], Phone: ['telecom'] },
  Task: {
    Status: ['status'],
    Outcome: ['businessStatus'],
    List: ['groupIdentifier'],
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
  Appointment: { Visit: ['serviceType'], End: ['end'], Status: ['status'], With: ['participant'] },
  Schedule: { Of: ['actor'], Active: ['active'] },
  Slot: { End: ['end'], Status: ['status'], Schedule: ['schedule'] },
  RelatedPerson: { Relationship: ['relationship'], Born: ['birthDate'], Phone: ['telecom'] },
  Communication: { Status: ['status'], About: ['subject'], Sent: ['sent'], From: ['sender'] },
}

/** Members that can be the title of a resource; the first with a text is used. */
const titles = ['name', 'code', 'start', 'type', 'vaccineCode', 'payor', 'topic', 'payload'] as const

/** Returns the title and columns of a resource. */
export function describeResource(resource: JsonValue): ShownRecord {
  if (!isJsonObject(resource)) return { title: '' }
  const { resourceType, id } = resource
  const type = typeof resourceType === 'string' ? resourceType : ''
  // The `type` of a Bundle means nothing to people.
  const named =
    type === 'Bundle' ? undefined : titles.map((name) => describeLine(resource[name])).find((text) => text !== '')
  const about = type === 'Task' ? describeLine(resource.for) : ''
  const columns = columnsOf[type] ?? { Type: ['resourceType'], Status: ['status'], Date: ['date', 'created'] }
  return {
    title: joined([named ?? `${type} ${typeof id === 'string' ? id : ''}`.trim(), about], ', '),
    columns: Object.fromEntries(
      Object.entries(columns).map(([heading, members]) => [
        heading,
        members.map((member) => describeColumn(resource, member)).find((text) => text !== '') ?? '',
      ]),
    ),
    ...(typeof id === 'string' && type !== '' && { names: { type, resource_id: id } }),
  }
}

/**
 * Returns the text of a member in a column. For codings these are the codes, because the title of the row has the
 * words.
 */
function describeColumn(resource: JsonObject, member: string): string {
  const value = readMember(resource, member)
  const codes = member.endsWith('.coding') && Array.isArray(value) ? value.filter(isJsonObject) : []
  return codes.length > 0
    ? joined(
        codes.map(({ code }) => code),
        ', ',
      )
    : describeLine(value)
}

/** The data types that are shown in one line, each as its possible members. */
const lineTypes: readonly (readonly string[])[] = [
  ['coding', 'text'],
  ['system', 'version', 'code', 'display', 'userSelected'],
  ['reference', 'type', 'identifier', 'display'],
  ['use', 'text', 'family', 'given', 'prefix', 'suffix', 'period'],
  ['start', 'end'],
  ['value', 'comparator', 'unit', 'system', 'code', 'currency'],
  ['use', 'type', 'system', 'value', 'period', 'assigner'],
  ['system', 'value', 'use', 'rank', 'period'],
  ['use', 'type', 'text', 'line', 'city', 'district', 'state', 'postalCode', 'country', 'period'],
]

/** Returns a FHIR data type in one line, with the target of a reference; null for values that need several lines. */
export function readDataType(value: JsonValue): ShownText | null {
  if (!isJsonObject(value)) return null
  const names = Object.keys(value)
  if (names.length === 0 || !lineTypes.some((members) => names.every((name) => members.includes(name)))) return null
  const [, type, id] = /^([A-Z]\w+)\/([\w.-]+)$/.exec(String(value.reference ?? '')) ?? []
  const label = identifierLabel(value)
  if (label !== undefined) return { text: String(value.value), label }
  const text = withUse(value, withCode(value))
  if (type === undefined || id === undefined) return { text }
  return {
    text: text === value.reference ? text : `${text} (${String(value.reference)})`,
    names: { type, resource_id: id },
  }
}

/** The labels of identifiers, by type code or system. */
const identifierLabels: Readonly<Record<string, string>> = {
  NPI: 'NPI',
  MR: 'MRN',
  MB: 'Member number',
  'http://hl7.org/fhir/sid/us-npi': 'NPI',
}

/**
 * Returns the label of an identifier, by its type or system; undefined if the value is not an identifier or has no
 * label.
 */
function identifierLabel({ type, system, value, rank, unit }: JsonObject): string | undefined {
  if (typeof value !== 'string' || rank !== undefined || unit !== undefined) return undefined
  const codings = isJsonObject(type) && Array.isArray(type.coding) ? type.coding.filter(isJsonObject) : []
  const known = [...codings.map(({ code }) => code), system].map((key) => identifierLabels[String(key)])
  return known.find((label) => label !== undefined) ?? (describeLine(type) || undefined)
}

/** Returns a telephone number or an address with its use, which tells the numbers of one person apart. */
function withUse({ system, use }: JsonObject, text: string): string {
  const isContact = system === 'phone' || system === 'fax' || system === 'email' || system === 'sms'
  return isContact && typeof use === 'string' ? `${text} (${use})` : text
}

/** Returns the text of a concept with its codes, which people enter in other systems. */
function withCode(value: JsonObject): string {
  const text = describeLine(value)
  const coding = Array.isArray(value.coding) ? value.coding : value.code !== undefined ? [value] : []
  const codes = coding.flatMap((one) =>
    isJsonObject(one) && typeof one.code === 'string' && one.code !== text ? [one.code] : [],
  )
  if (codes.length === 0 || value.value !== undefined) return text
  return `${text} (${codes.join(', ')})`
}

function readMember(resource: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = resource
  for (const name of path.split('.')) value = isJsonObject(value) ? value[name] : undefined
  return value
}

function describeLine(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return joined(value.slice(0, 3), ', ')
  if (!isJsonObject(value)) return String(value)
  const { text, display, contentString, given, family, prefix, suffix, value: own, unit, actor, coding, period } = value
  const name = joined([prefix, given, family, suffix], ' ')
  for (const one of [text, display, contentString, name]) if (typeof one === 'string' && one !== '') return one
  if (own !== undefined) return joined([value.comparator, own, unit ?? value.currency], ' ')
  if (actor !== undefined) return describeLine(actor)
  if (coding !== undefined) return describeLine(coding)
  if (value.line !== undefined || value.city !== undefined) {
    return joined([value.line, value.city, value.state, value.postalCode], ', ')
  }
  if (period !== undefined) return describeLine(period)
  if (value.start !== undefined || value.end !== undefined)
    return joinSpan(describeLine(value.start), describeLine(value.end))
  return describeLine(value.code ?? value.reference)
}

function joinSpan(start: string, end: string): string {
  if (end === '') return `from ${start}`
  return start === '' ? `until ${end}` : `${start} to ${end}`
}

function joined(values: readonly (JsonValue | undefined)[], separator: string): string {
  return values
    .map(describeLine)
    .filter((text) => text !== '')
    .join(separator)
}
