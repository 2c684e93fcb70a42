import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchmarkDefinition, JsonValue } from '@carebench/protocol'
import { createManualClock } from '@carebench/protocol'
import { callInMemory, publishBenchmark, type Service } from '@carebench/service'
import { onTestFinished } from 'vitest'
import type { Agent, Trial } from '../../packages/carebench/src/runner/agent.js'
import { createModuleAgent } from '../../packages/carebench/src/runner/agents/module-agent.js'
import type { RunOptions } from '../../packages/carebench/src/runner/runs/run-options.js'
import { createInMemoryService, fetchFrom, type InMemoryServiceOptions } from '../in-memory-service.js'

/** Two questions about one patient. The right answers are the city and the year of birth. */
export const questions: BenchmarkDefinition = {
  name: 'questions',
  timeout: 60,
  overrides: { seed_by_solver: true },
  environment: {
    name: 'Registration desk',
    simulators: [{ type: 'FHIR', name: 'Chart' }],
    datasets: [
      {
        type: 'FHIR',
        name: 'Patients',
        config: {
          bundle: {
            resourceType: 'Bundle',
            type: 'collection',
            entry: [
              {
                resource: {
                  resourceType: 'Patient',
                  id: 'p1',
                  birthDate: '1956-03-09',
                  address: [{ city: 'Duluth' }],
                },
              },
            ],
          },
        },
      },
    ],
  },
  tasks: [question('City', 'city', 'Duluth'), question('Year of birth', 'year', 1956)],
}

function question(name: string, member: string, expected: JsonValue): BenchmarkDefinition['tasks'][number] {
  return {
    name,
    task_item: { instruction: `Report the ${member} of patient p1 as "${member}".` },
    criteria: [
      {
        label: `The ${member} is reported`,
        assertion: { assert: 'output-match', fields: [{ path: member, expected }] },
      },
    ],
  }
}

export interface RunnerTestbed {
  readonly service: Service
  readonly fetch: typeof fetch
  /** The benchmark as it was published. */
  readonly published: Awaited<ReturnType<typeof publishBenchmark>>
  /** The options of a run of both tasks; default: in a new folder that is removed after the test. */
  options(agents: readonly Agent[], folder?: string): RunOptions
}

export async function createRunnerTestbed(options: InMemoryServiceOptions = {}): Promise<RunnerTestbed> {
  const service = createInMemoryService(createManualClock(Date.parse('2026-03-02T18:00:00Z')), undefined, options)
  const { organizationKey, solverKey } = await service.provisionOrganization('Evaluator')
  const published = await publishBenchmark(callInMemory(service, organizationKey), questions, { allowFindings: true })
  const fetch = fetchFrom(service)
  return {
    service,
    fetch,
    published,
    options: (agents, folder = newFolder()) => ({
      folder,
      service: { baseUrl: 'https://service.test', solverKey, organizationKey, fetch, retryDelays: [] },
      benchmark: { reference: `questions@${published.version}`, digest: 'd1' },
      tasks: ['City', 'Year of birth'],
      agents,
    }),
  }
}

/** A folder of its own for the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-runner-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Reads the chart through the proxy and returns the right answer of the task. */
export async function answerFromChart(trial: Trial): Promise<JsonValue> {
  const patient = await readPatient(trial)
  return trial.task.name === 'City'
    ? { city: patient.address[0]?.city ?? '' }
    : { year: Number(patient.birthDate.slice(0, 4)) }
}

/** The chart of the patient. */
export async function readPatient(trial: Trial) {
  const response = await fetch(`${trial.endpoints.fhir}/Patient/p1`, {
    headers: { authorization: `Bearer ${trial.token}` },
  })
  if (!response.ok) throw new Error(`The chart answered ${response.status}.`)
  return (await response.json()) as { readonly birthDate: string; readonly address: readonly { city: string }[] }
}

/** A module agent with a name. */
export function makeAgent(name: string, run: Parameters<typeof createModuleAgent>[0]['run']): Agent {
  return createModuleAgent({ name, identity: { script: name }, run })
}

/** Like {@link makeAgent}, but the runner treats it as a separate program, which could kill the runner. */
export function makeProgram(...[name, run]: Parameters<typeof makeAgent>): Agent {
  return { ...makeAgent(name, run), kind: 'command' }
}
