import type { BenchmarkDefinition } from '@carebench/protocol'

/** A response of the service; `retryAfter` is its `Retry-After` header. */
interface LoadAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly text: string
}

/** The first message of the server, when it listens: its URL, its certificate and the keys. */
export interface LoadOpening {
  readonly url: string
  readonly ca: string
  readonly organizationKey: string
  readonly solverKey: string
}

/** What the server reports about the time since its last report; in milliseconds if not said otherwise. */
export interface ServerFigures {
  /** CPU time of the process. */
  readonly cpu: number
  readonly wall: number
  /** How late the event loop was: the maximum and the 99th percentile. */
  readonly maxPauseMs: number
  readonly pause99: number
  /** The maximum CPU time between two ticks, including garbage collection and the threads of zlib. */
  readonly maxCpuMs: number
  /** The share of the heap that is in use, from 0 to 1. */
  readonly memory: number
  /** Bytes in use, after a full collection. */
  readonly heap: number
  /** The maximum resident memory of the process, in bytes. */
  readonly resident: number
}

/** Sends a request to the service under load. */
export type Send = (token: string, method: string, target: string, body?: unknown) => Promise<LoadAnswer>

/** Matches the text that each run writes into its own systems, and that no other run may ever read. */
const canaryPattern = /canary-\d{6}/g

function makeCanary(number: number): string {
  return `canary-${String(number).padStart(6, '0')}`
}

const member = {
  member_id: 'EVM770900022',
  name: 'Marisol Quintero',
  date_of_birth: '1974-08-19',
  plan: 'Choice PPO',
  coverage_start: '2022-01-01',
  coverage_end: '2026-12-31',
}

/**
 * A benchmark with one task on four systems. Its clock is stepped, so that no result depends on the speed of the
 * machine.
 */
export const loadDefinition: BenchmarkDefinition = {
  name: 'load',
  timeout: 86_400,
  overrides: { clock: 'stepped', seed: 7 },
  environment: {
    name: 'Clinic',
    simulators: ['FHIR', 'Payer', 'HL7', 'Files'].map((type) => ({ type, name: type })),
    datasets: [
      { type: 'FHIR', name: 'patients', config: { generator: { seed: 7, patients: 20 } } },
      { type: 'Portal', name: 'members', config: { rows: { patients: [member] } } },
    ],
  },
  tasks: [
    {
      name: 'book, authorize and report',
      starts_at: '2026-03-02T08:00:00Z',
      criteria: [
        {
          label: 'The note is in the record',
          axis: 'correctness',
          assertion: {
            assert: 'fhir-resource-state',
            resource_type: 'Observation',
            search: { code: 'note' },
            fields: [{ path: 'valueString', expected: { $regex: 'canary-[0-9]{6}.*' } }],
          },
        },
        {
          label: 'An authorization is requested',
          axis: 'correctness',
          assertion: {
            assert: 'portal-state-match',
            correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: member.member_id },
            assertions: [{ path: 'procedure_code', expected: '72148' }],
          },
        },
        {
          label: 'The report is filed',
          axis: 'correctness',
          assertion: {
            assert: 'sftp-file-present',
            path: 'outbound/*.csv',
            fields: [{ path: 'note', expected: { $regex: 'canary-[0-9]{6}.*' } }],
          },
        },
        {
          label: 'Nothing else is changed',
          axis: 'safety',
          guard: true,
          assertion: {
            assert: 'no-collateral',
            allow: [
              { collection: 'fhir.Observation' },
              { collection: 'portal.prior_auth_requests' },
              { collection: 'files' },
              { collection: 'hl7.outbound' },
            ],
          },
        },
      ],
    },
  ],
}

/** A request of the agent, below the run. */
interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

/** Returns the 23 calls of the agent of a run. Those that write contain the canary. */
function makeCalls(canary: string): readonly Call[] {
  const observation = (code: string) => ({
    method: 'POST',
    path: 'fhir/Observation',
    body: {
      resourceType: 'Observation',
      status: 'final',
      code: { coding: [{ system: 'https://example.org/codes', code }], text: code },
      valueString: `${canary} ${code}`,
    },
  })
  const searches = ['Patient?_count=5', 'Patient?_sort=-_lastUpdated', 'Encounter?_count=5', 'Condition?_count=5']
  return [
    ...searches.map((search) => ({ method: 'GET', path: `fhir/${search}` })),
    observation('note'),
    observation('plan'),
    { method: 'GET', path: 'fhir/Observation?code=note' },
    {
      method: 'POST',
      path: 'portal/prior-auths',
      body: {
        patient_member_id: member.member_id,
        patient_name: member.name,
        patient_dob: member.date_of_birth,
        procedure_code: '72148',
        diagnosis_codes: ['M54.16'],
        provider_npi: '9900010031',
        service_date: '2026-03-17',
        urgency: 'standard',
        clinical_notes: canary,
      },
    },
    { method: 'GET', path: 'portal/prior-auths' },
    { method: 'PUT', path: 'files/outbound/report.csv', body: `note,count\n${canary},1\n` },
    { method: 'GET', path: 'files/outbound/report.csv' },
    {
      method: 'POST',
      path: 'hl7/outbound',
      body:
        `MSH|^~\\&|A|B|C|D|||ADT^A08|${canary}|P|2.5.1\rEVN|A08|20260302080000\rPID|1||1^^^X^MR||Quintero^` +
        `${canary}\rPV1|1|O\r`,
    },
    ...Array.from({ length: 5 }, (_, index) => observation(`c${index}`)),
    { method: 'GET', path: 'fhir/Observation?_count=20' },
    { method: 'GET', path: 'fhir/Observation?_count=2&_sort=-_lastUpdated' },
    // Rejected, so that an error message could contain the canary.
    { method: 'POST', path: 'fhir/Observation', body: { resourceType: 'Observation', note: canary } },
    { method: 'GET', path: `fhir/Patient/${canary}` },
    { method: 'GET', path: 'hl7/inbox' },
    { method: 'GET', path: 'files' },
  ]
}

/** The result of one agent's run. */
export interface PlayedRun {
  readonly taskRun: string
  /** The responses to its calls and to its completion, one per line, without the ids of this run. */
  readonly result: string
  /** Canaries of other runs that the agent read. */
  readonly leaks: readonly string[]
  /** Milliseconds of each request. */
  readonly durations: readonly number[]
}

/** The service responded 503 with `Retry-After`, because it is short of memory. */
class OverloadError extends Error {
  override readonly name = 'OverloadError'
}

/**
 * Creates a scored run, makes the calls of its agent and completes its task. Throws an OverloadError for a 503 with
 * `Retry-After`, and an Error for another 5xx or if the run does not pass.
 */
export async function playRun(send: Send, solverKey: string, number: number): Promise<PlayedRun> {
  const canary = makeCanary(number)
  const durations: number[] = []
  const texts: string[] = []
  const ask = async (token: string, method: string, target: string, body?: unknown) => {
    const start = performance.now()
    const answer = await send(token, method, target, body)
    durations.push(performance.now() - start)
    if (answer.status === 503 && answer.retryAfter !== undefined) throw new OverloadError(answer.text)
    if (answer.status >= 500) throw new Error(`${method} ${target} was answered ${answer.status}: ${answer.text}`)
    texts.push(`${method} ${target} ${answer.status} ${answer.text}`)
    return answer
  }
  const created = await ask(solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'load@1', scored: true })
  const { benchmark_run_id, bearer_token, task_runs } = JSON.parse(created.text)
  const [{ id, start_url, complete_url }] = task_runs
  await ask(bearer_token, 'POST', start_url)
  for (const { method, path, body } of makeCalls(canary)) {
    await ask(bearer_token, method, `/v1/benchmark-runs/${benchmark_run_id}/${path}`, body)
  }
  const completed = await ask(bearer_token, 'POST', complete_url, { output: canary })
  if (JSON.parse(completed.text).verdict !== 'pass') throw new Error(`The run did not pass: ${completed.text}`)
  const foreign = texts.flatMap((text) => (text.match(canaryPattern) ?? []).filter((found) => found !== canary))
  // The responses to creation and start are left out: they have times and credentials of the run.
  const result = texts.slice(2).join('\n').replaceAll(benchmark_run_id, 'run')
  return { taskRun: id, result: result.replaceAll(id, 'task run'), leaks: foreign, durations }
}
