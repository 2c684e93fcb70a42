import { createSeededRandom } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { createRequest } from './request.js'
import { readRequestId } from './request-id.js'

function readId(header?: string) {
  return readRequestId(
    createRequest('GET', '/', header === undefined ? {} : { 'x-request-id': header }),
    createSeededRandom(1),
  )
}

describe('a request id', () => {
  it.each(['a', '0', 'A-z-9', '-', 'x'.repeat(64)])('of the caller is kept: %s', (header) => {
    expect(readId(header)).toBe(header)
  })

  it.each(['', 'x'.repeat(65), 'a b', 'a_b', 'a\n', 'a\r\nset-cookie: x=1', 'ä', 'a, b', '"'])(
    'that could be harmful is replaced: %j',
    (header) => {
      expect(readId(header)).toMatch(/^[0-9a-f]{32}$/)
    },
  )

  it('is generated if there is none', () => {
    const random = createSeededRandom(1)
    const request = createRequest('GET', '/')
    expect(readRequestId(request, random)).not.toBe(readRequestId(request, random))
  })
})
