// How much server CPU does a call of an agent cost, beside a bare handler around the same simulated systems?
//
// Every contender runs in its own process and holds the same run of one clinic: a FHIR record of 20 generated patients,
// a payer and an HL7 interface. This process is the client, with 16 requests in flight; the figures are CPU time of the
// servers. Before anything is timed, the responses of all contenders are compared: ids, times and texts must be equal,
// only the port may differ.
//
// The floor and the frameworks share a core written by hand (calls/desk.ts) around our own simulated systems, so that
// the race compares the service alone. The service also does what the others do not: it routes the whole table of
// operations, rejects hostile JSON, freezes copies of log entries, computes a digest of each response, limits memory,
// lets callers and playgrounds take turns, reads what other processes append, times out runs, and writes URLs with the
// caller's host.
//
// A completion is compared with the verification engine alone on the same evidence. Creating a run and starting a task
// are compared between benchmarks of 500 and of 50 tasks.

import { verify } from '@carebench/systems/verifier'
import type { Criterion, EvidenceSource } from '@carebench/verifier'
import { makeClinic, member } from './calls/clinic.js'
import { createClinicService } from './calls/clinic-service.js'
import { type Answer, inFlight, type Remote, startRemotes } from './server/remote.js'
import type { Bench } from './src/benchmark.js'

const floor = 'bare node:https'
const contenders = [floor, 'carebench', 'fastify', 'hono']

interface Job {
  readonly name: string
  readonly status: number
  /** Maximum ratio to the floor. */
  readonly goal: number
  readonly request: (remote: Remote, turn: number) => Parameters<Remote['ask']>
}

const json = { 'content-type': 'application/json' }
const fhir = { 'content-type': 'application/fhir+json' }

const jobs: readonly Job[] = [
  {
    name: 'read a resource',
    status: 200,
    goal: 1.3,
    request: ({ base, ids }, turn) => ['GET', `${base}/fhir/Patient/${ids[turn % ids.length]}`],
  },
  {
    name: 'search for ten',
    status: 200,
    goal: 1.3,
    request: ({ base, ids }, turn) => [
      'GET',
      `${base}/fhir/Observation?patient=${ids[turn % ids.length]}&_sort=-date&_count=10`,
    ],
  },
  {
    name: 'create a resource',
    status: 201,
    goal: 1.5,
    request: ({ base, ids }, turn) => [
      'POST',
      `${base}/fhir/Observation`,
      makeObservation(ids[turn % ids.length]),
      fhir,
    ],
  },
  {
    name: 'request an authorization',
    status: 201,
    goal: 1.5,
    request: ({ base }, turn) => ['POST', `${base}/portal/prior-auths`, makeAuthorization(turn), json],
  },
  {
    name: 'send an HL7 message',
    status: 201,
    goal: 1.5,
    request: ({ base }, turn) => ['POST', `${base}/hl7/outbound`, makeMessage(turn), { 'content-type': 'text/plain' }],
  },
]

function makeObservation(patient: string | undefined): string {
  return JSON.stringify({
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4', display: 'Heart rate' }] },
    subject: { reference: `Patient/${patient}` },
    effectiveDateTime: '2026-03-02T08:00:00Z',
    valueQuantity: { value: 72, unit: 'beats/minute', system: 'http://unitsofmeasure.org', code: '/min' },
  })
}

function makeAuthorization(turn: number): string {
  return JSON.stringify({
    patient_member_id: member.member_id,
    patient_name: member.name,
    patient_dob: member.date_of_birth,
    procedure_code: String(70_000 + (turn % 20_000)),
    diagnosis_codes: ['M54.16'],
    provider_npi: '9900010031',
    service_date: '2026-03-17',
    urgency: 'standard',
    clinical_notes: 'Low back pain with radiculopathy; six weeks of physical therapy without relief.',
  })
}

function makeMessage(turn: number): string {
  return (
    `MSH|^~\\&|A|B|C|D|||ADT^A08|M${turn}` +
    '|P|2.5.1\rEVN|A08|20260302080000\rPID|1||1^^^X^MR||Quintero^Marisol\rPV1|1|O\r'
  )
}

export async function run(bench: Bench): Promise<void> {
  await raceCalls(bench)
  await raceCompletion(bench)
  await raceRuns(bench)
}

async function raceCalls(bench: Bench): Promise<void> {
  const remotes = await startRemotes(bench, contenders, [floor, 'carebench', 'fastify'])
  const answers = new Map<Remote, unknown>()
  for (const remote of remotes) answers.set(remote, await readAnswers(remote))
  const [expected] = answers.values()
  for (const { name, status, goal, request } of jobs) {
    await bench.race({
      case: name,
      inFlight,
      // More turns would reach the limits of the playground: 10,000 changes and 2,000 outward acts.
      turns: 40,
      expected,
      contenders: remotes.map((remote) => ({
        name: remote.contender,
        ...(remote.contender === floor && { floor }),
        ...(remote.contender === 'carebench' && { goals: { [floor]: goal } }),
        answer: () => answers.get(remote),
        cpu: () => remote.cpu(),
        async run(turn: number) {
          const answer = await remote.ask(...request(remote, turn))
          if (answer.status !== status) throw new Error(`${remote.contender}, ${name}: ${answer.status} ${answer.text}`)
        },
      })),
    })
  }
  for (const remote of remotes) await remote.close()
}

/** Returns what {@link comparable} keeps of the responses to three turns of each job, and of two rejections. */
async function readAnswers(remote: Remote): Promise<unknown> {
  const observed: unknown[] = []
  for (const { request, status } of jobs) {
    for (const turn of [0, 1, 2]) {
      const answer = await remote.ask(...request(remote, turn))
      if (answer.status !== status) throw new Error(`${remote.contender}: ${answer.status} ${answer.text}`)
      observed.push(comparable(remote, answer))
    }
  }
  const foreign = await remote.ask('GET', `${remote.base}/fhir/Patient/x`, undefined, {
    authorization: 'Bearer vrl_run_x',
  })
  observed.push(foreign.status, comparable(remote, await remote.ask('GET', `${remote.base}/fhir/Patient/nobody`)))
  return observed
}

/** Returns the parts of a response that must be equal for all contenders, without the port and the path of the run. */
function comparable(remote: Remote, { status, headers, text }: Answer): unknown {
  const { location = '', etag = '', 'cache-control': cache, 'content-type': type } = headers
  const without = (value: unknown) =>
    String(value)
      .replaceAll(/127\.0\.0\.1:\d+/g, 'host')
      .replaceAll(remote.base, '')
  return [status, without(text), without(location), etag, cache, String(type).split(';', 1)[0]]
}

/** Returns the Observation that the criterion with this index expects. */
function makeNote(index: number) {
  const code = { coding: [{ system: 'https://example.org/codes', code: `note-${index}` }] }
  return { resourceType: 'Observation', status: 'final', code, valueString: `note ${index}` }
}

async function raceCompletion(bench: Bench): Promise<void> {
  const criteria = 10
  const atOnce = 8
  const clinic = await createClinicService(makeClinic(1, criteria))
  const begin = async () => {
    const run = await clinic.call(clinic.solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'calls@1' })
    const [{ id, start_url, complete_url }] = run.task_runs
    const token: string = run.bearer_token
    await clinic.call(token, 'POST', start_url)
    for (let index = 0; index < criteria; index++) {
      await clinic.call(token, 'POST', `/v1/benchmark-runs/${run.benchmark_run_id}/fhir/Observation`, makeNote(index))
    }
    return { id, complete: () => clinic.call(token, 'POST', complete_url) }
  }
  const first = await begin()
  const { score } = await first.complete()
  const { evidence } = await clinic.call(clinic.organizationKey, 'GET', `/task-runs/${first.id}/record`)
  const checks = makeClinic(1, criteria).tasks[0]?.criteria as readonly Criterion[]
  const verifyAlone = () => verify({ criteria: checks, evidence: evidence as EvidenceSource }).score
  let begun: Awaited<ReturnType<typeof begin>>[] = []
  const complete = async () => {
    const taskRun = begun.pop() ?? (await begin())
    return (await taskRun.complete()).score
  }
  await bench.race({
    case: 'complete, 10 criteria',
    turns: atOnce,
    expected: score,
    contenders: [
      { name: 'verify alone', floor: 'verify alone', run: verifyAlone, answer: verifyAlone },
      {
        name: 'carebench',
        goals: { 'verify alone': 1.5 },
        run: complete,
        answer: complete,
        begin: async () => {
          begun = []
          while (begun.length < atOnce) begun.push(await begin())
        },
      },
    ],
  })
}

async function raceRuns(bench: Bench): Promise<void> {
  const sizes = bench.sizes(5, 50, 500)
  const clinics = await Promise.all(sizes.map((size) => createClinicService(makeClinic(size, 1))))
  const create = (place: number) =>
    clinics[place]?.call(clinics[place].solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'calls@1' })
  const sizeOf = (place: number) =>
    place === 0
      ? { name: 'the smaller', floor: 'the smaller' }
      : { name: 'ten times as much', goals: { 'the smaller': 12 } }
  await bench.race({
    case: `create a run of ${sizes.join(' and ')} tasks`,
    contenders: sizes.map((size, place) => ({
      ...sizeOf(place),
      run: () => create(place),
      answer: async () => (await create(place)).task_runs.length,
      expected: size,
    })),
  })
  const turns = 16
  const waiting = sizes.map(() => [] as (() => Promise<unknown>)[])
  await bench.race({
    case: `start a task of ${sizes.join(' and ')}`,
    turns,
    expected: true,
    contenders: sizes.map((_, place) => {
      const start = async () => Boolean(await waiting[place]?.pop()?.())
      return {
        ...sizeOf(place),
        async begin() {
          const run = await create(place)
          waiting[place] = run.task_runs.slice(0, turns).map(
            ({ start_url }: { start_url: string }) =>
              () =>
                clinics[place]?.call(run.bearer_token, 'POST', start_url),
          )
        },
        run: start,
        answer: start,
      }
    }),
  })
}
