import { createRequest, type ServiceRequest, textOfBody } from '@carebench/service'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDashboard } from '../../packages/server/src/dashboard/dashboard.js'
import { type OpenDashboard, openDashboard, send, signIn, type Visitor } from './open-dashboard.js'

// Who can sign in, which forms are accepted, and which requests get a response.

let open: OpenDashboard
let visitor: Visitor
beforeAll(async () => {
  open = await openDashboard()
  visitor = await open.signIn(open.organizationKey)
})

const pageOf = async (path: string): Promise<string> => {
  const response = await visitor.get(path)
  expect(response.status, path).toBe(200)
  return textOfBody(response)
}

describe('a session', () => {
  it('is required for every page, and cannot be made up', async () => {
    for (const path of ['', '/runs', '/keys', `/runs/${open.runs.good}`, '/organizations']) {
      for (const cookie of ['', '__Secure-dashboard=AAAA', `${visitor.cookie.slice(0, -4)}AAAA`]) {
        const response = await open.dashboard.handle(createRequest('GET', `/dashboard${path}`, { cookie }))
        expect([response.status, response.headers.location, response.body]).toEqual([303, '/dashboard/sign-in', null])
      }
    }
  })

  it('keeps the key in an encrypted cookie that is sent to this path only', async () => {
    const { headers } = await send(open.dashboard, '/sign-in', { key: open.organizationKey }, {})
    const cookie = headers['set-cookie'] ?? ''
    expect(cookie).toMatch(
      /^__Secure-dashboard=[\w-]+; Path=\/dashboard; Max-Age=43200; HttpOnly; Secure; SameSite=Strict$/,
    )
    expect(cookie).not.toContain(open.organizationKey.slice(3, 12))
    expect(atob((/=([\w-]+)/.exec(cookie)?.[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))).not.toContain('vk_')
  })

  it('ends after twelve hours, with its key, with its secret, and by signing out', async () => {
    let now = Date.now()
    const { service } = open
    const dashboard = createDashboard({ service, secrets: [new Uint8Array(32).fill(1)], now: () => now })
    const { cookie } = await signIn(dashboard, open.organizationKey)
    const read = (at = dashboard) => at.handle(createRequest('GET', '/dashboard/runs', { cookie }))
    expect((await read()).status).toBe(200)
    const rotated = [2, 1].map((byte) => new Uint8Array(32).fill(byte))
    expect((await read(createDashboard({ service, secrets: rotated }))).status).toBe(200)
    expect((await read(createDashboard({ service, secrets: rotated.slice(0, 1) }))).status).toBe(303)
    now += 12 * 3_600_000
    expect((await read()).status).toBe(303)
    const late = await send(dashboard, `/benchmarks/bench_${'0'.repeat(26)}/versions`, { csrf: 'f' }, { cookie })
    expect(late.headers.location).toBe('/dashboard/sign-in?ended')
    const said = 'Your session has ended, so nothing was changed.'
    expect(await pageOf('/sign-in?ended')).toContain(said)
    expect(await pageOf('/sign-in')).not.toContain(said)
    const leaving = await open.signIn(open.organizationKey)
    const out = await leaving.send('/sign-out')
    expect(out.headers['set-cookie']).toMatch(/^__Secure-dashboard=; .*Max-Age=0/)
    expect((await leaving.get('/runs')).status).toBe(303)
  })

  it('does not start with a key that the API rejects, or with a Solver key', async () => {
    for (const key of [open.solverKey, `vk_${'a'.repeat(43)}`, 'vop_x', '', '<script>']) {
      const response = await send(open.dashboard, '/sign-in', { key }, {})
      expect([response.status, response.headers['set-cookie']]).toEqual([422, undefined])
      if (key !== '') expect(textOfBody(response)).not.toContain(key)
    }
  })
})

describe('a form that is sent after its session has ended', () => {
  const typed = { new_name: 'Späte "Schicht" <b>', new_alias: 'late-shift', new_description: 'a & b', csrf: 'f' }
  const hiddenIn = (page: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...page.matchAll(/<input type="hidden" name="(unsent_\w+)" value="([^"]*)">/g)].map(
        ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
      ),
    )

  it('comes back filled in after signing in again, but is not sent', async () => {
    const late = await send(open.dashboard, '/solvers', typed, {})
    expect(textOfBody(late)).toContain('so nothing was changed. Sign in, and the form comes back')
    const wrong = await send(open.dashboard, '/sign-in', { ...hiddenIn(textOfBody(late)), key: 'vk_wrong' }, {})
    expect(wrong.status).toBe(422)
    const kept = hiddenIn(textOfBody(wrong))
    expect(kept).toEqual(hiddenIn(textOfBody(late)))
    const again = await send(open.dashboard, '/sign-in', { ...kept, key: open.organizationKey }, {})
    const page = textOfBody(again)
    expect(page).toContain('value="Späte &quot;Schicht&quot; &lt;b&gt;"')
    expect(page).toContain('value="late-shift"')
    expect(page).toContain('value="a &amp; b"')
    expect(page).toContain('Your session had ended, so this was not sent')
    expect(again.headers['set-cookie']).toMatch(/^__Secure-dashboard=[\w-]+; /)
    expect(await pageOf('/solvers')).not.toContain('late-shift')
    const cookie = /^[^;]+/.exec(again.headers['set-cookie'] ?? '')?.[0] ?? ''
    const csrf = /name="csrf" value="([0-9a-f]{32})"/.exec(page)?.[1] ?? ''
    expect((await send(open.dashboard, '/solvers', { ...typed, csrf }, { cookie })).status).toBe(303)
    expect(await pageOf('/solvers')).toContain('late-shift')
  })

  it('is not kept if it comes from another site, is too long, or has only a key', async () => {
    const notKept: readonly (readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>])[] = [
      [typed, { 'sec-fetch-site': 'cross-site' }],
      [{ ...typed, csrf: '' }, {}],
      [{ ...typed, new_name: 'x'.repeat(17_000) }, {}],
      [{ new_name: open.organizationKey, csrf: 'f' }, {}],
    ]
    for (const [fields, headers] of notKept) {
      const response = await send(open.dashboard, '/solvers', fields, headers)
      expect([response.status, response.headers.location, response.body]).toEqual([
        303,
        '/dashboard/sign-in?ended',
        null,
      ])
    }
  })

  it('leads only to forms of the dashboard', async () => {
    for (const unsent_place of ['//evil.example', '/nowhere', '/organizations', '/sign-in']) {
      const fields = { unsent_place, unsent_typed: 'name=x', key: open.organizationKey }
      const response = await send(open.dashboard, '/sign-in', fields, {})
      expect([response.status, response.headers.location]).toEqual([303, '/dashboard'])
    }
  })

  it('also comes back if its key was revoked, and says so if something was changed before', async () => {
    // How many more calls the API accepts the key for.
    let left = Number.POSITIVE_INFINITY
    const refused = {
      status: 401,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error: { code: 'UNAUTHORIZED', message: 'No.' } }),
    }
    const service = {
      handle: async (request: ServiceRequest) => (left-- > 0 ? open.service.handle(request) : refused),
    }
    const late = await signIn(createDashboard({ service }), open.organizationKey)
    left = 0
    const kept = await late.send('/keys', { name: 'Build server' })
    expect(hiddenIn(textOfBody(kept))).toEqual({ unsent_place: '/keys', unsent_typed: 'name=Build+server' })
    expect(kept.headers['set-cookie']).toMatch(/Max-Age=0/)
    expect(await pageOf('/keys')).not.toContain('Build server')
    left = 1
    const { headers } = await late.send('/keys', { name: 'Build server' })
    expect(headers.location).toBe('/dashboard/sign-in?interrupted')
    expect(await pageOf('/keys')).toContain('Build server')
    const said = await pageOf('/sign-in?interrupted')
    expect(said).toContain('check whether it was done')
    expect(said).not.toContain('nothing was changed')
  })
})

describe('a form', () => {
  it('is rejected without the token of its session, and changes nothing', async () => {
    const before = await pageOf('/solvers')
    for (const csrf of ['', 'f'.repeat(32)]) {
      const response = await visitor.send('/solvers', { new_name: 'Forged', new_alias: 'forged' }, csrf)
      expect(response.status).toBe(403)
    }
    const missing = await open.dashboard.handle(createRequest('POST', '/dashboard/solvers', { cookie: visitor.cookie }))
    expect(missing.status).toBe(403)
    expect((await pageOf('/solvers')).replaceAll(/nonce="[^"]*"/g, '')).toBe(before.replaceAll(/nonce="[^"]*"/g, ''))
  })

  it('of another site does not sign in', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', host: 'localhost' },
      { origin: 'null', host: 'localhost' },
      // Without TLS, an attacker on the network can respond, and show a form.
      { origin: 'http://localhost', host: 'localhost' },
    ]) {
      const response = await send(open.dashboard, '/sign-in', { key: open.organizationKey }, headers)
      expect([response.status, response.headers['set-cookie']]).toEqual([403, undefined])
    }
  })

  it('signs in with a browser that sends only its origin, which the referrer policy must not hide', async () => {
    const host = 'localhost:8443'
    const page = await open.dashboard.handle(createRequest('GET', '/dashboard/sign-in', { host }))
    expect(page.headers['referrer-policy']).toBe('same-origin')
    const headers = { origin: `https://${host}`, host }
    expect((await send(open.dashboard, '/sign-in', { key: open.organizationKey }, headers)).status).toBe(303)
  })

  it('that is rejected keeps what was typed', async () => {
    const response = await visitor.send('/solvers', { new_name: 'Night shift', new_alias: 'not an alias' })
    expect(response.status).toBe(422)
    const page = textOfBody(response)
    expect(page).toContain('value="Night shift"')
    expect(page).toContain('value="not an alias"')
    expect(page).toContain('role="alert"')
  })
})

it('every page has a policy that allows only its own scripts, and no response is cached', async () => {
  for (const path of ['/runs', '/keys', '/nowhere', '/sign-in']) {
    const { headers } = await visitor.get(path)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'nonce-[\w+/]{22}=='; style-src 'self'; .*frame-ancestors 'none'$/,
    )
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
  }
})

it('accepts no methods but GET for pages and POST for forms', async () => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'GETS']) {
    const { headers, status } = await open.dashboard.handle(
      createRequest(method, '/dashboard/solvers', { cookie: visitor.cookie }),
    )
    expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD, POST'])
  }
  const head = await open.dashboard.handle(createRequest('HEAD', '/dashboard/solvers', { cookie: visitor.cookie }))
  expect(head.status).toBe(200)
})

it('responds to browsers at the root, and leaves everything else to the API', () => {
  const answers = (method: string, target: string, accept?: string) =>
    open.dashboard.answers({ method, target, headers: accept === undefined ? {} : { accept } })
  expect(answers('GET', '/', 'text/html,*/*')).toBe(true)
  expect(answers('HEAD', '/?from=mail', 'application/xml, TEXT/HTML;q=0.1')).toBe(true)
  expect(answers('GET', '/')).toBe(false)
  expect(answers('POST', '/', 'text/html')).toBe(false)
  expect(answers('GET', '/', 'application/json, text/html;q=0')).toBe(false)
  expect(answers('GET', '/', 'text/html; q=0.000, */*')).toBe(false)
  expect(answers('GET', '/', 'application/x-text/html-like')).toBe(false)
  expect(answers('GET', '/', '*/*')).toBe(false)
  expect(answers('GET', '/dashboard/runs')).toBe(true)
  expect(answers('GET', '/dashboards')).toBe(false)
  expect(answers('GET', '/benchmarks', 'text/html')).toBe(false)
})
