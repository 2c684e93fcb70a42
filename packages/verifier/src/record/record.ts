import type { EvidenceSnapshot, JsonObject, LogEntry } from '@carebench/protocol'
import type { Criterion } from '../criteria/criterion.js'
import type { Verification, VerifyOptions } from '../scoring/verification.js'
import { isJsonObject } from '../values/json/is-json-object.js'
import { nameOfType, showJson } from '../values/json/show-json.js'

/** The version of this engine, increased when the same criteria and evidence would give a different result. */
export const verifierVersion = '3'

/** The versions of the engines that made a record. */
export interface RecordEngine {
  readonly verifier: string
  /** The version of the simulators that wrote the log. */
  readonly simulators?: string
}

/** The frozen environment of a benchmark version, from which a playground is built. */
export interface RecordEnvironment {
  /** The time at which simulators were seeded, RFC 3339. */
  readonly seeded_at: string
  readonly simulators: readonly JsonObject[]
  /** Ancestors come before their descendants. */
  readonly datasets: readonly JsonObject[]
  /** The additions of the task; absent: none. */
  readonly task_environment?: {
    /** Configurations that replace those of simulators, by the simulators' names in the log. */
    readonly configs: Readonly<Record<string, JsonObject>>
    /** Seeded after the others. */
    readonly datasets: readonly JsonObject[]
  }
}

/** Everything needed to judge one task run again, and to replay it if the record has the log. */
export interface TaskRunContent {
  readonly kind: 'task-run'
  readonly version: 1
  readonly engine: RecordEngine
  /** The benchmark, its version and the task run: informational, nothing is derived from it. */
  readonly about?: JsonObject
  /** The frozen task without its criteria. */
  readonly task?: JsonObject
  readonly criteria: readonly Criterion[]
  readonly options: VerifyOptions
  readonly evidence: EvidenceSnapshot
  /** Null if the verification failed. */
  readonly result: Verification | null
  readonly environment?: RecordEnvironment
  /** The seed of all data generated inside the playground. */
  readonly seed?: number
  /** The interaction log, sealed. */
  readonly log?: readonly LogEntry[]
}

/** The base on which the playground of a task run was built. */
export interface RecordBase {
  /** Of the environment of the version: SHA-256 in hex, over canonical JSON, of its `simulators` and `datasets`. */
  readonly digest: string
  /** The time at which simulators were seeded, RFC 3339. */
  readonly seeded_at: string
  /** The additions of the task to the environment of the version; absent: none. */
  readonly task_environment?: NonNullable<RecordEnvironment['task_environment']>
}

/**
 * The content of a record that names its base instead of including it. Parts of the evidence with many records are
 * `{put, removed}`: the differences from the base.
 */
export interface TaskRunDifferences extends Omit<TaskRunContent, 'version' | 'evidence' | 'environment'> {
  readonly version: 2
  readonly base: RecordBase
  readonly evidence: JsonObject
}

/** A whole run: the records of its task runs. */
export interface BenchmarkRunContent {
  readonly kind: 'benchmark-run'
  /** 2 if a record of a task run is of version 2. */
  readonly version: 1 | 2
  /** The run as returned by the service. */
  readonly about: JsonObject
  readonly task_runs: readonly (TaskRunRecord | DifferencesRecord)[]
}

/** Digests, all SHA-256 in hex over canonical JSON (RFC 8785). */
export interface RecordSeal {
  readonly algorithm: 'sha256'
  /**
   * By JSON Pointer. The digest of a part that is split further covers its sorted member names, or its length if it is
   * an array; that of a task run's record covers its seal; any other covers the whole part.
   */
  readonly parts: Readonly<Record<string, string>>
  /** One per log entry, over `[the previous digest or null, the entry]`. */
  readonly log?: readonly string[]
  /**
   * Over `[parts, the last digest of the log]`, with `""` for an empty log and null if there is none. Store it
   * elsewhere to detect any change of the record.
   */
  readonly digest: string
  /** The signature of the server that made the record of a task run, if it signs. No digest covers it. */
  readonly attestation?: RecordAttestation
}

/** A server's attestation of the record of a task run, with its signature. */
export interface RecordAttestation {
  readonly algorithm: 'Ed25519'
  /** The id of the public key: its thumbprint (RFC 7638), SHA-256 in base64url. */
  readonly key: string
  readonly statement: {
    readonly version: 1
    /** The digest of the seal. */
    readonly seal: string
    readonly task_run_id: string
    /** The Solver that ran it; null for a run of the organization itself. */
    readonly solver_id: string | null
    readonly scored: boolean
    /** The name of the task. */
    readonly task: string
    readonly benchmark: {
      readonly name: string
      readonly version: number
      /** The digest of the content of the version. */
      readonly digest: string
      /** The number of tasks of the version. */
      readonly tasks: number
    }
  }
  /** The signature of the text that `attestationText` returns for the attestation, in base64url. */
  readonly signature: string
}

export interface TaskRunRecord extends TaskRunContent {
  readonly seal: RecordSeal
}

export interface BenchmarkRunRecord extends BenchmarkRunContent {
  readonly seal: RecordSeal
}

export interface DifferencesRecord extends TaskRunDifferences {
  readonly seal: RecordSeal
}

export type RunRecord = TaskRunRecord | DifferencesRecord | BenchmarkRunRecord

/** Thrown when a value is not a record, or has an unknown version. */
export class InvalidRecordError extends Error {
  override readonly name = 'InvalidRecordError'
}

/**
 * Validates the form of a record; does not check its digests.
 *
 * @throws {InvalidRecordError} naming the first member that is missing or of the wrong type
 */
export function parseRecord(value: unknown): RunRecord {
  if (!isJsonObject(value)) {
    throw new InvalidRecordError(`Expected a record, {"kind": "task-run", "version": 1, …}, got ${nameOfType(value)}.`)
  }
  const { kind, version } = value
  if (kind !== 'task-run' && kind !== 'benchmark-run') {
    throw new InvalidRecordError(`Expected /kind to be "task-run" or "benchmark-run", got ${showJson(kind)}.`)
  }
  if (version !== 1 && version !== 2) {
    const remedy = typeof version === 'number' && version > 2 ? ' Use a newer release to read this record.' : ''
    throw new InvalidRecordError(`Expected a record of version 1 or 2, got version ${showJson(version)}.${remedy}`)
  }
  demandSeal(value.seal)
  if (kind === 'benchmark-run') {
    demand(isJsonObject(value.about), value, 'about', 'an object')
    const records = readList(value, 'task_runs')
    for (const [index, record] of records.entries()) {
      const { kind: nested } = parseNested(record, index)
      if (nested === 'task-run') continue
      throw new InvalidRecordError(`Expected /task_runs/${index}/kind to be "task-run", got ${showJson(nested)}.`)
    }
  } else demandTaskRun(value)
  return value as unknown as RunRecord
}

/** Parses a record of the task runs of a run; an error names the task run. */
function parseNested(record: JsonObject, index: number): RunRecord {
  try {
    return parseRecord(record)
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error
    throw new InvalidRecordError(`In /task_runs/${index}: ${error.message}`, { cause: error })
  }
}

function demandTaskRun(value: JsonObject): void {
  const { engine, evidence, options, result, log, environment, seed, version, base } = value
  demand(isJsonObject(engine) && typeof engine.verifier === 'string', value, 'engine', '{"verifier": "1"}')
  readList(value, 'criteria')
  demand(isJsonObject(options), value, 'options', 'an object')
  demand(isJsonObject(evidence), value, 'evidence', 'an evidence snapshot')
  const isResult = result === null || (isJsonObject(result) && Array.isArray(result.criterion_runs))
  demand(isResult, value, 'result', 'a verification or null')
  demand(seed === undefined || typeof seed === 'number', value, 'seed', 'a number')
  if (log !== undefined) readList(value, 'log')
  if (version === 2) {
    const isBase = isJsonObject(base) && typeof base.digest === 'string' && typeof base.seeded_at === 'string'
    demand(isBase, value, 'base', '{"digest": "…", "seeded_at": "…"}')
    demand(environment === undefined, value, 'environment', 'absent: the base has it')
  }
  if (environment !== undefined) {
    demand(isJsonObject(environment), value, 'environment', 'an object')
    readList(environment as JsonObject, 'simulators', '/environment')
    readList(environment as JsonObject, 'datasets', '/environment')
  }
}

function demandSeal(seal: unknown): void {
  const isSeal =
    isJsonObject(seal) &&
    seal.algorithm === 'sha256' &&
    typeof seal.digest === 'string' &&
    isJsonObject(seal.parts) &&
    (seal.log === undefined || Array.isArray(seal.log))
  if (!isSeal) {
    throw new InvalidRecordError('Expected /seal to be {"algorithm": "sha256", "parts": {…}, "digest": "…"}.')
  }
}

function readList(value: JsonObject, key: string, at = ''): readonly JsonObject[] {
  const list: unknown = value[key]
  const isList = Array.isArray(list) && list.every(isJsonObject)
  demand(isList, value, key, 'an array of objects', at)
  return list as readonly JsonObject[]
}

function demand(holds: boolean, value: JsonObject, key: string, what: string, at = ''): void {
  if (holds) return
  throw new InvalidRecordError(`Expected ${at}/${key} of the record to be ${what}, got ${showJson(value[key])}.`)
}
