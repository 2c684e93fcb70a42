import { expect, it } from 'vitest'
import { zlibCompression } from './zlib-compression.js'

it('compresses text, and decompresses it to the same text', async () => {
  for (const text of ['', 'é😀\u0000', JSON.stringify(Array.from({ length: 5000 }, (_, index) => ({ index })))]) {
    const bytes = await zlibCompression.compress(text)
    expect(await zlibCompression.decompress(bytes)).toBe(text)
    // Nothing larger is kept with it.
    expect(bytes.buffer.byteLength).toBe(bytes.byteLength)
  }
})
