import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { writeAtomically } from './atomic-file.js'
import { lockFolder, unlockFolder } from './folder-lock.js'
import { type Redact, redactJson } from './redact.js'
import { type IndexLine, indexLineOf, type TrialKey, type TrialResult } from './trial-result.js'

/** What an attempt must not forget: written before anything happens at the service. */
export interface AttemptIntent {
  readonly attempt: number
  readonly idempotency_key: string
  readonly started_at: string
  readonly world_seed: number | null
  /** Null until the service has answered. */
  readonly run_id: string | null
  readonly task_run_id: string | null
}

/** Thrown if a file of the folder is not what the runner wrote. */
export class DamagedFolderError extends Error {
  override readonly name = 'DamagedFolderError'
}

/**
 * The results of a run as files. Only one process writes: a file with its process id keeps others out. Every file is
 * written whole under another name and renamed, lines are appended and synchronized; so whatever a crash leaves is
 * readable. All texts go through `redact`.
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
    // Records hold criteria and expected values, which must not be published by accident.
    if (!existsSync(ignored)) writeAtomically(ignored, '*\n')
    return folder
  }

  /** Lets other processes write. */
  close(): void {
    unlockFolder(this.path)
  }

  writeJson(name: string, value: object): void {
    writeAtomically(join(this.path, name), `${redactJson(JSON.stringify(value, null, 2), this.#redact, 2)}\n`)
  }

  readJson(name: string): JsonObject | undefined {
    return readJsonFile(join(this.path, name))
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
    const descriptor = openSync(join(this.path, 'index.jsonl'), 'a', 0o600)
    try {
      writeSync(descriptor, `${redactJson(JSON.stringify(indexLineOf(result)), this.#redact)}\n`)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }

  readIndex(): readonly IndexLine[] {
    return readIndex(this.path)
  }

  /** A crash may have cut the last line. */
  #repairIndex(): void {
    const file = join(this.path, 'index.jsonl')
    if (!existsSync(file)) return
    const bytes = readFileSync(file)
    const end = bytes.lastIndexOf(0x0a) + 1
    if (end < bytes.length) truncateSync(file, end)
  }
}

/** The lines of `index.jsonl` in a folder, also while it is written. Throws a {@link DamagedFolderError}. */
export function readIndex(path: string): readonly IndexLine[] {
  const file = join(path, 'index.jsonl')
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  // What follows the last line feed is not finished.
  return lines.slice(0, -1).map((line) => {
    const value = parseLine(line)
    if (isIndexLine(value)) return value as unknown as IndexLine
    throw new DamagedFolderError(
      `${file} must hold one JSON object a line, as the runner wrote it, but has ${line.length > 100 ? `${line.slice(0, 100)}…` : line}`,
    )
  })
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isIndexLine(value: unknown): boolean {
  if (!isJsonObject(value)) return false
  const { agent, task, ended, verdict, score, cost_usd: cost, wall_ms } = value
  const isNumber = (one: unknown) => typeof one === 'number'
  return (
    [agent, task, ended].every((text) => typeof text === 'string') &&
    [null, 'pass', 'partial', 'fail'].some((one) => one === verdict) &&
    [score, cost].every((one) => one === null || isNumber(one)) &&
    isNumber(wall_ms)
  )
}

/**
 * The results that count in a folder, in the order of their keys' folders.
 *
 * @param onDamaged - gets a {@link DamagedFolderError} for each result that cannot be read, which is left out; default: the first is thrown
 */
export function readResults(
  path: string,
  onDamaged: (error: DamagedFolderError) => void = throwError,
): readonly TrialResult[] {
  const trials = join(path, 'trials')
  // Some systems put files of their own into folders.
  const below = (folder: string) =>
    existsSync(folder)
      ? readdirSync(folder, { withFileTypes: true })
          .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
          .sort()
      : []
  return below(trials).flatMap((agent) =>
    below(join(trials, agent)).flatMap((task) =>
      below(join(trials, agent, task)).flatMap((trial) => {
        const file = join(trials, agent, task, trial, 'result.json')
        try {
          const value = readJsonFile(file)
          if (value === undefined) return []
          assertPlace(file, value, `trials/${agent}/${task}/${trial}`)
          return [value as unknown as TrialResult]
        } catch (error) {
          if (!(error instanceof DamagedFolderError)) throw error
          onDamaged(error)
          return []
        }
      }),
    ),
  )
}

function throwError(error: Error): never {
  throw error
}

/** A result counts for the trial in whose folder it is: otherwise two could claim to be that of the same trial. */
function assertPlace(file: string, { key }: JsonObject, path: string): void {
  if (isJsonObject(key)) {
    const { agent, task, trial } = key
    const isKey = typeof agent === 'string' && typeof task === 'string' && typeof trial === 'number'
    if (isKey && trialPath({ agent, task, trial }) === path) return
  }
  throw new DamagedFolderError(
    `${file} must have the key of the trial in whose folder it is; restore it, or remove its folder.`,
  )
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

  /** The numbers of the attempts that have begun, ascending. */
  attempts(): readonly number[] {
    if (!existsSync(this.path)) return []
    return readdirSync(this.path)
      .flatMap((name) => /^attempt-(\d+)$/.exec(name)?.slice(1).map(Number) ?? [])
      .sort((a, b) => a - b)
  }

  /** The result that counts; undefined if there is none yet. Its files are those of its attempt. */
  result(): TrialResult | undefined {
    return this.#results.readJson(`${this.#name}/result.json`) as TrialResult | undefined
  }

  attempt(number: number): AttemptFolder {
    return new AttemptFolder(this.#results, `${this.#name}/attempt-${number}`)
  }

  /** Makes the result of an attempt that of the trial: the last file to be written. */
  tell(result: TrialResult): void {
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

  /** Creates the folder, and in it the one for files of the agent, whose path is returned. */
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

  writeJson(name: string, value: object): void {
    this.#results.writeJson(`${this.#name}/${name}`, value)
  }

  writeBytes(name: string, bytes: Uint8Array): void {
    this.#results.writeBytes(`${this.#name}/${name}`, bytes)
  }

  /** Keeps the files of an attempt that was carried out elsewhere, its result last. Returns the result, with the number of this attempt. */
  receive(files: ReadonlyMap<string, Uint8Array>): TrialResult {
    const name = 'result.json'
    const result = parseResult(files.get(name))
    if (result === undefined) throw new DamagedFolderError(`Expected ${name} among the files of ${this.path}.`)
    // Whoever has carried it out may tell anything, also of another trial.
    assertPlace(join(this.path, name), { key: { ...result.key } }, dirname(this.#name))
    if (!isIndexLine(indexLineOf(result))) {
      throw new DamagedFolderError(`Expected ${name} of ${this.path} to have a verdict, score, cost and time.`)
    }
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

  /** Appends a line that may be lost in a crash of the machine. */
  appendLine(name: string, value: object): void {
    appendFileSync(join(this.path, name), `${this.#results.redactJson(JSON.stringify(value))}\n`, { mode: 0o600 })
  }

  /** SHA-256 of a file in hex; undefined if it is missing. */
  digestOf(name: string): string | undefined {
    const file = join(this.path, name)
    return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : undefined
  }
}

/** The path of a trial in its folder, with `/`. Names that a file system cannot hold are cut, and told apart by a digest. */
export function trialPath({ agent, task, trial }: TrialKey): string {
  return `trials/${folderName(agent)}/${folderName(task)}/t${String(trial).padStart(2, '0')}`
}

/** Lower case, because some file systems do not tell cases apart; a digest tells names apart that are cut or changed. */
function folderName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  if (plain === name) return plain
  return `${plain || 'x'}-${createHash('sha256').update(name).digest('hex').slice(0, 6)}`
}

function parseResult(bytes: Uint8Array | undefined): TrialResult | undefined {
  if (bytes === undefined) return undefined
  const value = parseLine(Buffer.from(bytes).toString('utf8'))
  if (!isJsonObject(value)) return undefined
  const { key, ended, cost, time } = value
  return [key, ended, cost, time].every(isJsonObject) ? (value as unknown as TrialResult) : undefined
}

function readJsonFile(file: string): JsonObject | undefined {
  if (!existsSync(file)) return undefined
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new DamagedFolderError(`${file} must be JSON as the runner wrote it; restore it, or remove its folder.`, {
      cause,
    })
  }
  if (isJsonObject(value)) return value
  throw new DamagedFolderError(`${file} must hold a JSON object; restore it, or remove its folder.`)
}
