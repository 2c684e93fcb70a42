import { createRequest } from '@carebench/service'
import { expect, it } from 'vitest'
import { createDashboard } from '../dashboard.js'
import { createMemorySessions } from './session.js'

function now(): number {
  return Date.UTC(2026, 2, 2)
}
const secrets = [new Uint8Array(32).fill(1)]

/** A service that accepts any key and has no resources. */
const service = {
  handle: async () => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: [], _meta: { next: null, prev: null } }),
  }),
}

it('ends a session for all who have its cookie, on every node, and no other session', async () => {
  const endedSessions = createMemorySessions(now)
  const nodes = [1, 2].map(() => createDashboard({ service, secrets, now, endedSessions }))
  const [first, second] = nodes
  const send = (node: typeof first, target: string, cookie: string, form?: string) => {
    const headers = { cookie, ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }) }
    const body = form === undefined ? undefined : new TextEncoder().encode(form)
    return node?.handle(createRequest(form === undefined ? 'GET' : 'POST', target, headers, body))
  }
  const signIn = async () => {
    const response = await send(first, '/dashboard/sign-in', '', `key=vk_${'a'.repeat(43)}`)
    return (response?.headers['set-cookie'] ?? '').split(';', 1)[0] ?? ''
  }
  const isSignedIn = async (node: typeof first, cookie: string) =>
    (await send(node, '/dashboard', cookie))?.headers.location !== '/dashboard/sign-in'
  const [cookie, other] = [await signIn(), await signIn()]
  const page = String((await send(first, '/dashboard/keys', cookie))?.body)
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page) ?? []
  expect([await isSignedIn(first, cookie), await isSignedIn(second, cookie)]).toEqual([true, true])
  await send(first, '/dashboard/sign-out', cookie, 'csrf=wrong')
  expect(await isSignedIn(second, cookie)).toBe(true)
  const left = await send(first, '/dashboard/sign-out', cookie, `csrf=${csrf}`)
  expect(left?.headers['set-cookie']).toContain('Max-Age=0')
  expect([await isSignedIn(first, cookie), await isSignedIn(second, cookie)]).toEqual([false, false])
  expect(await isSignedIn(second, other)).toBe(true)
})
