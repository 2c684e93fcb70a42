import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readResults } from '../../packages/carebench/src/runner/results/read-folder.js'
import { readReviews } from '../../packages/carebench/src/runner/results/reviews.js'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { chromium, findFaults, launchBrowser } from '../chromium.js'
import { workInBrowser } from '../workstation/browser-steps.js'
import { mouse } from '../workstation/hands.js'
import { devTask } from '../workstation/open-workstation.js'
import { startReaderCommand } from './reader-over-http.js'

// Scripted readers do tasks of all families by the recorded solutions, through the pages that people get.

/** One of each family. */
const tasks = 9

describe.skipIf(chromium.program === undefined)(`scripted readers in Chromium${chromium.missing}`, () => {
  const readers = ['scripted 1', 'scripted 2', 'scripted 3']
  let browser: Browser
  let root: string
  beforeAll(async () => {
    browser = await launchBrowser()
    root = mkdtempSync(join(tmpdir(), 'carebench-readers-'))
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(root, { recursive: true, force: true })
  })

  it.each(readers)('let %s do and review tasks of all families', async (reader) => {
    const folder = join(root, reader)
    const argv = ['run', 'carebench-1', '--split', 'dev', '--limit', String(tasks), '--agent', 'human']
    const command = startReaderCommand([...argv, '--reader', reader, '--folder', folder, '--no-pages'])
    const page = await (await browser.newContext()).newPage()
    // Without a timeout of its own, because pages are slow on a busy machine; the timeout of the test remains.
    page.setDefaultTimeout(0)
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto(await command.link)
    await page.getByRole('button', { name: 'I agree' }).waitFor()
    expect(await findFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'I agree' }).click()
    for (let done = 0; done < tasks; done++) {
      await page.getByRole('button', { name: 'Begin' }).click()
      await page.waitForURL(/\/task$/)
      const name = (await page.locator('.brand .soft').textContent())?.trim() ?? ''
      if (done === 0) expect(await findFaults(page)).toEqual([])
      await workInBrowser(page, mouse, devTask(name).calls)
      await review(page, readers.indexOf(reader) + done)
    }
    await page.getByRole('heading', { name: 'All done' }).waitFor()
    const { code, err } = await command.ended
    expect(code, err).toBe(0)
    expect(complaints).toEqual([])

    const results = readResults(folder)
    expect(results.map(({ key, verdict }) => `${key.task} ${verdict}`)).toEqual(
      results.map(({ key }) => `${key.task} pass`),
    )
    expect(results).toHaveLength(tasks)
    for (const { isolation, surface, time } of results) {
      expect([isolation, surface]).toEqual(['scripted', 'browser'])
      expect(time.active_ms ?? -1).toBeGreaterThan(0)
      expect((time.active_ms ?? 0) + (time.idle_ms ?? 0)).toBe(time.wall_ms)
    }
    expect(readReviews(folder)).toHaveLength(tasks)
  })

  it('are not counted as people in any figure', async () => {
    const folders = readers.map((reader) => join(root, reader))
    const { out } = await runInProcess(['reviews', ...folders])
    expect(out).toBe(`No people yet.\n${tasks * readers.length} reviews by scripts, in no figure.\n`)
    const [first = '', second = ''] = folders
    const compared = await runInProcess(['compare', first, second])
    expect([compared.code, compared.err]).toEqual([2, expect.stringContaining('no people yet')])
  })
})

/** Answers the questions of the review page. */
async function review(page: Page, variant: number): Promise<void> {
  await page.getByRole('heading', { name: 'Review' }).waitFor()
  if (variant === 0) expect(await findFaults(page)).toEqual([])
  const choose = (group: string, label: string) =>
    page.getByRole('group', { name: group }).getByLabel(label, { exact: true }).check()
  await choose('Is the instruction clear?', variant % 3 === 0 ? 'unclear' : 'clear')
  await choose('Is the expected work right?', 'right')
  await page.getByLabel('I have looked at each').check()
  await choose('How real is the task?', '4')
  await page.getByLabel('Remarks').fill('Written by a script.')
  await page.getByRole('button', { name: 'Send the review' }).click()
}
