import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { chunkLimits, collectBody } from './body.js'

it('joins chunks of any size in order', async () => {
  const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 3 }), { maxLength: 600, size: 'max' })
  const property = fc.asyncProperty(chunks, async (parts) => {
    const body = await collectBody(Readable.from(parts.map((part) => Buffer.from(part))), 10_000)
    expect(Buffer.from(body).equals(Buffer.concat(parts))).toBe(true)
  })
  await fc.assert(property, { numRuns: 10 * inject('scale') })
})

it.each([
  [chunkLimits.chunks, 1, true],
  [chunkLimits.chunks + 1, 1, false],
  [chunkLimits.chunks + 1, chunkLimits.meanBytes - 1, false],
  [3 * chunkLimits.chunks, chunkLimits.meanBytes, true],
])('reads or rejects a body of %i chunks of %i bytes each: %s', async (count, size, isRead) => {
  const chunk = Buffer.alloc(size, ' ')
  const body = collectBody(Readable.from(Array.from({ length: count }, () => chunk)), 1_000_000)
  if (isRead) expect(await body).toHaveLength(count * size)
  else await expect(body).rejects.toThrow(/2048 chunks of less than 32 bytes.*Content-Length/)
})
