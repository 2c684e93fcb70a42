import fc from 'fast-check'
import { expect, it } from 'vitest'
import { insertUrl, readOrigin } from './origin.js'

it.each([
  ['clinic.example', 'https://clinic.example'],
  ['Clinic.Example:8443', 'https://clinic.example:8443'],
  ['127.0.0.1:1', 'https://127.0.0.1:1'],
  ['[::1]:8443', 'https://[::1]:8443'],
  ['', ''],
  ['a b', ''],
  ['a"b', ''],
  ['a/b', ''],
  ['a@b', ''],
  ['a:b', ''],
  ['a,b', ''],
  ['-a', ''],
  ['a:123456', ''],
  ['a\u0000', ''],
  ['ä.example', ''],
])('returns for the host %j the origin %j', (host, origin) => {
  expect(readOrigin({ host })).toBe(origin)
})

it('returns an empty origin for a call without a host', () => {
  expect(readOrigin({})).toBe('')
})

it('puts a URL at every place and changes nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.string(), (parts, url) => {
      const places = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('').length)
      expect(insertUrl(parts.join(''), places, url)).toBe(parts.join(url))
    }),
  )
})
