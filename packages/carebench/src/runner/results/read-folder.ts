import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { type Check, findFaults } from '../json-shape.js'
import type { ItemFamilies } from './item-summary.js'
import { assertShape, DamagedFolderError, damaged, readStoredJson, readStoredLines } from './stored-json.js'
import { indexShape, lockShape, planShape, resultShape } from './stored-shapes.js'
import { type IndexLine, type TrialKey, type TrialResult, trialPath } from './trial-result.js'

/** The plan in `run.json`. */
export interface StoredPlan {
  /** `name@version` */
  readonly benchmark: string
  /** False if the audit of the benchmark had errors. */
  readonly auditOk: boolean
  readonly agents: readonly string[]
  readonly tasks: readonly string[]
  /** The known tags, by task name. */
  readonly tags: Readonly<Record<string, readonly string[]>>
  /** As far as they are known. */
  readonly itemFamilies: ItemFamilies
  /** Trials of each agent at each task. */
  readonly trials: number
  /** The user's options. */
  readonly config: JsonObject
}

/** The parts of `lock.json` that are read. */
export interface StoredLock {
  readonly benchmarkDigest: string
  readonly seed: number | null
  readonly scored: boolean
  /** The locks of the agents, by name. */
  readonly agents: Readonly<Record<string, JsonObject>>
}

/** The version of the files that have one: `run.json`, `lock.json` and `result.json`. */
const knownVersion = 1

/** Throws a {@link DamagedFolderError} if a file has another version, because its members may have another meaning. */
function assertVersion(file: string, { version = knownVersion }: JsonObject): void {
  if (version === knownVersion) return
  throw new DamagedFolderError(
    `${file} has version ${JSON.stringify(version)}, but this carebench knows version ${knownVersion}. Use the ` +
      'carebench that wrote the folder.',
  )
}

/** Reads the plan of a run. Throws a {@link DamagedFolderError}. */
export function readPlan(folder: string): StoredPlan {
  const file = join(folder, 'run.json')
  const value = readStoredJson(file)
  if (value === undefined) throw new DamagedFolderError(`${folder} is not the folder of a run: it must have a run.json`)
  assertVersion(file, value)
  assertShape(file, value, planShape)
  const {
    config = {},
    tags = {},
    item_families: itemFamilies = {},
    audit_ok: auditOk = true,
    ...plan
  } = value as unknown as Omit<StoredPlan, 'config' | 'tags'> &
    Partial<StoredPlan> & { item_families?: ItemFamilies; audit_ok?: boolean }
  const { benchmark, agents, tasks, trials } = plan
  return { benchmark, auditOk, agents, tasks, tags, itemFamilies, trials, config }
}

/** Reads the lock of a folder; undefined if there is none. Throws a {@link DamagedFolderError}. */
export function readLock(folder: string): StoredLock | undefined {
  const file = join(folder, 'lock.json')
  const value = readLockFile(file)
  if (value === undefined) return undefined
  const { benchmark_digest, seed = null, scored, agents } = value
  return {
    benchmarkDigest: benchmark_digest as string,
    seed: seed as number | null,
    scored: scored !== false,
    agents: agents as StoredLock['agents'],
  }
}

/** Reads a `lock.json`; undefined if it is missing. Throws a {@link DamagedFolderError}. */
export function readLockFile(file: string): JsonObject | undefined {
  const value = readStoredJson(file)
  if (value === undefined) return undefined
  assertVersion(file, value)
  assertShape(file, value, lockShape)
  return value
}

/** Reads a `result.json`; undefined if it is missing. Throws a {@link DamagedFolderError}. */
export function readResultFile(file: string): TrialResult | undefined {
  const value = readStoredJson(file)
  if (value === undefined) return undefined
  assertVersion(file, value)
  assertShape(file, value, resultShape)
  return value as unknown as TrialResult
}

/**
 * Reads the scored result of a trial, or else the result of its last attempt; undefined if no attempt has a result.
 * Throws a {@link DamagedFolderError}, also if the key names another trial.
 */
export function readTrialResult(folder: string, key: TrialKey): TrialResult | undefined {
  const trial = join(folder, trialPath(key))
  const attempts = attemptsIn(trial).toReversed()
  for (const path of [trial, ...attempts.map((number) => join(trial, `attempt-${number}`))]) {
    const file = join(path, 'result.json')
    const result = readResultFile(file)
    if (result === undefined) continue
    const { agent, task, trial: number } = result.key
    if (agent === key.agent && task === key.task && number === key.trial) return result
    throw damaged(file, '/key is that of another trial')
  }
  return undefined
}

/** Lists the numbers of the attempts in the folder of a trial, ascending. */
export function attemptsIn(trial: string): readonly number[] {
  if (statSync(trial, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  return readdirSync(trial)
    .flatMap((name) => /^attempt-(\d{1,7})$/.exec(name)?.slice(1).map(Number) ?? [])
    .sort((a, b) => a - b)
}

/** Reads the lines of `index.jsonl` in a folder, also while it is written. Throws a {@link DamagedFolderError}. */
export function readIndex(folder: string): readonly IndexLine[] {
  const file = join(folder, 'index.jsonl')
  return readStoredLines(file).map((line, index) => {
    const value = parseLine(line)
    const where = `must hold one JSON object per line, but line ${index + 1}`
    if (!isJsonObject(value)) throw damaged(file, `${where} is not one`)
    const [fault] = findFaults(value, indexShape)
    if (fault !== undefined) throw damaged(file, `${where} has ${fault.path}, which ${fault.message}`)
    return value as unknown as IndexLine
  })
}

/** Reads the lines of a file that people add to. Throws a {@link DamagedFolderError} that names the line. */
export function readShapedLines<Line>(file: string, what: string, shape: Check): readonly Line[] {
  return readStoredLines(file).map((line, index) => {
    const value = parseLine(line)
    const [fault] = findFaults(value, shape)
    if (fault === undefined) return value as Line
    throw damaged(file, `must hold ${what}, but line ${index + 1} has ${fault.path || '/'}, which ${fault.message}`)
  })
}

/** Parses a line of JSON; undefined if it is invalid. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/**
 * Reads the results that count in a folder, in the order of the folders.
 *
 * @param onDamaged - called with a {@link DamagedFolderError} for each unreadable result, which is skipped; default:
 * throws the first one
 * @param known - earlier results, which are not read again; results read now are added
 */
export function readResults(
  folder: string,
  onDamaged: (error: DamagedFolderError) => void = throwError,
  known: KnownResults = new Map(),
): readonly TrialResult[] {
  const trials = join(folder, 'trials')
  // Some systems put their own files into folders.
  const below = (path: string) =>
    existsSync(path)
      ? readdirSync(path, { withFileTypes: true })
          .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
          .sort()
      : []
  return below(trials).flatMap((agent) =>
    below(join(trials, agent)).flatMap((task) =>
      below(join(trials, agent, task)).flatMap((trial) => {
        const path = `trials/${agent}/${task}/${trial}`
        const file = join(folder, path, 'result.json')
        try {
          const version = versionOfFile(file)
          const before = known.get(file)
          if (before !== undefined && before.version === version) return [before.result]
          const result = readResultFile(file)
          if (result === undefined) return []
          assertPlace(file, result.key, path)
          known.set(file, { version, result })
          return [result]
        } catch (error) {
          if (!(error instanceof DamagedFolderError)) throw error
          onDamaged(error)
          return []
        }
      }),
    ),
  )
}

/** Results by file, with the version of the file. */
export type KnownResults = Map<string, { readonly version: string; readonly result: TrialResult }>

/** Returns a version of a file that changes when it is written; empty if it is missing. */
export function versionOfFile(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`
}

function throwError(error: Error): never {
  throw error
}

/** Throws unless a result's key matches its folder: otherwise two results could claim the same trial. */
export function assertPlace(file: string, key: TrialKey, path: string): void {
  if (trialPath(key) !== path) throw damaged(file, `/key must be that of the trial in ${basename(path)}, its folder`)
}
