import { createRequest } from '@carebench/service'
import { beforeAll, describe, expect, it } from 'vitest'
import { type StartedPayer, startPayer } from '../portal/open-portal.js'
import { Visitor } from '../portal/visitor.js'

// Who can enter a workstation, and what they can reach.

let payer: StartedPayer
let base: string
beforeAll(async () => {
  payer = await startPayer()
  base = `/workstations/${payer.taskRunId}`
})

async function link(): Promise<string> {
  const opened = await payer.call(payer.runToken, 'POST', `/v1/task-runs/${payer.taskRunId}/workstation`)
  return (opened as { readonly url: string }).url
}

async function enter(): Promise<Visitor> {
  const visitor = new Visitor(payer.service)
  await visitor.get(await link())
  return visitor
}

describe('a link', () => {
  it('opens one session, limited to the task run, with a page that links to it [workstation.link-once]', async () => {
    const url = await link()
    const first = await new Visitor(payer.service).get(url)
    expect(first.status).toBe(200)
    expect(first.headers['set-cookie']).toMatch(
      new RegExp(`; Path=${base}/; Max-Age=43200; HttpOnly; Secure; SameSite=Strict$`),
    )
    expect(first.elements.find(({ tag }) => tag === 'a')?.attributes.href).toBe(`${base}/`)
    const second = await new Visitor(payer.service).get(url)
    expect([second.status, second.headers['set-cookie']]).toEqual([401, undefined])
  })

  it('is not used up by a preview that sends only a HEAD request', async () => {
    const url = await link()
    await payer.service.handle(createRequest('HEAD', url))
    expect((await new Visitor(payer.service).get(url)).status).toBe(200)
  })

  it('works for a minute [workstation.link-minute]', async () => {
    const url = await link()
    payer.clock.advance(61_000)
    expect((await new Visitor(payer.service).get(url)).status).toBe(401)
  })

  it('shows neither the token nor a part of it', async () => {
    const url = await link()
    const secret = payer.runToken.slice('vrl_run_'.length)
    expect(url).not.toContain(secret.slice(0, 8))
    const visitor = new Visitor(payer.service)
    await visitor.get(url)
    expect(
      atob(
        visitor.cookie
          .replace(/^[^=]*=/, '')
          .replaceAll('-', '+')
          .replaceAll('_', '/'),
      ),
    ).not.toContain('vrl_run_')
  })

  it('opens no other task run, and its value does not work as a cookie', async () => {
    const url = await link()
    const [, seal = ''] = url.split('link=')
    expect((await new Visitor(payer.service).get(`/workstations/tr_other/enter?link=${seal}`)).status).toBe(401)
    const thief = new Visitor(payer.service)
    thief.cookie = `carebench-workstation=${seal}`
    expect((await thief.get(`${base}/task`)).status).toBe(401)
  })

  it('cannot be created with a token of another kind', async () => {
    const wrong = await payer.call(payer.organizationKey, 'POST', `/v1/task-runs/${payer.taskRunId}/workstation`)
    expect(wrong).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
  })
})

describe('a session', () => {
  it('is needed for every page, and its cookie works for no other workstation', async () => {
    const visitor = await enter()
    expect((await visitor.get(`${base}/task`)).status).toBe(200)
    expect((await new Visitor(payer.service).get(`${base}/task`)).status).toBe(401)
    const other = new Visitor(payer.service)
    other.cookie = visitor.cookie
    expect((await other.get('/workstations/tr_other/task')).status).toBe(401)
    other.cookie = visitor.cookie.slice(0, -2)
    expect((await other.get(`${base}/task`)).status).toBe(401)
  })

  it('sends no form without its CSRF token [workstation.csrf]', async () => {
    const visitor = await enter()
    const foreign = await (await enter()).get(`${base}/task`)
    const csrf = foreign.elements.find(({ attributes }) => attributes.name === 'csrf')?.attributes.value ?? ''
    expect((await visitor.post(`${base}/submit`, { output: '' })).status).toBe(403)
    expect((await visitor.post(`${base}/submit`, { output: '', csrf })).status).toBe(403)
    expect((await visitor.get(`${base}/task`)).status).toBe(200)
  })

  it('ends when somebody signs out, also for a copy of its cookie, and after twelve hours \
[workstation.session-end]', async () => {
    const visitor = await enter()
    const thief = new Visitor(payer.service)
    thief.cookie = visitor.cookie
    const page = await visitor.get(`${base}/task`)
    await visitor.submit(page, `${base}/sign-out`)
    expect(visitor.cookie).toBe('')
    expect((await thief.get(`${base}/task`)).status).toBe(401)
  })

  it('has pages that run no script, load nothing, and are shown in no frame', async () => {
    const { headers } = await (await enter()).get(`${base}/payer`).then(async (answer) => answer)
    expect(headers['x-content-type-options'] ?? headers.location).toBeDefined()
    const page = await (await enter()).get(`${base}/task`)
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(page.headers['x-frame-options']).toBe('DENY')
    expect(page.elements.filter(({ tag }) => ['script', 'img', 'iframe', 'link'].includes(tag))).toEqual([])
  })

  it('sends a form of a page once: loaded again, or pressed twice, it says so and sends nothing', async () => {
    const visitor = await enter()
    const form = await visitor.get(`${base}/payer/submitPriorAuth`)
    const filled = {
      csrf: form.elements.findLast(({ attributes }) => attributes.name === 'csrf')?.attributes.value ?? '',
      '/patient_member_id': 'MBR-1001',
      '/patient_dob': '1961-04-30',
      '/procedure_code': '72148',
      '/diagnosis_codes': 'M54.16',
      '/provider_npi': '1234567893',
      '/service_date': '2026-02-14',
      '/urgency': 'standard',
    }
    const action = `${base}/payer/submitPriorAuth`
    const refused = await visitor.post(action, { ...filled, '/procedure_code': '7' })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Nothing was sent')])
    const both = await Promise.all([visitor.post(action, filled), visitor.post(action, filled)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409])
    expect((await visitor.post(action, filled)).text).toContain('Sent already')
    const list = await payer.call(
      payer.runToken,
      'GET',
      `/v1/benchmark-runs/${payer.runId}/portal/prior-auths?patient_member_id=MBR-1001`,
    )
    expect((list as { readonly data: readonly unknown[] }).data).toHaveLength(1)
  })

  it('submits the task once, says nothing of the result, and then ends', async () => {
    const visitor = await enter()
    const review = await visitor.submit(await visitor.get(`${base}/submit`), `${base}/submit/review`)
    const done = await visitor.submit(review, `${base}/submit`)
    expect(done.text).toMatch(/Task submitted/)
    expect(done.text).not.toMatch(/pass|fail|score/i)
    expect((await visitor.get(`${base}/task`)).status).toBe(409)
    const late = await payer.call(payer.runToken, 'POST', `/v1/task-runs/${payer.taskRunId}/workstation`)
    expect(late).toMatchObject({ error: { code: 'CONFLICT' } })
  })
})
