/** A file of the exchange. */
export interface FileRow {
  readonly path: string
  readonly size: number
  readonly modified_at: string
}

/** Deeper folders are searched among all files, so that deep names take no memory. */
const countedDepth = 16

/** Files by path, and the folders in their paths. */
export class FileIndex {
  readonly #rows = new Map<string, FileRow>()
  /** The number of files below each folder. */
  readonly #below = new Map<string, number>()

  get(path: string): FileRow | undefined {
    return this.#rows.get(path)
  }

  paths(): Iterable<string> {
    return this.#rows.keys()
  }

  /** Whether a file is below a path. */
  hasFolder(path: string): boolean {
    if (listFolders(`${path}/`).at(-1) === path) return this.#below.has(path)
    for (const other of this.#rows.keys()) if (other.startsWith(`${path}/`)) return true
    return false
  }

  set(row: FileRow): void {
    if (!this.#rows.has(row.path)) this.#count(row.path, 1)
    this.#rows.set(row.path, row)
  }

  delete(path: string): void {
    if (this.#rows.delete(path)) this.#count(path, -1)
  }

  #count(path: string, by: number): void {
    for (const folder of listFolders(path)) {
      const count = (this.#below.get(folder) ?? 0) + by
      if (count === 0) this.#below.delete(folder)
      else this.#below.set(folder, count)
    }
  }
}

/** Returns the folders that contain a path, from the top, as far as they are counted. */
function listFolders(path: string): string[] {
  const folders: string[] = []
  for (let end = path.indexOf('/'); end !== -1 && folders.length < countedDepth; end = path.indexOf('/', end + 1)) {
    folders.push(path.slice(0, end))
  }
  return folders
}
