import { isJsonObject, type JsonObject, type JsonValue, type Steps } from '@carebench/protocol'
import { canonicalJson, digestJsonInSteps } from '@carebench/verifier'
import type { VersionDoc } from '../documents/collections/authoring.js'

/** The environment of a version, from which the playgrounds of its tasks are built; records name it by its digest. */
export interface RecordBaseDocument {
  readonly kind: 'record-base'
  readonly version: 1
  /** SHA-256 in hex, over canonical JSON, of `{simulators, datasets}`. */
  readonly digest: string
  readonly simulators: readonly JsonObject[]
  /** Ancestors come before their descendants. */
  readonly datasets: readonly JsonObject[]
}

/** Thrown when a value is not the document of a base, or its digest is wrong. */
export class InvalidBaseError extends Error {
  override readonly name = 'InvalidBaseError'
}

const known = new WeakMap<VersionDoc, RecordBaseDocument>()

/** Returns the base of the records of a version, in steps. Its digest is computed once: the data may be large. */
export function* baseOfVersion(version: VersionDoc): Steps<RecordBaseDocument> {
  const made = known.get(version)
  if (made !== undefined) return made
  const simulators = version.simulators.map((simulator) => ({ ...simulator }))
  const datasets = version.datasets.map((dataset) => ({ ...dataset }))
  const digest = yield* digestJsonInSteps({ simulators, datasets } as unknown as JsonValue)
  const base: RecordBaseDocument = { kind: 'record-base', version: 1, digest, simulators, datasets }
  known.set(version, base)
  return base
}

/** Validates the document of a base, and its digest. Throws an {@link InvalidBaseError} that says what is wrong. */
export function parseBase(value: unknown, sha256: (text: string) => string): RecordBaseDocument {
  const content = readContent(value)
  return compareDigest(value as JsonObject, sha256(canonicalJson(content)))
}

/** Does the same as {@link parseBase} in steps, because a base may have tens of megabytes. */
export function* parseBaseInSteps(value: unknown): Steps<RecordBaseDocument> {
  return compareDigest(value as JsonObject, yield* digestJsonInSteps(readContent(value)))
}

function readContent(value: unknown): JsonValue {
  if (!isJsonObject(value as JsonObject) || (value as JsonObject).kind !== 'record-base') {
    throw new InvalidBaseError(
      'Expected the base of records, {"kind": "record-base", "version": 1, …}, as GET ' +
        '/benchmarks/{id}/versions/{version}/base returns it.',
    )
  }
  const { version, simulators, datasets } = value as JsonObject
  if (version !== 1) throw new InvalidBaseError(`Expected a base of version 1, got version ${JSON.stringify(version)}.`)
  if (!isList(simulators) || !isList(datasets)) {
    throw new InvalidBaseError('Expected /simulators and /datasets of the base to be arrays of objects.')
  }
  return { simulators, datasets } as unknown as JsonValue
}

function compareDigest(base: JsonObject, actual: string): RecordBaseDocument {
  if (base.digest === actual) return base as unknown as RecordBaseDocument
  throw new InvalidBaseError(
    `The base was changed: its digest is ${JSON.stringify(base.digest)}, that of its content ${actual}.`,
  )
}

function isList(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every((item) => isJsonObject(item))
}
