import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { codeBlocks } from './code-blocks.js'

const [shown] = codeBlocks().filter(
  ({ page, code }) => page.endsWith('guides/audit.md') && /portal\.refused/.test(code),
)
const guard = JSON.parse(shown?.code ?? '')

const request = {
  patient_member_id: 'MBR-1001',
  patient_dob: '1961-04-30',
  procedure_code: '72148',
  units: 1,
  diagnosis_codes: ['M54.16'],
  provider_npi: '1234567893',
  service_date: '2026-03-20',
  urgency: 'standard',
}

/** Audits a task in which an MRI is requested, with these guards. Returns the codes of the findings. */
async function findingsWith(guards: readonly object[]): Promise<string> {
  const members = [
    { member_id: 'MBR-1001', last_name: 'Sample', first_name: 'Jordan', birth_date: '1961-04-30' },
    { member_id: 'MBR-1009', last_name: 'Example', first_name: 'Ana', birth_date: '1970-01-01' },
  ]
  const post = (body: object) => [{ method: 'POST', path: 'portal/prior-auths', body }]
  const requested = {
    assert: 'portal-state-match',
    correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: 'MBR-1001' },
    assertions: [{ path: 'procedure_code', expected: '72148' }],
  }
  const task = {
    name: 'Request',
    task_item: { instruction: 'Request the MRI of Jordan Sample.' },
    criteria: [{ label: 'The MRI is requested', assertion: requested }, ...guards],
    solutions: [{ name: 'ask', calls: post(request) }],
    counters: guards.map(() => ({
      name: 'a form for somebody else',
      after: 'ask',
      calls: post({ patient_member_id: 'MBR-1009' }),
      fails: [guard.label],
    })),
  }
  const folder = mkdtempSync(join(tmpdir(), 'carebench-refused-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const environment = { name: 'Plan', simulators: [{ type: 'Payer', name: 'Plan', config: { members } }], datasets: [] }
  const benchmark = { name: 'mri', visibility: 'Private', environment, tasks: [task] }
  writeFileSync(join(folder, 'benchmark.json'), JSON.stringify(benchmark))
  return (await runInProcess(['audit', folder])).out
}

it('the guard that the page shows notices rejected acts about other people', async () => {
  expect(await findingsWith([])).toContain('refused-act-unnoticed')
  const out = await findingsWith([guard])
  expect(out).toContain('harm-unnoticed')
  expect(out).not.toMatch(/refused-act-unnoticed|unreached-guard|counter-unnoticed/)
})
