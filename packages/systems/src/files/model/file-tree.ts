import type { Ranked } from '../../rest/list-page.js'
import type { FileContent } from './file-content.js'
import { findRoot, type RootFolder } from './file-path.js'

/** A file of the tree. Never mutated. */
export type StoredFile = FileContent & {
  readonly path: string
  readonly media_type: string
  readonly size: number
  readonly sha256: string
  readonly modified_at: string
  /** Whether it is a file of a dataset or a scenario that the agent has not overwritten. */
  readonly seeded: boolean
}

interface Base {
  readonly files: ReadonlyMap<string, Ranked<StoredFile>>
  readonly newestFirst: ReadonlyMap<RootFolder, readonly Ranked<StoredFile>[]>
}

/**
 * The files by path, copy-on-write: forks share an immutable base, and each keeps its own changes.
 *
 * Files are in the order of their last write. Folders exist only as parts of paths. Lookup by path takes constant time.
 */
export class FileTree {
  /** In the order of writing; null marks a removed file of the base. */
  private readonly changes = new Map<string, Ranked<StoredFile> | null>()
  private lastRank: number

  private constructor(private readonly base: Base) {
    this.lastRank = base.files.size
  }

  /** Creates a tree with `files` as its base. A later file replaces an earlier one with the same path. */
  static create(files: Iterable<StoredFile>): FileTree {
    const byPath = new Map<string, StoredFile>()
    for (const file of files) {
      byPath.delete(file.path)
      byPath.set(file.path, file)
    }
    const ranked = new Map<string, Ranked<StoredFile>>()
    const newestFirst = new Map<RootFolder, Ranked<StoredFile>[]>()
    for (const [path, item] of byPath) ranked.set(path, { rank: ranked.size + 1, item })
    for (const entry of [...ranked.values()].reverse()) {
      const root = findRoot(entry.item.path)
      if (root === undefined) continue
      const list = newestFirst.get(root) ?? []
      newestFirst.set(root, list)
      list.push(entry)
    }
    return new FileTree({ files: ranked, newestFirst })
  }

  get(path: string): StoredFile | undefined {
    const changed = this.changes.get(path)
    if (changed === null) return undefined
    return (changed ?? this.base.files.get(path))?.item
  }

  put(file: StoredFile): void {
    this.changes.delete(file.path)
    this.changes.set(file.path, { rank: ++this.lastRank, item: file })
  }

  /** Removes a file if it exists. */
  delete(path: string): void {
    this.changes.delete(path)
    if (this.base.files.has(path)) this.changes.set(path, null)
  }

  /** Returns the files below a top-level folder, the most recently written first. */
  newestFirst(root: RootFolder): Ranked<StoredFile>[] {
    const found: Ranked<StoredFile>[] = []
    for (const entry of [...this.changes.values()].reverse()) {
      if (entry !== null && findRoot(entry.item.path) === root) found.push(entry)
    }
    for (const entry of this.base.newestFirst.get(root) ?? []) {
      if (!this.changes.has(entry.item.path)) found.push(entry)
    }
    return found
  }

  /** Returns all files, the least recently written first. */
  files(): StoredFile[] {
    const found: StoredFile[] = []
    for (const [path, { item }] of this.base.files) if (!this.changes.has(path)) found.push(item)
    for (const entry of this.changes.values()) if (entry !== null) found.push(entry.item)
    return found
  }

  /** Returns a copy that changes independently. Costs time proportional to the number of changes since the base. */
  fork(): FileTree {
    const copy = new FileTree(this.base)
    for (const [path, entry] of this.changes) copy.changes.set(path, entry)
    copy.lastRank = this.lastRank
    return copy
  }
}
