import { expect, it } from 'vitest'
import { requestIdFrom } from './request-id.js'
import { loggedError, loggedPath } from './request-log.js'

it('logs the path without query and tokens, cut', () => {
  expect(loggedPath('/a/b?c=d#e')).toBe('/a/b')
  expect(loggedPath('/x/vrl_run_0aZ/y')).toBe('/x/vrl_run_…/y')
  expect(loggedPath(`/${'x'.repeat(9_000)}`)).toHaveLength(1024)
})

it('logs an error with its causes, without tokens', () => {
  const text = loggedError(new Error('outer vk_abc', { cause: new Error('inner', { cause: 7 }) }))
  expect(text).toMatch(/outer vk_…[\s\S]*caused by: Error: inner[\s\S]*caused by: 7/)
})

it('keeps a request id of the caller only if it is well-formed', () => {
  const next = () => 'new'
  for (const good of ['a', 'A-1', 'x'.repeat(64)]) expect(requestIdFrom(good, next)).toBe(good)
  for (const bad of ['', 'a b', 'x'.repeat(65), 'a_b', undefined, 7]) expect(requestIdFrom(bad, next)).toBe('new')
})
