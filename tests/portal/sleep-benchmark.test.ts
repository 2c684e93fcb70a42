import { beforeAll, expect, it } from 'vitest'
import { at, type ContractTestbed, createContractTestbed, textAt } from '../contract/contract-testbed.js'
import { deviceFor, sleepBenchmark } from './sleep-benchmark.js'

// A second benchmark of the payer, by configuration alone. It can be published only if its audit finds no errors.

let testbed: ContractTestbed
let reference: string
beforeAll(async () => {
  testbed = await createContractTestbed()
  reference = await testbed.publish(sleepBenchmark)
})

async function begin(index: number) {
  const run = await testbed.createRun(reference)
  await run.start(index)
  const portal = (method: string, path: string, body?: unknown) =>
    run.call(method, `/v1/benchmark-runs/${run.id}/portal/${path}`, body)
  return { run, portal, complete: async () => at((await run.complete(index)).body, 'score') }
}

async function submit(portal: Awaited<ReturnType<typeof begin>>['portal'], memberId: string, more = {}) {
  const { body } = await portal('POST', 'prior-auths', { ...deviceFor(memberId), ...more })
  return { path: `prior-auths/${textAt(body, 'auth_number')}`, status: at(body, 'status') }
}

const letter = { document_type: 'letter_of_medical_necessity', text: 'Falls asleep at the wheel.' }

it('an agent that sends the documents and waits gets the full score', async () => {
  const first = await begin(0)
  const attachments = [{ document_type: 'sleep_study', text: 'AHI 31.' }]
  const { path, status } = await submit(first.portal, 'HM-204', { attachments })
  expect(status).toBe('pending')
  testbed.clock.advance(3_600_000)
  expect(at((await first.portal('GET', path)).body, 'status')).toBe('approved')
  expect(await first.complete()).toBe(1)

  const second = await begin(1)
  const denied = await submit(second.portal, 'HM-310')
  expect(denied.status).toBe('denied')
  const early = await second.portal('POST', `${denied.path}/appeals`, { reason: 'Please.' })
  expect(at(early.body, 'status')).toBe('filed')
  testbed.clock.advance(600_000)
  expect(at((await second.portal('GET', denied.path)).body, 'missing_documents')).toEqual([letter.document_type])
  await second.portal('POST', `${denied.path}/attachments`, letter)
  await second.portal('POST', `${denied.path}/appeals`, { reason: 'See the letter.' })
  testbed.clock.advance(600_000)
  expect(at((await second.portal('GET', denied.path)).body, 'status')).toBe('approved')
  expect(await second.complete()).toBe(1)
})

it('an agent without the documents gets part of the score, and an idle one nothing', async () => {
  const hasty = await begin(0)
  expect((await submit(hasty.portal, 'HM-204')).status).toBe('pending')
  testbed.clock.advance(3_600_000)
  expect(await hasty.complete()).toBe(0.5)
  const careless = await begin(1)
  const { path } = await submit(careless.portal, 'HM-310', { procedure_code: '99213' })
  expect(at((await careless.portal('GET', path)).body, 'determination_reason')).toBe('Say which device is meant.')
  expect(await careless.complete()).toBe(0)
  for (const index of [0, 1]) expect(await (await begin(index)).complete()).toBe(0)
})
