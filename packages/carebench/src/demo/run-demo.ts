import { Carebench, CarebenchSolver } from '@carebench/client'
import { nodeFetch } from '@carebench/client/node'
import { type FixtureName, fixtures } from '@carebench/fixtures'
import type { JsonValue } from '@carebench/protocol'
import { startLocalServer } from '../serving/local-server.js'
import type { AgentName } from './agent.js'
import { agents } from './agents/agents.js'
import { type Report, reportTask } from './report.js'

export interface DemoOptions {
  readonly benchmark: FixtureName
  readonly agent: AgentName
  readonly scored: boolean
  /** Gets a heading for each task and a line for each step, as it happens. */
  readonly narrate: (event: DemoEvent) => void
}

export type DemoEvent =
  | { readonly kind: 'server'; readonly url: string; readonly benchmark: string; readonly systems: string }
  | { readonly kind: 'task'; readonly name: string; readonly instruction: string | null }
  | { readonly kind: 'step'; readonly text: string }

/**
 * Starts a server on a free port of loopback, lets a scripted agent work through the benchmark over HTTPS with nothing
 * but the answer of its create-run call, and reads the evidence as the benchmark's organization. The server is gone
 * afterwards.
 */
export async function runDemo(options: DemoOptions): Promise<Report> {
  const server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: [options.benchmark] })
  try {
    const benchmark = server.benchmarks[0] ?? `${options.benchmark}@1`
    options.narrate({ kind: 'server', url: server.url, benchmark, systems: systemsOf(options.benchmark) })
    const connection = { baseUrl: server.url, fetch: nodeFetch({ ca: server.caPem }) }
    const solver = new CarebenchSolver({ ...connection, solverKey: server.solverKey })
    const carebench = new Carebench({ ...connection, apiKey: server.organizationKey })
    const run = await solver.runs.create({ benchmark, scored: options.scored })
    const tasks = []
    for (const task of run.tasks) {
      options.narrate({ kind: 'task', name: task.name, instruction: instructionOf(task.taskItem?.instruction) })
      const completion = await agents[options.benchmark][options.agent](task, (text) =>
        options.narrate({ kind: 'step', text }),
      )
      tasks.push(reportTask(task.name, completion, await carebench.call('getTaskRun', { params: { id: task.id } })))
    }
    const { verdict, score } = await run.read()
    return { agent: options.agent, benchmark, scored: run.scored, runId: run.id, verdict, score, tasks }
  } finally {
    await server.close()
  }
}

function instructionOf(instruction: JsonValue | undefined): string | null {
  return typeof instruction === 'string' ? instruction : null
}

const systemNames: Readonly<Record<string, string>> = {
  Payer: 'a payer portal',
  X12: 'a clearinghouse',
  HL7: 'an HL7 interface',
  Files: 'a file exchange',
  Fax: 'a fax machine',
  Voice: 'a telephone',
  Message: 'text messages',
  Patient: 'a patient who answers',
}

/** What a benchmark is played with, in words. */
function systemsOf(name: FixtureName): string {
  const { simulators, datasets } = fixtures[name].environment
  const patients = datasets.reduce((count, { config }) => count + generatedPatients(config), 0)
  const names = simulators.map(({ type }) =>
    type === 'FHIR' ? `a FHIR record of ${patients} synthetic patients` : (systemNames[type] ?? type),
  )
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function generatedPatients(config: unknown): number {
  if (typeof config !== 'object' || config === null || !('generator' in config)) return 0
  const { generator } = config
  if (typeof generator !== 'object' || generator === null || !('patients' in generator)) return 0
  return typeof generator.patients === 'number' ? generator.patients : 0
}
