import { createServer } from 'node:http'
import { createServer as createSecureServer } from '@carebench/server'
import { defaultSystems } from '@carebench/systems'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium, launchBrowser } from '../chromium.js'
import { textAt } from '../contract/contract-testbed.js'
import { type OpenPlayground, openPlayground } from './open-playground.js'

// Opens every page of a playground whose systems contain hostile texts in a browser: no script runs, nothing is loaded
// from elsewhere, nothing is wider than the screen, and no other site can open or frame a page.

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

const say = all.slice(0, 2000)
const card = {
  summary: markup,
  detail: all,
  indicator: 'warning',
  source: { label: markup, url: 'https://evil.example/', icon: 'https://evil.example/i.png' },
  suggestions: [
    { label: markup, actions: [{ type: 'delete', description: all.slice(0, 1000), resourceId: 'Task/t1' }] },
  ],
  links: [{ label: markup, url: 'https://evil.example/x' }],
}
const configs = {
  Fax: { numbers: { '+15550100142': { answers: true } } },
  Payer: { accept_unknown_members: true },
  Voice: {
    ivr: {
      numbers: ['+15550100142'],
      start: 'main',
      menus: { main: { prompt: say, options: [{ dtmf: '1', prompt: say, go_to: { persona: 'p' } }] } },
    },
    personas: { p: { speaker: markup.slice(0, 64), greeting: say, rules: [{ when: 'x', say }] } },
  },
  CDSHooks: {
    services: [{ id: 'rules', title: markup, hook: 'order-sign', description: all.slice(0, 1000), rules: [{ card }] }],
  },
}

/** The texts, escaped as a field of an HL7 message. */
const inHl7 = all.replaceAll(
  /[\\|^~&]/g,
  (sign) => `\\${{ '\\': 'E', '|': 'F', '^': 'S', '~': 'R', '&': 'T' }[sign]}\\`,
)
const inX12 = markup.replaceAll(/[*~:^]/g, ' ')

const datasets = {
  HL7: {
    messages: [
      `MSH|^~\\&|${inHl7}|CLINIC|EHR|CLINIC|20260302180000||ORU^R01|M1|P|2.5.1\rPID|1||1||${inHl7}^${inHl7}\r` +
        `OBR|1||1|1^${inHl7}\rOBX|1|TX|1^${inHl7}||${inHl7}||||||F\rNTE|1||${inHl7}\rZZZ|${inHl7}\r`,
    ],
  },
  X12: {
    transactions: [
      'ISA*00*          *00*          *ZZ*CLEARINGHOUSE  *ZZ*1234567893     *260302*1800*^*00501*000000001*0*P*:~' +
        'GS*HB*CLEARINGHOUSE*1234567893*20260302*1800*1*X*005010X279A1~ST*271*0001*005010X279A1~' +
        `BHT*0022*11*A1*20260302*1800~HL*1**20*1~NM1*PR*2*${inX12}*****PI*P1~HL*2*1*21*1~` +
        `NM1*1P*2*${inX12}*****XX*1234567893~HL*3*2*22*0~TRN*2*T1*9123456789~` +
        `NM1*IL*1*${inX12}*${inX12}****MI*M1~EB*1**30**${inX12}~MSG*${inX12}~SE*12*0001~GE*1*1~IEA*1*000000001~`,
    ],
  },
}

describe.skipIf(chromium.program === undefined)(
  `the pages of a hostile playground in Chromium${chromium.missing}`,
  () => {
    let playground: OpenPlayground
    let origin = ''
    const ends: (() => Promise<unknown>)[] = []
    beforeAll(async () => {
      playground = await openPlayground(defaultSystems, configs, datasets)
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
      const hostile = new Set<string>()
      const shows = (app: string) => [...hostile].some((one) => one.startsWith(`${playground.base}/${app}/`))
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
        if ((await page.locator('main').textContent())?.includes('onerror=alert(1)') === true) hostile.add(path)
        if (wide > 0) faults.push(`${path}: wider than the screen by ${wide}`)
        if (active > 0) faults.push(`${path}: ${active} elements that load or run something`)
        faults.push(...links.filter((link) => !link.startsWith(origin)).map((link) => `${path}: leads to ${link}`))
        queue.push(...links.flatMap((link) => (link.includes(playground.base) ? [new URL(link)] : [])).map(readAddress))
      }
      for (const [start, fields, button] of sends) {
        path = playground.base + start
        await page.goto(origin + path)
        for (const [name, value] of Object.entries(fields)) await page.locator(`[name="${name}"]`).fill(value)
        await page.getByRole('button', { name: button, exact: true }).click()
        await page.waitForURL((url) => !url.href.endsWith(path))
        const { wide, active, links } = await page.evaluate<FoundOnPage>(readPage)
        if (wide > 0 || active > 0) faults.push(`${path}: the answer is wide or active`)
        faults.push(...links.filter((link) => !link.startsWith(origin)).map((link) => `${path}: leads to ${link}`))
        expect(await page.locator('main').textContent()).toContain('onerror=alert(1)')
        hostile.add(path)
      }
      expect(faults).toEqual([])
      expect(seen.size).toBeGreaterThan(120)
      expect(['phone', 'clearinghouse', 'interface', 'decision-support'].filter((app) => !shows(app))).toEqual([])
    })

    it('cannot be framed, submitted or opened by another site', async () => {
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

/** Forms whose result shows hostile texts of a system: their path, the entered values, and the button. */
const sends = [
  ['/phone/startCall', { '/to': '+15550100142' }, 'Dial'],
  [
    '/decision-support/callService?service_id=rules&~as=json',
    {
      '/': JSON.stringify({
        hook: 'order-sign',
        hookInstance: 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea',
        context: { userId: 'Practitioner/d1', patientId: 'p1', draftOrders: { resourceType: 'Bundle', entry: [] } },
      }),
    },
    'Ask for cards as JSON',
  ],
] as const

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
