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
 * Generates request bodies of an operation, as JSON on the wire. They fit its schema, but may refer to things that do
 * not exist.
 *
 * @throws {TypeError} if the operation has no body
 */
export function requestBodies(operation: JsonOperationId): fc.Arbitrary<JsonValue> {
  const { body } = findJsonOperation(operation)
  if (body === null) throw new TypeError(`Expected an operation with a body such as "createTask", got "${operation}".`)
  return drawValues(body)
}

/**
 * Generates responses of an operation; every object of the protocol is the response of some operation.
 *
 * @throws {TypeError} if the operation has no response body
 */
export function answers<K extends JsonOperationId>(operation: K): fc.Arbitrary<OperationAnswer<K>> {
  const { response } = findJsonOperation(operation)
  if (response === null)
    throw new TypeError(`Expected an operation with a response body such as "getTask", got "${operation}".`)
  // The type is that of the schema from which the values are generated.
  return drawValues(response) as fc.Arbitrary<unknown> as fc.Arbitrary<OperationAnswer<K>>
}

/** Generates benchmarks as one document. They fit its schema, but their assertions and references may be invalid. */
export function benchmarkDefinitions(): fc.Arbitrary<BenchmarkDefinition> {
  return drawValues(benchmarkDefinitionSchema) as fc.Arbitrary<unknown> as fc.Arbitrary<BenchmarkDefinition>
}
