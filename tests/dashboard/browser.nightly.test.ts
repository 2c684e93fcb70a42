import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium, findFaults } from '../chromium.js'
import { operatorKey } from '../in-memory-service.js'
import { openPage, signInWith } from './browser.js'
import { hostile as texts } from './hostile-organization.js'
import { type ServedDashboard, serveDashboard } from './served-dashboard.js'
import { findStops } from './tour.js'

// Every page of the dashboard in a real browser: with hostile texts in every field, at two widths, light and dark, with
// script and without, and every flow by keyboard alone.

describe.skipIf(chromium.program === undefined)(`every page of the dashboard in Chromium${chromium.missing}`, () => {
  let served: ServedDashboard
  beforeAll(async () => {
    served = await serveDashboard()
  })
  afterAll(async () => {
    await served?.close()
  })

  const usualStarts = () => {
    const { good, careless } = served.open.runs
    return [
      '/runs',
      `/runs/${careless}`,
      '/runs?outcome=cancelled',
      '/runs?text=nowhere',
      `/compare?one=${good}&other=${careless}`,
      ...['/search', '/search?q=lab', '/search?q=nowhere'],
      ...['/compare', '/compare?one=a&other=b', '/benchmarks', '/playgrounds', '/solvers', '/keys', '/nowhere'],
    ]
  }

  it.each(
    (['light', 'dark'] as const).flatMap((colorScheme) => [390, 1280].map((width) => [colorScheme, width] as const)),
  )('is accessible and fits, whatever is in it: %s, %i wide', async (colorScheme, width) => {
    const { browser, url, hostile, open } = served
    const visitors = [
      [hostile.organizationKey, await findStops(hostile.visitor, hostile.starts, 2)],
      [open.organizationKey, await findStops(await open.signIn(open.organizationKey), usualStarts())],
      [operatorKey, [{ route: '/organizations', path: '/organizations' }]],
    ] as const
    for (const [key, stops] of visitors) {
      const { page, complaints } = await openPage(browser, url, { colorScheme, viewport: { width, height: 900 } })
      expect(await findFaults(page)).toEqual([])
      await signInWith(page, key)
      for (const { path } of stops) {
        await page.goto(`${url}/dashboard${path}`)
        expect(await findFaults(page), path).toEqual([])
        // Folded details must be accessible, too.
        await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`)
        expect(await findFaults(page), `${path}, unfolded`).toEqual([])
      }
      // The browser itself logs responses of 404 and 422 to the console.
      expect(complaints.filter((one) => !/^Failed to load resource: .* status of 4(?:04|22)/.test(one))).toEqual([])
      await page.context().close()
    }
  })

  it('shows each hostile text whole, as text', async () => {
    const { browser, url, hostile } = served
    const { page } = await openPage(browser, url)
    await signInWith(page, hostile.organizationKey)
    await page.goto(`${url}/dashboard/solvers`)
    const shown = (await page.locator('main').textContent()) ?? ''
    for (const text of [texts.script, texts.element, texts.link, texts.quotes, texts.unbroken]) {
      expect(shown.replaceAll(/\s+/g, ' ')).toContain(text.slice(0, 200).replaceAll(/\s+/g, ' '))
    }
    expect(shown).not.toMatch(/(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
    await page.context().close()
  })

  it('has the same texts without script', async () => {
    const { browser, url, hostile } = served
    const [scripted, plain] = await Promise.all(
      [true, false].map((javaScriptEnabled) => openPage(browser, url, { javaScriptEnabled })),
    )
    const textsOf = async (page: Page, path: string): Promise<readonly string[]> => {
      await page.goto(`${url}/dashboard${path}`)
      return page.locator('main :is(td, dd, li, p, pre, h1, h2, h3)').allTextContents()
    }
    if (scripted === undefined || plain === undefined) throw new Error('A browser has two pages.')
    await signInWith(scripted.page, hostile.organizationKey)
    await signInWith(plain.page, hostile.organizationKey)
    for (const { path } of await findStops(hostile.visitor, hostile.starts)) {
      expect(await textsOf(plain.page, path), path).toEqual(await textsOf(scripted.page, path))
    }
    await scripted.page.context().close()
    await plain.page.context().close()
  })
})
