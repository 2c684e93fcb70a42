import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fixtures } from '@carebench/fixtures'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  makeCall,
  makeEvidence,
  makeRunRecord,
  makeTaskRecord,
} from '../../packages/carebench/src/testing/make-records.js'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { createBenchmarkTestbed } from '../benchmark-testbed.js'
import { chromium, findFaults, launchBrowser } from '../chromium.js'
import { workAs } from '../scripted-work.js'

// Reports of the demo agents' runs, and of malicious records, opened from a file in a real browser.

const harm = `</script></style><script>document.title='run'</script><img src=x onerror="document.title='run'">"'`

describe.skipIf(chromium.program === undefined)(`the page of a report in Chromium${chromium.missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-report-page-'))
  let browser: Browser
  const at = (name: string) => join(folder, name)

  beforeAll(async () => {
    browser = await launchBrowser()
    const testbed = await createBenchmarkTestbed(undefined, fixtures['lab-results'])
    for (const agent of ['good', 'careless'] as const) {
      const { id, tasks } = await testbed.solver.runs.create({ benchmark: testbed.benchmark, scored: true })
      for (const task of tasks) await workAs(agent, 'lab-results', task, testbed.wait)
      const answer = await testbed.fetch(`https://carebench.example.org/benchmark-runs/${id}/record`, {
        headers: { authorization: `Bearer ${testbed.organizationKey}` },
      })
      writeFileSync(at(`${agent}.json`), await answer.text())
    }
    const log = Array.from({ length: 10_000 }, (_, index) =>
      makeCall(index + 1, { path: harm, status: index % 500 === 7 ? 422 : 200, effects: index % 100 === 0 ? 1 : 0 }),
    )
    const record = makeRunRecord(
      [
        makeTaskRecord({ name: harm, log, instruction: harm, evidence: makeEvidence(harm) }),
        makeTaskRecord({ name: 'fine', id: 'tr_2' }),
      ],
      { id: harm, unrecorded: [{ id: 'tr_3', name: harm, status: 'cancelled', verdict: null, score: null }] },
    )
    const changed = JSON.parse(JSON.stringify(record))
    changed.task_runs[1].result.score = 0.5
    writeFileSync(at('harm.json'), JSON.stringify(changed))
    for (const [name, sources] of [
      ['one', [`careless=${at('careless.json')}`]],
      ['two', [`good=${at('good.json')}`, `careless=${at('careless.json')}`]],
      ['harm', [`${at('harm.json')}`]],
    ] as const) {
      await runInProcess(['report', ...sources, '--html', at(`${name}.html`), '--junit', at(`${name}.xml`)])
    }
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = async (name: string, options: BrowserContextOptions = {}) => {
    const page = await (await browser.newContext(options)).newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) complaints.push(request.url())
    })
    await page.goto(pathToFileURL(at(`${name}.html`)).href)
    return { page, complaints }
  }
  const openSteps = async (page: Page) => {
    await page.locator('details[data-steps] > summary:visible').first().press('Enter')
    await page.locator('details.step > summary').first().press('Enter')
  }

  it.each(
    (['one', 'two', 'harm'] as const).flatMap((name) =>
      (['light', 'dark'] as const).flatMap((colorScheme) =>
        [1280, 390].map((width) => [name, colorScheme, width] as const),
      ),
    ),
  )('is accessible and fits: %s, %s, %i wide', async (name, colorScheme, width) => {
    const { page, complaints } = await open(name, { colorScheme, viewport: { width, height: 900 } })
    if (name === 'two') await page.locator('details.run > summary').last().press('Enter')
    await openSteps(page)
    expect(await findFaults(page)).toEqual([])
    expect(complaints).toEqual([])
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(15, 20, 26)' : 'rgb(246, 247, 249)')
    await page.context().close()
  })

  it('executes nothing that a record contains, and reports that the record was changed', async () => {
    const { page } = await open('harm')
    await openSteps(page)
    await page.locator('.filter button', { hasText: 'refused' }).click()
    expect(await page.locator('details.step').count()).toBe(20)
    expect(await page.title()).toBe('CHANGED · small@1')
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.locator('.task h2').first().textContent()).toBe(harm)
    expect(await page.getByRole('alert').textContent()).toContain('/task_runs/1/result/score')
    await page.context().close()
  })

  it('does not execute a script injected in another way', async () => {
    const source = readFileSync(at('one.html'), 'utf8')
    writeFileSync(at('injected.html'), source.replace('</main>', `<script>document.title='run'</script></main>`))
    const { page, complaints } = await open('injected')
    expect(await page.title()).toBe('lab-results@1 · careless')
    expect(complaints.join()).toContain('Content Security Policy')
    await page.context().close()
  })

  it('lists ten thousand steps in parts, and goes to the one whose mark is clicked', async () => {
    const { page } = await open('harm')
    expect(await page.locator('details.step').count()).toBe(0)
    await openSteps(page)
    expect(await page.locator('details.step').count()).toBe(200)
    await page.getByRole('button', { name: /^Show 200 more/ }).click()
    expect(await page.locator('details.step').count()).toBe(400)
    const mark = page.locator('.mark').nth(80)
    const seq = await mark.getAttribute('data-step')
    await mark.locator('rect').first().dispatchEvent('click')
    expect(await page.locator('details.step[open]').last().getAttribute('data-seq')).toBe(seq)
    await page.context().close()
  })

  it('is complete without its script, apart from the list of steps', async () => {
    const { page } = await open('one', { javaScriptEnabled: false })
    expect(await page.locator('.criterion').count()).toBeGreaterThan(10)
    expect(await page.locator('.time-line').count()).toBe(3)
    await page.context().close()
  })

  it.each(['one', 'two', 'harm'])('comes with well-formed JUnit XML with the right counts: %s', async (name) => {
    const { page } = await open('one')
    const counted = await page.evaluate(
      (xml) => {
        const document = new (globalThis as unknown as { DOMParser: new () => Parser }).DOMParser().parseFromString(
          xml,
          'application/xml',
        )
        const count = (selector: string) => document.querySelectorAll(selector).length
        const sumOf = (selector: string, attribute: string) =>
          [...document.querySelectorAll(selector)].reduce((sum, node) => sum + Number(node.getAttribute(attribute)), 0)
        return {
          broken: count('parsererror'),
          is: [count('testcase'), count('failure'), count('error'), count('skipped')],
          suites: ['tests', 'failures', 'errors', 'skipped'].map((attribute) => sumOf('testsuite', attribute)),
          // The schema of Jenkins has no `skipped` for the whole.
          whole: ['tests', 'failures', 'errors'].map((attribute) => sumOf('testsuites', attribute)),
        }
      },
      readFileSync(at(`${name}.xml`), 'utf8'),
    )
    expect(counted.broken).toBe(0)
    expect(counted.is[0]).toBeGreaterThan(2)
    expect([counted.suites, counted.whole]).toEqual([counted.is, counted.is.slice(0, 3)])
    await page.context().close()
  })
})

interface Parser {
  parseFromString(
    text: string,
    type: string,
  ): {
    querySelectorAll(
      selector: string,
    ): ArrayLike<{ getAttribute(name: string): string }> & Iterable<{ getAttribute(name: string): string }>
  }
}
