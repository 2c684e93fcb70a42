import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { canonicalJson } from '@carebench/verifier'
import { namesOfPointer, pointerTo } from '@carebench/verifier/kinds'
import type { Agent, TrialLimits } from '../agent.js'

/**
 * Everything that determines the results of a folder: trials with different locks are not repetitions of each other.
 */
export interface RunLock extends JsonObject {
  readonly version: 1
  /** `name@version` */
  readonly benchmark: string
  /** Digest of the version's content, without ids and times. */
  readonly benchmark_digest: string
  readonly scored: boolean
  readonly seed: number | null
  readonly agents: Readonly<Record<string, JsonObject>>
}

/** A difference between the lock of a folder and that of a new run in it. */
export interface LockChange {
  /** JSON Pointer into the lock. */
  readonly path: string
  readonly was: JsonValue | undefined
  readonly is: JsonValue | undefined
}

/** Error when a folder has results with another lock. */
export class ChangedLockError extends Error {
  override readonly name = 'ChangedLockError'
  readonly changes: readonly LockChange[]

  constructor(changes: readonly LockChange[]) {
    const lines = changes.map(explainChange)
    super(`The folder holds results of another benchmark or agent:\n${lines.join('\n')}`)
    this.changes = changes
  }
}

export interface LockInput {
  readonly benchmark: string
  readonly benchmarkDigest: string
  readonly scored: boolean
  readonly seed: number | null
  readonly agents: readonly Agent[]
  readonly limits: TrialLimits
}

/** The version of the runner in the lock; increased when a change can affect results. */
const runnerMajor = 0

export function readLock({ benchmark, benchmarkDigest, scored, seed, agents, limits }: LockInput): RunLock {
  return {
    version: 1,
    benchmark,
    benchmark_digest: benchmarkDigest,
    scored,
    seed,
    agents: Object.fromEntries(agents.map((agent) => [agent.name, agentLock(agent, limits)])),
  }
}

function agentLock({ kind, identity, isolation }: Agent, limits: TrialLimits): JsonObject {
  const content: JsonObject = { kind, identity, isolation, limits: limitsToJson(limits), runner: runnerMajor }
  return { digest: digestJson(content), ...content }
}

function limitsToJson(limits: TrialLimits): JsonObject {
  return JSON.parse(JSON.stringify(limits)) as JsonObject
}

/** Returns the SHA-256 of canonical JSON in hex. */
export function digestJson(value: JsonValue): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

/**
 * Adds agents to the lock of a folder. Throws a {@link ChangedLockError} if anything else differs: the benchmark, or an
 * agent of the same name.
 */
export function mergeLocks(before: JsonObject, now: RunLock): RunLock {
  const agentsBefore = isJsonObject(before.agents) ? before.agents : {}
  const both = Object.keys(now.agents).filter((name) => Object.hasOwn(agentsBefore, name))
  const pick = (agents: JsonObject) => Object.fromEntries(both.map((name) => [name, agents[name] ?? null]))
  const changes = changesBetween({ ...before, agents: pick(agentsBefore) }, { ...now, agents: pick(now.agents) }, '')
  // Digests are derived from the other members, so their changes are not reported.
  const reported = changes.filter(({ path }) => !/^\/agents\/[^/]*\/digest$/.test(path))
  if (changes.length > 0) throw new ChangedLockError(reported.length > 0 ? reported : changes)
  return { ...now, agents: { ...(agentsBefore as RunLock['agents']), ...now.agents } }
}

function changesBetween(was: JsonValue | undefined, is: JsonValue | undefined, path: string): LockChange[] {
  if (isJsonObject(was) && isJsonObject(is)) {
    const names = new Set([...Object.keys(was), ...Object.keys(is)])
    return [...names].flatMap((name) => changesBetween(was[name], is[name], pointerTo(path, name)))
  }
  const same = was !== undefined && is !== undefined && canonicalJson(was) === canonicalJson(is)
  return same ? [] : [{ path, was, is }]
}

/** Explains a change with its values; a changed file in words, because the lock has only digests of files. */
function explainChange({ path, was, is }: LockChange): string {
  const [top, agent, , member, file, ...below] = namesOfPointer(path) ?? []
  if (top === 'agents' && member === 'files_sha256' && file !== undefined && below.length === 0) {
    const what = was === undefined ? 'is new' : is === undefined ? 'is gone' : 'has changed'
    return `the file ${file} of the agent ${agent} ${what}`
  }
  return `${path}: was ${show(was)}, is ${show(is)}`
}

function show(value: JsonValue | undefined): string {
  if (value === undefined) return 'absent'
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
