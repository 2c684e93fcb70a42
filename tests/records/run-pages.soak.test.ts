import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { harm, makeHostileTrials } from '../../packages/carebench/src/testing/hostile-trials.js'
import { writeResults } from '../../packages/carebench/src/testing/make-results.js'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { chromium, findFaults, launchBrowser } from '../chromium.js'

// The pages of a run in which every text of agents and documents is an attack, opened from disk in a real browser.

/** The hostile text as the pages show it: U+FFFD in place of each invisible character. */
const shownHarm = harm.replaceAll(/(?![\t\n\f\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ud800]/gu, '\ufffd')

describe.skipIf(chromium.program === undefined)(`the pages of a run in Chromium${chromium.missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-run-pages-'))
  let browser: Browser
  const at = (name: string) => join(folder, name)
  const pages = {
    index: () => 'report/index.html',
    trial: () => {
      const names = readdirSync(at('report/trials'), { recursive: true, encoding: 'utf8' }).sort()
      return `report/trials/${names.find((name) => /^script.*\/script.*\.html$/.test(name))}`
    },
    search: () => 'report/search.html#words=run',
  }

  beforeAll(async () => {
    browser = await launchBrowser()
    writeResults(folder, makeHostileTrials())
    const reported = await runInProcess(['report', folder, '--watch'])
    expect(reported.code, reported.err).toBe(0)
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = async (path: string, options: BrowserContextOptions = {}) => {
    const page = await (await browser.newContext(options)).newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) complaints.push(request.url())
    })
    const [file = '', fragment = ''] = path.split('#')
    await page.goto(`${pathToFileURL(at(file)).href}#${fragment}`)
    return { page, complaints }
  }
  const unfold = async (page: Page) => {
    const button = page.getByRole('button', { name: 'Unfold all' })
    if ((await button.count()) > 0) await button.click()
  }

  // Checking the rules of accessibility takes seconds per page: the nightly run checks all of these, CI only the first.
  const looks = [
    ['index', 'dark', 390],
    ['trial', 'light', 390],
    ['index', 'light', 1280],
    ['trial', 'dark', 1280],
    ['search', 'light', 390],
  ] as const
  it.each(looks.slice(0, inject('scale') >= 10 ? undefined : 1))(
    'are accessible and fit: %s, %s, %i wide',
    async (name, colorScheme, width) => {
      const { page, complaints } = await open(pages[name](), { colorScheme, viewport: { width, height: 900 } })
      await unfold(page)
      expect(await findFaults(page)).toEqual([])
      expect(complaints).toEqual([])
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      expect(background).toBe(colorScheme === 'dark' ? 'rgb(15, 20, 26)' : 'rgb(246, 247, 249)')
      await page.context().close()
    },
  )

  it('run nothing that an agent or a document contains, and show it as text', async () => {
    const { page } = await open(pages.trial())
    await unfold(page)
    expect(await page.locator('img, main script').count()).toBe(0)
    expect(await page.title()).toContain('· trial 1')
    expect(await page.locator('h1').textContent()).toBe(shownHarm)
    expect(await page.locator('.document pre').first().textContent()).toBe(shownHarm)
    await page.getByRole('link', { name: 'All trials' }).click()
    await page.getByRole('searchbox', { name: 'Search the text' }).fill('gpj.exe')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.locator('#found mark').first().waitFor()
    expect(await page.title()).toBe('small@1 · search')
    expect(await page.locator('main img, #found script').count()).toBe(0)
    expect(await page.evaluate('document.body.innerText')).not.toMatch(/(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
    await page.context().close()
  })

  it('do not execute a script injected in another way', async () => {
    const source = readFileSync(at('report/index.html'), 'utf8')
    const injected = source.replace('</main>', `<script>document.title='run'</script></main>`)
    writeFileSync(at('report/injected.html'), injected)
    const { page, complaints } = await open('report/injected.html')
    expect(await page.title()).toBe('small@1 · trials')
    expect(complaints.join()).toContain('Content Security Policy')
    await page.context().close()
  })

  it('lead from a failed criterion to its step, and filter steps and trials', async () => {
    const { page } = await open(pages.index())
    await page.getByRole('button', { name: 'guard broken 1' }).click()
    expect(await page.locator('.trial-list tbody tr').count()).toBe(1)
    await page.reload()
    expect(await page.getByRole('button', { name: 'guard broken 1' }).getAttribute('aria-pressed')).toBe('true')
    await page.locator('.trial-matrix a.g').click()
    await page
      .getByRole('button', { name: /^with errors|^breaking criteria/ })
      .first()
      .click()
    expect(await page.locator('.turn:visible').count()).toBeLessThan(await page.locator('.turn').count())
    const link = page.locator('.failed .where a').first()
    const target = (await link.getAttribute('href')) ?? ''
    await link.click()
    expect(await page.locator(`${target} .world .pin`).count()).toBeGreaterThan(0)
    expect(await page.locator(`${target}`).isVisible()).toBe(true)
    expect(await page.locator('#phone .said li').count()).toBe(1)
    await page.context().close()
  })

  it('sort trials and combine filters, and the address is a link to them', async () => {
    const { page, complaints } = await open(pages.index())
    const listed = (shown: Page) => shown.locator('.trial-list tbody tr').evaluateAll((rows) => rows.length)
    const all = await listed(page)
    await page.getByLabel('criterion', { exact: true }).selectOption({ index: 1 })
    await page.getByLabel('tool', { exact: true }).selectOption({ index: 1 })
    await page.getByRole('button', { name: 'calls', exact: true }).click()
    const some = await listed(page)
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(all)
    const linked = await page.context().newPage()
    await linked.goto(page.url())
    expect(await listed(linked)).toBe(some)
    expect(await linked.locator('[aria-sort=descending]').textContent()).toBe('calls')
    await linked.getByRole('button', { name: 'Clear' }).click()
    expect(await listed(linked)).toBe(all)
    expect(new URL(linked.url()).hash).toBe('#sort=-calls')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('are complete without scripts, apart from lists, filters and the search', async () => {
    const { page } = await open(pages.index(), { javaScriptEnabled: false })
    await page.locator('.trial-matrix a').first().click()
    expect(await page.locator('.turn').count()).toBeGreaterThan(5)
    await page.context().close()
  })
})
