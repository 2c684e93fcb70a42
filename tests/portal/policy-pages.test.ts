import { beforeEach, expect, it } from 'vitest'
import { listAt, textAt } from '../contract/contract-testbed.js'
import { type StartedPayer, startPayer } from './open-portal.js'
import { portalBenchmark } from './portal-benchmark.js'
import { type VisitedPage, Visitor } from './visitor.js'

// In the pages of the portal, a policy asks the same questions and decides the same as in JSON.

const policy = {
  id: 'knee',
  title: 'Replacement of the knee',
  version: '2026-01',
  services: [{ code: '27447' }],
  documents: ['imaging_report'],
  statements: {
    arthritis: { fact: { diagnosis: ['M17.*'] } },
    bmi: { question: 'What is the body mass index?', answer_type: 'number', unit: 'kg/m2', enough: { below: 40 } },
    injection: { question: 'When was the last injection?', answer_type: 'date', enough: { days_before: 90 } },
    side: {
      question: 'Which knee?',
      answer_type: 'choice',
      options: ['left', 'right', 'both'],
      enough: { one_of: ['left', 'right'] },
    },
    failed_therapy: { question: 'Has therapy failed?', accepts: ['therapy_notes'] },
    outside_hospital: { fact: { place_of_service: ['24'] } },
    watched: { question: 'Must the patient stay overnight?' },
  },
  criteria: {
    all: ['arthritis', 'bmi', 'injection', 'side', 'failed_therapy', { any: ['outside_hospital', 'watched'] }],
  },
}

const [system] = portalBenchmark.environment.simulators
const benchmark = {
  ...portalBenchmark,
  environment: {
    ...portalBenchmark.environment,
    simulators: [
      { type: 'Payer' as const, name: 'Plan', config: { ...system?.config, determinations: [], policies: [policy] } },
    ],
  },
}

const request = {
  patient_member_id: 'MBR-1001',
  patient_dob: '1961-04-30',
  procedure_code: '27447',
  provider_npi: '1234567893',
  service_date: '2026-02-14',
}
const entered = Object.fromEntries(Object.entries(request).map(([name, value]) => [`/${name}`, value]))
const documents = {
  '/attachments/0/document_type': 'Imaging report',
  '/attachments/0/text': 'No cartilage is left.',
  '/attachments/1/document_type': 'Therapy notes',
  '/attachments/1/text': 'Twelve weeks.',
}
const filled = {
  '/answers/bmi': '38.5',
  '/answers/injection': '2025-09-01',
  '/answers/side': 'left',
  '/answers/failed_therapy': 'true',
  '/answers/watched': 'true',
}
const answers = { bmi: 38.5, injection: '2025-09-01', side: 'left', failed_therapy: true, watched: true }

let payer: StartedPayer
let base: string
let visitor: Visitor
beforeEach(async () => {
  payer = await startPayer(benchmark)
  base = `/portals/${payer.sandboxId}`
  visitor = new Visitor(payer.service)
  await visitor.signIn(base, payer.username, payer.password)
})

const labels = ({ elements }: VisitedPage) =>
  elements
    .filter(({ tag, attributes }) => tag === 'label' && attributes.for?.startsWith('/answers/'))
    .map(({ text }) => text.replace(' (optional)', ''))

async function rows() {
  return listAt(await payer.call(payer.runToken, 'GET', `/v1/benchmark-runs/${payer.runId}/portal/prior-auths`), 'data')
}

it('the page of requirements says what a service needs, and links to a form with the questions', async () => {
  const found = await visitor.get(
    `${base}/requirements?procedure_code=27447&patient_member_id=MBR-1001&diagnosis_code=M17.11`,
  )
  expect(found.text).toContain('An authorization is required')
  expect(found.text).toContain('Replacement of the knee · policy knee, version 2026-01')
  const items = found.elements.filter(({ tag }) => tag === 'li').map(({ text }) => text)
  expect(items).toEqual(expect.arrayContaining(['Imaging report', 'Therapy notes', 'Which knee?']))
  const link = found.elements.find(({ tag, text }) => tag === 'a' && text === 'Request an authorization')
  expect(labels(await visitor.get(link?.attributes.href ?? ''))).toEqual([
    'What is the body mass index?',
    'When was the last injection?',
    'Which knee?',
    'Has therapy failed?',
    'Must the patient stay overnight?',
  ])
  const denied = await visitor.get(
    `${base}/requirements?procedure_code=27447&patient_member_id=MBR-1001&diagnosis_code=S83.2`,
  )
  expect(denied.text).not.toContain('Questions to answer')
})

it('a request with answers gets the same decision as in JSON', async () => {
  const form = await visitor.get(`${base}/new-prior-auth?procedure_code=27447&diagnosis_codes=M17.11`)
  const sent = await visitor.submit(form, `${base}/prior-auths`, {
    ...entered,
    ...documents,
    ...filled,
    '/diagnosis_codes': 'M17.11',
  })
  const page = await visitor.follow(sent)
  expect(page.text).toContain('Approved')
  expect(page.text).toContain('Bmi38.5')
  const target = `/v1/benchmark-runs/${payer.runId}/portal/prior-auths`
  await payer.call(payer.runToken, 'POST', target, {
    ...request,
    diagnosis_codes: ['M17.11'],
    answers,
    attachments: [
      { document_type: 'imaging_report', text: 'No cartilage is left.' },
      { document_type: 'therapy_notes', text: 'Twelve weeks.' },
    ],
  })
  const [json, html] = (await rows()).map((row) => ({ ...(row as object), auth_number: '', history: [] }))
  expect(html).toMatchObject({ answers, status: 'approved' })
  const times = ['submitted_at', 'updated_at', 'determined_at']
  const withoutTimes = (row: object | undefined) => Object.entries(row ?? {}).filter(([name]) => !times.includes(name))
  expect(withoutTimes(html)).toEqual(withoutTimes(json))
})

it('the page of the request asks what is not answered yet, and an answer can be corrected or withdrawn', async () => {
  const form = await visitor.get(`${base}/new-prior-auth`)
  const place = { '/place_of_service': '24', '/diagnosis_codes': 'M17.11' }
  const sent = await visitor.submit(form, `${base}/prior-auths`, { ...entered, ...documents, ...place })
  const detail = await visitor.follow(sent)
  expect(detail.text).toContain('The plan asks:')
  expect(detail.text).toContain('Which knee?')
  const path = (sent.headers.location ?? '').replace(/\?.*/, '')
  const page = await visitor.get(`${path}/resubmission`)
  expect(labels(page)).toEqual([
    'What is the body mass index?',
    'When was the last injection?',
    'Which knee?',
    'Has therapy failed?',
  ])
  const wrong = await visitor.submit(page, `${path}/resubmission`, { ...filled, '/answers/bmi': 'stout' })
  expect([wrong.status, wrong.text]).toEqual([
    422,
    expect.stringContaining('Enter a number, such as 1 or 2.5; got stout.'),
  ])
  const { '/answers/side': _, ...some } = filled
  await visitor.submit(page, `${path}/resubmission`, some)
  expect((await rows())[0]).toMatchObject({ status: 'more_information', questions: [{ name: 'side' }] })
  const again = await visitor.get(`${path}/resubmission`)
  const value = (id: string) => again.elements.find(({ attributes }) => attributes.id === id)?.attributes.value
  expect([labels(again)[0], value('/answers/bmi'), value('/answers/injection')]).toEqual([
    'Which knee?',
    '38.5',
    '2025-09-01',
  ])
  await visitor.submit(again, `${path}/resubmission`, { '/answers/bmi': '', '/answers/side': 'right' })
  expect((await rows())[0]).toMatchObject({ questions: [{ name: 'bmi' }] })
  const last = await visitor.get(`${path}/resubmission`)
  await visitor.submit(last, `${path}/resubmission`, { '/answers/bmi': '44' })
  const [row] = await rows()
  expect(row).toMatchObject({ status: 'denied', items: [{ statements: ['bmi'] }] })
  expect((await visitor.get(path)).text).toContain(textAt(row, 'determination_reason'))
})

it('a form in steps asks the questions about its service, and its draft can be opened again', async () => {
  const action = `${base}/prior-auths?%7Eas=steps`
  const go = (page: VisitedPage, values: object) => visitor.submit(page, action, { ...values, '~go': 'next' })
  const first = await visitor.get(`${base}/new-prior-auth?~as=steps`)
  const second = await go(first, { ...entered, '/diagnosis_codes': 'M17.11' })
  const draft = visitor.location
  const third = await go(await go(second, {}), {})
  expect(third.text).toContain('step 4 of 6: Questions')
  expect(labels(third)).toHaveLength(5)
  const last = await go(await go(third, filled), documents)
  expect(last.text).toContain('step 6 of 6: Check and send')
  expect((await rows())[0]).not.toMatchObject({ procedure_code: '27447' })
  const reopened = await visitor.get(draft)
  const code = reopened.elements.find(({ attributes }) => attributes.name === '/procedure_code')
  expect(code?.attributes.value).toBe('27447')
  await visitor.submit(last, action, {})
  expect((await rows())[0]).toMatchObject({ procedure_code: '27447', answers, status: 'approved' })
})
