import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { AppForm, AppValues } from '../../app.js'

const loinc = 'http://loinc.org'
const ucum = 'http://unitsofmeasure.org'
const flagSystem = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation'

/** Interpretation flags of laboratory results. */
const flags = ['N', 'L', 'H', 'LL', 'HH', 'A', 'AA'] as const

/** Returns a form on records of a type, `record`, that creates a resource of `type`. */
function create(
  [type, record]: readonly [type: string, record: string],
  label: string,
  fields: AppForm['fields'],
  parts: Pick<AppForm, 'reads' | 'body'> & { readonly begin: (record: JsonObject) => AppValues | null },
): AppForm {
  const { begin, ...rest } = parts
  return {
    label,
    on: (one) => (isJsonObject(one) && one.resourceType === record ? begin(one) : null),
    call: 'createResource',
    values: { type },
    fields,
    ...rest,
  }
}

/** Returns what a new record takes from an order: its reference and its patient. */
function readOrder({ id, subject }: JsonObject): AppValues {
  return { order: `ServiceRequest/${String(id)}`, ...named('patient', subject) }
}

function named(name: string, reference: JsonValue | undefined): AppValues {
  if (!isJsonObject(reference) || typeof reference.reference !== 'string') return {}
  const { display } = reference
  return {
    [name]: reference.reference,
    [`${name}.was`]: reference.reference,
    ...(typeof display === 'string' && { [`${name}.display`]: display }),
  }
}

/** Returns an entered reference, with `type` added if it is only an id; an unchanged one keeps its display. */
function referenceTo(entered: AppValues, name: string, type: string): JsonObject {
  const { [name]: text = '', [`${name}.was`]: was, [`${name}.display`]: display } = entered
  const reference = text.includes('/') ? text : `${type}/${text}`
  return { reference, ...(reference === was && display !== undefined && { display }) }
}

const practitionerField = {
  name: 'practitioner',
  label: 'Practitioner',
  hint: 'The ID of the practitioner, such as prac-1.',
} as const

function bookedVisit(entered: AppValues, slot: JsonValue | undefined): JsonObject {
  const { order = '', slot: id = '', service = '' } = entered
  const { start = entered.start, end = entered.end } = isJsonObject(slot) ? slot : {}
  const people = [referenceTo(entered, 'patient', 'Patient'), referenceTo(entered, 'practitioner', 'Practitioner')]
  return {
    resourceType: 'Appointment',
    status: 'booked',
    ...(service !== '' && { serviceType: [{ text: service }] }),
    ...(order !== '' && { basedOn: [{ reference: order.includes('/') ? order : `ServiceRequest/${order}` }] }),
    start: start ?? '',
    end: end ?? '',
    slot: [{ reference: id.includes('/') ? id : `Slot/${id}` }],
    participant: people.map((actor) => ({ actor, status: 'accepted' })),
  }
}

/** Returns the initial values of a form on a laboratory order, from its LOINC code; null for other orders. */
function withLoinc({ code }: JsonObject, begin: (code: AppValues) => AppValues): AppValues | null {
  const codings = isJsonObject(code) && Array.isArray(code.coding) ? code.coding.filter(isJsonObject) : []
  const coding = codings.find(({ system }) => system === loinc)
  if (typeof coding?.code !== 'string') return null
  return begin({ code: coding.code, ...(typeof coding.display === 'string' && { display: coding.display }) })
}

function flagged(flag: string): JsonValue {
  return [{ coding: [{ system: flagSystem, code: flag }] }]
}

/** Forms that write the records of work on an order: its visit, its result, and the read-back of the result. */
export const orderForms: readonly AppForm[] = [
  create(
    ['Appointment', 'ServiceRequest'],
    'Book a visit',
    [
      { name: 'slot', label: 'Slot', hint: 'The ID of an open slot, such as slot-1: the visit has its times.' },
      practitionerField,
    ],
    {
      begin: (order) => {
        const [performer] = Array.isArray(order.performer) ? order.performer : []
        return performer === undefined ? null : { ...readOrder(order), ...named('practitioner', performer) }
      },
      reads: {
        slot: {
          call: 'readResource',
          values: (id) => ({ type: 'Slot', resource_id: id.replace(/^Slot\//, '') }),
        },
      },
      body: (entered, { slot }) => bookedVisit(entered, slot),
    },
  ),
  create(
    ['Observation', 'ServiceRequest'],
    'Record a result',
    [
      { name: 'code', label: 'LOINC code', hint: 'Of the test that was done.' },
      { name: 'value', label: 'Value', hint: 'A number, such as 2.6.' },
      { name: 'unit', label: 'Unit', hint: 'As the laboratory writes it, such as mmol/L.' },
      { name: 'flag', label: 'Flag', choices: flags, isOptional: true },
      { name: 'taken', label: 'Collected', isTime: true },
      { name: 'status', label: 'Status of the result', choices: ['final', 'preliminary', 'corrected'] },
    ],
    {
      begin: (order) => withLoinc(order, (code) => ({ ...readOrder(order), ...code, status: 'final' })),
      body: (entered) => {
        const { order = '', code = '', display = '', value = '', unit = '', flag = '', taken = '' } = entered
        return {
          resourceType: 'Observation',
          status: entered.status ?? '',
          basedOn: [{ reference: order }],
          code: { coding: [{ system: loinc, code, ...(display !== '' && { display }) }] },
          subject: referenceTo(entered, 'patient', 'Patient'),
          effectiveDateTime: taken,
          ...quantity(value, unit),
          ...(flag !== '' && { interpretation: flagged(flag) }),
        }
      },
    },
  ),
  create(
    ['Communication', 'ServiceRequest'],
    'Record a read-back',
    [
      { name: 'value', label: 'Read-back code', hint: 'That the clinician has given, such as RB-00000.' },
      {
        name: 'system',
        label: 'System of the read-back code',
        hint: 'The URL that the handbook gives.',
        isSystem: true,
      },
      { ...practitionerField, label: 'Who has read it back' },
      { name: 'priority', label: 'Priority of the message', choices: ['routine', 'urgent', 'asap', 'stat'] },
    ],
    {
      begin: (order) =>
        withLoinc(order, () => ({
          ...readOrder(order),
          ...named('practitioner', order.requester),
          priority: 'stat',
        })),
      body: (entered) => ({
        resourceType: 'Communication',
        identifier: [{ system: entered.system ?? '', value: entered.value ?? '' }],
        basedOn: [{ reference: entered.order ?? '' }],
        status: 'completed',
        priority: entered.priority ?? '',
        subject: referenceTo(entered, 'patient', 'Patient'),
        recipient: [referenceTo(entered, 'practitioner', 'Practitioner')],
      }),
    },
  ),
  create(
    ['Appointment', 'Slot'],
    'Book this slot',
    [
      { name: 'patient', label: 'Patient', hint: 'The ID of the patient, such as pat-1.' },
      practitionerField,
      { name: 'order', label: 'Order', hint: 'The ID of the order that it is for, such as order-1.', isOptional: true },
      { name: 'service', label: 'Type of visit', isOptional: true },
    ],
    {
      begin: ({ id, start, end, status }) =>
        status === 'free' ? { slot: String(id), start: String(start), end: String(end) } : null,
      body: (entered) => bookedVisit(entered, undefined),
    },
  ),
  {
    label: 'Correct the result',
    on: (record) => {
      if (!isJsonObject(record) || record.resourceType !== 'Observation') return null
      const { valueQuantity } = record
      if (!isJsonObject(valueQuantity)) return null
      return { value: String(valueQuantity.value ?? '') }
    },
    call: 'patchResource',
    fields: [
      { name: 'value', label: 'Corrected value', hint: 'In the unit of the result.' },
      { name: 'flag', label: 'Flag', choices: flags, isOptional: true },
    ],
    body: ({ value = '', flag = '' }) => [
      { op: 'replace', path: '/status', value: 'corrected' },
      { op: 'replace', path: '/valueQuantity/value', value: numberIn(value) },
      ...(flag === '' ? [] : [{ op: 'add', path: '/interpretation', value: flagged(flag) }]),
    ],
  },
]

/** Returns the value of a result: a quantity, or a text if the entry is not a number. */
function quantity(value: string, unit: string): JsonObject {
  const number = numberIn(value)
  if (typeof number === 'string') return { valueString: `${value} ${unit}`.trim() }
  return { valueQuantity: { value: number, unit, system: ucum, code: unit } }
}

/** Returns an entry as a number; as text if it is none, so that the chart rejects it with a message. */
function numberIn(text: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}
