import { expect, it, vi } from 'vitest'
import { carebenchMock } from './carebench-mock.js'
import { clinic } from './testing/clinic.js'

vi.mock('msw', () => {
  throw new Error('msw is not installed')
})

it('answers a fetch without msw, and says what handlers need', async () => {
  const mock = await carebenchMock({ benchmark: clinic })
  const headers = { authorization: `Bearer ${mock.organizationKey}` }
  expect((await mock.fetch(`${mock.baseUrl}/benchmarks`, { headers })).status).toBe(200)
  expect(() => mock.handlers).toThrow('npm install --save-dev msw (on Node 20: msw@2)')
})
