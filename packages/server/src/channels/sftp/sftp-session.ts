import { limits as protocolLimits } from '@carebench/protocol'
import type { Attributes, FileEntry, SFTPWrapper } from 'ssh2'
import type { ChannelLimits } from '../limits.js'
import { openAttributes, toAttributes, toEntry } from './attributes.js'
import type { ByteBudget } from './byte-budget.js'
import { FileTooLargeError, OpenFile } from './open-file.js'
import { FileRejectionError, type RemoteFiles } from './remote-files.js'
import { isWritable, normalizePath } from './remote-path.js'

/** Status codes of SFTP, version 3. */
const code = { ok: 0, end: 1, noSuchFile: 2, denied: 3, failure: 4, badMessage: 5, unsupported: 8 } as const
/** Flags of opening a file. */
const flag = { read: 1, write: 2, append: 4, create: 8, truncate: 16, exclusive: 32 } as const
/** Maximum number of names in one response to a directory read. */
const namesAtOnce = 100
/** Maximum number of bytes in one response to a file read; clients request the rest again. */
const readAtOnce = 65_536
/** Maximum size of unread responses of one client, in bytes. */
const unreadBytes = 8_388_608
/** Maximum total size of the data in waiting write requests, in bytes. */
const waitingBytes = 8_388_608

type Handle = { readonly file: OpenFile } | { readonly entries: FileEntry[] }

/** Options of a session, from its connection. */
export interface SftpSessionOptions {
  readonly files: RemoteFiles
  readonly limits: ChannelLimits
  readonly budget: ByteBudget
  /** Resolves once the client can take more data. */
  readonly drained: () => Promise<void>
  /** Called with each request. */
  readonly onRequest: () => void
  /** Ends the connection. */
  readonly cutOff: () => void
}

/** Thrown to reject a request. */
class RejectedRequestError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Answers the requests of one SFTP session, one after another, from the files of a sandbox. A written file is stored as
 * a whole when it is closed; unfinished files are dropped when the connection ends.
 */
export class SftpSession {
  readonly #sftp: SFTPWrapper
  readonly #options: SftpSessionOptions
  readonly #handles = new Map<number, Handle>()
  #nextHandle = 0
  #queue: Promise<void> = Promise.resolve()
  #waiting = 0
  #waitingBytes = 0
  #unread = 0
  #isClosed = false

  constructor(sftp: SFTPWrapper, options: SftpSessionOptions) {
    this.#sftp = sftp
    this.#options = options
    sftp.on('OPEN', (id, path, flags) => this.#take(id, () => this.#open(id, normalizePath(path), flags)))
    sftp.on('READ', (id, handle, offset, length) => this.#take(id, () => this.#read(id, handle, offset, length)))
    sftp.on('WRITE', (id, handle, offset, data) =>
      this.#take(id, () => this.#write(id, handle, offset, data), data.byteLength),
    )
    sftp.on('FSTAT', (id, handle) => this.#take(id, () => this.#statHandle(id, handle)))
    sftp.on('FSETSTAT', (id, handle, wanted) => this.#take(id, () => this.#setHandle(id, handle, wanted)))
    sftp.on('CLOSE', (id, handle) => this.#take(id, () => this.#close(id, handle)))
    sftp.on('OPENDIR', (id, path) => this.#take(id, () => this.#openFolder(id, normalizePath(path))))
    sftp.on('READDIR', (id, handle) => this.#take(id, () => this.#readFolder(id, handle)))
    sftp.on('STAT', (id, path) => this.#take(id, () => this.#stat(id, normalizePath(path))))
    sftp.on('LSTAT', (id, path) => this.#take(id, () => this.#stat(id, normalizePath(path))))
    sftp.on('SETSTAT', (id, path, wanted) => this.#take(id, () => this.#set(id, normalizePath(path), wanted)))
    sftp.on('REMOVE', (id, path) => this.#take(id, () => this.#remove(id, normalizePath(path))))
    sftp.on('RENAME', (id, from, to) => this.#take(id, () => this.#rename(id, normalizePath(from), normalizePath(to))))
    sftp.on('MKDIR', (id, path) => this.#take(id, () => this.#makeFolder(id, normalizePath(path))))
    sftp.on('RMDIR', (id, path) => this.#take(id, () => this.#removeFolder(id, normalizePath(path))))
    sftp.on('REALPATH', (id, path) => this.#take(id, async () => this.#realPath(id, normalizePath(path))))
    // Links and extensions have no listeners, so ssh2 responds that they are not supported.
  }

  /** Drops all open files. */
  close(): void {
    this.#isClosed = true
    for (const handle of this.#handles.values()) if ('file' in handle) handle.file.release()
    this.#handles.clear()
  }

  #take(id: number, work: () => Promise<void>, bytes = 0): void {
    const { limits, onRequest, cutOff } = this.#options
    onRequest()
    this.#waiting++
    this.#waitingBytes += bytes
    if (this.#waiting > limits.waitingRequests || this.#waitingBytes > waitingBytes) {
      cutOff()
      return
    }
    this.#queue = this.#queue.then(async () => {
      if (!this.#isClosed) {
        try {
          await work()
        } catch (error) {
          const refused = toRefusal(error)
          this.#answer(this.#sftp.status(id, refused.code, refused.message))
        }
        await this.#options.drained()
      }
      this.#waiting--
      this.#waitingBytes -= bytes
    })
  }

  /**
   * @param isSent - the return value of ssh2: false if it waits until the client takes more; its types do not say so
   */
  #answer(isSent: unknown, bytes = 256): void {
    this.#unread = isSent === false ? this.#unread + bytes : 0
    if (this.#unread > unreadBytes) this.#options.cutOff()
  }

  #ok(id: number): void {
    this.#answer(this.#sftp.status(id, code.ok))
  }

  async #open(id: number, path: string, flags: number): Promise<void> {
    const { files, limits, budget } = this.#options
    const mayWrite = (flags & (flag.write | flag.append | flag.create | flag.truncate)) !== 0
    if (mayWrite && !isWritable(path)) throw readOnly(path)
    this.#assertHandle()
    const found = await files.find(path)
    if (found?.kind === 'folder') throw new RejectedRequestError(code.failure, `/${path} is a folder.`)
    if (found === undefined && (flags & flag.create) === 0) throw missing(path)
    if (found === undefined) await this.#assertNotBelowFile(path)
    if (found !== undefined && (flags & flag.exclusive) !== 0)
      throw new RejectedRequestError(code.failure, `/${path} exists already.`)
    const isNew = found === undefined || (flags & flag.truncate) !== 0
    const expected = isNew ? 0 : found.row.size
    if (!budget.take(expected)) {
      throw new RejectedRequestError(
        code.failure,
        `The open files of a connection have at most ${limits.sessionBytes} bytes, those of all ${limits.openBytes}. ` +
          'Close some, and try again.',
      )
    }
    let content = new Uint8Array()
    try {
      // Opening a file only for writing does not count as a read by the agent.
      if (!isNew) content = new Uint8Array(await files.read(path, (flags & flag.read) === 0))
    } catch (error) {
      budget.release(expected)
      throw error
    }
    budget.release(expected)
    if (this.#isClosed || !budget.take(content.byteLength))
      throw new RejectedRequestError(code.failure, 'The file has changed.')
    const file = new OpenFile({
      path,
      mayRead: (flags & flag.read) !== 0,
      mayWrite,
      appends: (flags & flag.append) !== 0,
      isNew: mayWrite && isNew,
      content,
      most: protocolLimits.largeBody,
      budget,
    })
    this.#give(id, { file })
  }

  async #read(id: number, handle: Buffer, offset: number, length: number): Promise<void> {
    const { file } = this.#fileOf(handle)
    if (!file.mayRead) throw new RejectedRequestError(code.denied, 'The file is open for writing only.')
    const bytes = file.read(offset, Math.min(length, readAtOnce))
    if (bytes === undefined) this.#answer(this.#sftp.status(id, code.end))
    else this.#answer(this.#sftp.data(id, bytes), bytes.byteLength)
  }

  async #write(id: number, handle: Buffer, offset: number, data: Buffer): Promise<void> {
    const { file } = this.#fileOf(handle)
    if (!file.mayWrite) throw new RejectedRequestError(code.denied, 'The file is open for reading only.')
    file.write(offset, data)
    this.#ok(id)
  }

  async #close(id: number, handle: Buffer): Promise<void> {
    const open = this.#handleOf(handle)
    this.#handles.delete(handle.readUInt32BE())
    if ('file' in open) {
      const { file } = open
      try {
        const { changed, isBroken } = file
        if (isBroken) throw new RejectedRequestError(code.failure, 'Bytes of the file are missing: nothing was stored.')
        if (changed !== undefined) await this.#options.files.write(file.path, changed)
      } finally {
        file.release()
      }
    }
    this.#ok(id)
  }

  async #statHandle(id: number, handle: Buffer): Promise<void> {
    const { file } = this.#fileOf(handle)
    this.#answer(this.#sftp.attrs(id, openAttributes(file.size)))
  }

  async #setHandle(id: number, handle: Buffer, wanted: Attributes): Promise<void> {
    const { file } = this.#fileOf(handle)
    if (!file.mayWrite) throw new RejectedRequestError(code.denied, 'The file is open for reading only.')
    if (typeof wanted.size === 'number') file.resize(wanted.size)
    this.#ok(id)
  }

  async #openFolder(id: number, path: string): Promise<void> {
    const { files } = this.#options
    this.#assertHandle()
    const found = await files.find(path)
    if (found === undefined) throw missing(path)
    if (found.kind === 'file') throw new RejectedRequestError(code.failure, `/${path} is not a folder.`)
    const listed = await files.list(path)
    this.#give(id, { entries: listed.map((one) => toEntry(one.name, one.path, one.found)) })
  }

  async #readFolder(id: number, handle: Buffer): Promise<void> {
    const open = this.#handleOf(handle)
    if ('file' in open) throw new RejectedRequestError(code.failure, 'The handle is of a file.')
    const names = open.entries.splice(0, namesAtOnce)
    if (names.length === 0) this.#answer(this.#sftp.status(id, code.end))
    else this.#answer(this.#sftp.name(id, names), 256 * names.length)
  }

  async #stat(id: number, path: string): Promise<void> {
    const found = await this.#options.files.find(path)
    if (found === undefined) throw missing(path)
    this.#answer(this.#sftp.attrs(id, toAttributes(path, found)))
  }

  /** Ignores times and modes, which clients set after an upload; rejects a new size. */
  async #set(id: number, path: string, wanted: Attributes): Promise<void> {
    if ((await this.#options.files.find(path)) === undefined) throw missing(path)
    if (!isWritable(path)) throw readOnly(path)
    if (typeof wanted.size === 'number')
      throw new RejectedRequestError(code.unsupported, 'Open the file to change its size.')
    this.#ok(id)
  }

  async #remove(id: number, path: string): Promise<void> {
    const found = await this.#options.files.find(path)
    if (found === undefined) throw missing(path)
    if (!isWritable(path)) throw readOnly(path)
    if (found.kind === 'folder') throw new RejectedRequestError(code.failure, `/${path} is a folder.`)
    await this.#options.files.remove(path)
    this.#ok(id)
  }

  /** Renames a file: writes it under the new name, then removes the old one. */
  async #rename(id: number, from: string, to: string): Promise<void> {
    const { files, budget } = this.#options
    const found = await files.find(from)
    if (found === undefined) throw missing(from)
    for (const path of [from, to]) if (!isWritable(path)) throw readOnly(path)
    if (found.kind === 'folder')
      throw new RejectedRequestError(code.unsupported, 'Folders are parts of names: rename their files.')
    if ((await files.find(to)) !== undefined) throw new RejectedRequestError(code.failure, `/${to} exists already.`)
    await this.#assertNotBelowFile(to)
    if (!budget.take(found.row.size))
      throw new RejectedRequestError(code.failure, 'The open files have too many bytes. Close some.')
    try {
      await files.write(to, await files.read(from, true))
      await files.remove(from)
    } finally {
      budget.release(found.row.size)
    }
    this.#ok(id)
  }

  async #makeFolder(id: number, path: string): Promise<void> {
    const { files, limits } = this.#options
    if (!isWritable(path)) throw readOnly(path)
    if ((await files.find(path)) !== undefined) throw new RejectedRequestError(code.failure, `/${path} exists already.`)
    if ((await files.find(path.slice(0, path.lastIndexOf('/'))))?.kind !== 'folder') throw missing(path)
    if (path.length > 1024) throw new RejectedRequestError(code.failure, 'A path has at most 1024 characters.')
    if (files.folders >= limits.emptyFolders) {
      throw new RejectedRequestError(code.failure, `There are at most ${limits.emptyFolders} folders without files.`)
    }
    files.addFolder(path)
    this.#ok(id)
  }

  async #removeFolder(id: number, path: string): Promise<void> {
    const { files } = this.#options
    const found = await files.find(path)
    if (found === undefined) throw missing(path)
    if (!isWritable(path)) throw readOnly(path)
    if (found.kind === 'file') throw new RejectedRequestError(code.failure, `/${path} is not a folder.`)
    if ((await files.list(path)).length > 0) throw new RejectedRequestError(code.failure, `/${path} is not empty.`)
    files.removeFolder(path)
    this.#ok(id)
  }

  #realPath(id: number, path: string): void {
    const attrs = toAttributes(path, { kind: 'folder' })
    const filename = `/${path}`
    this.#answer(this.#sftp.name(id, [{ filename, longname: filename, attrs }]))
  }

  /** Folders are parts of file names, so a name below a file would turn that file into a folder. */
  async #assertNotBelowFile(path: string): Promise<void> {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end)
      const found = await this.#options.files.find(folder)
      if (found?.kind === 'file') throw new RejectedRequestError(code.failure, `/${folder} is a file.`)
    }
  }

  #assertHandle(): void {
    const { handles } = this.#options.limits
    if (this.#handles.size >= handles) {
      throw new RejectedRequestError(
        code.failure,
        `A session has at most ${handles} open files and folders. Close some.`,
      )
    }
  }

  #give(id: number, handle: Handle): void {
    const number = this.#nextHandle++ % 0xffff_ffff
    this.#handles.set(number, handle)
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(number)
    this.#answer(this.#sftp.handle(id, bytes))
  }

  #handleOf(bytes: Buffer): Handle {
    const handle = bytes.byteLength === 4 ? this.#handles.get(bytes.readUInt32BE()) : undefined
    if (handle === undefined) throw new RejectedRequestError(code.failure, 'There is no such handle.')
    return handle
  }

  #fileOf(bytes: Buffer): { readonly file: OpenFile } {
    const handle = this.#handleOf(bytes)
    if (!('file' in handle)) throw new RejectedRequestError(code.failure, 'The handle is of a folder.')
    return handle
  }
}

function missing(path: string): RejectedRequestError {
  return new RejectedRequestError(code.noSuchFile, `There is no /${path}.`)
}

function readOnly(path: string): RejectedRequestError {
  return new RejectedRequestError(code.denied, `/${path} is read-only; files can be written below /outbound.`)
}

function toRefusal(error: unknown): { readonly code: number; readonly message: string } {
  if (error instanceof RejectedRequestError) return error
  if (error instanceof FileTooLargeError) return { code: code.failure, message: error.message }
  if (error instanceof FileRejectionError) {
    const { status, message } = error
    if (status === 404) return { code: code.noSuchFile, message }
    return { code: status === 405 ? code.denied : code.failure, message }
  }
  return { code: code.failure, message: 'The request failed.' }
}
