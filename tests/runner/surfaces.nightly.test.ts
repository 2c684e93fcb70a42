import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { readResults } from '../../packages/carebench/src/runner/results/read-folder.js'
import { familyOfTask } from '../../packages/carebench/src/runner/results/task-family.js'
import { providerUrl, startModelServer } from '../../packages/carebench/src/testing/model-server.js'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { chromium, launchBrowser } from '../chromium.js'
import { workInBrowser } from '../workstation/browser-steps.js'
import { type Hands, mouse } from '../workstation/hands.js'
import { devTask, devTasks } from '../workstation/open-workstation.js'
import { serveTask } from '../workstation/serve-task.js'
import { answerByRecording, countTokens } from './recorded-model.js'

// Measures what the recorded solutions of all families cost on each surface, and prints a table. A scripted model makes
// the recorded calls with tools and over HTTP. On pages, a script makes them, and counts what a model would be shown
// after each act.

/** US dollars per million tokens. */
const prices = { input: 3, output: 15 }
const families = 9

interface Row {
  readonly family: string
  readonly surface: string
  readonly acts: number
  readonly tokens: number
  readonly pictures: number
  readonly seconds: number
  readonly usd: number
}
const rows: Row[] = []

afterAll(() => {
  const lines = rows.map(({ family, surface, acts, tokens, pictures, seconds, usd }) =>
    [family, surface, acts, tokens, pictures, seconds.toFixed(1), usd.toFixed(3)].join(' | '),
  )
  console.log(['family | surface | acts | tokens in | pictures | seconds | US dollars', ...lines].join('\n'))
})

function computeCost(input: number, output: number): number {
  return (input * prices.input + output * prices.output) / 1_000_000
}

it.each(['tools', 'http'] as const)('a scripted model makes the recorded calls by %s', async (surface) => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-surfaces-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const server = await startModelServer((request) => answerByRecording(request, surface))
  onTestFinished(server.close)
  const argv = ['run', 'carebench-1', '--split', 'dev', '--limit', String(families), '--model', 'local/m-1']
  const more = ['--base-url', providerUrl(server, 'local'), '--surface', surface, '-j', '1', '--no-pages']
  const { code, err } = await runInProcess([...argv, ...more, '--folder', join(folder, 'results')])
  expect(code, err).toBe(0)
  const results = readResults(join(folder, 'results'))
  expect(results.map(({ key, verdict }) => `${key.task} ${verdict}`)).toEqual(
    results.map(({ key }) => `${key.task} pass`),
  )
  expect(results).toHaveLength(families)
  for (const { key, usage, counts, time } of results) {
    const { input = 0, output = 0 } = usage ?? {}
    const tokens = { tokens: input ?? 0, usd: computeCost(input ?? 0, output ?? 0) }
    const family = familyOfTask(key.task) ?? key.task
    rows.push({ family, surface, acts: counts.tool_calls, pictures: 0, seconds: time.wall_ms / 1000, ...tokens })
  }
})

describe.skipIf(chromium.program === undefined)(`the recorded calls on pages${chromium.missing}`, () => {
  const tasks = [
    ...new Map(
      devTasks()
        .toReversed()
        .map(({ name }) => [familyOfTask(name), name]),
    ).values(),
  ]
  let browser: Browser | undefined
  afterAll(() => browser?.close())

  it.each(tasks)('%s', async (name) => {
    browser ??= await launchBrowser()
    const { benchmark, calls } = devTask(name)
    const task = await serveTask(benchmark)
    onTestFinished(() => task.close())
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage()
    const seen = new Observer(page)
    const began = performance.now()
    await page.goto(task.origin + (await task.link()))
    await workInBrowser(page, seen.hands, calls)
    const seconds = (performance.now() - began) / 1000
    const family = familyOfTask(name) ?? name
    for (const surface of ['snapshot', 'screenshot', 'both'] as const) {
      const { acts, tokens, output } = seen.count(surface)
      const pictures = surface === 'snapshot' ? 0 : acts
      rows.push({
        family,
        surface: `browser, ${surface}`,
        acts,
        pictures,
        seconds,
        tokens,
        usd: computeCost(tokens, output),
      })
    }
    expect(seen.acts).toBeGreaterThan(calls.length)
    await page.context().close()
  })
})

/** Tokens of a screenshot of 1280 × 800 pixels: width × height ÷ 750. */
const tokensOfPicture = 1365
/** Tokens of an act: its name and its target. */
const tokensOfAct = 30

/** Counts what a model that makes the acts would be shown: each page, and with each act all that was shown before. */
class Observer {
  readonly #page: Page
  readonly #snapshots: number[] = []

  constructor(page: Page) {
    this.#page = page
  }

  get acts(): number {
    return this.#snapshots.length
  }

  readonly hands: Hands = {
    press: async (control) => {
      await this.#look()
      await mouse.press(control)
    },
    enter: async (field, value) => {
      await this.#look()
      await mouse.enter(field, value)
    },
  }

  async #look(): Promise<void> {
    this.#snapshots.push(countTokens(await this.#page.locator('body').ariaSnapshot()))
  }

  /** Sums up the tokens of all requests: each repeats the conversation. */
  count(observe: 'snapshot' | 'screenshot' | 'both') {
    let [conversation, tokens] = [0, 0]
    for (const snapshot of this.#snapshots) {
      const shown = (observe === 'screenshot' ? 0 : snapshot) + (observe === 'snapshot' ? 0 : tokensOfPicture)
      conversation += shown + tokensOfAct
      tokens += conversation
    }
    return { acts: this.acts, tokens, output: tokensOfAct * this.acts }
  }
}
