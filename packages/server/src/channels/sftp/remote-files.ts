import { type ServiceResponse, textOfBody } from '@carebench/service'
import { type CallAsAgent, readMessage } from '../agent-calls.js'
import { FileIndex, type FileRow } from './file-index.js'
import { findRoot, normalizePath, roots, toCallPath } from './remote-path.js'

/** The file or folder at a path. */
export type Found = { readonly kind: 'file'; readonly row: FileRow } | { readonly kind: 'folder' }

/** A name in a folder. */
export interface Listed {
  readonly name: string
  readonly path: string
  readonly found: Found
}

/** Thrown when the file exchange rejects a call. */
export class FileRejectionError extends Error {
  override readonly name = 'FileRejectionError'

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** How long a listing is cached, in milliseconds; longer if it took long to list. */
const freshMs = 1_000
/**
 * A listing is cached for this multiple of its duration if that is longer than `freshMs`, so that many files do not
 * cause endless listing.
 */
const freshTimes = 10

/** The files below a root as last listed, with the later changes by channel. */
interface Known {
  readonly until: number
  readonly rows: FileIndex
}

/** The files of one sandbox: calls of the file exchange over HTTP. */
export class RemoteFiles {
  readonly #call: CallAsAgent
  readonly #now: () => number
  /** Folders are only parts of file names, so only the channel knows empty ones. */
  readonly #emptyFolders = new Set<string>()
  readonly #listed = new Map<string, Known>()

  constructor(call: CallAsAgent, now: () => number) {
    this.#call = call
    this.#now = now
  }

  /** Returns the file or folder at a path, without logging; undefined if there is none. */
  async find(path: string): Promise<Found | undefined> {
    if (path === '' || roots.some((root) => root === path) || this.#emptyFolders.has(path)) return { kind: 'folder' }
    const root = findRoot(path)
    if (root === undefined) return undefined
    const rows = this.#fresh(root)?.rows ?? (await this.#list(root, true))
    const row = rows.get(path)
    if (row !== undefined) return { kind: 'file', row }
    if (rows.hasFolder(path)) return { kind: 'folder' }
    for (const other of this.#emptyFolders) if (other.startsWith(`${path}/`)) return { kind: 'folder' }
    return undefined
  }

  /** Lists a folder as the agent; the call is logged. */
  async list(folder: string): Promise<readonly Listed[]> {
    if (folder === '') return roots.map((name) => ({ name, path: name, found: { kind: 'folder' } }))
    const root = findRoot(folder)
    const rows = root === undefined ? new FileIndex() : await this.#list(root, false)
    const below = `${folder}/`
    const listed = new Map<string, Listed>()
    for (const path of [...rows.paths(), ...this.#emptyFolders]) {
      if (!path.startsWith(below)) continue
      const [name = '', ...rest] = path.slice(below.length).split('/')
      const row = rows.get(path)
      const found: Found = rest.length === 0 && row !== undefined ? { kind: 'file', row } : { kind: 'folder' }
      listed.set(name, { name, path: below + name, found })
    }
    return [...listed.values()]
  }

  /** Reads a file: as the agent, or unlogged for the server's own work. */
  async read(path: string, looks = false): Promise<Uint8Array> {
    const { body } = await this.#send({ method: 'GET', path: toCallPath(path), looks })
    return body === null ? new Uint8Array() : typeof body === 'string' ? new TextEncoder().encode(body) : body
  }

  async write(path: string, body: Uint8Array): Promise<void> {
    // The file extension gives the type.
    const { status, body: answer } = await this.#send({ method: 'PUT', path: toCallPath(path), body })
    const root = findRoot(path)
    const known = root === undefined ? undefined : this.#fresh(root)
    if (root === undefined || known === undefined) return
    const row = status === 201 ? JSON.parse(textOfBody({ body: answer })) : await this.#newest(root)
    if (row?.path === path) known.rows.set(row)
    else this.#listed.delete(root)
  }

  async remove(path: string): Promise<void> {
    await this.#send({ method: 'DELETE', path: toCallPath(path) })
    const root = findRoot(path)
    if (root !== undefined) this.#listed.get(root)?.rows.delete(path)
  }

  /** Remembers an empty folder. */
  addFolder(path: string): void {
    this.#emptyFolders.add(path)
  }

  get folders(): number {
    return this.#emptyFolders.size
  }

  /** Forgets an empty folder; returns whether there was one. */
  removeFolder(path: string): boolean {
    return this.#emptyFolders.delete(normalizePath(path))
  }

  /** Returns the cached files below a root, unless they are too old. */
  #fresh(root: string): Known | undefined {
    const known = this.#listed.get(root)
    return known !== undefined && this.#now() < known.until ? known : undefined
  }

  /** Returns the file that was written last, from the list: a write that replaces a file returns no row. */
  async #newest(root: string): Promise<FileRow | undefined> {
    const response = await this.#send({ method: 'GET', path: `${root}?limit=1`, looks: true })
    return JSON.parse(textOfBody(response)).data[0]
  }

  async #list(root: string, looks: boolean): Promise<FileIndex> {
    const began = this.#now()
    const rows = new FileIndex()
    for (let cursor = ''; ; ) {
      const response = await this.#send({ method: 'GET', path: `${root}?limit=100${cursor}`, looks })
      const { data, _meta }: { data: readonly FileRow[]; _meta: { next: string | null } } = JSON.parse(
        textOfBody(response),
      )
      for (const row of data) rows.set(row)
      if (_meta.next === null) break
      cursor = `&cursor=${encodeURIComponent(_meta.next)}`
    }
    const now = this.#now()
    this.#listed.set(root, { until: now + Math.max(freshMs, freshTimes * (now - began)), rows })
    return rows
  }

  async #send(call: Parameters<CallAsAgent>[0]): Promise<ServiceResponse> {
    const response = await this.#call(call)
    if (response.status < 300) return response
    throw new FileRejectionError(response.status, readMessage(textOfBody(response)))
  }
}
