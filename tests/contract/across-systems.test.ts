import type { BenchmarkDefinition } from '@carebench/protocol'
import fc from 'fast-check'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { approvableForm } from '../../packages/service/src/testing/small-benchmark.js'
import { type AgentRun, at, type ContractTestbed, createContractTestbed, listAt, textAt } from './contract-testbed.js'

// One interaction log across all simulated systems: the order of events, records that agree, and unrequested changes.

const member = 'M-1001'
const simulators: BenchmarkDefinition['environment']['simulators'] = [
  { type: 'FHIR', name: 'Record' },
  { type: 'X12', name: 'Clearinghouse', config: { members: [{ member_id: member, last_name: 'Okafor' }] } },
  { type: 'Payer', name: 'Plan', config: { accept_unknown_members: true } },
  { type: 'HL7', name: 'Interface engine' },
  { type: 'Fax', name: 'Fax machine' },
  { type: 'Message', name: 'Messages' },
  { type: 'CDSHooks', name: 'Advice', config: { services: [{ id: 'chart', hook: 'patient-view' }] } },
]

/** A step of the work: its call, and its event in the interaction log. */
interface Step {
  readonly type: string
  /** Data of its event, if noise causes events of the same type. */
  readonly where?: Readonly<Record<string, string>>
  /** The type of the simulated system. */
  readonly of: string
  readonly path: string
  /** `number` is the member's number in this step. */
  readonly body: (number: string) => object
}

function report(number: string) {
  return [
    'MSH|^~\\&|LAB|CLINIC|EHR|CLINIC|20260302180000||ORU^R01|7|P|2.5.1',
    `PID|1||${number}^^^PLAN^MB||Okafor^Ada||19800101|F`,
    'OBR|1|||718-7^Hemoglobin^LN',
    'OBX|1|NM|718-7^Hemoglobin^LN||13.1|g/dL|12-16|N|||F',
  ].join('\r')
}

const steps: readonly Step[] = [
  {
    type: 'cds.called',
    where: { 'data.patient_id': 'p1' },
    of: 'CDSHooks',
    path: 'cds/cds-services/chart',
    body: () => ({
      hook: 'patient-view',
      hookInstance: '6c0f9a54-7a70-4c1e-9d3b-51f4b0a6a7d1',
      context: { userId: 'Practitioner/d1', patientId: 'p1' },
    }),
  },
  { type: 'x12.sent', of: 'X12', path: 'clearinghouse/eligibility', body: (number) => ({ patient_id: number }) },
  {
    type: 'prior_auth.submitted',
    of: 'Payer',
    path: 'portal/prior-auths',
    body: (number) => ({ ...approvableForm, patient_member_id: number }),
  },
  {
    type: 'fhir.create',
    of: 'FHIR',
    path: 'fhir/Coverage',
    body: (number) => ({
      resourceType: 'Coverage',
      status: 'active',
      subscriberId: number,
      beneficiary: { reference: 'Patient/p1' },
      payor: [{ display: 'Plan' }],
    }),
  },
  { type: 'hl7.sent', of: 'HL7', path: 'hl7/outbound', body: (number) => ({ payload: report(number) }) },
  {
    type: 'fax.sent',
    of: 'Fax',
    path: 'faxes',
    body: (number) => ({ to_number: '+15550100142', document_type: 'referral', text: number }),
  },
  {
    type: 'message.sent',
    of: 'Message',
    path: 'messages',
    body: (number) => ({ channel: 'email', to: 'ada@example.org', body: number }),
  },
]

const patient = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Okafor', given: ['Ada'] }] }
const order = 'Each system was used in its turn'
const agreement = 'All systems have one number'
const nothingElse = 'Nothing else was done'
const definition: BenchmarkDefinition = {
  name: 'across',
  timeout: 600,
  environment: {
    name: 'Front desk',
    simulators,
    datasets: [
      {
        type: 'FHIR',
        name: 'record',
        config: { bundle: { resourceType: 'Bundle', type: 'collection', entry: [{ resource: patient }] } },
      },
    ],
  },
  tasks: [
    {
      name: 'use all systems',
      criteria: [
        {
          label: order,
          assertion: {
            assert: 'event-order',
            events: steps.map(({ type, where }) => ({ type, ...(where && { where }) })),
          },
        },
        {
          label: agreement,
          assertion: {
            assert: 'records-agree',
            records: [
              { collection: 'x12.sent', path: 'NM1[1=IL].9' },
              { collection: 'portal.prior_auth_requests', path: 'patient_member_id' },
              { collection: 'fhir.Coverage', path: 'subscriberId' },
              { collection: 'hl7.outbound', path: 'PID-3.1' },
              { collection: 'faxes', path: 'text' },
              { collection: 'messages', path: 'body' },
            ],
          },
        },
        {
          label: nothingElse,
          guard: true,
          assertion: {
            assert: 'no-collateral',
            allow: [
              { collection: 'x12.sent', where: { 'NM1[1=IL].9': member } },
              { collection: 'portal.prior_auth_requests', where: { patient_member_id: member } },
              { collection: 'fhir.Coverage', where: { subscriberId: member } },
              { collection: 'hl7.outbound', where: { 'PID-3.1': member } },
              { collection: 'faxes', where: { to_number: '+15550100142' } },
              { collection: 'messages', where: { to: 'ada@example.org' } },
            ],
          },
        },
      ],
    },
  ],
}

let testbed: ContractTestbed
let reference: string
beforeAll(async () => {
  testbed = await createContractTestbed()
  reference = await testbed.publish(definition)
})

async function begin(): Promise<AgentRun> {
  const run = await testbed.createRun(reference)
  expect((await run.start()).status).toBe(200)
  return run
}

async function take(run: AgentRun, { type, path, body }: Step, number = member) {
  const { status, text } = await run.call('POST', `/v1/benchmark-runs/${run.id}/${path}`, body(number))
  expect([type, status < 300, text]).toEqual([type, true, text])
  expect(text).not.toMatch(/"ack_code":"A[ER]"/)
}

/** Completes the run; returns the result of each criterion by label. */
async function judge(run: AgentRun) {
  const { body } = await run.complete()
  const checks = new Map(listAt(body, 'checks').map((check) => [textAt(check, 'label'), check]))
  const scoreOf = (label: string) => at(checks.get(label), 'score')
  const { body: page } = await testbed.call('GET', `/criterion-runs?task_run_id=${run.taskRuns[0]}`)
  const runs = new Map(listAt(page, 'data').map((entry) => [textAt(entry, 'criterion_id'), entry]))
  return { body, scoreOf, runOf: (label: string) => runs.get(textAt(checks.get(label), 'criterion_id')) }
}

/** All events of the playground as read by the organization, sandbox by sandbox. */
async function listEvents(run: AgentRun) {
  const { body: taskRun } = await testbed.call('GET', `/task-runs/${run.taskRuns[0]}`)
  const playground = textAt(taskRun, 'playground_id')
  const { body: sandboxes } = await testbed.call('GET', `/sandboxes?playground_id=${playground}`)
  const found: { readonly seq: unknown; readonly of: string; readonly type: string }[] = []
  for (const sandbox of listAt(sandboxes, 'data')) {
    const { body } = await testbed.call('GET', `/sandboxes/${textAt(sandbox, 'id')}/events?limit=100`)
    for (const event of listAt(body, 'data')) {
      found.push({ seq: at(event, 'seq'), of: textAt(sandbox, 'type'), type: textAt(event, 'type') })
    }
  }
  return found
}

describe('seven simulated systems', () => {
  it('share one log, whose sequence numbers order their events [kinds.event-order]', async () => {
    const run = await begin()
    for (const step of steps) await take(run, step)
    const { body, scoreOf, runOf } = await judge(run)
    expect(body).toMatchObject({ verdict: 'pass', score: 1 })
    expect([order, agreement, nothingElse].map(scoreOf)).toEqual([1, 1, 1])
    const events = await listEvents(run)
    const matched = listAt(runOf(order), 'evidence', 'matched')
    expect(matched).toHaveLength(steps.length)
    for (const [index, { type, of }] of steps.entries()) {
      expect(events).toContainEqual({ seq: matched[index], of, type })
      if (index > 0) expect(matched[index]).toBeGreaterThan(Number(matched[index - 1]))
    }
  })

  it('score a different order by the part that was kept', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...steps]), async (taken) => {
        const run = await begin()
        for (const step of taken) await take(run, step)
        // Each event occurs at most once, so the prefix ends where the positions stop increasing.
        const places = steps.map((step) => taken.indexOf(step))
        const stop = places.findIndex((place, index) => place === -1 || place < (places[index - 1] ?? -1))
        const kept = stop === -1 ? steps.length : stop
        const { scoreOf } = await judge(run)
        expect(scoreOf(order)).toBeCloseTo(kept / steps.length, 9)
        expect(scoreOf(agreement)).toBe(places.slice(1).includes(-1) ? 0 : 1)
        expect(scoreOf(nothingElse)).toBe(1)
      }),
      { numRuns: 3 * inject('scale') },
    )
  })
})

const writing = steps.filter(({ of }) => of !== 'CDSHooks')

describe.each(writing.map((step) => [step.of, step] as const))('of %s', (_, other) => {
  it('a record with a different number is reported as disagreeing [kinds.records-agree]', async () => {
    const run = await begin()
    for (const step of steps) await take(run, step, step === other ? 'M-1010' : member)
    const { scoreOf, runOf } = await judge(run)
    expect([order, agreement].map(scoreOf)).toEqual([1, 0])
    expect(textAt(runOf(agreement), 'details')).toContain('M-1010')
  })
})

/** One unrequested change in each system, and the collection in which it is reported. */
const collateral: readonly (readonly [collection: string, path: string, body: object])[] = [
  ['x12.sent', 'clearinghouse/eligibility', { patient_id: 'M-2' }],
  ['portal.prior_auth_requests', 'portal/prior-auths', { ...approvableForm, patient_member_id: 'M-2' }],
  ['fhir.Patient', 'fhir/Patient', { resourceType: 'Patient' }],
  ['hl7.outbound', 'hl7/outbound', { payload: report('M-2') }],
  ['faxes', 'faxes', { to_number: '+15550100199', document_type: 'referral', text: member }],
  ['messages', 'messages', { channel: 'sms', to: '+15550100142', body: member }],
]

describe('an unrequested change', () => {
  it.each(collateral)(
    'is reported in %s, however good the rest of the work [kinds.no-collateral, kinds.no-collateral-acts]',
    async (collection, path, body) => {
      const run = await begin()
      for (const step of steps) await take(run, step)
      const { status } = await run.call('POST', `/v1/benchmark-runs/${run.id}/${path}`, body)
      expect(status).toBeLessThan(300)
      const { scoreOf, runOf, body: result } = await judge(run)
      expect([scoreOf(order), scoreOf(nothingElse), at(result, 'verdict')]).toEqual([
        1,
        0,
        expect.not.stringMatching('pass'),
      ])
      expect(listAt(runOf(nothingElse), 'evidence', 'changes')).toMatchObject([{ change: 'added', collection }])
      // Every change but a write into the chart is an outward act, too.
      const acts = at(runOf(nothingElse), 'evidence', 'acts')
      if (collection === 'fhir.Patient') expect(acts).toBeUndefined()
      else expect(acts).toMatchObject([{ collection, key: expect.any(String) }])
    },
  )

  it('does not include reads and rejected calls', async () => {
    const run = await begin()
    for (const step of steps) await take(run, step)
    const base = `/v1/benchmark-runs/${run.id}`
    for (const path of ['fhir/Patient', 'portal/prior-auths', 'faxes', 'messages', 'hl7/inbox', 'cds/cds-services']) {
      expect((await run.call('GET', `${base}/${path}`)).status).toBe(200)
    }
    for (const path of ['faxes', 'messages', 'portal/prior-auths', 'cds/cds-services/chart', 'hl7/outbound']) {
      const { status } = await run.call('POST', `${base}/${path}`, {})
      expect(status).toBeGreaterThanOrEqual(400)
    }
    const { body } = await judge(run)
    expect(body).toMatchObject({ verdict: 'pass', score: 1 })
  })
})
