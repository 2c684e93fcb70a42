import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Report } from '@carebench/conformance'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatHtml } from '../../packages/carebench/src/commands/conformance/format-html.js'
import { chromium, findFaults, launchBrowser } from '../chromium.js'

// The kit's report, opened from a file in a real browser.

const harm = `</script><script>document.title='run'</script><img src=x onerror="document.title='run'">`

function result(id: Report['results'][number]['id'], outcome: 'passed' | 'failed'): Report['results'][number] {
  return {
    id,
    section: id.startsWith('pagination') ? 'Pagination' : 'Requests',
    level: 'MUST',
    profile: 'extended',
    statement: `Says \`${id}\` and ${harm}.`,
    outcome,
    cause: outcome === 'failed' ? harm : null,
    checks: [
      {
        scenario: 's',
        passed: outcome === 'passed',
        expected: harm,
        faults: outcome === 'failed' ? [{ path: '/a', expected: harm, actual: harm }] : [],
        exchanges: [1],
      },
    ],
    checkCount: 1,
    known: false,
  }
}

const report: Report = {
  format: 'carebench-conformance/1',
  target: `https://conformance.example.org/${harm}`,
  profile: 'extended',
  runId: 'r1',
  startedAt: '2026-03-02T18:00:00.000Z',
  milliseconds: 1200,
  requests: 1,
  interrupted: false,
  counts: { passed: 2, failed: 1, warned: 0, untestable: 0, 'not-applicable': 0, 'not-observable': 0 },
  results: [
    result('pagination.ties', 'failed'),
    result('pagination.prev-back', 'passed'),
    result('transport.json-requests', 'passed'),
  ],
  exchanges: [
    {
      number: 1,
      method: 'GET',
      target: `/x?${harm}`,
      requestHeaders: {},
      requestBody: harm,
      status: 200,
      headers: { 'x-a': harm },
      body: harm,
      milliseconds: 1,
      failure: null,
    },
  ],
  leftovers: [harm],
  staleBaseline: [],
  findings: [{ property: harm, ids: [], message: harm, seed: 7, path: '0', script: harm }],
}

describe.skipIf(chromium.program === undefined)(`the page of the kit in Chromium${chromium.missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-conformance-page-'))
  const file = join(folder, 'report.html')
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
    writeFileSync(file, formatHtml(report))
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = async (viewport: { readonly width: number; readonly height: number }, javaScriptEnabled = true) => {
    const page = await (await browser.newContext({ viewport, javaScriptEnabled })).newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', ({ message }) => complaints.push(message))
    await page.goto(pathToFileURL(file).href)
    return { page, complaints }
  }

  it.each([
    ['a screen', { width: 1280, height: 900 }],
    ['a phone', { width: 390, height: 844 }],
  ])("lists, filters and searches on %s, and executes nothing from a server's answer", async (_, viewport) => {
    const { page, complaints } = await open(viewport)
    const requirements = page.locator('details.req:visible')
    expect(await requirements.count()).toBe(3)
    await page.getByRole('button', { name: /^passed/ }).click()
    expect(await requirements.count()).toBe(1)
    await requirements.locator('> summary').click()
    await page.locator('details.ex > summary').first().click()
    expect(await page.locator('.two').textContent()).toContain(harm)
    await page.getByRole('button', { name: /^passed/ }).click()
    await page.getByRole('searchbox').fill('json-requests')
    expect(await requirements.count()).toBe(1)
    expect(await page.title()).toBe(`1 failed · ${report.target}`)
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    expect(complaints).toEqual([])
  })

  it('shows the figures of its sections without scripts, and every element has a name, \
a role and sufficient contrast', async () => {
    const { page } = await open({ width: 1280, height: 900 }, false)
    expect(await page.getByRole('navigation').textContent()).toMatch(/Pagination\s*1 failed.*Requests\s*1/s)
    const withScript = await open({ width: 1280, height: 900 })
    expect(await findFaults(withScript.page)).toEqual([])
  })
})
