import { expect, it } from 'vitest'
import { mediaTypeOf } from './media-type.js'

it.each([
  [undefined, ''],
  ['', ''],
  ['application/json', 'application/json'],
  ['Application/JSON; charset=utf-8', 'application/json'],
  [' application/json ;', 'application/json'],
  ['text/plain; note="application/json"', 'text/plain'],
  ['application/json-patch+json', 'application/json-patch+json'],
  ['application/json, text/plain', 'application/json, text/plain'],
  [';application/json', ''],
])('the media type of %j is %j', (header, expected) => {
  expect(mediaTypeOf(header)).toBe(expected)
})
