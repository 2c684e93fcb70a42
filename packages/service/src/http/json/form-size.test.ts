import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { hasMoreFields, hasMoreParts } from './form-size.js'

const numRuns = 10 * inject('scale')
const most = fc.integer({ min: 1, max: 8 })
const count = fc.integer({ min: 1, max: 10 })

async function toBytes(body: FormData) {
  return new Uint8Array(await new Response(body).arrayBuffer())
}

describe('the size of a form', () => {
  it('is the number of its fields', () => {
    fc.assert(
      fc.property(count, most, fc.string(), (fields, limit, text) => {
        const form = new URLSearchParams(Array.from({ length: fields }, (_, at) => [`f${at}`, text]))
        expect(hasMoreFields(new TextEncoder().encode(form.toString()), limit)).toBe(fields > limit)
      }),
      { numRuns },
    )
  })

  it('is the number of its parts, whatever they contain', async () => {
    await fc.assert(
      fc.asyncProperty(count, most, fc.uint8Array(), fc.nat(2), async (parts, limit, content, empty) => {
        const form = new FormData()
        for (let at = 0; at < parts; at++) {
          if (at % 2 === 0) form.append('f', '--\r\n--\r\n')
          else form.append('f', new Blob([new Uint8Array(content)]), 'a')
        }
        const lines = new TextEncoder().encode('\r\n'.repeat(empty))
        const bytes = await toBytes(form)
        expect(hasMoreParts(new Uint8Array([...lines, ...bytes]), limit)).toBe(parts > limit)
      }),
      { numRuns },
    )
  })

  it('is determined for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), most, (bytes, limit) => {
        hasMoreParts(bytes, limit)
        hasMoreFields(bytes, limit)
      }),
      { numRuns },
    )
  })
})
