import type { JsonValue, Operation } from '@carebench/protocol'
import { approvableForm, smallBenchmark } from './small-benchmark.js'
import type { Tenant, TwoOrganizations } from './two-organizations.js'

// For tests of this package only.

/** A valid call below a group of a simulated system. */
export interface ProxyCallSample {
  readonly method: string
  readonly path: string
  readonly body?: JsonValue
  /** Default: JSON. */
  readonly mediaType?: string
}

const message = [
  'MSH|^~\\&|LAB|CLINIC|EHR|CLINIC|||ORU^R01|7|P|2.5.1',
  'PID|1||p1^^^CLINIC^MR||Okafor^Ada||19800101|F',
  'OBR|1|||718-7^Hemoglobin^LN',
  'OBX|1|NM|718-7^Hemoglobin^LN||13.1|g/dL|12-16|N|||F',
].join('\r')
const note = { resourceType: 'Communication', status: 'completed' }
const task = { resourceType: 'Task', id: 't1', status: 'in-progress', intent: 'order' }
const chartOpened = {
  hook: 'patient-view',
  hookInstance: 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea',
  context: { userId: 'Practitioner/d1', patientId: 'p1' },
}
const chartService = {
  id: 'chart',
  hook: 'patient-view',
  prefetch: { patient: 'Patient/{{context.patientId}}' },
  rules: [{ card: { summary: 'Ask about allergies.', indicator: 'info', source: { label: 'Clinic' } } }],
}

/** Calls by group. */
export const proxyCalls: Readonly<Record<string, readonly ProxyCallSample[]>> = {
  fhir: [
    { method: 'GET', path: 'metadata' },
    { method: 'GET', path: 'Patient' },
    { method: 'GET', path: 'Patient?name=okafor&_count=1' },
    { method: 'GET', path: 'Patient?_id=p1&_revinclude=Task:patient' },
    { method: 'GET', path: 'Task/t1' },
    { method: 'GET', path: 'Task/t1/_history' },
    { method: 'HEAD', path: 'Task/t1' },
    { method: 'PUT', path: 'Task/t1', body: task },
    { method: 'PATCH', path: 'Task/t1', body: [{ op: 'replace', path: '/status', value: 'on-hold' }] },
    { method: 'POST', path: 'Communication', body: note },
    { method: 'POST', path: 'Patient/_search', body: 'name=okafor', mediaType: 'application/x-www-form-urlencoded' },
    {
      method: 'POST',
      path: '',
      body: {
        resourceType: 'Bundle',
        type: 'transaction',
        entry: [{ resource: note, request: { method: 'POST', url: 'Communication' } }],
      },
    },
    { method: 'DELETE', path: 'Communication/none' },
  ],
  portal: [
    { method: 'GET', path: 'prior-auths' },
    { method: 'GET', path: 'patients?limit=1' },
    { method: 'GET', path: 'providers' },
    { method: 'POST', path: 'prior-auths', body: approvableForm },
    { method: 'GET', path: 'prior-auths/none' },
    { method: 'PATCH', path: 'prior-auths/none', body: { status: 'cancelled' } },
  ],
  payer: [
    { method: 'GET', path: 'cds-services' },
    { method: 'POST', path: 'cds-services/order-sign-crd', body: { ...chartOpened, hook: 'order-sign' } },
    { method: 'POST', path: 'fhir/Claim/$submit', body: { resourceType: 'Bundle', type: 'collection' } },
    { method: 'POST', path: 'fhir/Questionnaire/$questionnaire-package', body: { resourceType: 'Parameters' } },
  ],
  hl7: [
    { method: 'GET', path: 'inbox' },
    { method: 'GET', path: 'inbox?limit=1' },
    { method: 'POST', path: 'outbound', body: { payload: message } },
    { method: 'POST', path: 'outbound', body: message, mediaType: 'x-application/hl7-v2+er7' },
  ],
  clearinghouse: [
    { method: 'GET', path: 'transactions' },
    { method: 'POST', path: 'eligibility', body: { patient_id: 'p1' } },
    { method: 'POST', path: 'eligibility', body: 'ISA*00*', mediaType: 'application/edi-x12' },
    { method: 'POST', path: 'claim-status', body: { patient_account: 'A-1' } },
    {
      method: 'POST',
      path: 'authorizations',
      body: { patient_id: 'p1', procedure_code: '70551', diagnosis_codes: ['G43.909'], service_date: '2026-04-01' },
    },
    {
      method: 'POST',
      path: 'claims',
      body: {
        patient_id: 'M-1',
        patient_account: 'A-1',
        diagnosis_codes: ['G43.909'],
        lines: [{ procedure_code: '70551', charge: 100, date: '2026-04-01' }],
      },
    },
  ],
  faxes: [
    { method: 'GET', path: '' },
    { method: 'GET', path: '?limit=1&direction=outbound' },
    { method: 'GET', path: 'none' },
    {
      method: 'POST',
      path: '',
      body: { to_number: '+15550100142', document_type: 'referral', text: 'For Ada Okafor.' },
    },
  ],
  messages: [
    { method: 'GET', path: '' },
    { method: 'GET', path: '?limit=1&channel=sms' },
    { method: 'GET', path: 'none' },
    { method: 'POST', path: '', body: { channel: 'email', to: 'ada@example.org', body: 'Your visit is booked.' } },
  ],
  voice: [
    { method: 'GET', path: 'calls' },
    { method: 'GET', path: 'calls/none' },
    { method: 'POST', path: 'calls', body: { to: '+15550100142' } },
    { method: 'POST', path: 'calls/none/turns', body: { dtmf: '1' } },
    { method: 'POST', path: 'calls/none/hangup' },
  ],
  cds: [
    { method: 'GET', path: 'cds-services' },
    { method: 'POST', path: 'cds-services/chart', body: chartOpened },
    { method: 'POST', path: 'cds-services/chart', body: { ...chartOpened, prefetch: { patient: null } } },
    { method: 'POST', path: 'cds-services/none', body: chartOpened },
    { method: 'POST', path: 'cds-services/chart/feedback', body: { feedback: [] } },
  ],
  files: [
    { method: 'GET', path: 'inbox' },
    { method: 'GET', path: 'inbox/roster.csv' },
    { method: 'PUT', path: 'outbound/out.csv', body: 'id,name\n1,Ada\n', mediaType: 'text/csv' },
    { method: 'GET', path: 'outbound/out.csv' },
    { method: 'DELETE', path: 'outbound/out.csv' },
  ],
}

/**
 * Where calls of every group can be made: in a started task run, and in a standalone playground of the organization.
 */
export interface ProxyTargets {
  readonly runId: string
  readonly runToken: string
  /** Ids of sandboxes by the type of their simulator. */
  readonly sandboxes: ReadonlyMap<string, string>
}

/** Creates the targets, on an environment with every simulator that has a proxy; nothing else refers to them. */
export async function createProxyTargets({ under, own }: TwoOrganizations): Promise<ProxyTargets> {
  const small = smallBenchmark({ name: 'wide' })
  const reference = await under.publish({
    ...small,
    environment: {
      ...small.environment,
      name: 'Wide clinic',
      simulators: [
        ...small.environment.simulators,
        { type: 'HL7', name: 'Interface engine' },
        { type: 'Files', name: 'Drop box' },
        { type: 'Fax', name: 'Fax machine' },
        { type: 'Message', name: 'Messages' },
        { type: 'Voice', name: 'Telephone' },
        { type: 'Patient', name: 'Ada', config: { patient: 'Patient/p1' } },
        { type: 'CDSHooks', name: 'Decision support', config: { services: [chartService] } },
        { type: 'X12', name: 'Clearinghouse', config: { members: [{ member_id: 'M-1', last_name: 'Okafor' }] } },
      ],
      datasets: [
        ...small.environment.datasets,
        { type: 'HL7', name: 'results', config: { messages: [message] } },
        { type: 'Files', name: 'rosters', config: { files: [{ path: 'inbox/roster.csv', content: 'id\np1\n' }] } },
      ],
    },
  })
  const run = await under.createRun(reference)
  await under.call(run.bearer_token, 'POST', run.task_runs[0]?.start_url ?? '')
  const asOrganization = async (method: string, target: string, body?: unknown) =>
    (await under.call(own.organizationKey, method, target, body)).body
  const listed = (await asOrganization('GET', '/environments?limit=1')) as { data: readonly { id: string }[] }
  const playground = await asOrganization('POST', '/playgrounds', { environment_id: listed.data[0]?.id })
  const sandboxes = (await asOrganization('GET', `/sandboxes?playground_id=${playground.id}`)) as {
    data: readonly { id: string; type: string }[]
  }
  return {
    runId: run.benchmark_run_id,
    runToken: run.bearer_token,
    sandboxes: new Map(sandboxes.data.map(({ id, type }) => [type, id])),
  }
}

/** Whether a row is reached only in a started task run, as simulated systems are. */
export function needsStart(row: Operation): boolean {
  return row.kind === 'proxy' || (row.kind === 'json' && row.namesTaskRun)
}

/**
 * Returns the tenant for a row: for one that needs a started task run, with the ids under which that is reached;
 * otherwise unchanged.
 */
export function atProxy(row: Operation, tenant: Tenant, targets: ProxyTargets): Tenant {
  if (!needsStart(row)) return tenant
  const system = row.kind === 'proxy' ? row.simulator : ''
  return {
    ...tenant,
    runToken: targets.runToken,
    ids: {
      ...tenant.ids,
      benchmark_run_id: targets.runId,
      sandbox_id: targets.sandboxes.get(system) ?? 'none_1',
    },
  }
}
