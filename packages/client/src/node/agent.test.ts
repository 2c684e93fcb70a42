import { afterEach, expect, it, vi } from 'vitest'
import { nodeFetch } from './agent.js'

afterEach(() => vi.unstubAllGlobals())

it('hands a dispatcher to the global fetch of the time of the call', async () => {
  const fetch = nodeFetch({ ca: ['one', 'two'], connections: 2 })
  const stub = vi.fn(async () => new Response('seen'))
  vi.stubGlobal('fetch', stub)
  const answer = await fetch('https://s.example.org/', { method: 'POST' })
  expect(await answer.text()).toBe('seen')
  expect(stub).toHaveBeenCalledWith('https://s.example.org/', { method: 'POST', dispatcher: expect.any(Object) })
})
