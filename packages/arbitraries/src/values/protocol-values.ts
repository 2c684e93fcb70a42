import {
  type BenchmarkDefinition,
  benchmarkDefinitionSchema,
  findJsonOperation,
  type JsonOperationId,
  type JsonValue,
  type OperationAnswer,
} from '@carebench/protocol'
import type fc from 'fast-check'
import { drawValues } from './schema-values.js'

/**
 * Request bodies of an operation, as JSON on the wire. They fit its schema; what they refer to need not exist.
 *
 * @throws {TypeError} if the operation has no body
 */
export function requestBodies(operation: JsonOperationId): fc.Arbitrary<JsonValue> {
  const { body } = findJsonOperation(operation)
  if (body === null) throw new TypeError(`Expected an operation with a body such as "createTask", got "${operation}".`)
  return drawValues(body)
}

/**
 * Responses of an operation; every object of the protocol is the response of one.
 *
 * @throws {TypeError} if the operation has no response body
 */
export function answers<K extends JsonOperationId>(operation: K): fc.Arbitrary<OperationAnswer<K>> {
  const { response } = findJsonOperation(operation)
  if (response === null)
    throw new TypeError(`Expected an operation with a response body such as "getTask", got "${operation}".`)
  // The type is that of the schema which the values are made from.
  return drawValues(response) as fc.Arbitrary<unknown> as fc.Arbitrary<OperationAnswer<K>>
}

/** Benchmarks as one document. They fit its schema; their assertions and references need not be valid. */
export function benchmarkDefinitions(): fc.Arbitrary<BenchmarkDefinition> {
  return drawValues(benchmarkDefinitionSchema) as fc.Arbitrary<unknown> as fc.Arbitrary<BenchmarkDefinition>
}
