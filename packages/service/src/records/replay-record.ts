import {
  type BlueprintAddition,
  buildBase,
  type Divergence,
  engineVersion,
  foldLog,
  type PlaygroundBlueprint,
  replayLog,
} from '@carebench/playground'
import { type JsonValue, validatorFor, withoutSystemKey } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import { defaultParts } from '@carebench/systems/verifier'
import {
  canonicalJson,
  type EvidenceStateSource,
  pointerToSystem,
  stateOf,
  systemsOf,
  type TaskRunRecord,
} from '@carebench/verifier'
import { Errors } from 'typebox/value'
import { toSnapshot } from './evidence-snapshot.js'

/** A record cannot be replayed: it has no log or environment, or they do not match the available simulators. */
export class NotReplayableError extends Error {
  override readonly name = 'NotReplayableError'
}

/** The result of replaying a record. */
export interface RecordReplay {
  /** Whether everything is as recorded. */
  readonly same: boolean
  /** Number of entries in the log. */
  readonly entries: number
  /** The first entry that differs; null if none does. */
  readonly divergence: Divergence | null
  /** JSON Pointers of the parts of the evidence that do not follow from the log. */
  readonly evidence: readonly string[]
  /** The versions of the engine that wrote the log and that replayed it. */
  readonly engine: { readonly recorded: string | null; readonly replayed: string }
}

/**
 * Executes the calls of a record again on a fresh base, with the recorded times and seed. Compares effects, events and
 * responses with the recorded ones, and the evidence with the result of the log.
 *
 * Throws a {@link NotReplayableError} that says what is missing or invalid.
 */
export function replayRecord(record: TaskRunRecord, systems: readonly System[]): RecordReplay {
  const { seed, log } = record
  if (log === undefined) throw new NotReplayableError('The record cannot be replayed: it has no log.')
  if (seed === undefined)
    throw new NotReplayableError('The record has no seed: expected "seed", an integer of at least 0.')
  const known = new Map(systems.map((system) => [system.type, system]))
  const blueprint = blueprintOf(record, known)
  // A file may contain anything in the form of a log: whatever fails is reported as an inconsistency.
  return attempt('The log is inconsistent with its environment', () => {
    const base = attempt('The environment cannot be built', () => buildBase(blueprint, known))
    const divergence = replayLog(base, seed, log)
    const evidence = divergence === null ? differingParts(record, toSnapshot(evidenceOf(foldLog(base, log)))) : []
    return {
      same: divergence === null && evidence.length === 0,
      entries: log.length,
      divergence,
      evidence,
      engine: { recorded: log.at(-1)?.engine ?? null, replayed: engineVersion },
    }
  })
}

function evidenceOf({ final, initial, events, loggedReads }: ReturnType<typeof foldLog>) {
  return { ...final, initial, events, logged_reads: loggedReads }
}

function blueprintOf(record: TaskRunRecord, known: ReadonlyMap<string, System>): PlaygroundBlueprint {
  const { environment } = record
  if (environment === undefined) throw new NotReplayableError('The record has no environment to replay the log on.')
  const findings = validatorFor('taskRunRecord')(record)
  if (findings !== null) {
    const [first] = findings
    throw new NotReplayableError(`The record does not match its schema: ${first?.path || '/'} ${first?.message}.`)
  }
  assertOwnParts(record, [...known.values()])
  for (const [index, { type, config }] of environment.simulators.entries()) {
    const at = `/environment/simulators/${index}`
    const simulator = known.get(String(type))
    if (simulator === undefined) {
      throw new NotReplayableError(`${at}/type is ${JSON.stringify(type)}; known are ${[...known.keys()].join(', ')}.`)
    }
    assertConfig(simulator, config, `${at}/config`)
  }
  const { seeded_at, own, ...parts } = environment as unknown as RecordedEnvironment
  for (const [name, config] of Object.entries(own?.configs ?? {})) {
    const at = `/environment/own/configs/${name}`
    const simulator = known.get(withoutSystemKey(name))
    if (simulator === undefined) throw new NotReplayableError(`${at} is of no simulator of the environment.`)
    assertConfig(simulator, config, at)
  }
  return { id: 'record', created_at: seeded_at, ...parts, ...(own !== undefined && { own: { id: 'task', ...own } }) }
}

function assertConfig({ configSchema }: System, config: unknown, at: string): void {
  const [error] = Errors(configSchema, config)
  if (error !== undefined) throw new NotReplayableError(`${at}${error.instancePath} ${error.message}.`)
}

/**
 * Throws a {@link NotReplayableError} unless the parts of systems that no schema knows fit: those systems say themselves
 * whether they do.
 */
function assertOwnParts({ evidence }: TaskRunRecord, systems: readonly System[]): void {
  const own = systems.flatMap(({ records }) => records).filter((part) => !defaultParts.includes(part))
  const check = (state: EvidenceStateSource, at: string): void => {
    for (const key of systemsOf(state)) {
      const members: Readonly<Record<string, unknown>> = { ...stateOf(state, key) }
      const below = pointerToSystem(at, key)
      for (const part of own) {
        const whole = members[part.name]
        const refusal = whole === undefined ? undefined : part.refuse(whole, `${below}/${part.name}`)
        if (refusal !== undefined) throw new NotReplayableError(refusal)
      }
    }
  }
  check(evidence, '/evidence')
  if (evidence.initial !== undefined) check(evidence.initial, '/evidence/initial')
}

/** Validated above, with the schema of records and those of configurations. */
interface RecordedEnvironment extends Pick<PlaygroundBlueprint, 'simulators' | 'datasets'> {
  readonly seeded_at: string
  readonly own?: Omit<BlueprintAddition, 'id'>
}

function attempt<Result>(what: string, work: () => Result): Result {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof NotReplayableError) throw cause
    throw new NotReplayableError(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** Parts of the evidence that differ between the log and the record. */
function differingParts({ evidence }: TaskRunRecord, replayed: object): readonly string[] {
  const recorded = JSON.parse(JSON.stringify(evidence)) as Parts
  const made = JSON.parse(JSON.stringify(replayed)) as Parts
  const { initial: before = {}, entities: _, bound: __, output: ___, judgements: ____, ...parts } = recorded
  const { initial: madeBefore = {}, ...madeParts } = made
  return [
    ...differingMembers('', parts, madeParts),
    ...differingMembers('/initial', before as Parts, madeBefore as Parts),
  ]
}

type Parts = Readonly<Record<string, JsonValue>>

function differingMembers(at: string, recorded: Parts, made: Parts): string[] {
  const keys = [...new Set([...Object.keys(recorded), ...Object.keys(made)])].filter((key) => key !== '$schema')
  return keys.filter((key) => !isSame(recorded[key], made[key])).map((key) => `/evidence${at}/${key}`)
}

function isSame(first: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (first === undefined || other === undefined) return first === other
  // The members mostly have the same order, and this comparison takes a tenth of the time.
  return JSON.stringify(first) === JSON.stringify(other) || canonicalJson(first) === canonicalJson(other)
}
