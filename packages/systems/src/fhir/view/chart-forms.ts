import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { AppForm, AppValues } from '../../app.js'

/** A form that changes some members of a resource by a JSON Patch. */
function change(
  type: string,
  label: string,
  fields: AppForm['fields'],
  patch: (entered: AppValues, now: AppValues) => readonly JsonValue[],
): AppForm {
  return {
    label,
    on: (record) => (isJsonObject(record) && record.resourceType === type ? valuesOf(record) : null),
    call: 'patchResource',
    fields,
    body: (entered) => patch(entered, entered) as JsonValue,
  }
}

/** What the fields of a form begin with: the members that are one text, and whether others are there. */
function valuesOf(record: JsonObject): AppValues {
  const { status, start, end, identifier } = record
  const texts = Object.entries({ status, start, end }).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return {
    ...Object.fromEntries(texts),
    ...(Array.isArray(identifier) && identifier.length > 0 && { identifiers: 'yes' }),
  }
}

function replace(path: string, value: JsonValue): JsonObject {
  return { op: 'replace', path, value }
}

function concept({ code = '', system = '' }: AppValues): JsonObject {
  return { coding: [{ ...(system !== '' && { system }), code }] }
}

const code = { name: 'code', label: 'Outcome code', hint: 'As the handbook says.', isOptional: true } as const
const system = { name: 'system', label: 'System of the code', isOptional: true } as const

function status(...choices: readonly string[]) {
  return { name: 'status', label: 'Status', choices } as const
}

/** What administrative work changes in a chart, by forms; everything else is edited as JSON. */
export const chartForms: readonly AppForm[] = [
  change(
    'Task',
    'Work on the task',
    [
      status(
        'requested',
        'received',
        'accepted',
        'in-progress',
        'on-hold',
        'completed',
        'cancelled',
        'rejected',
        'failed',
      ),
      code,
      system,
    ],
    (entered) => [
      replace('/status', entered.status ?? ''),
      ...((entered.code ?? '') === '' ? [] : [{ op: 'add', path: '/businessStatus', value: concept(entered) }]),
    ],
  ),
  change(
    'ServiceRequest',
    'Change the status',
    [status('draft', 'active', 'on-hold', 'completed', 'revoked')],
    (entered) => [replace('/status', entered.status ?? '')],
  ),
  change(
    'ServiceRequest',
    'Add a number',
    [
      { name: 'value', label: 'Number' },
      { name: 'system', label: 'System of the number', hint: 'As the handbook says.' },
    ],
    ({ identifiers, value = '', system: of = '' }) => [
      identifiers === 'yes'
        ? { op: 'add', path: '/identifier/-', value: { system: of, value } }
        : { op: 'add', path: '/identifier', value: [{ system: of, value }] },
    ],
  ),
  change(
    'Coverage',
    'Change the coverage',
    [status('active', 'cancelled', 'draft'), { name: 'order', label: 'Order', isOptional: true }],
    (entered) => [
      replace('/status', entered.status ?? ''),
      ...(/^\d+$/.test(entered.order ?? '') ? [{ op: 'add', path: '/order', value: Number(entered.order) }] : []),
    ],
  ),
  change('Slot', 'Change the slot', [status('free', 'busy', 'busy-unavailable', 'busy-tentative')], (entered) => [
    replace('/status', entered.status ?? ''),
  ]),
  change(
    'Appointment',
    'Change or move the appointment',
    [
      status('proposed', 'pending', 'booked', 'arrived', 'fulfilled', 'cancelled', 'noshow'),
      { name: 'start', label: 'Start' },
      { name: 'end', label: 'End' },
    ],
    (entered) => [
      replace('/status', entered.status ?? ''),
      replace('/start', entered.start ?? ''),
      replace('/end', entered.end ?? ''),
    ],
  ),
  {
    label: 'Book this slot',
    on: (record) => {
      if (!isJsonObject(record) || record.resourceType !== 'Slot' || record.status !== 'free') return null
      return { ...valuesOf(record), slot: String(record.id) }
    },
    call: 'createResource',
    values: { type: 'Appointment' },
    fields: [
      { name: 'patient', label: 'Patient', hint: 'The ID of the patient, such as pat-1.' },
      { name: 'practitioner', label: 'Practitioner', hint: 'The ID of the practitioner, such as prac-1.' },
      { name: 'service', label: 'Type of visit', isOptional: true },
    ],
    body: ({ slot = '', start = '', end = '', patient = '', practitioner = '', service = '' }) => ({
      resourceType: 'Appointment',
      status: 'booked',
      ...(service !== '' && { serviceType: [{ text: service }] }),
      start,
      end,
      slot: [{ reference: `Slot/${slot}` }],
      participant: [`Patient/${patient}`, `Practitioner/${practitioner}`].map((reference) => ({
        actor: { reference },
        status: 'accepted',
      })),
    }),
  },
  {
    label: 'Document a communication',
    on: (record) => (isJsonObject(record) && record.resourceType === 'Patient' ? { patient: String(record.id) } : null),
    call: 'createResource',
    values: { type: 'Communication' },
    fields: [
      { name: 'text', label: 'What was said', isLong: true },
      { name: 'sent', label: 'When', hint: 'Such as 2026-03-02T14:00:00Z.', isOptional: true },
    ],
    body: ({ patient = '', text = '', sent = '' }) => ({
      resourceType: 'Communication',
      status: 'completed',
      subject: { reference: `Patient/${patient}` },
      ...(sent !== '' && { sent }),
      payload: [{ contentString: text }],
    }),
  },
]
