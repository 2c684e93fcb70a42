import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

// The dashboard in a real browser.

/** Starts Chromium without anything that would call elsewhere. As root it runs only with its sandbox disabled. */
export function launchBrowser(executablePath: string): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return chromium.launch({ executablePath, args })
}

/** A page, with what it or the browser complained about: messages, errors, requests to elsewhere. */
export interface BrowserVisit {
  readonly page: Page
  readonly complaints: string[]
}

/** Opens a page of its own context at the address of a server. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<BrowserVisit> {
  const page = await (await browser.newContext({ ignoreHTTPSErrors: true, ...options })).newPage()
  page.setDefaultTimeout(120_000)
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) complaints.push(request.url())
  })
  page.on('dialog', (dialog) => {
    complaints.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(url)
  return { page, complaints }
}

/** Signs in by keyboard. */
export async function signInWith(page: Page, key: string): Promise<void> {
  await page.getByLabel(/API key/).fill(key)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard\/(?:runs|organizations)$/)
}

/** A member of the page itself; this project does not have the types of browsers. */
interface AxeWindow {
  readonly axe: { run(): Promise<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }> }
}

/**
 * What is wrong with a page: rules of axe that it breaks, what is wider than the screen, and a script that ran. Empty
 * is well.
 */
export async function findFaults(page: Page): Promise<readonly string[]> {
  // Through the protocol of the browser, because the policy of the page allows no other script.
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as AxeWindow).axe.run()
    return violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 300))].join(' '))
  })
  const wide = await page.evaluate<string | null>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return null
    const widest = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > clientWidth && one.closest('.scroll, pre') === null)
    return scrollWidth + ' of ' + clientWidth + ' pixels: ' + widest.slice(0, 3).map((one) => one.outerHTML.slice(0, 200)).join(' | ')
  })()`)
  const ran =
    (await page.title()) === 'run' ||
    (await page.locator('main img, main svg[onload], main script:not([type])').count()) > 0
  return [
    ...violations,
    ...(wide === null ? [] : [wide]),
    ...(ran ? ['a text of somebody became an element of the page'] : []),
  ]
}
