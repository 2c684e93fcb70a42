import type { TSchema } from 'typebox'
import { findJsonOperation, type JsonOperationId, operations } from '../operations/table.js'
import { documentSchemas } from './document-schemas.js'

/** Returns the schemas for validating input by name: `<operation>.query`, `<operation>.body` and documents. */
export function namedSchemas(): ReadonlyMap<string, TSchema> {
  const schemas = new Map<string, TSchema>()
  for (const { name, schema } of documentSchemas) schemas.set(name, schema)
  for (const operation of Object.keys(operations)) {
    if (!isJsonOperationId(operation)) continue
    const { query, body } = findJsonOperation(operation)
    schemas.set(`${operation}.query`, query)
    if (body !== null) schemas.set(`${operation}.body`, body)
  }
  return schemas
}

/** Returns the schemas of responses by name; tests validate the service with them. */
export function responseSchemas(): ReadonlyMap<string, TSchema> {
  const schemas = new Map<string, TSchema>()
  for (const operation of Object.keys(operations)) {
    if (!isJsonOperationId(operation)) continue
    const { response } = findJsonOperation(operation)
    if (response !== null) schemas.set(`${operation}.response`, response)
  }
  return schemas
}

/** Whether the string is the id of an operation with JSON schemas. */
export function isJsonOperationId(operation: string): operation is JsonOperationId {
  return Object.hasOwn(operations, operation) && operations[operation as JsonOperationId].kind === 'json'
}
