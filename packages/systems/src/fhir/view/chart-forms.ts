import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { AppForm, AppValues } from '../../app.js'
import { orderForms } from './order-forms.js'

/** Returns a form that changes some members of a resource by a JSON Patch. */
function change(
  types: string | readonly string[],
  label: string,
  fields: AppForm['fields'],
  patch: (entered: AppValues) => readonly JsonValue[],
): AppForm {
  return {
    label,
    on: (record) => (isJsonObject(record) && [types].flat().includes(readType(record)) ? readValues(record) : null),
    call: 'patchResource',
    fields,
    suggestions: (record) => {
      const systems = [...new Set(systemsIn(record))].slice(0, 12)
      return { system: systems, reasonSystem: systems, outputSystem: systems }
    },
    body: (entered) => patch(entered) as JsonValue,
  }
}

function readType({ resourceType }: JsonObject): string {
  return typeof resourceType === 'string' ? resourceType : ''
}

/**
 * Returns the initial values of a form, and hidden values that the patch needs: which members exist, and what they
 * were.
 */
function readValues(record: JsonObject): AppValues {
  const { status, start, end, identifier, output, restriction, period, subscriberId } = record
  const due = isJsonObject(restriction) ? restriction.period : undefined
  const until = { due: readEnd(due), until: readEnd(period), member: subscriberId }
  const texts = Object.entries({ status, start, end, ...until }).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  const numbers = Array.isArray(identifier) ? identifier : []
  const ofMember = numbers.findIndex((one) => isJsonObject(one) && one.value === subscriberId)
  return {
    ...Object.fromEntries(
      texts.flatMap(([name, value]) => [
        [name, value],
        [`${name}.was`, value],
      ]),
    ),
    ...(numbers.length > 0 && { identifiers: 'yes' }),
    ...(ofMember >= 0 && subscriberId !== undefined && { memberIdentifier: String(ofMember) }),
    ...(Array.isArray(output) && output.length > 0 && { outputs: 'yes' }),
    ...(isJsonObject(restriction) && { restriction: 'yes' }),
    ...(isJsonObject(due) && { restrictionPeriod: 'yes' }),
    ...(isJsonObject(period) && { period: 'yes' }),
  }
}

function readEnd(period: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(period) ? period.end : undefined
}

/** Returns the systems of the codes and numbers of a resource. */
function systemsIn(value: JsonValue | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(systemsIn)
  if (!isJsonObject(value)) return []
  const own = typeof value.system === 'string' && value.value !== undefined ? [value.system] : []
  const coded = typeof value.system === 'string' && value.code !== undefined ? [value.system] : []
  return [...own, ...coded, ...Object.values(value).flatMap(systemsIn)].filter((system) => system.includes('://'))
}

/** Returns the value entered in a field; undefined if it is empty or unchanged. */
function changed(entered: AppValues, name: string): string | undefined {
  const value = entered[name] ?? ''
  return value === '' || value === entered[`${name}.was`] ? undefined : value
}

function add(path: string, value: JsonValue): JsonObject {
  return { op: 'add', path, value }
}

/** Returns the operation that adds an item to a list, or creates the list with it. */
function append(path: string, item: JsonObject, exists: boolean): JsonObject {
  return exists ? add(`${path}/-`, item) : add(path, [item])
}

/** Returns the operation that sets the end of a period. */
function setEnd(path: string, end: string, exists: boolean): JsonObject {
  return exists ? add(`${path}/end`, end) : add(path, { end })
}

function replace(path: string, value: JsonValue): JsonObject {
  return { op: 'replace', path, value }
}

function concept(code: string, system = ''): JsonObject {
  return { coding: [{ ...(system !== '' && { system }), code }] }
}

const ofHandbook = 'As the handbook says.'
const day = 'YYYY-MM-DD.'

function optional(name: string, label: string, hint: string) {
  return { name, label, hint, isOptional: true } as const
}

/** Returns the field for the system (a URL) of a code or an identifier. */
function systemField(name: string, label: string) {
  return { ...optional(name, label, 'The URL that the handbook gives.'), isSystem: true } as const
}

/** The fields of the form for work on a task, besides its status. */
const taskFields = [
  optional('due', 'Due date', `${day} The end of the period in which the task is to be done.`),
  optional('code', 'Outcome code', ofHandbook),
  systemField('system', 'System of the outcome code'),
  optional('reason', 'Status reason, as a code', ofHandbook),
  systemField('reasonSystem', 'System of the status reason'),
  optional('output', 'Output, as a code', 'What the output is, such as copay. Enter its value below.'),
  systemField('outputSystem', 'System of the output'),
  optional('outputAmount', 'Amount of the output', 'In US dollars, such as 45 or 45.50.'),
  optional('outputText', 'Text or reference of the output', 'In place of an amount: a text, or such as Task/task-1.'),
  optional('reasonReference', 'Reason reference', 'The record that is the reason, such as DocumentReference/doc-1.'),
] as const

function changeTask(entered: AppValues): readonly JsonValue[] {
  const { code = '', reason = '', reasonReference = '', output = '' } = entered
  const due = changed(entered, 'due')
  return [
    replace('/status', entered.status ?? ''),
    ...(code === '' ? [] : [add('/businessStatus', concept(code, entered.system))]),
    ...(reason === '' ? [] : [add('/statusReason', concept(reason, entered.reasonSystem))]),
    ...(reasonReference === '' ? [] : [add('/reasonReference', { reference: reasonReference })]),
    ...(due === undefined ? [] : [dueOn(due, entered)]),
    ...(output === '' ? [] : [append('/output', createOutput(entered), entered.outputs === 'yes')]),
  ]
}

function dueOn(due: string, { restriction, restrictionPeriod }: AppValues): JsonObject {
  if (restriction !== 'yes') return add('/restriction', { period: { end: due } })
  return setEnd('/restriction/period', due, restrictionPeriod === 'yes')
}

function createOutput({ output = '', outputSystem, outputAmount = '', outputText = '' }: AppValues): JsonObject {
  const type = concept(output, outputSystem)
  if (/^\d+(\.\d+)?$/.test(outputAmount)) return { type, valueMoney: { value: Number(outputAmount), currency: 'USD' } }
  if (/^[A-Z]\w+\/[\w.-]+$/.test(outputText)) return { type, valueReference: { reference: outputText } }
  return { type, valueString: outputText === '' ? outputAmount : outputText }
}

function changeCoverage(entered: AppValues): readonly JsonValue[] {
  const member = changed(entered, 'member')
  const until = changed(entered, 'until')
  const { order = '', memberIdentifier } = entered
  return [
    replace('/status', entered.status ?? ''),
    ...(/^\d+$/.test(order) ? [add('/order', Number(order))] : []),
    ...(member === undefined ? [] : [add('/subscriberId', member)]),
    // The number is also an identifier of the Coverage.
    ...(member === undefined || memberIdentifier === undefined
      ? []
      : [replace(`/identifier/${memberIdentifier}/value`, member)]),
    ...(until === undefined ? [] : [setEnd('/period', until, entered.period === 'yes')]),
  ]
}

function status(...choices: readonly string[]) {
  return { name: 'status', label: 'Status', choices } as const
}

/** Forms for what administrative work changes in a chart; everything else is edited as JSON. */
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
      ...taskFields,
    ],
    changeTask,
  ),
  change(
    'ServiceRequest',
    'Change the status',
    [status('draft', 'active', 'on-hold', 'completed', 'revoked')],
    (entered) => [replace('/status', entered.status ?? '')],
  ),
  change(
    ['ServiceRequest', 'Appointment'],
    'Add a number',
    [
      { name: 'value', label: 'Number', hint: 'Such as the number of an authorization or a confirmation.' },
      { name: 'system', label: 'System of the number', hint: 'The URL that the handbook gives.', isSystem: true },
    ],
    ({ identifiers, value = '', system = '' }) => [append('/identifier', { system, value }, identifiers === 'yes')],
  ),
  change(
    'Coverage',
    'Change the coverage',
    [
      status('active', 'cancelled', 'draft'),
      optional('order', 'Order', '1 pays first, 2 pays second.'),
      optional('member', 'Member number', 'As the payer has it.'),
      optional('until', 'End date', `${day} The last day of the policy.`),
    ],
    changeCoverage,
  ),
  change('Slot', 'Change the slot', [status('free', 'busy', 'busy-unavailable', 'busy-tentative')], (entered) => [
    replace('/status', entered.status ?? ''),
  ]),
  change(
    'Appointment',
    'Change or move the appointment',
    [
      status('proposed', 'pending', 'booked', 'arrived', 'fulfilled', 'cancelled', 'noshow'),
      { name: 'start', label: 'Start', isTime: true },
      { name: 'end', label: 'End', isTime: true },
    ],
    (entered) => [
      replace('/status', entered.status ?? ''),
      replace('/start', entered.start ?? ''),
      replace('/end', entered.end ?? ''),
    ],
  ),
  ...orderForms,
  {
    label: 'Document a communication',
    on: (record) => (isJsonObject(record) && record.resourceType === 'Patient' ? { patient: String(record.id) } : null),
    call: 'createResource',
    values: { type: 'Communication' },
    fields: [
      { name: 'text', label: 'What was said', isLong: true },
      { name: 'sent', label: 'When', isTime: true, isOptional: true },
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
