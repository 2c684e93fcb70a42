import type { EvidenceSnapshot, JsonObject } from '@carebench/protocol'
import type { Criterion } from '@carebench/verifier'

/** One field check: the path as carebench and JSONPath write it, a reader written by hand, and what is expected. */
export interface WantedField {
  readonly path: string
  readonly read: (record: JsonObject) => unknown
  readonly expected: string | number
}

/** A record that a criterion asks for, and ten field checks on it, of which three or four fail. */
export interface Wanted {
  readonly key: string
  readonly fields: readonly WantedField[]
}

/** Records and the checks on them, also as evidence and criteria of carebench. */
export interface Workload {
  readonly name: 'portal rows' | 'FHIR resources'
  readonly records: readonly JsonObject[]
  /** The type of resource that the criteria ask for; undefined for rows, which have none. */
  readonly type: string | undefined
  readonly keyOf: (record: JsonObject) => unknown
  readonly wanted: readonly Wanted[]
  /** How evidence and explanations name a record. */
  readonly identify: (record: JsonObject, place: number) => { readonly matched: JsonObject; readonly which: string }
  /** Whether evidence has the results of the fields under a second name too. */
  readonly repeatsResults: boolean
  readonly evidence: EvidenceSnapshot
  readonly criteria: readonly Criterion[]
}

/**
 * Copies a value by way of JSON, as if it came from a file or a request: its strings are new objects, unlike constants
 * of a program.
 */
function parsed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}

/** Returns rows of a portal with flat fields, and criteria that find them by `auth_number`. */
export function portalRows(size: number, count: number): Workload {
  const names = Array.from({ length: 10 }, (_, index) => `field_${index}`)
  const records = parsed(
    Array.from({ length: size }, (_, number): JsonObject => {
      const values = names.map((name, index) => [name, `value ${(number * 7 + index) % 97}`])
      return { auth_number: `PA-${number}`, ...Object.fromEntries(values) }
    }),
  )
  const readers = names.map((path) => ({ path, read: (record: JsonObject) => record[path] }))
  const wanted = spread(records, count, readers, (record) => String(record.auth_number))
  return {
    name: 'portal rows',
    records,
    type: undefined,
    keyOf: (record) => record.auth_number,
    wanted,
    identify: (record, place) => ({
      matched: { resource: 'requests', key: 'auth_number', value: record.auth_number ?? null, row: place },
      which: `requests row ${place + 1} (auth_number "${String(record.auth_number)}")`,
    }),
    repeatsResults: true,
    evidence: { version: 1, portal: { requests: records } },
    criteria: wanted.map(({ key, fields }) => ({
      label: key,
      assertion: {
        assert: 'portal-state-match',
        correlate_by: { resource: 'requests', key: 'auth_number', value: key },
        assertions: fields.map(({ path, expected }) => ({ path, expected })),
      },
    })),
  }
}

type Nested = JsonObject & {
  readonly status: string
  readonly intent: string
  readonly priority: string
  readonly authoredOn: string
  readonly subject: { readonly reference: string }
  readonly requester: { readonly reference: string }
  readonly code: { readonly coding: readonly { readonly system: string; readonly code: string }[] }
  readonly note: readonly { readonly text: string }[]
  readonly occurrencePeriod: { readonly start: string }
  readonly quantityQuantity: { readonly value: number }
}

const nestedReaders: readonly { readonly path: string; readonly read: (record: Nested) => unknown }[] = [
  { path: 'status', read: (r) => r.status },
  { path: 'intent', read: (r) => r.intent },
  { path: 'priority', read: (r) => r.priority },
  { path: 'authoredOn', read: (r) => r.authoredOn },
  { path: 'requester.reference', read: (r) => r.requester.reference },
  { path: 'code.coding[0].system', read: (r) => r.code.coding[0]?.system },
  { path: 'code.coding[0].code', read: (r) => r.code.coding[0]?.code },
  { path: 'note[0].text', read: (r) => r.note[0]?.text },
  { path: 'occurrencePeriod.start', read: (r) => r.occurrencePeriod.start },
  { path: 'quantityQuantity.value', read: (r) => r.quantityQuantity.value },
]

/** Returns ServiceRequests with nested fields, and criteria that find them by their patient. */
export function fhirResources(size: number, count: number): Workload {
  const records = parsed(
    Array.from(
      { length: size },
      (_, number): Nested => ({
        resourceType: 'ServiceRequest',
        id: `order-${number}`,
        status: 'active',
        intent: 'order',
        priority: ['routine', 'urgent', 'stat'][number % 3] ?? '',
        authoredOn: `2026-01-${String((number % 28) + 1).padStart(2, '0')}`,
        subject: { reference: `Patient/${number}` },
        requester: { reference: `Practitioner/${number % 50}` },
        code: { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: String(70000 + (number % 900)) }] },
        note: [{ text: `Note ${number % 97}` }],
        occurrencePeriod: { start: `2026-02-${String((number % 28) + 1).padStart(2, '0')}` },
        quantityQuantity: { value: number % 9 },
      }),
    ),
  )
  const readers = nestedReaders.map(({ path, read }) => ({
    path,
    read: (record: JsonObject) => read(record as Nested),
  }))
  const wanted = spread(records, count, readers, (record) => (record as Nested).subject.reference)
  return {
    name: 'FHIR resources',
    records,
    type: 'ServiceRequest',
    keyOf: (record) => (record as Nested).subject.reference,
    wanted,
    identify: (record) => {
      const which = `ServiceRequest/${String(record.id)}`
      return { matched: { reference: which }, which }
    },
    repeatsResults: false,
    evidence: { version: 1, fhir: records },
    criteria: wanted.map(({ key, fields }) => ({
      label: key,
      assertion: {
        assert: 'fhir-resource-state',
        resource_type: 'ServiceRequest',
        search: { subject: key },
        fields: fields.map(({ path, expected }) => ({ path, expected })),
      },
    })),
  }
}

/** Returns `count` wanted records, spread evenly over all records. A third of the checks on each fail. */
function spread(
  records: readonly JsonObject[],
  count: number,
  readers: readonly Pick<WantedField, 'path' | 'read'>[],
  keyOf: (record: JsonObject) => string,
): readonly Wanted[] {
  return Array.from({ length: count }, (_, number) => {
    const record = records[Math.floor(((number + 0.5) * records.length) / count)] as JsonObject
    const fields = readers.map(({ path, read }, index) => {
      const expected = index % 3 === number % 3 ? 'other' : (read(record) as string | number)
      return { path, read, expected: parsed(expected) }
    })
    return { key: parsed(keyOf(record)), fields }
  })
}
