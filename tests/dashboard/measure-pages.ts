import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createServer } from '@carebench/server'
import { chromium, launchBrowser } from '../chromium.js'
import { operatorKey } from '../in-memory-service.js'
import { openPage, signInWith } from './browser.js'
import { createHostileOrganization } from './hostile-organization.js'
import { openDashboard } from './open-dashboard.js'
import { findStops, type Stop } from './tour.js'

// `pnpm pages [--hostile] [--screenshots FOLDER]`: opens every page of the dashboard in Chromium, and prints how long
// the server and the first paint take, and how much is loaded. With a folder, writes a picture of each page, at two
// widths, light and dark.

const { values } = parseArgs({ options: { screenshots: { type: 'string' }, hostile: { type: 'boolean' } } })

if (chromium.program === undefined) throw new Error('Chromium is not installed: apt-get install chromium')

/** What a browser with an empty cache measured when it opened a page. */
interface Paint {
  /** Milliseconds from the request to the first byte, and to the first paint. */
  readonly answered: number
  readonly painted: number
  readonly requests: number
  /** Bytes of the page, and of the page with its files. */
  readonly pageBytes: number
  readonly bytes: number
}

const readPaint = `(async () => {
  const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0
  while (!isPainted()) await new Promise((resolve) => requestAnimationFrame(resolve))
  const [page] = performance.getEntriesByType('navigation')
  const files = performance.getEntriesByType('resource').filter(({ name }) => !name.startsWith('data:'))
  const paint = performance.getEntriesByName('first-contentful-paint')[0]
  return {
    answered: page.responseStart - page.requestStart,
    painted: paint === undefined ? NaN : paint.startTime,
    requests: 1 + files.length,
    pageBytes: page.decodedBodySize,
    bytes: [page, ...files].reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
  }
})()`

const open = await openDashboard()
const { organizationKey, starts } = values.hostile ? await hostileStarts() : await usualStarts()
const server = createServer({ service: open.service, limits: null })
const { url } = await server.listen({ port: 0 })
const browser = await launchBrowser()
try {
  const stops = await findStops(await open.signIn(organizationKey), starts)
  await measure(organizationKey, stops)
  if (values.screenshots !== undefined) {
    await picture(values.screenshots, organizationKey, stops)
    await picture(values.screenshots, operatorKey, [{ route: '/organizations', path: '/organizations' }])
    await picture(values.screenshots, null, [{ route: '/sign-in', path: '/sign-in' }])
  }
} finally {
  await browser.close()
  await server.close({ graceMs: 0 })
}

async function usualStarts() {
  const { good, careless } = open.runs
  const active = await open.solver.runs.create({ benchmark: open.benchmark, scored: true })
  const visitor = await open.signIn(open.organizationKey)
  const stops = await findStops(visitor, ['/playgrounds'])
  const environment = /<option value="([^"]+)"/.exec(String((await visitor.get('/playgrounds')).body))?.[1] ?? ''
  await visitor.send('/playgrounds', { environment, seed: '7' })
  await visitor.send('/solvers', {
    new_name: 'Night shift',
    new_alias: 'night-shift',
    new_description: 'Works from ten to six.',
  })
  const [, task = ''] = stops.map(({ path }) => path)
  const starts = [
    '/runs',
    `/runs/${careless}`,
    `/runs/${active.id}`,
    '/runs?outcome=cancelled',
    `/compare?one=${good}&other=${careless}`,
    ...['/compare', '/search?q=lab', '/search?q=nowhere', '/benchmarks', '/playgrounds', '/solvers', '/keys'],
    ...(task === '' ? [] : [task]),
  ]
  return { organizationKey: open.organizationKey, starts }
}

async function hostileStarts() {
  const { organizationKey, starts } = await createHostileOrganization(open)
  return { organizationKey, starts }
}

async function measure(key: string, stops: readonly Stop[]): Promise<void> {
  const rows = []
  for (const { route, path } of stops) {
    const { page } = await openPage(browser, url, { viewport: { width: 1280, height: 900 } })
    await signInWith(page, key)
    const session = await page.context().newCDPSession(page)
    await session.send('Network.clearBrowserCache')
    await page.goto(`${url}/dashboard${path}`)
    const { answered, painted, requests, pageBytes, bytes } = await page.evaluate<Paint>(readPaint)
    rows.push({
      page: `${route}${path.includes('?') ? ' with a query' : ''}`,
      'server, ms': Math.round(answered),
      'first paint, ms': Math.round(painted),
      requests,
      'page, kB': Math.round(pageBytes / 100) / 10,
      'all, kB': Math.round(bytes / 100) / 10,
    })
    await page.context().close()
  }
  console.table(rows)
}

async function picture(folder: string, key: string | null, stops: readonly Stop[]): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      const { page } = await openPage(browser, url, { colorScheme, viewport: { width, height: 900 } })
      if (key !== null) await signInWith(page, key)
      for (const [index, { route, path }] of stops.entries()) {
        await page.goto(`${url}/dashboard${path}`)
        const name = `${String(index).padStart(2, '0')}${route.replaceAll(/\W+/g, '-')}-${width}-${colorScheme}.png`
        await page.screenshot({ path: join(folder, name), fullPage: true })
      }
      await page.context().close()
    }
  }
}
