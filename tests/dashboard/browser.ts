import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

// The dashboard in a real browser.

/** A page, with what it or the browser complained about: messages, errors, requests to elsewhere. */
export interface BrowserVisit {
  readonly page: Page
  readonly complaints: string[]
}

/** Opens a page in a new browser context at the address of a server. */
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
