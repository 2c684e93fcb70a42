import { afterEach, expect, it, vi } from 'vitest'
import { nodeFetch } from './agent.js'

afterEach(() => vi.unstubAllGlobals())

it('passes a dispatcher to the global fetch, looked up at the call', async () => {
  const pem = '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----'
  const fetch = nodeFetch({ ca: [pem, pem], connections: 2 })
  const stub = vi.fn(async () => new Response('seen'))
  vi.stubGlobal('fetch', stub)
  const answer = await fetch('https://s.example.org/', { method: 'POST' })
  expect(await answer.text()).toBe('seen')
  expect(stub).toHaveBeenCalledWith('https://s.example.org/', { method: 'POST', dispatcher: expect.any(Object) })
})

it('rejects the name of a file instead of certificates', () => {
  expect(() => nodeFetch({ ca: '/etc/ssl/ca.pem' })).toThrow(/BEGIN CERTIFICATE/)
  expect(() => nodeFetch({ ca: [] })).toThrow(TypeError)
})
