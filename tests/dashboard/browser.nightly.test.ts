import type { SolverRun } from '@carebench/client'
import { createServer, type Server } from '@carebench/server'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../packaging/verify-in-chromium.js'
import { type OpenDashboard, openDashboard } from './open-dashboard.js'

// The dashboard in a real browser, with hostile names in it.

const program = findChromium()
const missing = program === undefined ? ' (skipped: Chromium is not installed; apt-get install chromium)' : ''

const harm = `</script><script>document.title='run'</script><img src=x onerror="document.title='run'">"'\u202e`

/** A member of the page itself; this project does not have the types of browsers. */
interface AxeWindow {
  readonly axe: { run(): Promise<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }> }
}

describe.skipIf(program === undefined)(`the dashboard in Chromium${missing}`, () => {
  let browser: Browser
  let server: Server
  let url: string
  let open: OpenDashboard
  let active: SolverRun

  beforeAll(async () => {
    // As root it runs only with its sandbox disabled.
    browser = await chromium.launch({ executablePath: program ?? '', args: ['--no-sandbox'] })
    open = await openDashboard()
    const visitor = await open.signIn(open.organizationKey)
    await visitor.send('/solvers', { new_name: harm, new_alias: 'harm', new_description: harm })
    active = await open.solver.runs.create({ benchmark: open.benchmark, scored: true })
    server = createServer({ service: open.service, limits: null })
    url = (await server.listen({ port: 0 })).url
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close({ graceMs: 0 })
  })

  const visit = async (options: BrowserContextOptions) => {
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true, ...options })).newPage()
    page.setDefaultTimeout(120_000)
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('request', (request) => {
      if (!request.url().startsWith(url)) complaints.push(request.url())
    })
    await page.goto(url)
    return { page, complaints }
  }
  const signIn = async (page: Page) => {
    await page.getByLabel(/API key/).fill(open.organizationKey)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/dashboard\/runs$/)
  }
  const expectSound = async (page: Page, width: number) => {
    // Through the protocol of the browser, because the policy of the page allows no other script.
    await page.evaluate(axe.source)
    const found = await page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as AxeWindow).axe.run()
      return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
    })
    expect(found, page.url()).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth'), page.url()).toBe(width)
    expect(await page.title()).not.toBe('run')
  }

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('has accessible pages that fit: %s, %i wide', async (colorScheme, width) => {
    const { page, complaints } = await visit({ colorScheme, viewport: { width, height: 900 } })
    await expectSound(page, width)
    await signIn(page)
    const { good, careless } = open.runs
    for (const path of [
      '/runs',
      '/runs?outcome=cancelled',
      `/runs/${careless}`,
      `/runs/${active.id}`,
      `/compare?one=${good}&other=${careless}`,
      '/benchmarks',
      '/playgrounds',
      '/solvers',
      '/keys',
    ]) {
      await page.goto(`${url}/dashboard${path}`)
      await expectSound(page, width)
    }
    for (const [from, link] of [
      [`/runs/${careless}`, 'a[href*="/task-runs/"]'],
      ['/benchmarks', 'main table a'],
      ['/solvers', 'main table a'],
      ['/keys', 'a[href$="/revoke"]'],
    ] as const) {
      await page.goto(`${url}/dashboard${from}`)
      await page.locator(link).first().click()
      await expectSound(page, width)
    }
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('follows a run without being loaded again, and works by keyboard', async () => {
    const { page, complaints } = await visit({ viewport: { width: 1280, height: 900 } })
    await signIn(page)
    await page.goto(`${url}/dashboard/runs/${active.id}`)
    await page.evaluate('window.untouched = true')
    await active.tasks[0]?.start()
    await page.locator('#progress .state', { hasText: 'at work' }).first().waitFor()
    expect(await page.evaluate('window.untouched')).toBe(true)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content')
    await page.getByRole('link', { name: 'Cancel…' }).press('Enter')
    await page.getByRole('button', { name: 'Cancel the run' }).press('Enter')
    await page.waitForURL(new RegExp(`/runs/${active.id}$`))
    expect(await page.locator('.state', { hasText: 'cancelled' }).count()).toBeGreaterThan(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('shows everything without script', async () => {
    const { page } = await visit({ javaScriptEnabled: false })
    await signIn(page)
    await page.getByRole('link', { name: open.runs.good }).click()
    await page.locator('a[href*="/task-runs/"]').first().click()
    expect(await page.getByRole('heading', { name: 'Changes', exact: true }).count()).toBe(1)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/\/sign-in$/)
    await page.goto(`${url}/dashboard/runs`)
    expect(page.url()).toMatch(/\/sign-in$/)
    await page.context().close()
  })
})
