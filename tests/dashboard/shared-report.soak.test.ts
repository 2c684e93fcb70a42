import { createRequest, type ServiceRequest, textOfBody } from '@carebench/service'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDashboard } from '../../packages/server/src/dashboard/dashboard.js'
import { routes } from '../../packages/server/src/dashboard/routes.js'
import { type OpenDashboard, openDashboard, type Visitor } from './open-dashboard.js'

// A link that shows one report without a key: what it opens, and what it must not open.

const hour = 3_600_000
let now = Date.parse('2026-03-02T18:00:00Z')
let open: OpenDashboard
let owner: Visitor
/** The path of the link below `/dashboard`. */
let link: string
/** The task runs of the shared run. */
let taskRuns: readonly string[]

beforeAll(async () => {
  open = await openDashboard(() => now)
  owner = await open.signIn(open.organizationKey)
  link = await share(open.runs.careless, '24')
  taskRuns = await listTaskRuns(open.runs.careless)
})

async function listTaskRuns(run: string): Promise<readonly string[]> {
  const page = textOfBody(await owner.get(`/runs/${run}`))
  return [...new Set([...page.matchAll(/\/task-runs\/(tr_\w+)/g)].map(([, id = '']) => id))]
}

async function share(run: string, hours: string): Promise<string> {
  const page = textOfBody(await owner.send(`/runs/${run}/share`, { hours }))
  return /href="\/dashboard(\/shared\/[\w-]+)"/.exec(page)?.[1] ?? ''
}

/** Sends a request without a key or a session. */
function ask(path: string, request: Partial<ServiceRequest> = {}) {
  return open.dashboard.handle({ ...createRequest('GET', `/dashboard${path}`), ...request })
}

async function readStatus(path: string, request?: Partial<ServiceRequest>): Promise<number> {
  return (await ask(path, request)).status
}

describe('a link to a shared report', () => {
  it('shows the run and its task runs, without forms or other links', async () => {
    expect(taskRuns.length).toBeGreaterThan(1)
    const seen = new Set<string>()
    for (const path of [link, ...taskRuns.map((id) => `${link}/task-runs/${id}`)]) {
      const response = await ask(path)
      const text = textOfBody(response)
      expect(response.status, text).toBe(200)
      expect(text).toContain('Shared report, read-only, until <time datetime="2026-03-03T18:00:00.000Z">')
      expect(text).not.toMatch(/<form|vk_|csrf/)
      expect(response.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' })
      expect(response.headers['content-security-policy']).toContain("form-action 'none'")
      expect(JSON.stringify(response.headers)).not.toMatch(/vk_|set-cookie/)
      const body = text.slice(text.indexOf('<body>'))
      for (const [, place = ''] of body.matchAll(/(?:href|action|src)="(\/[^"#]*)/g)) seen.add(place)
    }
    const places = [...seen].map((place) => place.replace(/^\/dashboard/, '').split('?', 1)[0])
    expect(places.sort()).toEqual([link, ...taskRuns.map((id) => `${link}/task-runs/${id}`)].sort())
  })

  it('opens no other run, no other page and no form, also for visitors who are signed in', async () => {
    const [other = ''] = await listTaskRuns(open.runs.good)
    expect(await readStatus(`/task-runs/${other}`, { headers: { cookie: owner.cookie } })).toBe(200)
    const below = routes.map(({ path }) => path.replace('{id}', open.runs.careless))
    const paths = ['/', '/runs', `/runs/${open.runs.good}`, `/task-runs/${other}`, `/task-runs/${taskRuns[0]}/record`]
    for (const path of [...paths, `/task-runs/..%2f..%2fruns`, ...below]) {
      for (const headers of [{}, { cookie: owner.cookie }]) {
        const isLink = path === '/'
        expect(await readStatus(`${link}${path}`, { headers }), path).toBe(isLink ? 200 : 404)
      }
    }
    for (const path of ['', `/task-runs/${taskRuns[0]}`, '/cancel']) {
      expect(await readStatus(`${link}${path}`, { method: 'POST', headers: { cookie: owner.cookie } })).toBe(404)
    }
  })

  it('opens nothing if a character is changed, does not work as a session cookie, and starts no session', async () => {
    const [, sealed = ''] = link.split('/shared/')
    const session = owner.cookie.replace('__Secure-dashboard=', '')
    const changed = (place: number) =>
      sealed.slice(0, place) + (sealed[place] === 'A' ? 'B' : 'A') + sealed.slice(place + 1)
    const others = [changed(0), changed(20), changed(sealed.length - 9), sealed.slice(0, -8), `${sealed}AAAA`, session]
    for (const text of [...others, 'A', '%00', 'A'.repeat(5000)]) expect(await readStatus(`/shared/${text}`)).toBe(404)
    const asCookie = await ask('/runs', { headers: { cookie: `__Secure-dashboard=${sealed}` } })
    expect([asCookie.status, asCookie.headers.location]).toEqual([303, '/dashboard/sign-in'])
    const elsewhere = createDashboard({ service: open.service, now: () => now })
    expect((await elsewhere.handle(createRequest('GET', `/dashboard${link}`))).status).toBe(404)
  })

  it('is logged by its route, without its secret', async () => {
    const noted: unknown[] = []
    await ask(`${link}/task-runs/${taskRuns[0]}`, { note: (facts) => noted.push(facts) })
    await ask(`${link}/elsewhere`, { note: (facts) => noted.push(facts) })
    expect(JSON.stringify(noted)).toContain('/dashboard/shared/task-runs/{id}')
    expect(JSON.stringify(noted)).not.toContain(link.slice(8, 40))
  })

  it('expires', async () => {
    const short = await share(open.runs.good, '1')
    now += hour - 1
    expect(await readStatus(short)).toBe(200)
    now += 1
    expect([await readStatus(short), await readStatus(link)]).toEqual([404, 200])
  })

  it('ends when its key, which is listed among the API keys, is revoked', async () => {
    const second = await share(open.runs.good, '168')
    const keys = textOfBody(await owner.get('/keys'))
    expect(keys).toContain(`Shared report ${open.runs.careless} until 2026-03-03 18:00 UTC`)
    const [, key = ''] =
      new RegExp(`/keys/(\\w+)/revoke" aria-label="Revoke Shared report ${open.runs.good} until`).exec(keys) ?? []
    expect((await owner.send(`/keys/${key}/revoke`)).status).toBe(303)
    expect([await readStatus(second), await readStatus(link)]).toEqual([404, 200])
  })

  it("is not created for an invalid time or another organization's run, and then creates no key", async () => {
    const { organizationKey } = await open.service.provisionOrganization('Stranger')
    const stranger = await open.signIn(organizationKey)
    expect((await stranger.send(`/runs/${open.runs.good}/share`, { hours: '1' })).status).toBe(404)
    expect(textOfBody(await stranger.get('/keys'))).not.toContain('Shared report')
    const before = textOfBody(await owner.get('/keys')).split('Shared report').length
    for (const hours of ['', '0', '9999', '1e3']) {
      expect((await owner.send(`/runs/${open.runs.good}/share`, { hours })).status).toBe(422)
    }
    expect(textOfBody(await owner.get('/keys')).split('Shared report').length).toBe(before)
  })
})
