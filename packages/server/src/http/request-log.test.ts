import { expect, it } from 'vitest'
import { requestIdFrom } from './request-id.js'
import { loggedError } from './request-log.js'

it('logs an error with its causes, without tokens', () => {
  const text = loggedError(new Error('outer vk_abc vop_1', { cause: new Error('inner', { cause: 7 }) }))
  expect(text).toMatch(/outer vk_… vop_…[\s\S]*caused by: Error: inner[\s\S]*caused by: 7/)
})

it('keeps a request id of the caller only if it is well-formed', () => {
  const next = () => 'new'
  for (const good of ['a', 'A-1', 'x'.repeat(64)]) expect(requestIdFrom(good, next)).toBe(good)
  for (const bad of ['', 'a b', 'x'.repeat(65), 'a_b', undefined, 7]) expect(requestIdFrom(bad, next)).toBe('new')
})
