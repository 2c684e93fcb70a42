import { createHash } from 'node:crypto'
import { BodyTooLargeError, createRequest } from '@carebench/service'
import { beforeEach, describe, expect, it } from 'vitest'
import { at, listAt, textAt } from '../contract/contract-testbed.js'
import { type StartedPayer, startPayer } from './open-portal.js'
import { Visitor } from './visitor.js'

// The portal as used with a browser; an independent HTML parser reads the pages.

let payer: StartedPayer
let base: string
let visitor: Visitor
beforeEach(async () => {
  payer = await startPayer()
  base = `/portals/${payer.sandboxId}`
  visitor = new Visitor(payer.service)
})

function signIn() {
  return visitor.signIn(base, payer.username, payer.password)
}

async function requests() {
  return listAt(await payer.call(payer.runToken, 'GET', `/v1/benchmark-runs/${payer.runId}/portal/prior-auths`), 'data')
}

const mri = {
  '/patient_member_id': 'MBR-1001',
  '/patient_dob': '1961-04-30',
  '/procedure_code': '72148',
  '/diagnosis_codes': 'm54.16, M51.26',
  '/provider_npi': '1234567893',
  '/service_date': '2026-02-14',
}
const note = {
  '/attachments/0/document_type': 'Clinical note',
  '/attachments/0/text': 'Eight weeks of pain.',
}
function report(name = 'mri.pdf') {
  return new File([new Uint8Array([0x25, 0x50, 0xff, 0x00])], name, { type: 'application/pdf' })
}

describe('signing in', () => {
  it('exchanges the credentials of the sandbox for a cookie of this portal only [browser.login]', async () => {
    const page = await visitor.get(`${base}/login`)
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const guest = page.headers['set-cookie']
    const entered = await visitor.submit(page, `${base}/login`, { username: payer.username, password: payer.password })
    expect([entered.status, entered.headers.location]).toEqual([303, `${base}/`])
    for (const cookie of [guest, entered.headers['set-cookie']]) {
      const [value, ...attributes] = (cookie ?? '').split('; ')
      expect(value).toMatch(/^__Secure-portal=\w/)
      expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=14400', `Path=${base}`, 'SameSite=Strict', 'Secure'])
    }
    expect(entered.headers['set-cookie']).not.toBe(guest)
    expect((await visitor.follow(entered)).text).toContain('Overview')
    const events = await payer.call(payer.organizationKey, 'GET', `/sandboxes/${payer.sandboxId}/events`)
    const logins = listAt(events, 'data').filter((event) => at(event, 'type') === 'portal.login')
    expect(logins).toMatchObject([{ actor: 'agent', data: {} }])
  })

  it('rejects other credentials, and does not reveal whether the portal exists [browser.wrong-login]', async () => {
    const other = base.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    for (const [place, username, password] of [
      [base, payer.username, 'wrong'],
      [base, payer.username, ''],
      [base, 'wrong', payer.password],
      [base, payer.username.toUpperCase(), payer.password],
      [other, payer.username, payer.password],
    ] as const) {
      const refused = await new Visitor(payer.service).signIn(place, username, password)
      expect([place, refused.status, refused.headers['set-cookie']]).toEqual([place, 422, undefined])
      expect(refused.text).toContain('The username or password is incorrect.')
      expect(refused.markup).not.toContain(`value="${password || 'none'}"`)
    }
    const events = await payer.call(payer.organizationKey, 'GET', `/sandboxes/${payer.sandboxId}/events`)
    expect(listAt(events, 'data')).toEqual([])
  })

  it('is required by every page', async () => {
    for (const path of ['', '/', '/prior-auths', '/nothing', '/logout', '/prior-auths/PA00000001/appeals']) {
      const answer = await visitor.get(base + path)
      const to = path === '/logout' ? '' : path.slice(1)
      const login = `${base}/login${to === '' ? '' : `?to=${encodeURIComponent(to)}`}`
      expect([path, answer.status, answer.headers.location]).toEqual([path, 303, login])
      expect((await visitor.post(base + path, { reason: 'x' })).headers.location).toBe(`${base}/login`)
    }
  })

  it('continues to the page that was opened first, also after a wrong password', async () => {
    const wanted = '/prior-auths?status=denied'
    const login = await visitor.follow(await visitor.get(base + wanted))
    const credentials = { username: payer.username, password: payer.password }
    const wrong = await visitor.submit(login, `${base}/login`, { ...credentials, password: 'wrong' })
    const entered = await visitor.submit(wrong, `${base}/login`, credentials)
    expect(entered.headers.location).toBe(base + wanted)
  })

  it.each([
    '//elsewhere.example.org/',
    'https://elsewhere.example.org/',
    '\\\\elsewhere.example.org',
    '../../dashboard',
  ])('never redirects to a place outside the portal, such as %s', async (to) => {
    const login = await visitor.get(`${base}/login?to=${encodeURIComponent(to)}`)
    const credentials = { username: payer.username, password: payer.password }
    const entered = await visitor.submit(login, `${base}/login`, credentials)
    expect(entered.headers.location).toBe(`${base}/`)
  })

  it('lasts four hours, for this sandbox, until signing out; cookies cannot be forged [browser.session]', async () => {
    await signIn()
    const cookie = visitor.cookie
    const isIn = async (cookies: string, place = base) => {
      const stranger = new Visitor(payer.service, { cookie: cookies })
      return (await stranger.get(`${place}/`)).status === 200
    }
    expect(await isIn(cookie)).toBe(true)
    expect(await isIn(`other=1; ${cookie}; more=2`)).toBe(true)
    expect(
      await isIn(
        cookie,
        base.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')),
      ),
    ).toBe(false)
    for (let index = '__Secure-portal='.length; index < cookie.length; index++) {
      const changed = cookie[index] === '1' ? '2' : '1'
      expect(await isIn(cookie.slice(0, index) + changed + cookie.slice(index + 1))).toBe(false)
    }
    const guest = new Visitor(payer.service)
    await guest.get(`${base}/login`)
    expect(await isIn(guest.cookie.replace('guest', 'user'))).toBe(false)
    const out = await visitor.submit(await visitor.get(`${base}/`), `${base}/logout`)
    expect([out.headers.location, visitor.cookie]).toEqual([`${base}/login`, ''])
    expect(await isIn(cookie)).toBe(false)
  })

  it('expires by the clock', async () => {
    // A fresh payer: the session must expire by itself, not with the end of its task run.
    payer = await startPayer()
    base = `/portals/${payer.sandboxId}`
    visitor = new Visitor(payer.service)
    await signIn()
    payer.clock.advance(4 * 3_600_000 - 1)
    expect((await visitor.get(`${base}/`)).status).not.toBe(303)
    payer.clock.advance(1)
    expect((await visitor.get(`${base}/`)).headers.location).toBe(`${base}/login`)
  })
})

describe('a form', () => {
  it('changes nothing without the token of its own page [browser.csrf]', async () => {
    await signIn()
    const before = await requests()
    const form = await visitor.get(`${base}/new-prior-auth`)
    const other = new Visitor(payer.service)
    await other.signIn(base, payer.username, payer.password)
    const foreign = /name="csrf" value="(\w+)"/.exec((await other.get(`${base}/`)).markup)?.[1] ?? ''
    expect(foreign).toMatch(/^\w{64}$/)
    for (const csrf of ['', 'x', foreign]) {
      const refused = await visitor.submit(form, `${base}/prior-auths`, { ...mri, csrf })
      expect([csrf, refused.status]).toEqual([csrf, 403])
      expect(refused.text).toContain('Nothing was submitted.')
    }
    expect((await visitor.post(`${base}/prior-auths`, mri)).status).toBe(403)
    const login = await new Visitor(payer.service).post(`${base}/login`, {
      username: payer.username,
      password: payer.password,
    })
    expect([login.status, login.headers['set-cookie']]).toEqual([403, undefined])
    expect(await requests()).toEqual(before)
  })

  it('with errors is shown again as it was filled in, each error next to its field', async () => {
    await signIn()
    const form = await visitor.get(`${base}/new-prior-auth?patient_name=Jordan+Sample`)
    const refused = await visitor.submit(form, `${base}/prior-auths`, {
      ...mri,
      '/procedure_code': '7214',
      '/diagnosis_codes': '',
      '/provider_npi': '1234567890',
      '/attachments/0/document_type': 'Clinical note',
    })
    expect(refused.status).toBe(422)
    const summary = refused.elements.find(({ attributes }) => attributes.role === 'alert')
    const links = summary?.descendants.filter(({ tag }) => tag === 'a') ?? []
    expect(links.map(({ attributes, text }) => [attributes.href, text])).toEqual([
      [
        '#/procedure_code',
        'Procedure code must be a CPT or HCPCS code of 5 characters, for example "72148" or "E0601".',
      ],
      ['#/diagnosis_codes', 'Enter: Diagnosis codes.'],
      [
        '#/provider_npi',
        'Provider NPI must be a National Provider Identifier of 10 digits with a valid check digit, for example ' +
          '"1234567893".',
      ],
      ['#/attachments/0/text', 'Send the content of the document, as "text" or as "content_base64"; got neither.'],
    ])
    for (const { attributes, text } of links) {
      const field = refused.elements.find(({ attributes: { id } }) => `#${id}` === attributes.href)
      expect(field?.attributes['aria-invalid']).toBe('true')
      const described = field?.attributes['aria-describedby']?.split(' ') ?? []
      const texts = described.map((id) => refused.elements.find((element) => element.attributes.id === id)?.text)
      expect(texts).toContain(text)
    }
    const entered = (id: string) => refused.elements.find(({ attributes }) => attributes.id === id)?.attributes.value
    expect([entered('/procedure_code'), entered('/patient_name')]).toEqual(['7214', 'Jordan Sample'])
    expect(refused.elements.find(({ tag }) => tag === 'title')?.text).toMatch(/^Error: /)
    expect((await requests()).filter((row) => at(row, 'patient_member_id') === 'MBR-1001')).toEqual([])
  })

  it('that is malformed, too large or of another media type is rejected with a page that says so', async () => {
    await signIn()
    const send = async (type: string, bytes: Uint8Array) => {
      const answer = await payer.service.handle({
        method: 'POST',
        target: `${base}/prior-auths`,
        headers: { cookie: visitor.cookie, 'content-type': type },
        remoteAddress: null,
        readBody: async (limit) => {
          if (bytes.byteLength > limit) throw new BodyTooLargeError(limit)
          return bytes
        },
      })
      return [answer.status, answer.headers['content-type']]
    }
    const html = 'text/html; charset=utf-8'
    expect(await send('multipart/form-data; boundary=x', new Uint8Array([1, 2]))).toEqual([400, html])
    expect(await send('application/json', new Uint8Array([0x7b, 0x7d]))).toEqual([400, html])
    expect(await send('multipart/form-data; boundary=x', new Uint8Array(17 * 1024 * 1024))).toEqual([413, html])
    const fields = Array.from({ length: 300 }, (_, index) => `a${index}=1`).join('&')
    expect(await send('application/x-www-form-urlencoded', new TextEncoder().encode(fields))).toEqual([400, html])
    const put = await payer.service.handle(createRequest('PUT', `${base}/prior-auths`, { cookie: visitor.cookie }))
    expect([put.status, put.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
  })
})

describe('the pages', () => {
  it('handle a request from submission to approval, and the log records it \
[payer.html, browser.same-state]', async () => {
    await signIn()
    const form = await visitor.get(`${base}/new-prior-auth`)
    const sent = await visitor.submit(form, `${base}/prior-auths`, { ...mri, ...note })
    const detail = await visitor.follow(sent)
    expect(detail.text).toContain('The plan needs more information')
    expect(detail.text).toContain('Imaging report')
    const path = (sent.headers.location ?? '').replace(/\?.*/, '')
    const again = await visitor.get(`${path}/resubmission`)
    const done = await visitor.submit(again, `${path}/resubmission`, { '/attachments/0/content_base64': report() })
    expect((await visitor.follow(done)).text).toContain('Approved')
    const rows = await requests()
    expect(rows[0]).toMatchObject({
      patient_member_id: 'MBR-1001',
      diagnosis_codes: ['M54.16', 'M51.26'],
      status: 'approved',
      resubmission_count: 1,
      document_types: ['clinical_note', 'imaging_report'],
    })
    const target = `/v1/task-runs/${payer.taskRunId}/complete`
    expect(await payer.call(payer.runToken, 'POST', target)).toMatchObject({ verdict: 'pass', score: 1 })
    const record = await payer.call(payer.organizationKey, 'GET', `/task-runs/${payer.taskRunId}/record`)
    const attachments = listAt(record, 'evidence', 'portal', 'attachments')
    expect(attachments).toMatchObject([
      { text: 'Eight weeks of pain.' },
      { file_name: 'mri.pdf', media_type: 'application/pdf', content_base64: 'JVD/AA==', size: 4 },
    ])
    // The log contains only the resulting calls: no pages, cookies or ids of the sandbox.
    const text = JSON.stringify(record)
    for (const secret of [payer.username, payer.password, 'csrf', '<html']) expect(text).not.toContain(secret)
  })

  it('open the documents of a request, and send further services', async () => {
    await signIn()
    const form = await visitor.get(`${base}/new-prior-auth`)
    const services = {
      '/additional_services/0/procedure_code': '72149',
      '/additional_services/1/procedure_code': '97110',
      '/additional_services/1/units': '12',
    }
    const sent = await visitor.submit(form, `${base}/prior-auths`, { ...mri, ...services, ...note })
    const detail = await visitor.follow(sent)
    const link = detail.elements.find(({ attributes }) => /\/attachments\/\w/.test(attributes.href ?? ''))
    const document = await visitor.get(link?.attributes.href ?? '')
    expect([document.status, document.markup]).toEqual([200, 'Eight weeks of pain.'])
    expect(document.headers['content-disposition']).toMatch(/^attachment; /)
    expect((await visitor.get(`${link?.attributes.href}x`)).status).toBe(404)
    expect((await requests())[0]).toMatchObject({
      additional_services: [
        { procedure_code: '72149', units: 1 },
        { procedure_code: '97110', units: 12 },
      ],
    })
    const again = await visitor.get(`${(sent.headers.location ?? '').replace(/\?.*/, '')}/resubmission`)
    const entered = (id: string) => again.elements.find(({ attributes }) => attributes.id === id)?.attributes.value
    expect([entered('/additional_services/0/units'), entered('/additional_services/1/procedure_code')]).toEqual([
      '1',
      '97110',
    ])
    const wrong = { ...mri, '/additional_services/0/units': 'many' }
    const refused = await visitor.submit(form, `${base}/prior-auths`, wrong)
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('Enter a number, such as 1 or 2.5; got many.'),
    ])
  })

  it('accept corrections, peer-to-peer requests and appeals, and say what a state forbids', async () => {
    await signIn()
    const form = await visitor.get(`${base}/new-prior-auth`)
    const sent = await visitor.submit(form, `${base}/prior-auths`, { ...mri, '/procedure_code': '27447' })
    const path = (sent.headers.location ?? '').replace(/\?.*/, '')
    expect((await visitor.follow(sent)).text).toContain('Conservative therapy has not been tried.')
    const talk = await visitor.get(`${path}/peer-to-peer`)
    const wrong = await visitor.submit(talk, `${path}/peer-to-peer`, { '/contact_name': 'Dr. Sample' })
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('Enter: Contact phone.')])
    const asked = await visitor.submit(talk, `${path}/peer-to-peer`, {
      '/contact_name': 'Dr. Sample',
      '/contact_phone': '617-555-0142',
      '/preferred_times': 'Tuesday 9 to 11\r\n\r\nFriday',
    })
    expect((await visitor.follow(asked)).text).toContain('Tuesday 9 to 11, Friday')
    expect(
      (await visitor.submit(talk, `${path}/peer-to-peer`, { '/contact_name': 'x', '/contact_phone': '617-555-0142' }))
        .status,
    ).toBe(409)
    const document = await visitor.get(`${path}/attachments`)
    const attached = await visitor.submit(document, `${path}/attachments`, {
      '/document_type': 'Therapy notes',
      '/text': 'Six weeks.',
    })
    expect((await visitor.follow(attached)).text).toContain('Therapy notes')
    const appeal = await visitor.get(`${path}/appeals`)
    expect((await visitor.submit(appeal, `${path}/appeals`, { '/reason': ' ' })).text).toContain('Enter: Reason.')
    const filed = await visitor.submit(appeal, `${path}/appeals`, { '/reason': 'Therapy has failed.' })
    expect((await visitor.follow(filed)).text).toContain('Approved on appeal')
    const late = await visitor.submit(appeal, `${path}/appeals`, { '/reason': 'Once more.' })
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('is approved')])
    const unknown = await visitor.get(`${base}/prior-auths/PA99999999`)
    expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('PA99999999')])
  })

  it('ask for units, and show how many are approved and until when', async () => {
    await signIn()
    const form = await visitor.get(`${base}/new-prior-auth`)
    const fill = (units: string) =>
      visitor.submit(form, `${base}/prior-auths`, { ...mri, '/procedure_code': '97110', '/units': units })
    const wrong = await fill('a dozen')
    expect([wrong.status, wrong.text]).toEqual([
      422,
      expect.stringContaining('Enter a number, such as 1 or 2.5; got a dozen.'),
    ])
    const detail = await visitor.follow(await fill('12'))
    for (const text of ['Partially approved', '8 of 12 approved', '2026-02-14 to 2026-04-14']) {
      expect(detail.text).toContain(text)
    }
    expect((await requests())[0]).toMatchObject({ units: 12, status: 'partially_approved' })
  })

  it('say that the payer does not know a member', async () => {
    await signIn()
    const form = await visitor.get(`${base}/new-prior-auth`)
    const refused = await visitor.submit(form, `${base}/prior-auths`, { ...mri, '/patient_member_id': 'MBR-9999' })
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('No member has the number MBR-9999. Check the number on the member'),
    ])
  })

  it('look up members and providers, and list by filters and pages', async () => {
    await signIn()
    const member = await visitor.get(`${base}/eligibility?member_id=&name=sample`)
    expect(member.text).toContain('Silver 3000')
    expect(member.text).not.toContain('Casey Example')
    expect((await visitor.get(`${base}/eligibility?name=nobody`)).text).toContain('No member was found')
    expect((await visitor.get(`${base}/providers?npi=1234567893`)).text).toContain('Orthopedics')
    const rowsIn = ({ elements }: { elements: typeof member.elements }) =>
      elements.filter(({ tag, attributes }) => tag === 'a' && /prior-auths\/PA/.test(attributes.href ?? '')).length
    const first = await visitor.get(`${base}/prior-auths?status=&patient_member_id=`)
    expect(rowsIn(first)).toBe(20)
    const older = first.elements.find(({ text, tag }) => tag === 'a' && text === 'Next rows')
    expect(rowsIn(await visitor.get(older?.attributes.href ?? ''))).toBe(4)
    const denied = await visitor.get(`${base}/prior-auths?status=denied&procedure_code=99213`)
    expect(rowsIn(denied)).toBe(6)
    const wrong = await visitor.get(`${base}/prior-auths?status=lost`)
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Status must be one of')])
  })

  it('run and load nothing, and cannot be framed or cached [browser.headers]', async () => {
    const pages = [await visitor.get(`${base}/login`)]
    await signIn()
    for (const path of ['/', '/eligibility', '/providers', '/prior-auths', '/new-prior-auth', '/none']) {
      pages.push(await visitor.get(base + path))
    }
    for (const { headers, elements, markup } of pages) {
      const policy = headers['content-security-policy'] ?? ''
      expect(policy).toMatch(
        new RegExp(
          "^default-src 'none'; style-src 'sha256-[\\w+/=]+'; " +
            "form-action 'self'; base-uri 'none'; frame-ancestors 'none'$",
        ),
      )
      const style = elements.find(({ tag }) => tag === 'style')?.text ?? ''
      const digest = createHash('sha256').update(style).digest('base64')
      expect(policy).toContain(`'sha256-${digest}'`)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
      })
      expect(markup).not.toMatch(/<script|javascript:|\son\w+=|\sstyle=|https?:\/\//i)
    }
  })

  it('say that the playground has ended once it has [browser.closed]', async () => {
    await signIn()
    const form = await visitor.get(`${base}/new-prior-auth`)
    await payer.call(payer.runToken, 'POST', `/v1/task-runs/${payer.taskRunId}/complete`)
    for (const closed of [await visitor.get(`${base}/`), await visitor.submit(form, `${base}/prior-auths`, mri)]) {
      expect([closed.status, closed.headers['content-type']]).toEqual([409, 'text/html; charset=utf-8'])
      expect(closed.text).toContain('This portal is closed')
    }
    const late = await new Visitor(payer.service).signIn(base, payer.username, payer.password)
    expect([late.status, late.headers['set-cookie']]).toEqual([409, undefined])
  })
})

describe('under a run', () => {
  it('a browser with the token gets the same pages, any other client JSON [browser.under-a-run]', async () => {
    const root = `/v1/benchmark-runs/${payer.runId}/portal`
    const agent = new Visitor(payer.service, { authorization: `Bearer ${payer.runToken}` })
    expect((await agent.get(root)).text).toContain('Overview')
    const form = await agent.get(`${root}/new-prior-auth`)
    expect(form.headers['content-security-policy']).toContain("default-src 'none'")
    const sent = await agent.submit(form, `${root}/prior-auths`, { ...mri, ...note })
    expect(sent.headers.location).toMatch(new RegExp(`^${root}/prior-auths/PA\\d{8}\\?%7Edone=submitPriorAuth$`))
    expect((await agent.follow(sent)).text).toContain('Imaging report')
    for (const [accept, type] of [
      ['*/*', 'application/json'],
      ['application/json', 'application/json'],
      ['text/html;q=0', 'application/json'],
      ['text/html;q=0.1, application/json', 'application/json'],
      ['text/html;q=x', 'application/json'],
      ['TEXT/HTML', 'text/html; charset=utf-8'],
      ['application/json;q=0.5, text/html', 'text/html; charset=utf-8'],
    ] as const) {
      const guest = new Visitor(payer.service, { authorization: `Bearer ${payer.runToken}`, accept })
      expect([accept, (await guest.get(`${root}/prior-auths`)).headers['content-type']]).toEqual([accept, type])
    }
    const stranger = await new Visitor(payer.service).get(root)
    expect([stranger.status, stranger.headers['content-type']]).toEqual([401, 'application/json'])
    // The organization sees the agent's work on the same pages, but cannot change anything.
    const watching = new Visitor(payer.service, { authorization: `Bearer ${payer.organizationKey}` })
    const watched = `/sandboxes/${payer.sandboxId}/portal`
    expect((await watching.get(`${watched}/prior-auths`)).text).toContain('MBR-1001')
    const changed = await watching.post(`${watched}/prior-auths`, mri)
    expect([changed.status, textAt(JSON.parse(changed.markup), 'error', 'code')]).toEqual([409, 'CONFLICT'])
  })
})
