import type { Steps } from '@carebench/protocol'
import { partIn } from './keyed-states.js'

/**
 * The members of the evidence that are read during a recording, by name; `systems.imaging.faxes` for a part of a system
 * with a key.
 */
export class ReadLog {
  #reads = new Set<string>()

  /** Notes that a part of a state was read. */
  note(part: string, system?: string): void {
    this.#reads.add(partIn(part, system))
  }

  /** Notes that a state was read as a whole, so that any of its parts may matter. */
  noteAll(): void {
    this.#reads.add(everything)
  }

  /** Notes the reads of an earlier run whose result is used again. */
  repeat(reads: ReadonlySet<string>): void {
    for (const name of reads) this.#reads.add(name)
  }

  /** Runs a function and returns the members that it read. Calls may be nested. */
  record<Result>(run: () => Result): { readonly result: Result; readonly reads: ReadonlySet<string> } {
    const outer = this.#reads
    const reads = new Set<string>()
    this.#reads = reads
    try {
      return { result: run(), reads }
    } finally {
      this.#reads = outer
      this.repeat(reads)
    }
  }

  /** Like {@link ReadLog.record}, in steps, between which nothing else may read. */
  *recordInSteps<Result>(run: Steps<Result>): Steps<{ readonly result: Result; readonly reads: ReadonlySet<string> }> {
    const outer = this.#reads
    const reads = new Set<string>()
    this.#reads = reads
    try {
      return { result: yield* run, reads }
    } finally {
      this.#reads = outer
      this.repeat(reads)
    }
  }
}

/** Stands for all members. It cannot be the name of a part. */
const everything = '*'

/** Whether a read member may have changed. */
export function mayHaveRead(reads: ReadonlySet<string>, changed: ReadonlySet<string>): boolean {
  if (changed.size > 0 && reads.has(everything)) return true
  for (const name of changed) if (reads.has(name)) return true
  return false
}
