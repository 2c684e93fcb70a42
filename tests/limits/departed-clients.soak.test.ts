import { expect, it, vi } from 'vitest'
import { openSite, patiently } from './site-with-a-run.js'

it('a client that leaves frees what it has not read of a long response', async () => {
  const { runToken, run, organizationKey, taskRunId, leave, send } = await openSite({ bytes: 2 ** 22 })
  for (const name of ['a', 'b', 'c']) {
    const text = name.repeat(900_000)
    expect((await send('PUT', `${run}/files/outbound/${name}.json`, runToken, `"${text}"`)).status).toBe(201)
  }
  expect((await send('POST', `/v1/task-runs/${taskRunId}/complete`, runToken)).status).toBe(200)
  const path = `/task-runs/${taskRunId}/record`
  const whole = await send('GET', path, organizationKey)
  expect([whole.status, whole.text.length > 2 ** 21]).toEqual([200, true])
  // The client reads the beginning, so that the response has been made and waits to be sent.
  const reader = await leave('GET', path, organizationKey)
  await new Promise<void>((resolve) => reader.once('readable', () => resolve()))
  expect((await send('GET', path, organizationKey)).status).toBe(429)
  reader.destroy()
  await vi.waitFor(async () => expect((await send('GET', path, organizationKey)).status).toBe(200), patiently)
  expect((await send('GET', path, organizationKey)).text).toBe(whole.text)
})
