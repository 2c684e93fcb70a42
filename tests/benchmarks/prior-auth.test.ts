import type { Completion } from '@carebench/client'
import { fixtures } from '@carebench/fixtures'
import type { JsonObject } from '@carebench/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AgentName } from '../../packages/carebench/src/demo/agent.js'
import {
  type BenchmarkTestbed,
  createBenchmarkTestbed,
  failingLabels,
  runBenchmark,
  type Work,
} from '../benchmark-testbed.js'
import { workAs } from '../scripted-work.js'

let testbed: BenchmarkTestbed
beforeAll(async () => {
  testbed = await createBenchmarkTestbed()
})

function inSilence(agent: AgentName): Work {
  return (task, wait) => workAs(agent, 'prior-auth', task, wait)
}

function outcomes(completions: readonly Completion[]) {
  return completions.map(({ verdict, score }) => [verdict, score])
}

const nothing = ['fail', 0]

describe('the agents of the demo', () => {
  it('good: passes every task in full', async () => {
    const { completions, verdict, score } = await runBenchmark(testbed, inSilence('good'))
    expect(completions.flatMap((completion) => failingLabels(completion))).toEqual([])
    expect(outcomes(completions)).toEqual([
      ['pass', 1],
      ['pass', 1],
      ['pass', 1],
    ])
    expect([verdict, score]).toEqual(['pass', 1])
  })

  it('careless: scores partially, only because of its mistakes', async () => {
    const { completions, verdict, score } = await runBenchmark(testbed, inSilence('careless'))
    expect(completions.map((completion) => failingLabels(completion))).toEqual([
      [
        'The request gives the diagnosis of the order and no other',
        'The request names the ordering physician',
        'Only this one request was sent, without documents, and the chart is unchanged',
      ],
      [
        'The request gives the diagnosis of the order',
        'The imaging report of the ordered joint is attached',
        'The payer has not approved surgery on any other joint',
        'No other document or request was sent, and the rest of the order and of the chart is unchanged',
      ],
      [
        'The order that still stands is requested under the active member number',
        'The request gives the diagnosis of the order and no other',
        'The request names the ordering physician',
        "The request has the patient's name and date of birth",
        'The request has the service date and the urgency of the order',
        "The patient's sleep study report is attached",
        "The physician is told the payer's decision",
        "The message gives the payer's reason",
        'The physician was told after the payer had decided',
        'The withdrawn order can no longer be scheduled',
        'Nothing was sent or written about anybody else',
        'Nothing else was sent, and the rest of the chart is unchanged',
      ],
    ])
    expect(outcomes(completions)).toEqual([['partial', 0.5], nothing, nothing])
    expect(verdict).toBe('partial')
    expect(score).toBeCloseTo(1 / 6, 12)
  })

  it('idle: scores 0', async () => {
    const { completions, verdict, score } = await runBenchmark(testbed, inSilence('idle'))
    expect(outcomes(completions)).toEqual([nothing, nothing, nothing])
    expect([verdict, score]).toEqual(nothing)
    const guards = fixtures['prior-auth'].tasks.flatMap((task) => task.criteria.filter(({ guard }) => guard === true))
    const held = completions.flatMap(({ checks }) => checks.filter((check) => check.score > 0))
    expect(held.map(({ label }) => label)).toEqual(guards.map(({ label }) => label))
  })

  it('describe each step in one line', async () => {
    const steps: string[] = []
    await runBenchmark(testbed, (task, wait) => workAs('good', 'prior-auth', task, wait, (step) => steps.push(step)))
    expect(steps).toContain('GET fhir/Patient?family=Tillery&given=Raymond&birthdate=1963-11-05 → 1 found')
    expect(steps.length).toBeGreaterThan(20)
    expect(steps.filter((step) => step === '' || step.length > 140 || step.includes('\n'))).toEqual([])
  })
})

describe('a scored run', () => {
  it('reports its result without the reasons', async () => {
    const { completions } = await runBenchmark(testbed, inSilence('careless'), true)
    expect(completions.map((completion) => completion.verdict)).toEqual(['partial', 'fail', 'fail'])
    const checks = completions.flatMap((completion) => completion.checks)
    expect(checks).toHaveLength(34)
    for (const check of checks) {
      expect(Object.keys(check).sort()).toEqual(['axis', 'criterionId', 'label', 'result', 'score'])
    }
  })
})

describe('noise', () => {
  it('earns nothing', async () => {
    let taken = 0
    const { completions, verdict, score } = await runBenchmark(testbed, async (task) => {
      const session = await task.start()
      const listed = await session.portal.request('GET', 'prior-auths')
      const attempts: [method: string, path: string, body: JsonObject][] = portalNoise(listNumbers(listed))
      for (const [method, path, body] of attempts) {
        taken += await session.portal.request(method, path, body).then(
          () => 1,
          () => 0,
        )
      }
      for (const resource of recordNoise) {
        const { id } = await session.fhir.create(resource)
        taken += typeof id === 'string' ? 1 : 0
      }
      for (const id of ['order-9002-003', 'order-9003-003', 'order-9007-002', 'order-9007-003']) {
        const order = await session.fhir.read('ServiceRequest', id)
        await session.fhir.update({ ...order, id, note: [{ text: 'noise' }] })
        taken += 1
      }
      return task.complete({ output: { summary: 'noise' } })
    })
    expect(taken).toBeGreaterThan(30)
    expect(outcomes(completions)).toEqual([nothing, nothing, nothing])
    expect([verdict, score]).toEqual(nothing)
  })
})

const patient = { reference: 'Patient/pat-9002' }
const noise = { text: 'noise' }

/** Unrequested writes that the record accepts. */
const recordNoise = [
  { resourceType: 'Patient', name: [{ text: 'Noise' }] },
  { resourceType: 'ServiceRequest', status: 'completed', intent: 'order', subject: patient, note: [noise] },
  { resourceType: 'Communication', status: 'completed', subject: patient, note: [noise] },
  { resourceType: 'Task', status: 'completed', intent: 'order', for: patient, note: [noise] },
  {
    resourceType: 'DocumentReference',
    status: 'current',
    subject: patient,
    content: [{ attachment: { title: 'Noise' } }],
  },
]

function listNumbers(listed: JsonObject): readonly string[] {
  return (listed.data as readonly JsonObject[]).map((row) => String(row.auth_number))
}

/** A new request, and every action on every existing request. */
function portalNoise(numbers: readonly string[]): [method: string, path: string, body: JsonObject][] {
  const request = {
    patient_member_id: 'NOISE-1',
    patient_dob: '1980-01-01',
    procedure_code: '99213',
    diagnosis_codes: ['Z00.00'],
    provider_npi: '1234567893',
    service_date: '2026-04-01',
  }
  return [
    ['POST', 'prior-auths', request],
    ...numbers.flatMap((number): [string, string, JsonObject][] => [
      ['POST', `prior-auths/${number}/attachments`, { document_type: 'noise', text: 'noise' }],
      ['PATCH', `prior-auths/${number}`, { clinical_notes: 'noise' }],
      ['POST', `prior-auths/${number}/peer-to-peer`, { contact_name: 'Noise', contact_phone: '217-555-0199' }],
      ['POST', `prior-auths/${number}/appeals`, { reason: 'noise' }],
    ]),
  ]
}
