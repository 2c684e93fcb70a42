import type { CompiledCriterion } from '../criterion.js'
import type { CriterionRun } from '../verification.js'
import type { EvidenceSource } from './evidence-source.js'
import { partIn, stateOf, systemsOf } from './keyed-states.js'
import { mayHaveRead, type ReadLog } from './read-log.js'

/** Runs of criteria that need not be made again. */
export interface KnownRuns {
  /** The run of a criterion, made by `run` if it is not known. */
  of(criterion: CompiledCriterion, run: () => CriterionRun): CriterionRun
}

interface RecordedRun {
  readonly run: CriterionRun
  readonly reads: ReadonlySet<string>
}

/** The runs on one evidence, each made once, and what each of them read. */
export class RecordedRuns implements KnownRuns {
  readonly #log: ReadLog
  readonly #runs = new Map<CompiledCriterion, RecordedRun>()

  /** `log` has to be the one to which the final state of the evidence, and the evidence itself, report. */
  constructor(log: ReadLog) {
    this.#log = log
  }

  of(criterion: CompiledCriterion, run: () => CriterionRun): CriterionRun {
    let known = this.#runs.get(criterion)
    if (known === undefined) {
      const { result, reads } = this.#log.record(run)
      known = { run: result, reads }
      this.#runs.set(criterion, known)
    }
    return known.run
  }

  /**
   * The runs on evidence that differs only in these members: the known ones of the criteria that read none of them, as checks
   * are deterministic.
   */
  except(changed: ReadonlySet<string>): KnownRuns {
    return {
      of: (criterion, run) => {
        const known = this.#runs.get(criterion)
        return known === undefined || mayHaveRead(known.reads, changed) ? run() : known.run
      },
    }
  }
}

/** The members of two sources that are not the same object; those of systems behind a key one by one, `initial` aside. */
export function differingMembers(one: EvidenceSource, other: EvidenceSource): ReadonlySet<string> {
  const names = new Set<string>()
  for (const system of systemsOf(one, other)) {
    const [own, theirs] = [membersOf(one, system), membersOf(other, system)]
    for (const name of new Set([...Object.keys(own), ...Object.keys(theirs)])) {
      if (name !== 'initial' && name !== 'systems' && own[name] !== theirs[name]) names.add(partIn(name, system))
    }
  }
  return names
}

function membersOf(source: EvidenceSource, system: string | undefined): Readonly<Record<string, unknown>> {
  return stateOf(source, system) as Readonly<Record<string, unknown>>
}
