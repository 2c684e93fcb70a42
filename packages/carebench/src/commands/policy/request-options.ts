import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Policy, PolicyRequest } from '@carebench/systems/policy'
import { readTextFile } from '../../files/json-file.js'
import { UsageError } from '../../terminal/exit-reason.js'

/** The options that describe a request. */
export interface RequestOptions {
  readonly code?: string
  readonly units?: string
  readonly date?: string
  readonly diagnosis?: readonly string[]
  readonly plan?: string
  readonly npi?: string
  readonly expedited?: boolean
  readonly place?: string
  readonly outOfNetwork?: boolean
  readonly answer?: readonly string[]
  readonly document?: readonly string[]
}

/**
 * Creates the request from options; the day of the service defaults to `today`. Throws a {@link UsageError} for a
 * malformed request.
 */
export function readRequest(policy: Policy, options: RequestOptions, today: string): PolicyRequest {
  const { units = '1', date = today, diagnosis = [], answer = [], document = [] } = options
  if (!/^[1-9]\d{0,3}$/.test(units)) throw new UsageError(`--units: expected a number from 1 to 9999, got ${units}`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new UsageError(`--date: expected a day such as 2026-02-14, got ${date}`)
  const { place } = options
  if (place !== undefined && !/^\d{2}$/.test(place)) {
    throw new UsageError(`--place: expected two digits such as 11 for an office, got ${place}`)
  }
  return {
    procedure_code: options.code ?? firstCode(policy),
    units: Number(units),
    patient_member_id: '',
    patient_dob: null,
    plan: options.plan ?? null,
    provider_npi: options.npi ?? null,
    diagnosis_codes: diagnosis,
    service_date: date,
    urgency: options.expedited === true ? 'expedited' : 'standard',
    ...(place !== undefined && { place_of_service: place }),
    in_network: options.outOfNetwork !== true,
    answers: Object.fromEntries(answer.map(parseAnswer)) as JsonObject,
    documents: document.map((text) => {
      const [type = '', file] = splitAtFirst(text)
      return { document_type: type, text: file === undefined ? null : readTextFile(file) }
    }),
  }
}

/** Returns the first service code of a policy; empty if the policy covers all services. */
export function firstCode({ services = [] }: Policy): string {
  const [first] = services
  if (first === undefined) return ''
  return 'code' in first ? first.code : first.from
}

function parseAnswer(text: string): [string, JsonValue] {
  const [name = '', value] = splitAtFirst(text)
  if (value === undefined) throw new UsageError(`--answer: expected name=value such as bmi=38.5, got ${text}`)
  if (value === 'true' || value === 'false') return [name, value === 'true']
  return [name, /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value]
}

function splitAtFirst(text: string): readonly [string, string?] {
  const mark = text.indexOf('=')
  return mark === -1 ? [text] : [text.slice(0, mark), text.slice(mark + 1)]
}
