// How do validate, audit, publish, record, replay and verify grow with ten times the input?
//
// Each case does in memory what the command does, without the start of a process and without files. A definition of 1
// and of 10 tasks is validated, published with a known audit, and published and audited. The record of a run with 50
// and with 500 calls, half of them writes, is read, its seal is checked, it is replayed, and its evidence is verified
// against 10 and 100 criteria. `report` has a benchmark of its own.

import type { BenchmarkDefinition } from '@carebench/protocol'
import {
  callInMemory,
  createRequest,
  defaultSystems,
  findDefinitionErrors,
  keepAudit,
  publishBenchmark,
  replayRecord,
} from '@carebench/service'
import { verify } from '@carebench/systems/verifier'
import { type Criterion, checkRecord, type EvidenceSource, type TaskRunRecord } from '@carebench/verifier'
import { fixtures } from '../../fixtures/src/index.js'
import { createAuthorService } from './load/author-service.js'
import type { Bench } from './src/benchmark.js'

export async function run(bench: Bench): Promise<void> {
  await grow(bench)
}

export async function grow(bench: Bench): Promise<void> {
  await growDefinitions(bench)
  await growRuns(bench)
}

async function growDefinitions(bench: Bench): Promise<void> {
  const sizes = bench.sizes(1, 1, 10)
  const definitions = sizes.map(makeDefinition)
  const contenders = (work: (definition: BenchmarkDefinition, place: number) => unknown) =>
    definitions.map((definition, place) => contender(place, () => work(definition, place)))
  const input = `${sizes.join(' and ')} tasks`
  await bench.race({
    case: `validate ${input}`,
    expected: true,
    contenders: contenders((definition) => findDefinitionErrors(definition).length === 0),
  })
  const known: Awaited<ReturnType<typeof audited>>[] = []
  for (const definition of definitions) known.push(await audited(definition))
  await bench.race({
    case: `publish ${input}, their audit known`,
    expected: true,
    contenders: contenders((definition, place) => publish(definition, known.slice(place, place + 1))),
  })
  await bench.race({
    case: `publish and audit ${input}`,
    expected: true,
    contenders: contenders((definition) => publish(definition)),
  })
}

async function growRuns(bench: Bench): Promise<void> {
  const sizes = bench.sizes(5, 50, 500)
  const desks = await Promise.all(sizes.map(openDesk))
  const contenders = (work: (desk: Desk) => unknown) => desks.map((desk, place) => contender(place, () => work(desk)))
  const input = `${sizes.join(' and ')} calls`
  await bench.race({
    case: `read the record of ${input}`,
    expected: true,
    contenders: contenders((desk) => desk.readRecord()),
  })
  await bench.race({
    case: `check the seal of ${input}`,
    expected: true,
    contenders: contenders(({ record }) => checkRecord(record).ok),
  })
  await bench.race({
    case: `replay ${input}`,
    expected: true,
    contenders: contenders(({ record }) => replayRecord(record, defaultSystems).same),
  })
  await bench.race({
    case: `verify ${input}`,
    expected: true,
    contenders: contenders(({ record, criteria }) => {
      const { score } = verify({ criteria, evidence: record.evidence as EvidenceSource })
      return score === 1
    }),
  })
}

/**
 * Returns a contender for the size at this place: 0 is the floor. Its answer is whether `work` returns something true.
 */
function contender(place: number, work: () => unknown) {
  return {
    ...(place === 0
      ? { name: 'the smaller', floor: 'the smaller' }
      : { name: 'ten times as much', goals: { 'the smaller': 12 } }),
    run: work,
    answer: async () => Boolean(await work()),
  }
}

/**
 * Returns a benchmark that repeats one task under other names: ten different tasks would not be ten times the input.
 */
function makeDefinition(size: number): BenchmarkDefinition {
  const definition = fixtures['prior-auth']
  const tasks = Array.from({ length: size }, (_, number) => {
    const task = definition.tasks[0] as BenchmarkDefinition['tasks'][number]
    return { ...task, name: `${task.name} ${number}` }
  })
  return { ...definition, tasks }
}

async function publish(definition: BenchmarkDefinition, knownAudits?: Parameters<typeof createAuthorService>[0]) {
  const service = createAuthorService(knownAudits)
  const { organizationKey } = await service.provisionOrganization('Author')
  return publishBenchmark(callInMemory(service, organizationKey), definition, { allowFindings: true })
}

async function audited(definition: BenchmarkDefinition) {
  return keepAudit(await publish(definition))
}

/** A completed task run: its record, and criteria that pass on its evidence. */
interface Desk {
  readonly record: TaskRunRecord
  readonly criteria: readonly Criterion[]
  readRecord(): Promise<TaskRunRecord>
}

/** Completes a run after this many calls, which in turn create an Observation and search for it. */
async function openDesk(calls: number): Promise<Desk> {
  const service = createAuthorService()
  const { organizationKey, solverKey } = await service.provisionOrganization('Author')
  await publishBenchmark(callInMemory(service, organizationKey), clinic, { allowFindings: true })
  const call = async (token: string, method: string, target: string, body?: object) => {
    const bytes = body && new TextEncoder().encode(JSON.stringify(body))
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await service.handle(createRequest(method, target, headers, bytes))
    const text =
      typeof response.body === 'string' ? response.body : new TextDecoder().decode(response.body ?? undefined)
    if (response.status >= 400) throw new Error(`${method} ${target} was answered ${response.status}: ${text}`)
    return JSON.parse(text)
  }
  const begun = await call(solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'growth@1' })
  const [{ id, start_url }] = begun.task_runs
  const token: string = begun.bearer_token
  await call(token, 'POST', start_url)
  for (let number = 0; number < calls; number++) {
    const code = `code-${number >> 1}`
    const target = `/v1/benchmark-runs/${begun.benchmark_run_id}/fhir/Observation`
    if (number % 2 === 0) await call(token, 'POST', target, makeObservation(code))
    else await call(token, 'GET', `${target}?code=${code}`)
  }
  await call(token, 'POST', `/v1/task-runs/${id}/complete`)
  const readRecord = () => call(organizationKey, 'GET', `/task-runs/${id}/record`)
  const record = await readRecord()
  const criteria = Array.from({ length: calls / 5 }, (_, number): Criterion => {
    return {
      label: `Observation ${number}`,
      assertion: {
        assert: 'fhir-resource-state',
        resource_type: 'Observation',
        search: { code: `code-${number}` },
        fields: [{ path: 'status', expected: 'final' }],
      },
    }
  })
  return { record, criteria, readRecord }
}

function makeObservation(code: string) {
  return {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'https://example.org/codes', code }] },
    valueString: `The value of ${code}`,
  }
}

const clinic: BenchmarkDefinition = {
  name: 'growth',
  timeout: 86_400,
  overrides: { clock: 'stepped', seed: 7 },
  environment: { name: 'Clinic', simulators: [{ type: 'FHIR', name: 'FHIR' }], datasets: [] },
  tasks: [
    {
      name: 'write observations',
      starts_at: '2026-03-02T08:00:00Z',
      criteria: [
        {
          label: 'There is one',
          assertion: {
            assert: 'fhir-resource-state',
            resource_type: 'Observation',
            fields: [{ path: 'status', expected: 'final' }],
          },
        },
      ],
    },
  ],
}
