/**
 * A requirement on a field in any message; numbers count from 1. Only the first repetition of the field is checked, but
 * each one if the form is `token`.
 */
export interface FieldRule {
  readonly segment: string
  readonly field: number
  readonly component?: number
  /** A description of the field. */
  readonly name: string
  /** Whether the field is required; default false. */
  readonly required?: boolean
  /** The form a value must have, if any. */
  readonly form?: 'date-time' | 'number' | 'sequence' | 'token'
  /** The values of an HL7 table, if only those are allowed. */
  readonly values?: readonly string[]
  /** A valid value, shown if the field is missing or invalid; each form has a default example. */
  readonly example?: string
}

const observationStatus = ['A', 'B', 'C', 'D', 'F', 'I', 'N', 'O', 'P', 'R', 'S', 'U', 'V', 'W', 'X']
const orderControl = (
  'AF CA CH CN CP CR DC DE DF DR FU HD HR LI MC NA NR NW OC OD OE OF OH OK OP OR PA PR PY RC RE RF RL RO RP RQ RR ' +
  'RU SC SN SR SS UA UC UD UF UH UM UN UR UX XO XR XX'
).split(' ')

/** HL7 table 0155. */
const acknowledgmentTypes = ['AL', 'NE', 'ER', 'SU']

/** The rules for all segments that are checked. */
export const fieldRules: readonly FieldRule[] = [
  { segment: 'MSH', field: 7, component: 1, name: 'date and time of the message', form: 'date-time' },
  { segment: 'MSH', field: 8, name: 'security', form: 'token' },
  { segment: 'MSH', field: 9, component: 1, name: 'message code', required: true, example: 'ADT' },
  { segment: 'MSH', field: 9, component: 2, name: 'trigger event', required: true, example: 'A01' },
  { segment: 'MSH', field: 10, name: 'control id', required: true, form: 'token', example: 'MSG00001' },
  {
    segment: 'MSH',
    field: 11,
    component: 1,
    name: 'processing id',
    required: true,
    values: ['D', 'P', 'T'],
    example: 'P',
  },
  { segment: 'MSH', field: 12, component: 1, name: 'version', required: true, example: '2.5.1' },
  { segment: 'MSH', field: 13, name: 'sequence number', form: 'number' },
  { segment: 'MSH', field: 14, name: 'continuation pointer', form: 'token' },
  { segment: 'MSH', field: 15, name: 'accept acknowledgment type', values: acknowledgmentTypes, example: 'AL' },
  { segment: 'MSH', field: 16, name: 'application acknowledgment type', values: acknowledgmentTypes, example: 'AL' },
  { segment: 'MSH', field: 17, name: 'country code', form: 'token', example: 'USA' },
  { segment: 'MSH', field: 21, name: 'message profile identifier', form: 'token', example: 'Z34^CDCPHINVS' },
  { segment: 'EVN', field: 2, component: 1, name: 'date and time of recording', form: 'date-time' },
  { segment: 'EVN', field: 6, component: 1, name: 'date and time of the event', form: 'date-time' },
  { segment: 'PID', field: 3, name: 'patient identifier list', required: true, example: '12345^^^CLINIC^MR' },
  { segment: 'PID', field: 5, name: 'patient name', required: true, example: 'DOE^JANE' },
  { segment: 'PID', field: 7, component: 1, name: 'date of birth', form: 'date-time' },
  { segment: 'PV1', field: 2, name: 'patient class', required: true, example: 'O' },
  { segment: 'PV1', field: 44, component: 1, name: 'date and time of admission', form: 'date-time' },
  { segment: 'PV1', field: 45, component: 1, name: 'date and time of discharge', form: 'date-time' },
  { segment: 'NK1', field: 1, name: 'set id', required: true, form: 'sequence' },
  { segment: 'MRG', field: 1, name: 'prior patient identifier list', required: true, example: '12345^^^CLINIC^MR' },
  { segment: 'AL1', field: 1, name: 'set id', required: true, example: '1' },
  { segment: 'AL1', field: 3, name: 'allergen', required: true, example: '^PENICILLIN' },
  { segment: 'DG1', field: 1, name: 'set id', required: true, form: 'sequence' },
  { segment: 'GT1', field: 1, name: 'set id', required: true, form: 'sequence' },
  { segment: 'GT1', field: 3, name: 'guarantor name', required: true, example: 'DOE^JANE' },
  { segment: 'IN1', field: 1, name: 'set id', required: true, form: 'sequence' },
  { segment: 'IN1', field: 2, name: 'health plan id', required: true, example: 'PPO^PREFERRED PROVIDER' },
  { segment: 'IN1', field: 3, name: 'insurance company id', required: true, example: '842610001' },
  { segment: 'ORC', field: 1, name: 'order control', required: true, values: orderControl, example: 'NW' },
  {
    segment: 'OBR',
    field: 4,
    name: 'universal service identifier',
    required: true,
    example: '24323-8^Comprehensive metabolic panel^LN',
  },
  { segment: 'OBR', field: 7, component: 1, name: 'date and time of observation', form: 'date-time' },
  { segment: 'OBX', field: 1, name: 'set id', form: 'sequence' },
  { segment: 'OBX', field: 3, name: 'observation identifier', required: true, example: '718-7^Hemoglobin^LN' },
  {
    segment: 'OBX',
    field: 11,
    name: 'observation result status',
    required: true,
    values: observationStatus,
    example: 'F',
  },
  { segment: 'OBX', field: 14, component: 1, name: 'date and time of observation', form: 'date-time' },
  { segment: 'FT1', field: 4, component: 1, name: 'transaction date', required: true, form: 'date-time' },
  { segment: 'SPM', field: 4, name: 'specimen type', required: true, example: 'BLD' },
  { segment: 'TQ1', field: 7, component: 1, name: 'start date and time', form: 'date-time' },
  { segment: 'SCH', field: 6, name: 'event reason', required: true, example: 'NEW' },
  { segment: 'RGS', field: 1, name: 'set id', required: true, form: 'sequence' },
  { segment: 'AIS', field: 1, name: 'set id', required: true, form: 'sequence' },
  {
    segment: 'AIS',
    field: 3,
    name: 'universal service identifier',
    required: true,
    example: '24323-8^Comprehensive metabolic panel^LN',
  },
  { segment: 'AIS', field: 4, component: 1, name: 'start date and time', form: 'date-time' },
  { segment: 'AIG', field: 1, name: 'set id', required: true, form: 'sequence' },
  { segment: 'AIG', field: 4, name: 'resource type', required: true, example: 'ROOM' },
  { segment: 'AIL', field: 1, name: 'set id', required: true, form: 'sequence' },
  { segment: 'AIP', field: 1, name: 'set id', required: true, form: 'sequence' },
]
