import type { JsonObject, JsonValue } from '@carebench/protocol'
import { ownMember } from '../json/is-json-object.js'
import { jsonFormat } from './json-format.js'
import type { CollectedRecord, RecordCollection } from './record-collection.js'

/** Resources of one type, as `fhir.<ResourceType>`; `meta` is no part of what they say. */
export const fhirCollection = (type: string): RecordCollection<JsonValue> => ({
  name: `fhir.${type}`,
  part: 'fhir',
  noun: `${type} resources`,
  format: jsonFormat,
  records(state) {
    const { fhir } = state
    if (fhir === undefined) return undefined
    return [...fhir.resources(type)].map(({ resource }, position): CollectedRecord<JsonValue> => {
      const { meta: _, ...content } = resource as JsonObject
      return { value: resource, position, content, name: referenceOf(type, resource) }
    })
  },
  identify: ({ value }) => ({ reference: referenceOf(type, value) }),
  keyOf: ({ value }) => (ownMember(value, 'id') === undefined ? undefined : referenceOf(type, value)),
})

const referenceOf = (type: string, resource: JsonValue): string =>
  `${type}/${String(ownMember(resource, 'id') ?? '(no id)')}`

/** Rows of one resource of the payer portal, as `portal.<resource>`. */
export const portalCollection = (resource: string): RecordCollection<JsonValue> => ({
  name: `portal.${resource}`,
  part: 'portal',
  noun: `${resource} rows`,
  format: jsonFormat,
  records: (state) =>
    state.portalRows(resource)?.rows.map((row, position) => ({
      value: row,
      position,
      content: row,
      name: `${resource} row ${position + 1}`,
    })),
  identify: ({ position }) => ({ resource, row: position }),
  keyOf: () => undefined,
})
