import { expect, it, onTestFinished } from 'vitest'
import { patientFetch } from './patient-fetch.js'

const own = Symbol.for('undici.globalDispatcher.1')

it('removes the timeouts of each request, and leaves everything else to the dispatcher of Node', async () => {
  const global = globalThis as { [own]?: { readonly dispatch: (options: object) => boolean } }
  const before = global[own]
  const asked: object[] = []
  global[own] = {
    dispatch(options) {
      asked.push(options)
      throw new TypeError('Nothing is sent.')
    },
  }
  onTestFinished(() => {
    if (before === undefined) delete global[own]
    else global[own] = before
  })
  await expect(patientFetch('http://127.0.0.1:40000/v1', { method: 'POST', body: '{}' })).rejects.toThrow()
  expect(asked).toMatchObject([{ method: 'POST', path: '/v1', headersTimeout: 0, bodyTimeout: 0 }])
})
