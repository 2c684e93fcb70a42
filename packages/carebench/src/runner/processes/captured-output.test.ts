import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { captureOutput } from './captured-output.js'

it('keeps the beginning and the end, whatever the chunks', () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 60 })
  const limit = fc.integer({ min: 2, max: 100 })
  fc.assert(
    fc.property(chunks, limit, (parts, most) => {
      const ascii = parts.map((part) => part.map((byte) => 97 + (byte % 26)))
      const all = Buffer.concat(ascii).toString()
      const captured = captureOutput(most)
      for (const part of ascii) captured.add(part)
      const half = Math.floor(most / 2)
      const cut = all.length - 2 * half
      const expected = cut > 0 ? `${all.slice(0, half)}\n[... ${cut} bytes not kept ...]\n${all.slice(-half)}` : all
      expect(captured.text()).toBe(expected)
      expect(captured.text()).toBe(expected)
    }),
    { numRuns: 50 * inject('scale') },
  )
})

it('returns an end that was cut from the beginning of a line', () => {
  const captured = captureOutput(20)
  captured.add(Buffer.from(`${'a'.repeat(50)}\nlast line`))
  expect(captured.end()).toBe('last line')
  const whole = captureOutput(100)
  whole.add(Buffer.from('one\ntwo'))
  expect(whole.end()).toBe('one\ntwo')
})
