import { indexedState } from '../evidence/collections/part-differences.js'
import { PreparedEvidence, type SharedEvidence } from '../evidence/prepared-evidence.js'
import { DerivedData } from '../evidence/state/derived-data.js'
import type { EvidenceSource, EvidenceStateSource } from '../evidence/state/evidence-source.js'
import { EvidenceState } from '../evidence/state/evidence-state.js'
import { differingMembers, RecordedRuns } from '../evidence/state/known-runs.js'
import type { Mutation } from '../evidence/state/mutation.js'
import { ReadLog } from '../evidence/state/read-log.js'
import type { AuditingVerifier } from './audit-report.js'
import { Beginning } from './mutants/beginning.js'
import { mutateState } from './mutants/mutate-state.js'
import { type WrittenRecord, writtenRecords } from './mutants/written-records.js'

/** Evidence with known runs, so that runs on similar evidence need not be repeated. */
export interface Model {
  readonly source: EvidenceSource
  readonly evidence: PreparedEvidence
  readonly runs: RecordedRuns
}

interface Written {
  readonly initial: EvidenceStateSource
  readonly records: readonly WrittenRecord[]
}

/** Prepares the states of an audit. Data derived from their common parts are derived once. */
export class PreparedStates {
  readonly #verifier: Pick<AuditingVerifier, 'parts' | 'prepareEvidence'>
  /** The untouched state. */
  readonly #start: EvidenceSource
  readonly #derived = new DerivedData()
  readonly #indexed = new Map<EvidenceStateSource, EvidenceStateSource>()
  readonly #initials = new Map<EvidenceStateSource, EvidenceState>()
  readonly #completed = new WeakMap<EvidenceSource, EvidenceSource>()
  readonly #beginnings = new Map<EvidenceStateSource, Beginning>()
  readonly #written = new WeakMap<EvidenceSource, Written>()

  constructor(start: EvidenceSource, verifier: Pick<AuditingVerifier, 'parts' | 'prepareEvidence'>) {
    this.#start = start
    this.#verifier = verifier
  }

  /** Returns a final state; without its own initial state and entities, it gets those of the untouched state. */
  complete(state: EvidenceSource): EvidenceSource {
    let source = this.#completed.get(state)
    if (source === undefined) {
      this.#verifier.prepareEvidence(state)
      const { entities, bound } = this.#start
      const initial = state.initial === undefined ? this.#start : this.#index(state.initial)
      const own = { ...(entities && { entities }), ...(bound && { bound }), ...state, initial }
      source = indexedState(this.#verifier.parts, own)
      this.#completed.set(state, source)
    }
    return source
  }

  /** Returns the initial state of a completed state. */
  beginningOf({ initial = this.#start }: EvidenceSource): Beginning {
    let beginning = this.#beginnings.get(initial)
    if (beginning === undefined) {
      beginning = new Beginning(this.#verifier.parts, initial)
      this.#beginnings.set(initial, beginning)
    }
    return beginning
  }

  /** Returns the records that an agent left in a completed state, compared with an initial state. */
  writtenIn(source: EvidenceSource, { state: initial }: Beginning): readonly WrittenRecord[] {
    const known = this.#written.get(source)
    if (known?.initial === initial) return known.records
    const records = writtenRecords(this.#verifier.parts, initial, source)
    this.#written.set(source, { initial, records })
    return records
  }

  /**
   * Prepares evidence that shares derived data of common parts with other evidence. With a `model`, only criteria that
   * read a difference are judged again.
   */
  prepare(source: EvidenceSource, model?: Model): PreparedEvidence {
    this.#verifier.prepareEvidence(source)
    const final = new EvidenceState(source, { at: '', kept: true, derived: this.#derived })
    const initial = this.#initialOf(source)
    return new PreparedEvidence(source, final, initial, model && sharedWith(model, source, initial))
  }

  /** Prepares evidence that records which members criteria read. */
  record(source: EvidenceSource): Model {
    this.#verifier.prepareEvidence(source)
    const log = new ReadLog()
    const runs = new RecordedRuns(log)
    const final = new EvidenceState(source, { at: '', kept: true, derived: this.#derived, log })
    const initial = this.#initialOf(source)
    const untouched = new PreparedEvidence(source, final, initial)
      .untouched()
      ?.withRuns(new RecordedRuns(new ReadLog()))
    return { source, evidence: new PreparedEvidence(source, final, initial, { untouched, runs, log }), runs }
  }

  /** Prepares the evidence of a model with changed records, and with other events if there are any. */
  edited(model: Model, edits: readonly Mutation[], events?: EvidenceSource['events']): PreparedEvidence {
    const { source, evidence } = model
    let state: EvidenceSource = events === undefined ? source : { ...source, events }
    let { final } = evidence
    for (const edit of edits) {
      state = mutateState(this.#verifier.parts, state, edit)
      final = final.replacing(edit.place.part, state, edit.place.system)
    }
    return new PreparedEvidence(state, final, evidence.initial, sharedWith(model, state, evidence.initial))
  }

  #index(initial: EvidenceStateSource): EvidenceStateSource {
    let indexed = this.#indexed.get(initial)
    if (indexed === undefined) {
      indexed = indexedState(this.#verifier.parts, initial)
      this.#indexed.set(initial, indexed)
    }
    return indexed
  }

  #initialOf({ initial }: EvidenceSource): EvidenceState | undefined {
    if (initial === undefined) return undefined
    let state = this.#initials.get(initial)
    if (state === undefined) {
      state = new EvidenceState(initial, { at: '/initial', kept: true, derived: this.#derived })
      this.#initials.set(initial, state)
    }
    return state
  }
}

/** Members whose reads are not recorded. */
const unrecorded = ['version', 'without_agent', 'entities', 'bound', 'logged_reads', 'judgements']

/**
 * Returns the data that evidence shares with a model: nothing if they differ in a member whose reads are not recorded.
 */
function sharedWith(model: Model, source: EvidenceSource, initial: EvidenceState | undefined): SharedEvidence {
  const changed = differingMembers(model.source, source)
  if (initial !== model.evidence.initial || unrecorded.some((name) => changed.has(name))) return {}
  return {
    runs: model.runs.except(changed),
    // It may have the entries of the log before the agent's first action.
    untouched: changed.has('events') ? undefined : model.evidence.untouched(),
  }
}
