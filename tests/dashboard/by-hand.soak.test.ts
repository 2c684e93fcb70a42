import { createRequest, textOfBody } from '@carebench/service'
import { beforeAll, describe, expect, it } from 'vitest'
import { createHostileOrganization, type HostileOrganization } from './hostile-organization.js'
import { type OpenDashboard, openDashboard } from './open-dashboard.js'

// Acting in a playground by hand, through the portal that agents use.

let open: OpenDashboard
let hostile: HostileOrganization
beforeAll(async () => {
  open = await openDashboard()
  hostile = await createHostileOrganization(open)
})

const pageOf = async (path: string): Promise<string> => textOfBody(await hostile.visitor.get(path))
const systemsIn = (page: string) =>
  [...page.matchAll(/<b>(\w+)<\/b>.*?href="\/dashboard(\/sandboxes\/sbx_\w+)"/gs)].map(([, type, path]) => ({
    type,
    path: path ?? '',
  }))

describe('a system', () => {
  it('of an own playground links to its portal, and shows the credentials for it', async () => {
    const playground = hostile.starts.find((path) => path.startsWith('/playgrounds/')) ?? ''
    const systems = systemsIn(await pageOf(playground))
    const payer = systems.find(({ type }) => type === 'Payer')?.path ?? ''
    const page = await pageOf(payer)
    const [, portal = ''] = /href="(\/portals\/sbx_\w+\/login)"/.exec(page) ?? []
    const readField = (name: string) => new RegExp(`id="portal-${name}" readonly value="([^"]+)"`).exec(page)?.[1] ?? ''
    const shown = await open.service.handle(createRequest('GET', portal, {}))
    const cookie = /^[^;]+/.exec(shown.headers['set-cookie'] ?? '')?.[0] ?? ''
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(textOfBody(shown)) ?? []
    const form = new URLSearchParams({ username: readField('username'), password: readField('password'), csrf })
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const body = new TextEncoder().encode(form.toString())
    const signedIn = await open.service.handle(createRequest('POST', portal, headers, body))
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, portal.replace('login', '')])
    // The sign-in is an event that the page shows.
    expect(await pageOf(payer)).toContain('<code>portal.login</code>')
  })

  it('without a portal shows how to call it, and a system of a task run shows neither', async () => {
    const playground = hostile.starts.find((path) => path.startsWith('/playgrounds/')) ?? ''
    for (const { type, path } of systemsIn(await pageOf(playground))) {
      const page = await pageOf(path)
      expect([type, page.includes('id="portal-password"')]).toEqual([type, type === 'Payer'])
      if (type === 'FHIR') expect(page).toMatch(/<code>\/sandboxes\/sbx_\w+\/fhir<\/code>/)
    }
    const [task] = hostile.active.tasks
    await task?.start()
    const [, place = ''] =
      /href="\/dashboard(\/playgrounds\/pg_\w+)"/.exec(await pageOf(`/task-runs/${task?.id}`)) ?? []
    const ofAgent = await pageOf(place)
    expect(ofAgent).not.toContain('#by-hand')
    expect(systemsIn(ofAgent).length).toBeGreaterThan(3)
    for (const { path } of systemsIn(ofAgent)) {
      const page = await pageOf(path)
      expect(page).toContain('data-live')
      expect(page).not.toContain('id="by-hand"')
    }
  })
})
