import { existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { JsonObject } from '@carebench/protocol'
import type { Trajectory } from '../agent.js'
import { isTooDeep, tooDeep } from '../json-depth.js'
import { appendWhole, writeAtomically } from './atomic-file.js'
import { lockFolder, unlockFolder } from './folder-lock.js'
import { hasTooManyValues } from './json-text.js'
import { assertPlace, attemptsIn, parseLine, readIndex, readLockFile, readResultFile } from './read-folder.js'
import { type Redact, redactJson } from './redact.js'
import { digestRegularFile } from './regular-file.js'
import { assertShape, DamagedFolderError, damaged, maxBytes, readDeepJson } from './stored-json.js'
import { endShape, intentShape, resultShape } from './stored-shapes.js'
import { type IndexLine, type TrialKey, type TrialResult, toIndexLine, trialPath } from './trial-result.js'

/** Maximum length of JSON that is indented: indentation can make an agent's deep lists a hundred times as long. */
const maxIndentedLength = 256 * 1024

/** The durable intent of an attempt, written before any call to the service. */
export interface AttemptIntent {
  readonly attempt: number
  readonly idempotency_key: string
  readonly started_at: string
  readonly world_seed: number | null
  /** The group of its run at the service; absent if the service does not support groups. */
  readonly group?: string | undefined
  /** Null until the service has responded. */
  readonly run_id: string | null
  readonly task_run_id: string | null
}

/**
 * The results of a run as files. Only one process writes; a lock file with its id keeps others out. Files are written
 * under a temporary name and renamed, and appended lines are flushed to disk, so the folder stays readable after a
 * crash. All JSON goes through `redact`; bytes are stored unchanged.
 */
export class ResultsFolder {
  readonly path: string
  readonly #redact: Redact

  private constructor(path: string, redact: Redact) {
    this.path = path
    this.#redact = redact
  }

  /** Opens a folder for writing, and creates it if it is missing. Throws a {@link FolderInUseError}. */
  static open(path: string, redact: Redact): ResultsFolder {
    for (const name of ['bases', 'trials']) mkdirSync(join(path, name), { recursive: true, mode: 0o700 })
    lockFolder(path)
    const folder = new ResultsFolder(path, redact)
    folder.#repairIndex()
    const ignored = join(path, '.gitignore')
    // Records contain criteria and expected values, which must not be published by accident.
    if (!existsSync(ignored)) writeAtomically(ignored, '*\n')
    return folder
  }

  /** Releases the lock, so that other processes can write. */
  close(): void {
    unlockFolder(this.path)
  }

  writeJson(name: string, value: object): void {
    this.#writeText(name, value, JSON.stringify(value))
  }

  /** Writes a value that an agent determines, and on which nothing depends, unless no command could read it again. */
  writeIfReadable(name: string, value: object): void {
    const compact = stringify(value)
    if (compact === undefined || hasTooManyValues(compact) || Buffer.byteLength(compact) >= maxBytes) return
    this.#writeText(name, value, compact)
  }

  #writeText(name: string, value: object, compact: string): void {
    const indent = compact.length > maxIndentedLength ? undefined : 2
    const json = indent === undefined ? compact : JSON.stringify(value, null, indent)
    writeAtomically(join(this.path, name), `${redactJson(json, this.#redact, indent)}\n`)
  }

  readJson(name: string): JsonObject | undefined {
    return readDeepJson(join(this.path, name))
  }

  /** Reads `lock.json`; undefined if nothing was run in the folder yet. */
  lock(): JsonObject | undefined {
    return readLockFile(join(this.path, 'lock.json'))
  }

  has(name: string): boolean {
    return existsSync(join(this.path, name))
  }

  writeBytes(name: string, bytes: Uint8Array): void {
    writeAtomically(join(this.path, name), bytes)
  }

  redactJson(json: string): string {
    return redactJson(json, this.#redact)
  }

  trial(key: TrialKey): TrialFolder {
    return new TrialFolder(this, trialPath(key))
  }

  appendIndex(result: TrialResult): void {
    const line = `${redactJson(JSON.stringify(toIndexLine(result)), this.#redact)}\n`
    appendWhole(join(this.path, 'index.jsonl'), line, true)
  }

  readIndex(): readonly IndexLine[] {
    return readIndex(this.path)
  }

  /** Removes a partial last line that a crash left. */
  #repairIndex(): void {
    const file = join(this.path, 'index.jsonl')
    if (!existsSync(file)) return
    const bytes = readFileSync(file)
    const end = bytes.lastIndexOf(0x0a) + 1
    if (end < bytes.length) truncateSync(file, end)
  }
}

/** Returns the JSON of a value; undefined if it is longer than a string can be. */
function stringify(value: object): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The files of one trial: a folder for each attempt, and the result once it is scored. */
export class TrialFolder {
  readonly path: string
  readonly #results: ResultsFolder
  readonly #name: string

  constructor(results: ResultsFolder, name: string) {
    this.#results = results
    this.#name = name
    this.path = join(results.path, name)
  }

  /** Lists the numbers of the started attempts, ascending. */
  attempts(): readonly number[] {
    return attemptsIn(this.path)
  }

  /** Reads the scored result; undefined if there is none yet. Its files are in the folder of its attempt. */
  result(): TrialResult | undefined {
    return readResultFile(join(this.path, 'result.json'))
  }

  attempt(number: number): AttemptFolder {
    return new AttemptFolder(this.#results, `${this.#name}/attempt-${number}`)
  }

  /** Makes the result of an attempt the result of the trial; this is the last file to be written. */
  writeResult(result: TrialResult): void {
    this.#results.writeJson(`${this.#name}/result.json`, result)
  }
}

/** The files of one attempt. */
export class AttemptFolder {
  readonly path: string
  readonly #results: ResultsFolder
  readonly #name: string

  constructor(results: ResultsFolder, name: string) {
    this.#results = results
    this.#name = name
    this.path = join(results.path, name)
  }

  /** Creates the folder with a subfolder for the agent's files, and returns the path of the subfolder. */
  create(): string {
    const folder = join(this.path, 'agent')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return folder
  }

  has(name: string): boolean {
    return existsSync(join(this.path, name))
  }

  readJson(name: string): JsonObject | undefined {
    return this.#results.readJson(`${this.#name}/${name}`)
  }

  /** Reads the intent of the attempt; undefined if it was not started. */
  intent(): AttemptIntent | undefined {
    const intent = this.readJson('attempt.json')
    if (intent !== undefined) assertShape(join(this.path, 'attempt.json'), intent, intentShape)
    return intent as AttemptIntent | undefined
  }

  /** Reads how the agent ended, for `settleAttempt`; undefined if it has not ended. */
  end(): JsonObject | undefined {
    const end = this.readJson('end.json')
    if (end !== undefined) assertShape(join(this.path, 'end.json'), end, endShape)
    return end
  }

  /** Reads the result of the attempt; undefined if there is none. */
  result(): TrialResult | undefined {
    return readResultFile(join(this.path, 'result.json'))
  }

  writeJson(name: string, value: object): void {
    this.#results.writeJson(`${this.#name}/${name}`, value)
  }

  /** Writes the trajectory of the agent, unless no command could read it again. */
  writeTrajectory(trajectory: Trajectory): void {
    this.#results.writeIfReadable(`${this.#name}/trajectory.json`, trajectory)
  }

  writeBytes(name: string, bytes: Uint8Array): void {
    this.#results.writeBytes(`${this.#name}/${name}`, bytes)
  }

  /**
   * Stores the files of an attempt that was run elsewhere, its result last. Returns the result, with the number of this
   * attempt.
   */
  receive(files: ReadonlyMap<string, Uint8Array>): TrialResult {
    const name = 'result.json'
    const file = join(this.path, name)
    // A worker may submit anything, even the result of another trial.
    const value = parseLine(Buffer.from(files.get(name) ?? []).toString('utf8'))
    if (isTooDeep(value)) throw damaged(file, tooDeep)
    assertShape(file, value, resultShape)
    const result = value as TrialResult
    assertPlace(file, result.key, dirname(this.#name))
    this.create()
    for (const [path, bytes] of files) {
      if (path === name) continue
      const parts = path.split('/')
      if (parts.some((part) => part === '' || part === '.' || part === '..')) {
        throw new DamagedFolderError(`Expected files below ${this.path}, got ${path}.`)
      }
      mkdirSync(join(this.path, ...parts.slice(0, -1)), { recursive: true, mode: 0o700 })
      this.writeBytes(path, bytes)
    }
    const own = { ...result, attempt: Number(/\d+$/.exec(this.#name)?.[0]) }
    this.writeJson(name, own)
    return own
  }

  /** Appends a line without flushing it to disk, so a machine crash may lose it. */
  appendLine(name: string, value: object): void {
    appendWhole(join(this.path, name), `${this.#results.redactJson(JSON.stringify(value))}\n`)
  }

  /** Returns the SHA-256 of a file in hex; undefined if it is missing. */
  digestOf(name: string): string | undefined {
    const file = join(this.path, name)
    return existsSync(file) ? digestRegularFile(file, maxBytes) : undefined
  }
}
