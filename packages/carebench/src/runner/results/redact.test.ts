import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRedact, redactJson } from './redact.js'

it('replaces secrets of at least eight characters, the longer one first', () => {
  const redact = createRedact(['sk-12345678', 'sk-1234567890', 'short'])
  expect(redact('sk-1234567890 sk-12345678 short')).toBe('[secret] [secret] short')
})

it('finds a secret in every encoding in files', () => {
  const secret = fc.string({ unit: 'grapheme-ascii', minLength: 12, maxLength: 40 })
  const around = fc.string({ maxLength: 5 })
  fc.assert(
    fc.property(secret, around, around, (value, before, after) => {
      const whole = before + value + after
      const encoded = Buffer.from(whole)
      const texts = [
        whole,
        JSON.stringify(whole),
        encodeURIComponent(whole),
        encoded.toString('hex'),
        encoded.toString('base64'),
        encoded.toString('base64url'),
      ]
      const redact = createRedact([value])
      for (const text of texts) expect(redact(text)).toContain('[secret]')
    }),
  )
})

it('keeps a JSON document valid, whatever the secret', () => {
  const redact = createRedact(['12345678', 'a"quoted"secret'])
  const written = JSON.stringify({ number: 123456789, text: 'PIN 12345678', 12345678: ['a"quoted"secret'] })
  expect(JSON.parse(redactJson(written, redact))).toEqual({
    number: 123456789,
    text: 'PIN [secret]',
    '[secret]': ['[secret]'],
  })
  expect(redactJson('{"number":1}', redact)).toBe('{"number":1}')
})
