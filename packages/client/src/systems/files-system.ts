import type { Walk } from '@carebench/pagination'
import { pathSegment } from '../http/request-path.js'
import type { CallOptions } from '../http/transport.js'
import type { SimulatedSystem } from './simulated-system.js'

/** A file, as the file exchange describes it. */
export interface FileEntry {
  /** For example `inbox/results.csv`. */
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly media_type: string
  /** Lower-case hex. */
  readonly sha256: string
  /** RFC 3339. */
  readonly modified_at: string
}

/** The file exchange of a task run or a sandbox. Paths begin with a folder: `inbox/…`, `outbound/…`, `archive/…`. */
export class FilesSystem {
  readonly #system: SimulatedSystem

  constructor(system: SimulatedSystem) {
    this.#system = system
  }

  /** Iterates over all files in a folder, newest first. */
  list(folder: 'inbox' | 'outbound' | 'archive' = 'inbox', options?: CallOptions): Walk<FileEntry> {
    return this.#system.list<FileEntry>(folder, {}, options)
  }

  /** Reads a file as UTF-8 text. */
  async read(path: string, options?: CallOptions): Promise<string> {
    return new TextDecoder().decode(await this.readBytes(path, options))
  }

  /** Reads a file as bytes. */
  async readBytes(path: string, options?: CallOptions): Promise<Uint8Array> {
    const { bytes } = await this.#system.transfer('GET', encodePath(path), undefined, options)
    return bytes
  }

  /**
   * Writes a file below `outbound`. Text is sent as UTF-8; the default of `mediaType` is `application/octet-stream`.
   */
  async write(
    path: string,
    content: string | Uint8Array,
    mediaType = 'application/octet-stream',
    options?: CallOptions,
  ): Promise<void> {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
    await this.#system.transfer('PUT', encodePath(path), { bytes, mediaType }, options)
  }

  /** Deletes a file below `outbound`. */
  async delete(path: string, options?: CallOptions): Promise<void> {
    await this.#system.transfer('DELETE', encodePath(path), undefined, options)
  }
}

function encodePath(path: string): string {
  return path
    .split('/')
    .map((segment) => pathSegment('path', segment))
    .join('/')
}
