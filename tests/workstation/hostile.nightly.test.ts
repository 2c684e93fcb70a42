import { createServer } from 'node:http'
import { createServer as createSecureServer } from '@carebench/server'
import { defaultSystems } from '@carebench/systems'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium, launchBrowser } from '../chromium.js'
import { textAt } from '../contract/contract-testbed.js'
import { type OpenPlayground, openPlayground } from './open-playground.js'

// Every page of a playground whose systems hold what attackers write, in a browser: nothing runs, nothing is loaded
// from elsewhere, nothing is wider than the screen, and nobody else opens or frames a page.

const texts = [
  '"><img src=x onerror=alert(1)><script>alert(1)</script><svg onload=alert(1)>',
  '</textarea></title></style><base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  'javascript:alert(1)',
  '<form action="https://evil.example/"><button>Sign out</button></form>',
  '<style>*{background:url(https://evil.example/x)}</style><link rel=stylesheet href=https://evil.example/x.css>',
  'invoice\u202egpj.exe\u2066\u0007\u001b[31mred\u001b]0;x\u0007\u009b31m',
  'W'.repeat(3000),
  'a\u0300'.repeat(1200),
  '![x](https://evil.example/i.png) [link](javascript:alert(1)) https://evil.example/',
]
const all = texts.join(' ')
const [markup = ''] = texts

describe.skipIf(chromium.program === undefined)(
  `the pages of a hostile playground in Chromium${chromium.missing}`,
  () => {
    let playground: OpenPlayground
    let origin = ''
    const ends: (() => Promise<unknown>)[] = []
    beforeAll(async () => {
      const configs = {
        Fax: { numbers: { '+15550100142': { answers: true } } },
        Payer: { accept_unknown_members: true },
      }
      playground = await openPlayground(defaultSystems, configs)
      await fill(playground)
      const server = createSecureServer({ service: playground.service, limits: null })
      origin = (await server.listen({ port: 0 })).url
      ends.push(() => server.close({ graceMs: 0 }))
    })
    afterAll(async () => {
      for (const end of ends.reverse()) await end()
    })

    async function openBrowser(): Promise<BrowserContext> {
      const browser = await launchBrowser()
      ends.push(() => browser.close())
      return browser.newContext({ ignoreHTTPSErrors: true })
    }

    async function enter(page: Page): Promise<void> {
      const opened = await playground.call('POST', `/playgrounds/${playground.id}/workstation`)
      await page.goto(origin + textAt(opened, 'url'))
      await page.waitForURL(/\/chart\//)
    }

    it('run, load and leak nothing, and fit the screen', async () => {
      const page = await (await openBrowser()).newPage()
      let path = ''
      const faults: string[] = []
      // The browser logs a page whose status says that nothing was entered, or found.
      page.on(
        'console',
        (message) => /status of 4(04|09|22)/.test(message.text()) || faults.push(path + message.text()),
      )
      page.on('pageerror', ({ message }) => faults.push(`${path}: ${message}`))
      page.on('dialog', (dialog) => {
        faults.push(`${path}: ${dialog.message()}`)
        void dialog.dismiss()
      })
      page.on('request', (request) => request.url().startsWith(origin) || faults.push(`${path}: ${request.url()}`))
      await enter(page)
      const queue = ['/', '/chart/searchType?type=Patient', '/chart/searchType?type=DocumentReference'].map(
        (start) => playground.base + start,
      )
      const seen = new Set<string>()
      for (path of queue) {
        if (seen.has(path)) continue
        seen.add(path)
        await page.setViewportSize({ width: [390, 1024, 1920][seen.size % 3] ?? 390, height: 800 })
        try {
          await page.goto(origin + path)
        } catch (error) {
          // Documents are saved, never opened.
          if (/[?&]%7Efile=/.test(path) && /Download is starting/.test(String(error))) continue
          throw error
        }
        const { wide, active, links } = await page.evaluate<FoundOnPage>(readPage)
        if (wide > 0) faults.push(`${path}: wider than the screen by ${wide}`)
        if (active > 0) faults.push(`${path}: ${active} elements that load or run something`)
        faults.push(...links.filter((link) => !link.startsWith(origin)).map((link) => `${path}: leads to ${link}`))
        queue.push(...links.flatMap((link) => (link.includes(playground.base) ? [new URL(link)] : [])).map(readAddress))
      }
      expect(faults).toEqual([])
      expect(seen.size).toBeGreaterThan(120)
    })

    it('are framed, sent and opened by no other site', async () => {
      const context = await openBrowser()
      const page = await context.newPage()
      await enter(page)
      const workstation = origin + playground.base
      const other = createServer((_, response) => {
        response.setHeader('content-type', 'text/html')
        response.end(`<iframe src="${workstation}/chart/~more"></iframe>
<form method="post" action="${workstation}/sign-out"><button>Win</button></form>
<a href="${workstation}/chart/~more">Go</a>`)
      })
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
      ends.push(async () => other.close())
      const address = other.address()
      const site = `http://localhost:${typeof address === 'object' ? address?.port : 0}/`
      await page.goto(site)
      const [, frame] = page.frames()
      expect(await frame?.locator('body').textContent()).not.toContain('Sign out')
      await page.getByRole('button', { name: 'Win' }).click()
      await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
      await page.goto(site)
      await page.getByRole('link', { name: 'Go' }).click()
      await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
      // The session itself has not ended.
      await page.goto(`${workstation}/chart/~more`)
      await page.getByRole('heading', { name: 'Actions' }).first().waitFor()
    })
  },
)

interface FoundOnPage {
  readonly wide: number
  readonly active: number
  readonly links: readonly string[]
}

const readPage = `({
  wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  active: document.querySelectorAll('img,iframe,object,embed,base,script,svg,link,meta[http-equiv]').length,
  links: [...document.links].map(({ href }) => href),
})`

function readAddress({ pathname, search }: URL): string {
  return pathname + search
}

/** Writes hostile texts and documents into every system that takes them. */
async function fill({ call, endpoint, clicker, base }: OpenPlayground): Promise<void> {
  const subject = { reference: 'Patient/p1', display: all }
  const about = { subject, code: { text: all }, note: texts.map((text) => ({ text })) }
  const types = ['text/html', 'image/svg+xml', 'application/pdf', 'application/xhtml+xml', 'text/html\r\nx: y']
  const script = '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>'
  const resources = [
    {
      resourceType: 'Patient',
      id: 'p1',
      name: [{ text: all }],
      telecom: texts.map((value) => ({ system: 'url', value })),
      address: [{ line: texts }],
      identifier: [{ system: 'javascript:alert(1)', value: markup, type: { text: all } }],
    },
    { resourceType: 'Task', id: 't1', status: 'requested', intent: 'order', ...about, for: subject, description: all },
    { resourceType: 'ServiceRequest', id: 'o1', status: 'active', intent: 'order', ...about },
    { resourceType: 'Observation', id: 'b1', status: 'final', ...about, valueString: all },
    { resourceType: 'Coverage', id: 'c1', status: 'active', subscriberId: markup, beneficiary: subject },
    ...types.map((contentType, index) => ({
      resourceType: 'DocumentReference',
      id: `d${index}`,
      status: 'current',
      subject,
      description: all,
      content: [{ attachment: { contentType, title: texts[index] ?? '', data: btoa(script) } }],
    })),
  ]
  for (const resource of resources) {
    await call('PUT', `${endpoint('FHIR')}/${resource.resourceType}/${resource.id}`, resource)
  }
  await call('POST', endpoint('Fax'), { to_number: '+15550100142', document_type: 'referral', text: all })
  await call('POST', endpoint('Message'), { channel: 'email', to: 'a@clinic.example', subject: markup, body: all })
  await call('PUT', `${endpoint('Files')}/outbound/page.html`, { html: all })
  const table = texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
  for (const [name, content] of [
    ['rows.csv', `${table}\n${table}\n`],
    ['page.txt', texts.join('\n\n')],
  ] as const) {
    await clicker.open(`${base}/files/writeOutboundFile?name=${name}`)
    await clicker.press('Write a file', { '/': content })
  }
  await call('POST', `${endpoint('Payer')}/prior-auths`, {
    patient_member_id: 'MBR-1',
    patient_name: markup,
    patient_dob: '1970-01-01',
    procedure_code: '72148',
    diagnosis_codes: ['M54.16'],
    provider_npi: '1234567893',
    service_date: '2026-03-14',
    clinical_notes: all,
    attachments: [
      { document_type: 'clinical_note', file_name: markup, media_type: 'text/html', content_base64: btoa(script) },
    ],
  })
}
