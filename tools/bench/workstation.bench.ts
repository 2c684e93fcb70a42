// How large is each page of the workstation, and what does it cost?
//
// The tabs of every app of one task, and the first record of each, in a clinic of 1 and of 1,000 patients. Fails if the
// HTML of a page is longer than 60 kB, or its accessibility snapshot longer than 15,600 characters: o200k has a token
// for each 3.9 characters of these texts, so that is 4,000 tokens. The CPU time is that of the server, in this process
// without HTTP; the first paint is that of Chromium. Without Chromium, neither it nor the snapshot is measured.

import { createServer } from '@carebench/server'
import { createRequest, textOfBody } from '@carebench/service'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../tests/packaging/verify-in-chromium.js'
import { Visitor } from '../../tests/portal/visitor.js'
import { devTask, type OpenTask, openTask } from '../../tests/workstation/open-workstation.js'
import type { Bench } from './src/benchmark.js'

const bounds = { html: 60_000, snapshot: 15_600 } as const
const rounds = 5

export async function run(bench: Bench): Promise<void> {
  for (const patients of bench.sizes(1, 1, 1000)) {
    const task = await openTask(devTask('lab-inbox-1000', patients).benchmark)
    const visitor = new Visitor(task.service)
    await visitor.get(await task.link())
    const pages = await findPages(visitor, `/workstations/${task.taskRunId}/task`)
    for (const { name, path, html } of pages) {
      const about = { case: `${patients} patients, ${name}` }
      bench.report({ ...about, contender: 'HTML', figure: html / 1000, unit: 'kB' })
      bench.report({
        ...about,
        contender: 'server',
        figure: await measureCpu(task, visitor.cookie, path),
        unit: 'ms CPU',
      })
      if (html > bounds.html) throw new Error(`Expected at most ${bounds.html} bytes of ${name}, got ${html}.`)
    }
    await measureInChromium(bench, task, patients, pages)
  }
}

interface FoundPage {
  readonly name: string
  readonly path: string
  readonly html: number
}

/**
 * Opens the tabs of all apps, and the first record on each tab. Returns every page once; of apps that differ only in
 * the text in parentheses, such as several payers, only the first is opened.
 */
async function findPages(visitor: Visitor, start: string): Promise<readonly FoundPage[]> {
  const found: FoundPage[] = []
  const open = async (name: string, href: string, from: string) => {
    const { pathname, search } = new URL(href, `https://workstation.example.org${from}`)
    let path = pathname + search
    let page = await visitor.get(path)
    while (page.status === 303) {
      path = visitor.location
      page = await visitor.get(path)
    }
    if (found.some((one) => one.path === path)) return { links: [], path }
    found.push({ name, path, html: Buffer.byteLength(page.markup) })
    const links = (place: string) =>
      page.elements
        .filter(({ tag, attributes }) => (tag === 'nav' || tag === 'th') && [attributes.class, tag].includes(place))
        .flatMap(({ descendants }) => descendants.filter(({ tag }) => tag === 'a'))
        .map(({ text, attributes }) => ({ text, href: attributes.href ?? '' }))
    return { apps: links('apps'), tabs: links('tabs'), records: links('th'), path }
  }
  const task = await open('Task', start, '')
  // Only the first of several payers, because their pages are the same.
  const titles = (task.apps ?? []).map(({ text }) => text.replace(/ \(.*$/, ''))
  for (const app of (task.apps ?? []).filter((_, index) => titles.indexOf(titles[index] ?? '') === index)) {
    const first = await open(app.text, app.href, task.path)
    for (const tab of [{ text: '', href: first.path }, ...(first.tabs ?? [])]) {
      const name = tab.text === '' ? app.text : `${app.text}, ${tab.text}`
      const page = tab.text === '' ? first : await open(name, tab.href, first.path)
      const [record] = page.records ?? []
      if (record !== undefined) await open(`${name}, a record`, record.href, page.path)
    }
  }
  return found
}

async function measureCpu({ service }: OpenTask, cookie: string, path: string): Promise<number> {
  const read = () => service.handle(createRequest('GET', path, { cookie, accept: 'text/html' }))
  if (!textOfBody(await read()).includes('<h1>')) throw new Error(`${path} is not a page with a heading.`)
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) await read()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / rounds / 1000
}

async function measureInChromium(
  bench: Bench,
  task: OpenTask,
  patients: number,
  pages: readonly FoundPage[],
): Promise<void> {
  const executablePath = findChromium()
  if (executablePath === undefined) return
  const server = createServer({ service: task.service, limits: null })
  const { url } = await server.listen({ port: 0 })
  let browser: Browser | undefined
  try {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage()
    await page.goto(url + (await task.link()))
    await page.waitForURL(/\/task$/)
    for (const { name, path } of pages) {
      await page.goto(url + path)
      const about = { case: `${patients} patients, ${name}` }
      const snapshot = (await page.locator('body').ariaSnapshot()).length
      bench.report({ ...about, contender: 'snapshot', figure: snapshot / 3.9, unit: 'tokens' })
      bench.report({ ...about, contender: 'first paint', figure: await readPaint(page), unit: 'ms' })
      if (snapshot > bounds.snapshot) {
        throw new Error(`Expected a snapshot of at most ${bounds.snapshot} characters of ${name}, got ${snapshot}.`)
      }
    }
  } finally {
    await browser?.close()
    await server.close({ graceMs: 0 })
  }
}

/** Returns the milliseconds from the start of the navigation to the first paint. */
function readPaint(page: Page): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const painted = () => performance.getEntriesByName('first-contentful-paint')[0]
    while (painted() === undefined) await new Promise((resolve) => requestAnimationFrame(resolve))
    return painted().startTime
  })()`)
}
