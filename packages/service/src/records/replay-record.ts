import { finish, isJsonObject, type JsonValue, validatorFor } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import { defaultParts } from '@carebench/systems/verifier'
import {
  canonicalJson,
  type DifferencesRecord,
  type EvidenceSource,
  type EvidenceStateSource,
  listSystems,
  pointerToSystem,
  selectState,
  type TaskRunRecord,
} from '@carebench/verifier'
import { listArrivals } from '../playground/arrivals.js'
import { buildBase } from '../playground/base-cache.js'
import { engineVersion } from '../playground/engine-version.js'
import { foldLog } from '../playground/replay/fold-log.js'
import { type Divergence, replayLog, type ScheduledArrivals } from '../playground/replay/replay.js'
import { isChanges, toDifferences } from './evidence-differences.js'
import { toSnapshot } from './evidence-snapshot.js'
import type { RecordBaseDocument } from './record-base.js'
import { NotReplayableError, readEnvironment, recordBlueprint } from './record-blueprint.js'

/** The result of replaying a record. */
export interface RecordReplay {
  /** Whether everything is as recorded. */
  readonly same: boolean
  /** Number of entries in the log. */
  readonly entries: number
  /** The first entry that differs; null if none does. */
  readonly divergence: Divergence | null
  /** JSON Pointers of the parts of the evidence that do not follow from the log; not checked if an entry differs. */
  readonly evidence: readonly string[]
  /** The versions of the engine that wrote the log and that replayed it. */
  readonly engine: { readonly recorded: string | null; readonly replayed: string }
}

/**
 * Executes the calls of a record again on a fresh base, with the recorded times and seed. Compares effects, events and
 * responses with the recorded ones, and the evidence with the result of the log. Scenario steps that arrived later must
 * have been due at that time, and none may be missing. `base` is the base that the record names, if it does not include
 * its environment.
 *
 * Throws a {@link NotReplayableError} that says what is missing or invalid.
 */
export function replayRecord(
  record: TaskRunRecord | DifferencesRecord,
  systems: readonly System[],
  base?: RecordBaseDocument,
): RecordReplay {
  const { seed, log } = record
  if (log === undefined) throw new NotReplayableError('The record cannot be replayed: it has no log.')
  if (seed === undefined)
    throw new NotReplayableError('The record has no seed: expected "seed", an integer of at least 0.')
  const known = new Map(systems.map((system) => [system.type, system]))
  const environment = readEnvironment(record, base)
  assertForm(record, [...known.values()])
  const blueprint = finish(recordBlueprint(environment, known))
  // A file may contain anything in the form of a log: whatever fails is reported as an inconsistency.
  return attempt('The log is inconsistent with its environment', () => {
    const seeded = attempt('The environment cannot be built', () => buildBase(blueprint, known))
    const divergence = replayLog(seeded, seed, log, scheduledIn(record))
    const write = (evidence: EvidenceSource) =>
      finish<object>(record.version === 2 ? toDifferences(evidence, seeded.evidence()) : toSnapshot(evidence))
    const evidence = divergence === null ? differingParts(record, write(toEvidence(foldLog(seeded, seed, log)))) : []
    return {
      same: divergence === null && evidence.length === 0,
      entries: log.length,
      divergence,
      evidence,
      engine: { recorded: log.at(-1)?.engine ?? null, replayed: engineVersion },
    }
  })
}

function toEvidence({ final, initial, withoutAgent, events, loggedReads }: ReturnType<typeof foldLog>) {
  return { ...final, initial, ...(withoutAgent && { without_agent: withoutAgent }), events, logged_reads: loggedReads }
}

/** Returns the arrivals of a record's scenario; undefined if the record does not say when the task run was started. */
function scheduledIn({ about, task }: TaskRunRecord | DifferencesRecord): ScheduledArrivals | undefined {
  const startsAt = Date.parse(String(task?.starts_at ?? about?.started_at))
  const scenario = task?.scenario
  if (Number.isNaN(startsAt)) return undefined
  return { arrivals: listArrivals({ scenario: isJsonObject(scenario) ? scenario : null }), startsAt }
}

/** Throws a {@link NotReplayableError} unless a record has the form of one. */
function assertForm(record: TaskRunRecord | DifferencesRecord, systems: readonly System[]): void {
  const findings = validatorFor(record.version === 1 ? 'taskRunRecord' : 'taskRunRecord2')(record)
  if (findings !== null) {
    const [first] = findings
    throw new NotReplayableError(`The record does not match its schema: ${first?.path || '/'} ${first?.message}.`)
  }
  // Differences from the base are checked where they are applied to it.
  assertOwnParts(record.evidence as EvidenceSource, systems, record.version === 2 ? isChanges : () => false)
}

/** Throws a {@link NotReplayableError} if a part without a schema is invalid according to its own system. */
function assertOwnParts(
  evidence: EvidenceSource,
  systems: readonly System[],
  isSkipped: (part: unknown) => boolean,
): void {
  const own = systems.flatMap(({ records }) => records).filter((part) => !defaultParts.includes(part))
  const check = (state: EvidenceStateSource, at: string): void => {
    for (const key of listSystems(state)) {
      const members: Readonly<Record<string, unknown>> = { ...selectState(state, key) }
      const below = pointerToSystem(at, key)
      for (const part of own) {
        const whole = members[part.name]
        const refusal =
          whole === undefined || isSkipped(whole) ? undefined : part.refuse(whole, `${below}/${part.name}`)
        if (refusal !== undefined) throw new NotReplayableError(refusal)
      }
    }
  }
  check(evidence, '/evidence')
  if (evidence.initial !== undefined) check(evidence.initial, '/evidence/initial')
  if (evidence.without_agent !== undefined) check(evidence.without_agent, '/evidence/without_agent')
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
function differingParts({ evidence }: TaskRunRecord | DifferencesRecord, replayed: object): readonly string[] {
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
