import { createServer } from '@carebench/server'
import axe from 'axe-core'
import { chromium } from 'playwright-core'
import { openDashboard } from './open-dashboard.js'
const open = await openDashboard()
const harm = `</script><script>document.title='run'</script><img src=x onerror="document.title='run'">"'\u202e`
const visitor = await open.signIn(open.organizationKey)
await visitor.send('/solvers', { new_name: harm, new_alias: 'harm', new_description: harm })
const unfinished = await open.solver.runs.create({ benchmark: open.benchmark, scored: true })
await unfinished.tasks[0]?.start?.()
const server = createServer({ service: open.service, limits: null, dashboard: { secrets: [new Uint8Array(32).fill(7)] } })
const { url } = await server.listen({ port: 0 })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const out = '/tmp/dash-shots'
const only = process.argv[2]
for (const [width, colorScheme] of [[1280, 'light'], [390, 'dark']] as const) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width, height: 900 }, colorScheme })
  const page = await context.newPage()
  page.setDefaultTimeout(60000)
  page.on('console', (m) => console.log('CONSOLE', page.url(), m.text()))
  page.on('pageerror', (m) => console.log('ERROR', page.url(), m.message))
  const shoot = async (name: string) => {
    await page.evaluate(axe.source)
    const found = await page.evaluate(async () => {
      const { violations } = await (globalThis as any).axe.run()
      return violations.map(({ id, nodes }: any) => [id, ...nodes.map(({ html }: any) => html).slice(0, 3)])
    })
    const wide = await page.evaluate('document.documentElement.scrollWidth')
    console.log(name, width, page.url().replace(url, ''), JSON.stringify(found), wide === width ? '' : 'WIDE ' + wide)
    await page.screenshot({ path: `${out}/${name}-${width}.png`, fullPage: true })
  }
  await page.goto(url + '/')
  await shoot('sign-in')
  await page.getByLabel(/API key/).fill(open.organizationKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/runs/)
  await shoot('runs')
  await page.goto(`${url}/dashboard/runs?outcome=cancelled`); await shoot('runs-empty')
  await page.goto(`${url}/dashboard/runs/${open.runs.careless}`); await shoot('run')
  const href = await page.locator('a[href*="/task-runs/"]').first().getAttribute('href')
  await page.goto(url + href); await shoot('task-run')
  await page.goto(`${url}/dashboard/runs/${unfinished.id}`); await shoot('run-active')
  await page.goto(`${url}/dashboard/compare?one=${open.runs.good}&other=${open.runs.careless}`); await shoot('compare')
  await page.goto(`${url}/dashboard/benchmarks`); await shoot('benchmarks')
  await page.locator('main table a').first().click(); await shoot('benchmark')
  const b = page.url()
  await page.locator('#versions a').first().click(); await shoot('version')
  await page.goto(b); await page.locator('a[href*="/tasks/"]').first().click(); await shoot('task')
  await page.goto(`${url}/dashboard/playgrounds`); await shoot('playgrounds')
  await page.getByRole('button', { name: 'Start a playground' }).click(); await page.waitForURL(/playgrounds\/./); await shoot('playground')
  const p = page.url()
  await page.locator('a[href*="/look"]').first().click(); await shoot('look')
  console.log(await page.locator('main').innerText().then((t) => t.slice(0, 300)))
  await page.goto(p); await page.locator('a', { hasText: 'Events' }).first().click(); await shoot('sandbox')
  await page.goto(`${url}/dashboard/solvers`); await shoot('solvers')
  await page.locator('main table a').first().click(); await shoot('solver')
  await page.goto(`${url}/dashboard/keys`); await page.getByLabel('Name of a new key').fill('ci'); await page.getByRole('button', { name: 'Create a key' }).click(); await shoot('keys')
  await page.getByRole('link', { name: 'Revoke ci' }).first().click(); await shoot('revoke')
  await context.close()
}
await browser.close(); await server.close({ graceMs: 0 }); process.exit(0)
