import { buildBase, type SimulatorSet } from '@carebench/playground'
import type { System } from '@carebench/systems'
import type { DifferencesRecord, EvidenceSource, TaskRunContent, TaskRunRecord } from '@carebench/verifier'
import { fromDifferences } from './evidence-differences.js'
import type { RecordBaseDocument } from './record-base.js'
import { environmentOf, NotReplayableError, recordBlueprint } from './record-blueprint.js'

/** A record whose evidence can be judged, whether or not it holds its environment. */
export interface OpenedRecord extends Omit<TaskRunContent, 'version' | 'evidence'> {
  readonly evidence: EvidenceSource
}

/** Opens records that name their base: their evidence is how the final states differ from the state seeded from it. */
export class RecordOpener {
  readonly #systems: ReadonlyMap<string, System>
  readonly #bases: ReadonlyMap<string, RecordBaseDocument>
  /** The last one that was seeded: the task runs of a run share it. */
  #last: { readonly key: string; readonly seeded: SimulatorSet } | undefined

  constructor(systems: readonly System[], bases: readonly RecordBaseDocument[]) {
    this.#systems = new Map(systems.map((system) => [system.type, system]))
    this.#bases = new Map(bases.map((base) => [base.digest, base]))
  }

  /** The base that a record names; undefined if it names none, or one that is not at hand. */
  baseOf(record: TaskRunRecord | DifferencesRecord): RecordBaseDocument | undefined {
    return record.version === 2 ? this.#bases.get(record.base.digest) : undefined
  }

  /**
   * The content of a record with all of its evidence. Throws a {@link NotReplayableError} if its base is not at hand, or does
   * not fit.
   */
  open(record: TaskRunRecord | DifferencesRecord): OpenedRecord {
    if (record.version === 1) return record
    const environment = environmentOf(record, this.baseOf(record))
    const { seal: _, base, version: __, evidence, ...rest } = record
    try {
      const blueprint = recordBlueprint(environment, this.#systems)
      const { task_environment: ___, ...sharedBlueprint } = blueprint
      const key = `${base.digest} ${base.seeded_at}`
      const shared = this.#last?.key === key ? this.#last.seeded : buildBase(sharedBlueprint, this.#systems)
      this.#last = { key, seeded: shared }
      const seeded = blueprint.task_environment === undefined ? shared : buildBase(blueprint, this.#systems, shared)
      return { ...rest, environment, evidence: fromDifferences(evidence, seeded.evidence()) }
    } catch (cause) {
      if (cause instanceof NotReplayableError) throw cause
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new NotReplayableError(`The record does not fit its base: ${why}`, { cause })
    }
  }
}
