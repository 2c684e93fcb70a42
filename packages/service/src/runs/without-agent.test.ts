import type { BenchmarkDefinition } from '@carebench/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ClockWorld, everySystem, startClockWorld } from '../testing/clock-world.js'

const starts_at = '1999-03-04T08:00:00.000Z'
const fhirJson = { 'content-type': 'application/fhir+json' }
const patient = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Okafor', given: ['Ada'] }] }
const arrived = { resourceType: 'Basic', id: 'b1', code: { text: 'Arrived' } }

const steps = [
  { type: 'upsert_fhir', resource: arrived, at_seconds: 60 },
  { type: 'upsert_fhir', resource: { ...patient, active: true }, at_seconds: 60 },
  { type: 'set_portal_row', resource: 'notices', row: { id: 'n1', text: 'Closed on Friday' }, at_seconds: 60 },
  { type: 'drop_file_inbox', path: 'late.csv', content: 'a,b', at_seconds: 60 },
  { type: 'upsert_fhir', resource: { resourceType: 'Basic', code: { text: 'New' } }, at_seconds: 90 },
  { type: 'drop_file_inbox', path: 'answer.csv', content: 'c', after: { event: 'fax.delivered' } },
]

/** A request that the payer decides by itself a minute after the agent started. */
const pending = {
  auth_number: 'A1',
  patient_member_id: 'M1',
  procedure_code: '70551',
  status: 'pending',
  decision_due_at: '1999-03-04T08:01:00.000Z',
}

/** A request of the agent. */
const request = {
  patient_member_id: 'M2',
  patient_name: 'Ida Larsen',
  patient_dob: '1980-01-01',
  procedure_code: '70551',
  diagnosis_codes: ['G43.909'],
  provider_npi: '1234567893',
  service_date: '1999-04-01',
}

const wholeRecord = { collection: 'fhir.Basic', where: { id: 'b1' } }
const others = [
  { collection: 'fhir.Basic', where: { id: 'b2' } },
  { collection: 'portal.prior_auth_requests', where: { patient_member_id: 'M2' }, count: 1 },
  { collection: 'faxes' },
]
/** What guards allow. */
const allowances: Readonly<Record<string, readonly object[]>> = {
  nothing: [],
  fields: [...others, { ...wholeRecord, fields: ['code.text'], count: 1 }],
  others: [...others, { ...wholeRecord, fields: ['subject'] }],
  fewer: [...others, { ...wholeRecord, count: 0 }],
}

/** Publishes a small clinic and starts its task, with a guard for each of the allowances. */
function start(): Promise<ClockWorld> {
  const guards = Object.entries(allowances).map(([label, allow]) => {
    return { label, guard: true, assertion: { assert: 'no-collateral', allow } }
  })
  const done = { label: 'done', assertion: { assert: 'output-match', expected: 'done' } }
  const task = { starts_at, scenario: { steps }, criteria: [...guards, done] }
  const definition = everySystem({ clock: 'stepped' }, task as unknown as Partial<BenchmarkDefinition['tasks'][number]>)
  const { name, simulators, datasets } = definition.environment
  const portal = { type: 'Portal' as const, name: 'requests', config: { rows: { prior_auth_requests: [pending] } } }
  const few = simulators.filter(({ type }) => ['FHIR', 'Payer', 'Files', 'Fax'].includes(type))
  return startClockWorld({ ...definition, environment: { name, simulators: few, datasets: [...datasets, portal] } })
}

/** Returns the details of the guard of each allowance, by its name; empty if it passed. */
async function blamedIn(world: ClockWorld): Promise<Readonly<Record<string, string>>> {
  expect((await world.complete()).status).toBe(200)
  const { body } = await world.sendOwn('GET', `/task-runs/${world.taskRunId}/record`)
  const { criterion_runs } = body.result as {
    criterion_runs: readonly { label: string; outcome: string; details: string }[]
  }
  expect(await world.replay()).toMatchObject({ same: true })
  return Object.fromEntries(
    criterion_runs.map(({ label, outcome, details }) => [label, outcome === 'passed' ? '' : details]),
  )
}

it('does not blame the agent for what arrives, or for what a system decides by itself \
[kinds.no-collateral-arrivals]', async () => {
  const world = await start()
  await world.send('GET', 'fhir/Patient/p1')
  await world.send('POST', 'wait', { seconds: 3600 })
  expect((await world.send('GET', 'portal/prior-auths/A1')).body).toMatchObject({ status: 'approved' })
  expect((await blamedIn(world)).nothing).toBe('')
})

describe('counted as changes of the agent are', () => {
  let blamed: Readonly<Record<string, string>>
  beforeAll(async () => {
    const world = await start()
    const send = async (...call: Parameters<ClockWorld['send']>) => {
      const { status, text } = await world.send(...call)
      expect(status, text).toBeLessThan(300)
    }
    await send('PUT', 'fhir/Patient/p1', { ...patient, active: false }, fhirJson)
    await send('PUT', 'fhir/Basic/b2', { ...arrived, id: 'b2' }, fhirJson)
    await send('POST', 'faxes', { to_number: '+15550100142', document_type: 'referral', text: 'Please see it.' })
    await send('POST', 'portal/prior-auths', request)
    await send('POST', 'wait', { seconds: 3600 })
    await send('PUT', 'fhir/Basic/b1', { ...arrived, code: { text: 'Read' } }, fhirJson)
    expect((await world.send('GET', 'files/inbox')).body.data).toHaveLength(2)
    blamed = await blamedIn(world)
  })

  it('its writes, but not those overwritten since, nor arrivals that they caused \
[kinds.no-collateral-arrivals]', () => {
    expect(blamed.nothing).toMatch(/^4 changes beyond what is allowed: Basic\/b2 was added, Basic\/b1 was changed, /)
    expect(blamed.nothing).not.toMatch(/p1|inbox|A1|notices/)
  })

  it('a request of its own with the decision on it, once', () => {
    expect(blamed.fields).toBe('')
  })

  it('its changes of a record that has arrived, with "fields" and "count"', () => {
    expect(blamed.others).toMatch(/^1 change beyond what is allowed: Basic\/b1 was changed/)
    expect(blamed.fewer).toContain('Basic/b1 was changed, one more than "count"')
  })
})
