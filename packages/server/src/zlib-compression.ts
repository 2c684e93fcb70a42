import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Compresses text with zlib on other threads: for the `compression` of `createMemoryStore`. */
export const zlibCompression = {
  /** Compresses a text; optimized for speed, not size. */
  async compress(text: string): Promise<Uint8Array> {
    // A copy, because the result of zlib is part of a larger buffer.
    return new Uint8Array(await deflate(text, { level: 1 }))
  },
  /** Decompresses bytes to text. */
  async decompress(bytes: Uint8Array): Promise<string> {
    return (await inflate(bytes)).toString()
  },
}
