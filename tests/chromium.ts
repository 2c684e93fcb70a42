import axe from 'axe-core'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
import { findChromium } from './packaging/verify-in-chromium.js'

const program = findChromium()

/** The path of Chromium, and the text that titles of tests end with if it is not installed. */
export const chromium: { readonly program: string | undefined; readonly missing: string } = {
  program,
  missing: program === undefined ? ' (skipped: Chromium is not installed; apt-get install chromium)' : '',
}

/** Starts Chromium without anything that would call elsewhere. As root it runs only with its sandbox disabled. */
export async function launchBrowser(): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  if (program === undefined) throw new Error('Chromium is not installed: apt-get install chromium')
  return playwright.launch({ executablePath: program, args })
}

/** The window of a page with axe loaded; the tests do not load the types of browsers. */
interface AxeWindow {
  readonly axe: {
    run(options: {
      readonly preload: boolean
    }): Promise<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>
  }
}

/**
 * Lists what is wrong with a page: rules of axe that it breaks, elements that are wider than the screen, and a hostile
 * script that ran.
 */
export async function findFaults(page: Page): Promise<readonly string[]> {
  // Through the protocol of the browser, because the page's content security policy allows no other script.
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as AxeWindow).axe.run({ preload: false })
    return violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 300))].join(' '))
  })
  const wide = await page.evaluate<string | null>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return null
    const widest = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > \
clientWidth && one.closest('.scroll, pre') === null)
    return scrollWidth + ' of ' + clientWidth + ' pixels: ' + widest.slice(0, 3).map((one) => one.outerHTML.slice(0, \
200)).join(' | ')
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
