import { type Clock, finish, type Steps } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import type {
  DifferencesRecord,
  EvidenceSource,
  EvidenceStateSource,
  RecordEnvironment,
  TaskRunContent,
  TaskRunRecord,
} from '@carebench/verifier'
import { buildBaseInSteps } from '../playground/base-cache.js'
import type { SimulatorSet } from '../playground/simulator-set.js'
import { inSteps } from '../work/in-steps.js'
import { fromDifferences } from './evidence-differences.js'
import { parseBaseInSteps, type RecordBaseDocument } from './record-base.js'
import { NotReplayableError, readEnvironment, recordBlueprint } from './record-blueprint.js'

/** A record whose evidence can be judged, whether or not it includes its environment. */
export interface OpenedRecord extends Omit<TaskRunContent, 'version' | 'evidence'> {
  readonly evidence: EvidenceSource
}

/** The state before and after an entry of the log, in the systems that the entry changed. */
export interface EntryStates {
  /** The number of the entry. */
  readonly seq: number
  readonly before: EvidenceStateSource
  readonly after: EvidenceStateSource
}

/**
 * Opens records, also those that name their base: the evidence of these consists of differences from the state that is
 * seeded from the base.
 */
export class RecordOpener {
  readonly #systems: ReadonlyMap<string, System>
  readonly #bases: ReadonlyMap<string, RecordBaseDocument>
  /** The last seeded base: the task runs of a run share it. */
  #last: { readonly key: string; readonly seeded: SimulatorSet } | undefined

  constructor(systems: readonly System[], bases: readonly RecordBaseDocument[]) {
    this.#systems = new Map(systems.map((system) => [system.type, system]))
    this.#bases = new Map(bases.map((base) => [base.digest, base]))
  }

  /** Validates the document of a base as `parseBase` does, while other work runs. Rejects with the same errors. */
  static readBase(value: unknown, clock: Clock): Promise<RecordBaseDocument> {
    return inSteps(parseBaseInSteps(value), clock)
  }

  /** Returns the base that a record names; undefined if it names none, or one that is not among those of the opener. */
  baseOf(record: TaskRunRecord | DifferencesRecord): RecordBaseDocument | undefined {
    return record.version === 2 ? this.#bases.get(record.base.digest) : undefined
  }

  /**
   * Returns the content of a record with all of its evidence. Throws a {@link NotReplayableError} if the opener lacks
   * its base, or the record does not fit its base.
   */
  open(record: TaskRunRecord | DifferencesRecord): OpenedRecord {
    try {
      return finish(this.#open(record))
    } catch (cause) {
      throw unfit(cause)
    }
  }

  /**
   * Does the same as {@link open} while other work runs, because seeding a large base takes long. Rejects with the
   * errors of {@link open}.
   */
  async openInSteps(record: TaskRunRecord | DifferencesRecord, clock: Clock): Promise<OpenedRecord> {
    try {
      return await inSteps(this.#open(record), clock)
    } catch (cause) {
      throw unfit(cause)
    }
  }

  *#open(record: TaskRunRecord | DifferencesRecord): Steps<OpenedRecord> {
    if (record.version === 1) return record
    const { seal: _, base: __, version: ___, evidence, ...rest } = record
    const { seeded, environment } = yield* this.#seed(record)
    return { ...rest, environment, evidence: yield* fromDifferences(evidence, seeded.evidence()) }
  }

  /**
   * Yields the changes of each log entry, in the order of the log; entries without effects are left out. The states of
   * an entry are valid until the next one is requested. Yields undefined after a step within an entry, which may have
   * thousands of effects. Throws a {@link NotReplayableError} if the environment of the record is missing, or does not
   * fit.
   */
  *states(record: TaskRunRecord | DifferencesRecord): Generator<EntryStates | undefined, void, undefined> {
    try {
      const { seeded } = yield* this.#seed(record)
      const current = seeded.fork()
      for (const { seq, effects } of record.log ?? []) {
        if (effects.length === 0) continue
        const changed = new Set(effects.map(({ simulator }) => simulator))
        const before = current.fork()
        yield* current.applyInSteps(effects)
        yield { seq, before: before.evidence(changed), after: current.evidence(changed) }
      }
    } catch (cause) {
      throw unfit(cause)
    }
  }

  /** The state before the first entry of the log. */
  *#seed(record: TaskRunRecord | DifferencesRecord): Steps<{
    readonly seeded: SimulatorSet
    readonly environment: RecordEnvironment
  }> {
    const environment = readEnvironment(record, this.baseOf(record))
    const blueprint = yield* recordBlueprint(environment, this.#systems)
    const { task_environment: task, ...sharedBlueprint } = blueprint
    if (record.version === 1) {
      return { seeded: yield* buildBaseInSteps(blueprint, this.#systems), environment }
    }
    const key = `${record.base.digest} ${record.base.seeded_at}`
    const shared = this.#last?.key === key ? this.#last.seeded : yield* buildBaseInSteps(sharedBlueprint, this.#systems)
    this.#last = { key, seeded: shared }
    if (task === undefined) return { seeded: shared, environment }
    return { seeded: yield* buildBaseInSteps(blueprint, this.#systems, shared), environment }
  }
}

function unfit(cause: unknown): NotReplayableError {
  if (cause instanceof NotReplayableError) return cause
  const why = cause instanceof Error ? cause.message : String(cause)
  return new NotReplayableError(`The record does not fit its base: ${why}`, { cause })
}
