import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRedaction } from './redaction.js'

const redaction = createRedaction(['vk_abcdef123456', 'secret-key-of-another-shape'])

it('keeps only the prefixes of tokens and keys', () => {
  expect(redaction.text('{"bearer_token":"vrl_run_0123456789abcdef","a":1}')).toBe(
    '{"bearer_token":"vrl_run_[redacted]","a":1}',
  )
  expect(redaction.text('secret-key-of-another-shape!')).toBe('[redacted]!')
  expect(redaction.text('{"password":"p\\"w","client_secret": "s","secret":"whsec_1"}')).toBe(
    '{"password":"[redacted]","client_secret": "[redacted]","secret":"[redacted]"}',
  )
  expect(redaction.text('grant_type=x&client_secret=abc&b=1')).toBe('grant_type=x&client_secret=[redacted]&b=1')
  expect(redaction.headers({ authorization: 'Bearer vk_abcdef123456', cookie: 'a=b', accept: 'x' })).toEqual({
    authorization: 'Bearer vk_[redacted]',
    cookie: '[redacted]',
    accept: 'x',
  })
  expect(redaction.headers({ authorization: 'Basic abc' }).authorization).not.toContain('abc')
})

it('hides the values of secret members before it truncates long values', () => {
  const path = '/body/sandboxes/0/credentials/password'
  const expected = 'a text'
  expect(redaction.fault({ path, expected, actual: '"hunter2"' }).actual).toBe('[redacted]')
  expect(redaction.fault({ path, expected, actual: 'nothing' }).actual).toBe('nothing')
  const long = redaction.fault({ path: '', expected, actual: `"${'x'.repeat(395)}vk_abcdef123456 and so on"` })
  expect(long.actual).toBe(`"${'x'.repeat(395)}vk_[…`)
})

it('hides a key everywhere', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      expect(redaction.text(`${before}vk_abcdef123456${after}`)).not.toContain('abcdef123456')
    }),
  )
})
