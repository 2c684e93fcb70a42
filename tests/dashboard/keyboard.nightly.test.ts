import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium } from '../chromium.js'
import { operatorKey } from '../in-memory-service.js'
import { openPage } from './browser.js'
import { type ServedDashboard, serveDashboard } from './served-dashboard.js'

// Every flow of the dashboard by keyboard alone: the tests click nothing, and move the focus only with Tab.

/** A script that returns the element with the focus: its role, and its name as screen readers say it. */
const focused = `(() => {
  const one = document.activeElement
  const label = one.labels?.[0]?.textContent ?? one.getAttribute('aria-label') ?? one.textContent
  return (label ?? '').replaceAll(/\\s+/g, ' ').trim()
})()`

/** A script that returns whether the current match is on the screen, and not below a fixed part of the page. */
const matchInView = `(() => {
  const [range] = CSS.highlights.get('here')
  const { top, bottom } = range.getBoundingClientRect()
  return top > document.querySelector('.choices').getBoundingClientRect().bottom && bottom < innerHeight
})()`

describe.skipIf(chromium.program === undefined)(`by keyboard alone${chromium.missing}`, () => {
  let served: ServedDashboard
  let page: Page
  beforeAll(async () => {
    served = await serveDashboard()
  })
  afterAll(async () => {
    await served?.close()
  })

  /** Presses Tab until something with this name has the focus; throws if nothing on the page has. */
  const tabTo = async (name: string | RegExp) => {
    const seen: string[] = []
    for (let stops = 0; stops < 250; stops++) {
      await page.keyboard.press('Tab')
      const found = await page.evaluate<string>(focused)
      if (typeof name === 'string' ? found === name : name.test(found)) return
      seen.push(found.slice(0, 40))
    }
    throw new Error(`Tab reaches no ${name} on ${page.url()}, only ${seen.slice(0, 60).join(' | ')}`)
  }
  const follow = async (name: string | RegExp) => {
    await tabTo(name)
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  }
  const write = async (name: string | RegExp, text: string) => {
    await tabTo(name)
    await page.keyboard.press('Control+A')
    await page.keyboard.type(text)
  }
  const heading = () => page.locator('h1').textContent()
  const start = async (key: string) => {
    await page?.context().close()
    page = (await openPage(served.browser, served.url, { viewport: { width: 1280, height: 900 } })).page
    await write(/^API key of your organization/, key)
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  }

  it('signs in, skips to the content, filters runs, compares, regrades, and signs out', async () => {
    const { open } = served
    await start(open.organizationKey)
    await page.keyboard.press('Tab')
    expect(await page.evaluate<string>(focused)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await write('Id, name or task', 'lab-results')
    await tabTo('Result')
    await page.keyboard.type('partial')
    await follow('Show')
    expect(await page.locator('tbody tr').count()).toBe(1)
    await follow(open.runs.careless)
    await follow('Regrade')
    expect(await page.locator('main').textContent()).toContain('are as recorded')
    await follow(open.runs.careless)
    await follow('Compare…')
    await write(/^Compare with/, open.runs.good)
    await follow('Compare')
    expect(await page.locator('main').textContent()).toContain('No p-value: 3 tasks of both')
    await follow('Runs')
    await follow(open.runs.careless)
    await follow('File a result')
    await follow('Regrade')
    expect(await page.locator('main').textContent()).toContain('The result is the same')
    await follow('Sign out')
    expect(await heading()).toBe('Sign in')
  })

  it('opens a criterion, a step and a document of a task run', async () => {
    const { open } = served
    await start(open.organizationKey)
    await follow(open.runs.careless)
    await follow('File a result')
    await tabTo('Instruction for the agent')
    await page.keyboard.press('Enter')
    expect(await page.locator('.task-text[open]').count()).toBe(1)
    await tabTo(/^with changes \d/)
    await page.keyboard.press('Enter')
    expect(await page.locator('.turn:visible').count()).toBe(await page.locator('.turn.changing').count())
  })

  it('searches for everything from any page, finds steps, and follows what is typed', async () => {
    const { open } = served
    await start(open.organizationKey)
    await page.keyboard.press('/')
    expect(await page.evaluate<string>(focused)).toBe('Search for an id or a name')
    await page.keyboard.type('nobody has this name')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    expect(await page.locator('main').textContent()).toContain('Nothing has “nobody has this name” in its name')
    await page.keyboard.press('/')
    await page.keyboard.type(open.runs.careless)
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    expect(await heading()).toBe('lab-results@1')
    await follow('File a result')
    const all = await page.locator('.turn').count()
    await write('Find in steps', 'observation')
    await expect.poll(() => page.locator('.turn:visible').count()).toBeLessThan(all)
    const found = await page.locator('.turn:visible').count()
    expect(found).toBeGreaterThan(0)
    expect(await page.getByRole('status').first().textContent()).toBe(`${found} of ${all} steps here`)
    const inView = () => page.evaluate<boolean>(matchInView)
    await tabTo('Next match')
    await page.keyboard.press('Enter')
    const places = () => page.getByRole('status').last().textContent()
    expect(await places()).toMatch(/^match 1 of \d+$/)
    expect(await inView()).toBe(true)
    await page.keyboard.press('Enter')
    expect(await places()).toMatch(/^match 2 of \d+$/)
    await tabTo('Previous match')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    const [, last, count] = /^match (\d+) of (\d+)$/.exec((await places()) ?? '') ?? []
    expect(last).toBe(count)
    expect(await inView()).toBe(true)
    await tabTo('Find in steps')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    expect(await page.locator('.turn:visible').count()).toBe(found)
    expect(new URL(page.url()).searchParams.get('find')).toBe('observation')
    await follow('Runs')
    await page.evaluate('window.untouched = true')
    await write('Id, name or task', open.runs.good.slice(0, -1))
    await page.waitForURL(/text=/)
    expect(await page.locator('#found tbody tr').count()).toBeGreaterThan(0)
    await page.keyboard.type('nowhere')
    await page.getByText('No run matches').waitFor()
    expect(await page.evaluate('window.untouched')).toBe(true)
    expect(await page.evaluate<string>(focused)).toBe('Id, name or task')
  })

  it('has a menu on phones', async () => {
    const { open } = served
    await start(open.organizationKey)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.getByRole('link', { name: 'Solvers' }).isVisible()).toBe(false)
    await tabTo('Menu')
    await page.keyboard.press('Enter')
    await follow('Solvers')
    expect(await heading()).toBe('Solvers')
    await page.keyboard.press('/')
    expect(await page.evaluate<string>(focused)).toBe('Search for an id or a name')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('link', { name: 'Solvers' }).isVisible()).toBe(false)
  })

  it('creates, names, and revokes keys and Solvers', async () => {
    const { open } = served
    await start(open.organizationKey)
    await follow('API keys')
    await write('Name of a new key', 'by keyboard')
    await follow('Create a key')
    const key = await page.locator('#new-key').inputValue()
    expect(key).toMatch(/^vk_/)
    await tabTo('Copy')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await follow('Revoke by keyboard')
    await follow('Revoke the key')
    expect(await page.locator('main').textContent()).not.toContain('by keyboard')
    await follow('Solvers')
    await write('Name', 'Keys only')
    await write('Alias', 'not an alias')
    await follow('Create a Solver')
    expect(await page.getByRole('alert').count()).toBe(1)
    await write('Alias', 'keys-only')
    await follow('Create a Solver')
    expect(await heading()).toBe('Keys only')
    await write('Name of a new key', 'first')
    await follow('Create a key')
    await follow('Revoke first')
    await follow('Revoke the key')
    await write('Name', 'Renamed')
    await follow('Save')
    expect(await heading()).toBe('Renamed')
  })

  it('publishes a version, and starts, reads and tears down a playground', async () => {
    const { open } = served
    await start(open.organizationKey)
    await follow('Benchmarks')
    await follow('lab-results')
    await follow('Publish the next version')
    expect(await heading()).toBe('lab-results@2')
    await follow('Playgrounds')
    await write('Seed', '7')
    await follow('Start a playground')
    await follow('/metadata')
    await write(/^Path below the system/, '/Patient?_count=3')
    await follow('Read')
    expect(await page.locator('main table').count()).toBeGreaterThan(0)
    await follow(/^sbx_/)
    await follow('its playground')
    await follow('Tear down…')
    await follow('Tear it down')
    expect(await page.locator('main').textContent()).toContain('torn down')
  })

  it('follows a run without loading the page again, and cancels it', async () => {
    const { open } = served
    const run = await open.solver.runs.create({ benchmark: open.benchmark, scored: true })
    await start(open.organizationKey)
    await follow(run.id)
    await page.evaluate('window.untouched = true')
    await run.tasks[0]?.start()
    await page.locator('#progress .state', { hasText: 'at work' }).first().waitFor()
    expect(await page.evaluate('window.untouched')).toBe(true)
    await follow('Cancel…')
    await follow('Cancel the run')
    expect(await page.locator('.state', { hasText: 'cancelled' }).count()).toBeGreaterThan(0)
  })

  it('creates an organization and a key of it', async () => {
    await start(operatorKey)
    await write('Name of a new organization', 'By keyboard')
    await follow('Create an organization')
    await follow('Create a key of By keyboard')
    expect(await page.locator('#new-key').inputValue()).toMatch(/^vk_/)
  })
})
