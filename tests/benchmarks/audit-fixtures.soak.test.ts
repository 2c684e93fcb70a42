import { SimulatedSystemError } from '@carebench/client'
import { fixtures } from '@carebench/fixtures'
import { audit, defaultChecks, defaultParts } from '@carebench/systems/verifier'
import { type AuditReport, type Criterion, createVerifier, type EvidenceSource } from '@carebench/verifier'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BenchmarkTestbed, createBenchmarkTestbed, runTask } from '../benchmark-testbed.js'
import { makeCall, makeCalls, type RecordedCall, recordedCalls } from './recorded-calls.js'

const { tasks } = fixtures['prior-auth']

/** Calls every endpoint of the two systems once, without purpose. */
const noise: readonly RecordedCall[] = [
  { method: 'GET', path: 'fhir/metadata' },
  { method: 'GET', path: 'fhir/Patient?family=Noise' },
  { method: 'POST', path: 'fhir/Communication', body: { resourceType: 'Communication', status: 'completed' } },
  { method: 'PUT', path: 'fhir/Basic/noise', body: { resourceType: 'Basic', id: 'noise', code: { text: 'Noise' } } },
  { method: 'GET', path: 'portal/patients' },
  { method: 'GET', path: 'portal/providers' },
  { method: 'GET', path: 'portal/prior-auths' },
  {
    method: 'POST',
    path: 'portal/prior-auths',
    body: {
      patient_member_id: 'NOISE-1',
      patient_name: 'No Body',
      patient_dob: '2000-01-01',
      procedure_code: '99999',
      diagnosis_codes: ['Z00.00'],
      provider_npi: '9900010023',
      service_date: '2026-03-03',
      urgency: 'standard',
    },
  },
  { method: 'PATCH', path: 'portal/prior-auths/PA00771203', body: { clinical_notes: 'Noise' } },
  {
    method: 'POST',
    path: 'portal/prior-auths/PA00771203/attachments',
    body: { document_type: 'noise', text: 'Noise' },
  },
  { method: 'POST', path: 'portal/prior-auths/PA00771203/peer-to-peer', body: {} },
  { method: 'POST', path: 'portal/prior-auths/PA00771203/appeals', body: { reason: 'Noise' } },
]

let testbed: BenchmarkTestbed
let last: EvidenceSource | undefined
const reports: AuditReport[] = []
beforeAll(async () => {
  const verifier = createVerifier({ checks: defaultChecks, parts: defaultParts })
  testbed = await createBenchmarkTestbed({
    ...verifier,
    verifyInSteps(input) {
      last = input.evidence as EvidenceSource
      return verifier.verifyInSteps(input)
    },
  })
  for (const task of tasks.keys()) reports.push(await auditTask(task))
})

/** Makes these calls in a task, and returns the evidence after them. */
async function stateAfter(task: number, calls: readonly RecordedCall[]): Promise<EvidenceSource> {
  await runTask(testbed, task, async (taskSession, wait) => {
    const session = await taskSession.start()
    if (calls !== noise) await makeCalls(session, calls, wait)
    else for (const call of noise) await tolerant(makeCall(session, call))
    return session.complete()
  })
  if (last === undefined) throw new Error('Nothing was verified.')
  return last
}

/** Ignores rejections of the service, because noise may be rejected. */
async function tolerant(made: Promise<unknown>): Promise<void> {
  try {
    await made
  } catch (error) {
    if (!(error instanceof SimulatedSystemError)) throw error
  }
}

function listCriteria(task: number): readonly Criterion[] {
  return tasks[task]?.criteria ?? []
}

async function auditTask(task: number): Promise<AuditReport> {
  const calls = recordedCalls(task)
  const state = await stateAfter(task, calls)
  const name = tasks[task]?.solutions?.[0]?.name ?? ''
  return audit({
    criteria: listCriteria(task),
    task_item: tasks[task]?.task_item ?? null,
    options: fixtures['prior-auth'].overrides ?? {},
    states: {
      initial: { ...state.initial, entities: state.entities ?? {}, bound: state.bound ?? [] },
      spam: await stateAfter(task, noise),
      solutions: [{ name, state, calls: [...calls] }],
    },
  })
}

describe.each(tasks.map(({ name }, task) => ({ name, task })))('$name', ({ task }) => {
  const reportOf = (): AuditReport => {
    const report = reports[task]
    if (report === undefined) throw new Error(`Task ${task} was not audited.`)
    return report
  }

  it('has no errors, and gives no points for doing nothing or for noise', () => {
    const report = reportOf()
    // The counterexamples, which break the other guards, are not played here.
    const faults = report.findings.filter(({ severity, code }) => severity === 'error' && code !== 'unreached-guard')
    expect(faults).toEqual([])
    expect(report).toMatchObject({ null_floor: 0, spam_floor: 0 })
    const guards = listCriteria(task).map(({ guard }) => guard === true)
    for (const [index, criterion] of report.criteria.entries()) {
      if (!guards[index]) expect([criterion.null_score, criterion.spam_score, criterion.solved]).toEqual([0, 0, true])
    }
  })

  it('notices every mutant of its first solution', () => {
    const [solution] = reportOf().solutions
    expect(solution).toMatchObject({ score: 1, verdict: 'pass', left_out: 0 })
    // If a request names no items, the payer derives them from its codes.
    const survivors = solution?.survivors.filter(({ mutant }) => !/ items\[0\]\.procedure_code to /.test(mutant))
    expect(survivors).toEqual([])
    expect(solution?.mutants).toBeGreaterThan(10)
  })
})
