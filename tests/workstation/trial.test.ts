import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPayer } from '../portal/open-portal.js'
import { type ServedTrial, serveTrial } from './serve-trial.js'

// The workstation at the origin of a trial: plain HTTP on this machine, without the token of the trial.

let trial: ServedTrial
let base: string
beforeAll(async () => {
  const payer = await startPayer()
  trial = await serveTrial(payer)
  base = `${trial.proxy.baseUrl}/workstations/${payer.taskRunId}`
})
afterAll(() => trial.proxy.close())

it('lets a browser with a link of the trial into its workstation, and nowhere else in the service', async () => {
  const url = await trial.link()
  const entered = await fetch(url)
  expect(entered.status).toBe(200)
  const set = entered.headers.get('set-cookie') ?? ''
  expect(set).toMatch(/HttpOnly; SameSite=Strict$/)
  expect(entered.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const cookie = set.split(';', 1)[0] ?? ''
  const task = await fetch(`${base}/task`, { headers: { cookie } })
  expect([task.status, await task.text()]).toEqual([200, expect.stringContaining('Instruction')])
  expect((await fetch(`${base}/task`)).status).toBe(401)
  for (const path of ['/runs', '/workstations/tr_other/task', '/portals/sbx_1/login', '/dashboard']) {
    expect((await fetch(trial.proxy.baseUrl + path, { headers: { cookie } })).status).toBe(401)
  }
  expect((await fetch(`${base}/../../runs`, { headers: { cookie } })).status).toBe(401)
})

it('passes on what a page submits to the trial, once', async () => {
  const entered = await fetch(await trial.link())
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const form = await (await fetch(`${base}/submit`, { headers: { cookie } })).text()
  const csrf = /name="csrf" value="([0-9a-f.]+)"/.exec(form)?.[1] ?? ''
  const send = (body: Readonly<Record<string, string>>) =>
    fetch(`${base}/submit`, { method: 'POST', headers: { cookie }, body: new URLSearchParams(body) })
  expect((await send({ output: '{}', csrf: '0' })).status).toBe(403)
  expect(trial.submitted).toEqual([])
  const done = await send({ output: '{"auth_number":"PA1"}', csrf })
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('Task submitted')])
  expect(trial.submitted).toEqual([{ output: { auth_number: 'PA1' } }])
  expect((await send({ output: '', csrf })).status).toBe(409)
  expect(trial.submitted).toHaveLength(1)
})
