import {
  type BenchmarkDefinition,
  benchmarkDefinitionSchema,
  type JsonOperationId,
  type JsonValue,
  jsonOperationOf,
  type OperationAnswer,
} from '@carebench/protocol'
import type fc from 'fast-check'
import { valuesOf } from './schema-values.js'

/**
 * Request bodies of an operation, as JSON on the wire. They fit its schema; what they refer to need not exist.
 *
 * @throws {TypeError} if the operation has no body
 */
export function requestBodies(operation: JsonOperationId): fc.Arbitrary<JsonValue> {
  const { body } = jsonOperationOf(operation)
  if (body === null) throw new TypeError(`Expected an operation with a body such as "createTask", got "${operation}".`)
  return valuesOf(body)
}

/**
 * Responses of an operation; every object of the protocol is the response of one.
 *
 * @throws {TypeError} if the operation has no response body
 */
export function answers<K extends JsonOperationId>(operation: K): fc.Arbitrary<OperationAnswer<K>> {
  const { response } = jsonOperationOf(operation)
  if (response === null)
    throw new TypeError(`Expected an operation with a response body such as "getTask", got "${operation}".`)
  // The type is that of the schema which the values are made from.
  return valuesOf(response) as fc.Arbitrary<unknown> as fc.Arbitrary<OperationAnswer<K>>
}

/** Benchmarks as one document. They fit its schema; their assertions and references need not be valid. */
export function benchmarkDefinitions(): fc.Arbitrary<BenchmarkDefinition> {
  return valuesOf(benchmarkDefinitionSchema) as fc.Arbitrary<unknown> as fc.Arbitrary<BenchmarkDefinition>
}
