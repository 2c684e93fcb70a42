import { createRequest, textOfBody } from '@carebench/service'
import { beforeAll, describe, expect, it } from 'vitest'
import { matchRoute } from '../../packages/server/src/dashboard/router.js'
import { routes } from '../../packages/server/src/dashboard/routes.js'
import { operatorKey } from '../in-memory-service.js'
import { type OpenDashboard, openDashboard, type Visitor } from './open-dashboard.js'
import { findStops, type Stop } from './tour.js'

// Laws for every route of the dashboard, including forms: which requests are rejected, and that they change nothing.

let open: OpenDashboard
let owner: Visitor
/** For each route, an address below `/dashboard` with ids of the owner. */
let addresses: ReadonlyMap<string, string>
/** The pages of the owner. */
let stops: readonly Stop[]

beforeAll(async () => {
  open = await openDashboard()
  owner = await open.signIn(open.organizationKey)
  const solver = await owner.send('/solvers', { new_name: 'Night shift', new_alias: 'night-shift' })
  await owner.send(`${(solver.headers.location ?? '').replace('/dashboard', '')}/keys`, { name: 'first' })
  const environment = /<option value="([^"]+)"/.exec(textOfBody(await owner.get('/playgrounds')))?.[1] ?? ''
  const playground = await owner.send('/playgrounds', { environment, seed: '7' })
  const active = await open.solver.runs.create({ benchmark: open.benchmark, scored: true })
  await active.tasks[0]?.start()
  stops = await findStops(owner, [
    ...['/runs', '/search', '/compare', '/benchmarks', '/playgrounds', '/solvers', '/keys'],
    (solver.headers.location ?? '').replace('/dashboard', ''),
    (playground.headers.location ?? '').replace('/dashboard', ''),
    `/runs/${active.id}`,
    `/task-runs/${active.tasks[0]?.id}`,
    `/runs/${open.runs.good}`,
  ])
  const found = new Map(stops.map(({ route, path }) => [route, path.split('?', 1)[0] ?? '']))
  const other = (route: string, from: string, path: (known: string) => string) => {
    const known = found.get(from)
    if (known === undefined) throw new Error(`The tour has no ${from}.`)
    found.set(route, path(known))
  }
  other('/runs/{id}/record', '/runs/{id}', () => `/runs/${open.runs.good}/record`)
  other('/task-runs/{id}/record', '/task-runs/{id}/regrade', (path) => path.replace('/regrade', '/record'))
  other('/sandboxes/{id}/file', '/sandboxes/{id}', (path) => `${path}/file`)
  other('/playgrounds/{id}/workstation', '/playgrounds/{id}', (path) => `${path}/workstation`)
  other('/benchmarks/{id}/versions', '/benchmarks/{id}', (path) => `${path}/versions`)
  other('/solvers/{id}/keys', '/solvers/{id}', (path) => `${path}/keys`)
  addresses = found
})

const pages = routes.filter(({ role, method }) => role === 'organization' && method === 'GET')
const forms = routes.filter(({ role, method }) => role === 'organization' && method === 'POST')

function findAddress(route: string): string {
  const address = addresses.get(route)
  if (address === undefined) throw new Error(`No address of ${route} is known.`)
  return address
}

/** Returns the text of everything that the owner can list, without parts that differ each time a page is made. */
async function ownersWorld(): Promise<string> {
  const lists = ['/runs', '/benchmarks', '/playgrounds', '/solvers', '/keys', findAddress('/solvers/{id}')]
  lists.push(findAddress('/benchmarks/{id}'), findAddress('/runs/{id}'), findAddress('/playgrounds/{id}'))
  const texts = await Promise.all(lists.map(async (path) => textOfBody(await owner.get(path))))
  return texts.join().replaceAll(/nonce="[^"]*"/g, '')
}

const fields = {
  name: 'forged',
  new_name: 'Forged',
  new_alias: 'forged',
  solver_name: 'Forged',
  solver_alias: 'forged',
}

describe('a form', () => {
  it.each(forms.map(({ path }) => [path]))('%s is rejected without the token of its session', async (path) => {
    const before = await ownersWorld()
    for (const csrf of ['', 'f'.repeat(32)]) {
      expect((await owner.send(findAddress(path), fields, csrf)).status).toBe(403)
    }
    const cross = createRequest('POST', `/dashboard${findAddress(path)}`, { cookie: owner.cookie })
    expect((await open.dashboard.handle(cross)).status).toBe(403)
    expect(await ownersWorld()).toBe(before)
  })
})

describe('another organization', () => {
  it('reaches nothing by the ids of this one, on any page or by any form', async () => {
    const { organizationKey } = await open.service.provisionOrganization('Stranger')
    const stranger = await open.signIn(organizationKey)
    const before = await ownersWorld()
    const statuses = new Map<string, number>()
    for (const { path } of pages.filter(({ path }) => path.includes('{'))) {
      statuses.set(`GET ${path}`, (await stranger.get(findAddress(path))).status)
    }
    for (const { path } of forms.filter(({ path }) => path.includes('{'))) {
      statuses.set(`POST ${path}`, (await stranger.send(findAddress(path), fields)).status)
    }
    // A page that asks for confirmation shows only the id that was sent to it; its form is rejected.
    const questions = /^GET .*\/(?:cancel|teardown|revoke)$/
    const reached = [...statuses].filter(([route, status]) => status !== 404 && !questions.test(route))
    expect(reached).toEqual([])
    expect(statuses.size).toBeGreaterThan(25)
    const searched = textOfBody(await stranger.get(`/search?q=${open.runs.good}`))
    expect(searched).toContain('Nothing has')
    expect(await ownersWorld()).toBe(before)
  })

  it('cannot open pages of the operator, nor the operator pages of an organization', async () => {
    const operator = await open.signIn(operatorKey)
    for (const { path } of pages) expect((await operator.get(findAddress(path))).status, path).toBe(404)
    for (const { path } of forms) expect((await operator.send(findAddress(path), fields)).status, path).toBe(404)
    for (const { path, method } of routes.filter(({ role }) => role === 'operator')) {
      const address = path.replace('{id}', `org_${'0'.repeat(26)}`)
      const answer = method === 'GET' ? await owner.get(address) : await owner.send(address, fields)
      expect(answer.status, path).toBe(404)
    }
  })
})

describe('a download', () => {
  it('is sent as a file, whatever its name, without any header of its system', async () => {
    const place = findAddress('/sandboxes/{id}/file')
    for (const name of ['/x"\r\nset-cookie: a=b', '/../../api-keys', '/a%0d%0ab', '/"; filename=evil.html', '/ü/é']) {
      const { headers, status } = await owner.get(`${place}?path=${encodeURIComponent(name)}`)
      const said = headers['content-disposition'] ?? ''
      if (status === 200) expect(said).toMatch(/^attachment; filename="[\w.-]+"$/)
      expect(Object.keys(headers).filter((header) => /^set-cookie$|location/i.test(header))).toEqual([])
    }
    const { headers } = await owner.get(findAddress('/runs/{id}/record'))
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(Object.keys(headers).sort()).toEqual([
      'cache-control',
      'content-disposition',
      'content-security-policy',
      'content-type',
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'referrer-policy',
      'x-content-type-options',
      'x-frame-options',
    ])
  })
})

it('every link and form of a page has a route, and every route has a link or form', async () => {
  const opened = new Set<string>()
  const leadingNowhere: string[] = []
  const enter = (method: string, address: string, on: string) => {
    const [path = ''] = address.replaceAll('&amp;', '&').split(/[?#]/, 1)
    if (path === '/sign-out' || path === '') return
    const found = matchRoute(routes, method, path)
    if (found === undefined) leadingNowhere.push(`${method} ${path} on ${on}`)
    else opened.add(`${method} ${found.route.path}`)
  }
  const operator = await open.signIn(operatorKey)
  // The tour has one task run, which is running; a completed one has other links and forms.
  const ended = findAddress('/task-runs/{id}/regrade').replace('/regrade', '')
  const pages = [...stops.map(({ path }) => path), ended]
  const visits = [...pages.map((path) => [owner, path] as const), [operator, '/organizations'] as const]
  for (const [by, path] of visits) {
    const text = textOfBody(await by.get(path))
    const body = text.slice(text.indexOf('<body>'))
    for (const [, link = ''] of body.matchAll(/ href="\/dashboard([^"]*)"/g)) enter('GET', link, path)
    for (const [form] of body.matchAll(/<form [^>]*>/g)) {
      const [, action = ''] = / action="\/dashboard([^"]*)"/.exec(form) ?? []
      enter(form.includes('method="post"') ? 'POST' : 'GET', action, path)
    }
  }
  expect(leadingNowhere).toEqual([])
  expect(routes.map(({ method, path }) => `${method} ${path}`).filter((route) => !opened.has(route))).toEqual([])
})

it('no link or redirect leaves the dashboard', async () => {
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    '/search?q=//evil.example',
    '/search?q=run_%2F%2Fevil',
    '/.',
  ]) {
    const { headers } = await owner.get(path)
    expect(headers.location ?? '/dashboard', path).toMatch(/^\/dashboard(?:\/|$)/)
  }
  const signedIn = await open.signIn(open.organizationKey)
  // Signing in makes a new session each time, so it replaces a planted cookie, and the token is a new one.
  expect(signedIn.cookie).not.toBe(owner.cookie)
})
