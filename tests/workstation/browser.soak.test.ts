import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { chromium, findFaults, launchBrowser } from '../chromium.js'
import { workInBrowser } from './browser-steps.js'
import { createKeyboard, type Hands, mouse } from './hands.js'
import { devTask, devTasks, fetchResult, openTask } from './open-workstation.js'
import { type ServedTask, serveTask } from './serve-task.js'
import { serveTrial } from './serve-trial.js'

// The workstation in a real browser, with scripts disabled: everything by roles and labels. A task takes 15 s in a
// browser: the nightly run does one of each family. CI does one of each family over HTTP.

const names = devTasks().map(({ name }) => name)
const firstOf = (name: string) => names.find((one) => one.replace(/-\d+$/, '') === name.replace(/-\d+$/, ''))
const isNight = inject('scale') >= 10
const firsts = names.filter((name) => firstOf(name) === name)

describe.skipIf(chromium.program === undefined)(`the workstation in Chromium${chromium.missing}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  const enter = async (task: ServedTask, javaScriptEnabled = false) => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(task.origin + (await task.link()))
    await page.waitForURL(/\/task$/)
    return page
  }

  it.runIf(isNight).each(firsts)('works %s by roles and labels alone, from the link to the verdict', (name) =>
    work(name, () => mouse),
  )

  it.runIf(isNight).each([...firsts, 'pa-submit-1200'])('works %s with the keyboard alone', (name) =>
    work(name, createKeyboard),
  )

  /** Does a task as its recorded solution does, and submits it. */
  async function work(name: string, handsFor: (page: Page) => Hands): Promise<void> {
    const { benchmark, calls } = devTask(name)
    const task = await serveTask(benchmark)
    try {
      const page = await enter(task)
      const hands = handsFor(page)
      await workInBrowser(page, hands, calls)
      await page.getByRole('heading', { name: 'Task submitted' }).waitFor()
      expect(await fetchResult(task)).toEqual({ verdict: 'pass', broken: [] })
    } finally {
      await task.close()
    }
  }

  it('has no page that breaks a rule of axe, is wider than the screen, too long for an agent, \
or lets the browser complain', async () => {
    const { benchmark } = devTask('lab-inbox-1000')
    const task = await serveTask(benchmark)
    try {
      const page = await enter(task, true)
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      const apps = page.getByRole('navigation', { name: 'Apps' })
      const names = (await apps.getByRole('link').allTextContents()).filter((name) => !name.includes('('))
      expect(names).toEqual([...expectedApps])
      const first = page.locator('tbody th a').first()
      // A page takes seconds: the nightly run opens every app; CI one with records, one with a form and one with files.
      const opened = isNight ? names : ['Chart', 'Payer', 'Files']
      for (const [place, name] of opened.entries()) {
        await page.setViewportSize({ width: [390, 1024, 1920][place % 3] ?? 390, height: 900 })
        await page.emulateMedia({ colorScheme: place % 2 === 0 ? 'light' : 'dark' })
        // Axe takes seconds per page: the nightly run checks every page, CI that of the chart.
        const faults = async () => (isNight || name === 'Chart' ? await findFaults(page) : [])
        await apps.getByRole('link', { name, exact: true }).click()
        expect([name, await faults(), await measureSizes(page)]).toEqual([name, [], []])
        if ((await first.count()) === 0) continue
        await first.click()
        expect([name, await faults(), await measureSizes(page)]).toEqual([name, [], []])
      }
      expect(complaints).toEqual([])
    } finally {
      await task.close()
    }
  })

  it('keeps its session at the origin of a trial, which is plain HTTP on this machine', async () => {
    const task = await openTask(devTask('pa-submit-1000').benchmark)
    const trial = await serveTrial(task)
    try {
      const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
      await page.goto(await trial.link())
      await page.waitForURL(/\/task$/)
      await page.getByRole('link', { name: 'In-basket' }).click()
      await page.getByRole('heading', { name: 'Open tasks' }).waitFor()
      await page.getByRole('link', { name: 'Submit', exact: true }).click()
      await page.getByRole('button', { name: 'Review' }).click()
      await page.getByRole('button', { name: 'Submit the task' }).click()
      await page.getByRole('heading', { name: 'Task submitted' }).waitFor()
      expect(trial.submitted).toEqual([{}])
    } finally {
      await trial.proxy.close()
    }
  })
})

/** The expected titles of the apps of carebench-1. */
const expectedApps = [
  'Task',
  'Chart',
  'In-basket',
  'Schedule',
  'Fax',
  'Phone',
  'Files',
  'Payer',
  'Clearinghouse',
  'Interface',
  'Decision support',
  'Handbook',
  'Submit',
] as const

/**
 * Reports a page that is too long for an agent, by the length of its accessibility snapshot (3.9 characters per token
 * of o200k) and of its HTML.
 */
async function measureSizes(page: Page): Promise<readonly string[]> {
  const snapshot = (await page.locator('body').ariaSnapshot()).length
  const html = (await page.content()).length
  return [
    ...(snapshot > 15_600 ? [`snapshot of ${snapshot} characters`] : []),
    ...(html > 60_000 ? [`HTML of ${html} characters`] : []),
  ]
}
