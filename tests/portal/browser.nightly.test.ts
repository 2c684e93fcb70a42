import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium, findFaults, launchBrowser } from '../chromium.js'
import { at, listAt } from '../contract/contract-testbed.js'
import { type OpenPortal, openPortal } from './open-portal.js'

// The portal in a real browser, with scripts disabled. Nightly only: CI opens a page of the workstation, which shows
// the same pages.

const phone = { width: 390, height: 844 }
const screen = { width: 1280, height: 900 }

describe.skipIf(chromium.program === undefined)(`the portal in Chromium${chromium.missing}`, () => {
  let browser: Browser
  let portal: OpenPortal
  beforeAll(async () => {
    browser = await launchBrowser()
    portal = await openPortal()
  })
  afterAll(async () => {
    await browser?.close()
    await portal?.close()
  })

  const open = async (options: BrowserContextOptions) => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US', ...options })
    return context.newPage()
  }

  /** Goes to a field by its name with the Tab key only, as a user without a mouse does. */
  const tabTo = async (page: Page, name: string | RegExp) => {
    for (let presses = 0; presses < 80; presses++) {
      const focused = page.locator(':focus')
      if ((await focused.count()) > 0) {
        const found =
          typeof name === 'string' ? page.getByLabel(name, { exact: true }) : page.getByRole('link', { name })
        const button = page.getByRole('button', { name })
        if ((await focused.and(found.or(button)).count()) > 0) return
      }
      await page.keyboard.press('Tab')
    }
    throw new Error(`The Tab key does not reach ${name} on ${page.url()}.`)
  }
  const fill = async (page: Page, name: string, text: string) => {
    await tabTo(page, name)
    await page.keyboard.type(text)
  }
  const press = async (page: Page, name: string | RegExp) => {
    await tabTo(page, name)
    await Promise.all([page.waitForEvent('domcontentloaded'), page.keyboard.press('Enter')])
  }
  const signIn = async (page: Page) => {
    await page.goto(portal.url)
    await page.getByLabel('Username').fill(portal.username)
    await page.getByLabel('Password').fill(portal.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${portal.url}/`)
  }

  const desks = [
    ['on a phone', { viewport: phone, hasTouch: true, isMobile: true }],
    ['at a desk', { viewport: screen }],
  ] as const
  it.each(desks)(
    'can be used from submission to approval with the keyboard alone, %s [browser.finishes]',
    async (_, options) => {
      const page = await open({ ...options, javaScriptEnabled: false })
      await page.goto(portal.url)
      await fill(page, 'Username', portal.username)
      await fill(page, 'Password', portal.password)
      await press(page, 'Sign in')
      expect(await page.title()).toBe('Overview – Provider portal')
      await press(page, /^New request$/)
      await fill(page, 'Patient member ID', 'MBR-1001')
      await fill(page, 'Patient date of birth', '04301961')
      await fill(page, 'Procedure code', '7214')
      await fill(page, 'Diagnosis codes', 'M54.16, M51.26')
      await fill(page, 'Service date', '02142026')
      await fill(page, 'Provider NPI', '1234567893')
      await press(page, 'New request')
      expect(await page.title()).toMatch(/^Error: /)
      // The list of errors has the focus, and links to the field.
      expect(await page.locator(':focus').getAttribute('role')).toBe('alert')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      expect(await page.locator(':focus').getAttribute('name')).toBe('/procedure_code')
      await page.keyboard.press('End')
      await page.keyboard.type('8')
      await press(page, 'New request')
      await page.getByRole('heading', { name: 'The plan needs more information' }).waitFor()
      expect(await page.getByRole('status').textContent()).toBe('The request has been submitted.')
      await press(page, /^Correct or resubmit$/)
      for (const [index, type] of ['Clinical note', 'Imaging report'].entries()) {
        const group = page.getByRole('group', { name: `Attachments ${index + 1}`, exact: true })
        await expect.poll(() => group.getByLabel('Document type').inputValue()).toBe(type)
        for (let presses = 0; presses < 80; presses++) {
          const text = group.getByLabel(/^Text/)
          if ((await page.locator(':focus').and(text).count()) > 0) break
          await page.keyboard.press('Tab')
        }
        await page.keyboard.type(`${type} of 2 January.`)
      }
      await press(page, 'Correct or resubmit')
      await page.getByRole('heading', { name: 'Approved', exact: true }).waitFor()
      expect(await page.getByRole('listitem').filter({ hasText: 'Imaging report' }).count()).toBeGreaterThan(0)
      const portalPath = `/v1/benchmark-runs/${portal.runId}/portal/prior-auths?patient_member_id=MBR-1001`
      const rows = listAt(await portal.call(portal.runToken, 'GET', portalPath), 'data')
      expect(at(rows, 0)).toMatchObject({
        status: 'approved',
        patient_dob: '1961-04-30',
        service_date: '2026-02-14',
        document_types: ['clinical_note', 'imaging_report'],
      })
      await page.context().close()
    },
  )

  it('sends files unchanged', async () => {
    const page = await open({ viewport: screen, javaScriptEnabled: false })
    await signIn(page)
    await page.goto(`${portal.url}/prior-auths/PA00000024/attachments`)
    await page.getByLabel('File (optional)', { exact: true }).setInputFiles({
      name: 'Befund – ü.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0x0d, 0x0a]),
    })
    await page.getByRole('button', { name: 'Attach a document' }).click()
    await page.waitForURL(/done=attachDocument/)
    expect(await page.getByRole('link', { name: /^Lab result/ }).count()).toBe(1)
    const path = `/v1/benchmark-runs/${portal.runId}/portal/prior-auths/PA00000024`
    const request = await portal.call(portal.runToken, 'GET', path)
    expect(at(request, 'attachments', 0)).toMatchObject({ file_name: 'Befund – ü.pdf', size: 8 })
    await page.context().close()
  })

  const paths = [
    'eligibility',
    'eligibility?name=e',
    'eligibility?name=nobody',
    'providers?name=a',
    'prior-auths',
    'prior-auths?status=lost',
    'prior-auths?procedure_code=none',
    'new-prior-auth',
    'prior-auths/PA00000024',
    'prior-auths/PA00000024/resubmission',
    'prior-auths/PA00000024/attachments',
    'prior-auths/PA00000024/peer-to-peer',
    'prior-auths/PA00000023',
    'prior-auths/PA00000023/appeals',
    'prior-auths/PA00000022',
    'prior-auths/none',
    'nothing',
  ]
  const pairs = [
    ['dark', phone],
    ['light', screen],
    ['dark', screen],
    ['light', phone],
  ] as const
  // Checking the rules of accessibility takes a second per page.
  const looks = pairs
  it.each(looks)('is accessible and fits, %s at %o [browser.accessible]', async (colorScheme, viewport) => {
    const page = await open({ colorScheme, viewport })
    const complaints: string[] = []
    page.on('console', (message) => {
      // A browser logs each page with a 4xx status, which is no fault of the page.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text())
    })
    const check = async (name: string) => {
      expect([name, await findFaults(page)]).toEqual([name, []])
      expect([name, complaints]).toEqual([name, []])
    }
    await page.goto(portal.url)
    await check('login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await check('a wrong login')
    await signIn(page)
    await check('overview')
    for (const path of paths) {
      await page.goto(`${portal.url}/${path}`)
      await check(path)
    }
    await page.goto(`${portal.url}/new-prior-auth`)
    await page.getByLabel('Document type').first().fill('Clinical note')
    await page.getByRole('button', { name: 'New request' }).click()
    await check('a request with faults')
    // The dark colours must actually differ.
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(16, 23, 26)' : 'rgb(245, 244, 239)')
    await page.context().close()
  })
})
