import { createSeededRandom } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { createRequest } from '../request.js'
import { requestIdOf } from './request-id.js'

function idOf(given?: string) {
  return requestIdOf(
    createRequest('GET', '/', given === undefined ? {} : { 'x-request-id': given }),
    createSeededRandom(1),
  )
}

describe('a request id', () => {
  it.each(['a', '0', 'A-z-9', '-', 'x'.repeat(64)])('of the caller is kept: %s', (given) => {
    expect(idOf(given)).toBe(given)
  })

  it.each(['', 'x'.repeat(65), 'a b', 'a_b', 'a\n', 'a\r\nset-cookie: x=1', 'ä', 'a, b', '"'])(
    'that could be harmful is replaced: %j',
    (given) => {
      expect(idOf(given)).toMatch(/^[0-9a-f]{32}$/)
    },
  )

  it('is generated if there is none', () => {
    const random = createSeededRandom(1)
    const request = createRequest('GET', '/')
    expect(requestIdOf(request, random)).not.toBe(requestIdOf(request, random))
  })
})
