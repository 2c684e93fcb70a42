import type { Steps } from '@carebench/protocol'
import type { EvidenceSource } from './evidence-source.js'
import { listSystems, partIn, selectState } from './keyed-states.js'
import { mayHaveRead, type ReadLog } from './read-log.js'

/** Known runs of criteria, and of their parts, that need not be repeated. */
export interface KnownRuns {
  /**
   * Returns the known result of `run`, or calls it. The result must depend only on the evidence and the `key`, which
   * belongs to this function; `isReusable` says afterwards whether it does. Default: it does.
   */
  of<Result>(key: object, run: () => Result, isReusable?: () => boolean): Result
  /**
   * Like {@link KnownRuns.of} for a run in steps, between which nothing else may read the evidence. Default: runs do
   * not pause.
   */
  ofInSteps?<Result>(key: object, run: () => Steps<Result>): Steps<Result>
}

interface RecordedRun {
  readonly result: unknown
  readonly reads: ReadonlySet<string>
}

/** The runs on one evidence, each made once, with the members that each has read. */
export class RecordedRuns implements KnownRuns {
  readonly #log: ReadLog
  readonly #runs = new Map<object, RecordedRun>()

  /** `log` must be the log to which the evidence and its final state report reads. */
  constructor(log: ReadLog) {
    this.#log = log
  }

  of<Result>(key: object, run: () => Result, isReusable: () => boolean = () => true): Result {
    const known = this.#runs.get(key)
    if (known !== undefined) {
      this.#log.repeat(known.reads)
      // The key belongs to the function, so the result has its type.
      return known.result as Result
    }
    const recorded = this.#log.record(run)
    if (isReusable()) this.#runs.set(key, recorded)
    return recorded.result
  }

  *ofInSteps<Result>(key: object, run: () => Steps<Result>): Steps<Result> {
    const known = this.#runs.get(key)
    if (known !== undefined) {
      this.#log.repeat(known.reads)
      return known.result as Result
    }
    const recorded = yield* this.#log.recordInSteps(run())
    this.#runs.set(key, recorded)
    return recorded.result
  }

  /** The names of the members that any of the runs has read; see {@link ReadLog}. */
  get reads(): readonly string[] {
    return [...this.#runs.values()].flatMap(({ reads }) => [...reads])
  }

  /**
   * Returns the known runs on evidence that differs only in these members: the runs of criteria that read none of them,
   * because checks are deterministic.
   */
  except(changed: ReadonlySet<string>): KnownRuns {
    return {
      of: <Result>(key: object, run: () => Result) => {
        const known = this.#runs.get(key)
        return known === undefined || mayHaveRead(known.reads, changed) ? run() : (known.result as Result)
      },
      ofInSteps: <Result>(key: object, run: () => Steps<Result>) => this.#exceptInSteps(changed, key, run),
    }
  }

  *#exceptInSteps<Result>(changed: ReadonlySet<string>, key: object, run: () => Steps<Result>): Steps<Result> {
    const known = this.#runs.get(key)
    return known === undefined || mayHaveRead(known.reads, changed) ? yield* run() : (known.result as Result)
  }
}

/**
 * Returns the members of two sources that are not the same object, except `initial`; members of systems with a key are
 * compared one by one.
 */
export function differingMembers(one: EvidenceSource, other: EvidenceSource): ReadonlySet<string> {
  const names = new Set<string>()
  for (const system of listSystems(one, other)) {
    const [own, theirs] = [readMembers(one, system), readMembers(other, system)]
    for (const name of new Set([...Object.keys(own), ...Object.keys(theirs)])) {
      if (name !== 'initial' && name !== 'systems' && own[name] !== theirs[name]) names.add(partIn(name, system))
    }
  }
  return names
}

function readMembers(source: EvidenceSource, system: string | undefined): Readonly<Record<string, unknown>> {
  return selectState(source, system) as Readonly<Record<string, unknown>>
}
