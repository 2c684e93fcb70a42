import { isJsonObject, type JsonValue } from '@carebench/protocol'
import type { Checkpoints, Log } from '@carebench/store'
import { engineVersion } from '../engine-version.js'
import { type FoldedEntry, toFoldedEntry } from './folded-entry.js'

/**
 * Returns the entries of a log in the form for folding: from its checkpoints, and the later ones from the log itself.
 */
export async function readFolded(
  log: Log,
  id: string,
): Promise<{ readonly entries: readonly FoldedEntry[]; readonly checkpointed: number }> {
  const { checkpoints } = log
  const entries: FoldedEntry[] = []
  for (const { fromSeq, content } of (await checkpoints?.read(id, engineVersion)) ?? []) {
    if (fromSeq !== entries.length + 1 || !isWhole(content, fromSeq, checkpoints?.size)) break
    // This engine wrote them.
    entries.push(...(content as unknown as readonly FoldedEntry[]))
  }
  const later = await log.read(id, entries.length + 1)
  return { entries: [...entries, ...later], checkpointed: entries.length }
}

/** Whether a checkpoint has exactly the entries of its place. Otherwise it and all later ones are ignored. */
function isWhole(content: JsonValue, fromSeq: number, size: number | undefined): boolean {
  return (
    Array.isArray(content) &&
    content.length === size &&
    content.every((entry, index) => isJsonObject(entry) && entry.seq === fromSeq + index)
  )
}

/** Makes the checkpoints of one playground while its log grows. */
export class Checkpointing {
  readonly #checkpoints: Checkpoints | undefined
  readonly #id: string
  /** Number of entries that have a checkpoint, or will have one. */
  #covered: number

  /** @param checkpointed - number of entries that already have a checkpoint */
  constructor(log: Log, id: string, checkpointed: number) {
    this.#checkpoints = log.checkpoints
    this.#id = id
    this.#covered = checkpointed
  }

  /**
   * Creates the checkpoints that are due, without waiting for them. Nothing depends on them, so a failure does not
   * affect the call. `entries` are all entries of the log.
   */
  note(entries: readonly FoldedEntry[]): void {
    const checkpoints = this.#checkpoints
    if (checkpoints === undefined) return
    for (; entries.length - this.#covered >= checkpoints.size; this.#covered += checkpoints.size) {
      const covered = entries.slice(this.#covered, this.#covered + checkpoints.size).map(toFoldedEntry)
      const content = covered as unknown as JsonValue
      checkpoints.add(this.#id, engineVersion, { fromSeq: this.#covered + 1, content }).catch(() => undefined)
    }
  }
}
