import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Packs text with zlib, in threads beside this one: the `compression` of `createMemoryStore`. */
export const zlibCompression = {
  /** The bytes of a text, packed fast rather than small. */
  async compress(text: string): Promise<Uint8Array> {
    // A copy: the result of zlib is a part of a larger buffer.
    return new Uint8Array(await deflate(text, { level: 1 }))
  },
  /** The text of packed bytes. */
  async decompress(bytes: Uint8Array): Promise<string> {
    return (await inflate(bytes)).toString()
  },
}
