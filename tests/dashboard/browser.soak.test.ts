import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium } from '../chromium.js'
import { openPage, signInWith } from './browser.js'
import { type ServedDashboard, serveDashboard } from './served-dashboard.js'
import { findStops, pageRoutes } from './tour.js'

// What the script of the dashboard does. browser.nightly.test.ts opens every page, because the accessibility rules take
// seconds for each.

describe.skipIf(chromium.program === undefined)(`the dashboard in Chromium${chromium.missing}`, () => {
  let served: ServedDashboard
  beforeAll(async () => {
    served = await serveDashboard()
  })
  afterAll(async () => {
    await served?.close()
  })

  it('keeps filters by name in the browser, as links, until they are removed', async () => {
    const { browser, url, open, hostile } = served
    const { page, complaints } = await openPage(browser, url, { viewport: { width: 390, height: 900 } })
    await signInWith(page, hostile.organizationKey)
    await page.goto(`${url}/dashboard/runs?outcome=fail&cursor=`)
    const saved = page.getByRole('group', { name: 'Saved filters' })
    await saved.getByLabel('Name of this filter').fill('<b>Failed</b>')
    await page.keyboard.press('Enter')
    await page.goto(`${url}/dashboard/runs`)
    await saved.getByRole('link', { name: '<b>Failed</b>' }).click()
    expect(new URL(page.url()).search).toBe('?outcome=fail')
    await saved.getByRole('button', { name: 'Remove the filter' }).click()
    expect(await saved.getByRole('link').count()).toBe(0)
    await page.goto(`${url}/dashboard/runs/${open.runs.good}`)
    expect(await page.locator('#saved').count()).toBe(0)
    expect(complaints.filter((one) => !/status of 404/.test(one))).toEqual([])
    await page.context().close()
  })

  it('can be reached completely by its own links', async () => {
    const { hostile } = served
    const reached = new Set((await findStops(hostile.visitor, hostile.starts)).map(({ route }) => route))
    expect(pageRoutes.filter((route) => !reached.has(route))).toEqual(['/organizations'])
  })
})
