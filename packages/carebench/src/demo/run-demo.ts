import { Carebench, CarebenchSolver } from '@carebench/client'
import { nodeFetch } from '@carebench/client/node'
import { type FixtureName, fixtures } from '@carebench/fixtures'
import { type JsonValue, systemClock } from '@carebench/protocol'
import { defaultSystems } from '@carebench/service'
import type { Progress } from '../progress.js'
import { startLocalServer } from '../serving/local-server.js'
import type { AgentName } from './agent.js'
import { agents } from './agents/agents.js'
import { createHurriedClock } from './hurried-clock.js'
import { type Report, reportTask } from './report.js'

export interface DemoOptions {
  readonly benchmark: FixtureName
  readonly agent: AgentName
  readonly scored: boolean
  /** Called with a heading for each task and a line for each step, as it happens. */
  readonly narrate: (event: DemoEvent) => void
  /** Shows the progress of the start of the server. */
  readonly progress: Progress
}

export type DemoEvent =
  | { readonly kind: 'server'; readonly url: string; readonly benchmark: string; readonly systems: string }
  | { readonly kind: 'task'; readonly name: string; readonly instruction: string | null }
  | { readonly kind: 'step'; readonly text: string }

/**
 * Starts a server on a free port of loopback, lets a scripted agent work through the benchmark over HTTPS with only the
 * response to its create-run call, and reads the evidence as the benchmark's organization. The agent's waiting times
 * are skipped by the clock of the server. The server is closed at the end.
 */
export async function runDemo(options: DemoOptions): Promise<Report> {
  const { benchmark: name, progress } = options
  const clock = createHurriedClock(systemClock)
  const server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: [name], clock, progress })
  try {
    const benchmark = server.benchmarks[0] ?? `${name}@1`
    options.narrate({ kind: 'server', url: server.url, benchmark, systems: systemsOf(name) })
    const connection = { baseUrl: server.url, fetch: nodeFetch({ ca: server.caPem }) }
    const solver = new CarebenchSolver({ ...connection, solverKey: server.solverKey })
    const carebench = new Carebench({ ...connection, apiKey: server.organizationKey })
    const run = await solver.runs.create({ benchmark, scored: options.scored })
    const tasks = []
    for (const task of run.tasks) {
      options.narrate({ kind: 'task', name: task.name, instruction: instructionOf(task.taskItem?.instruction) })
      const say = (text: string) => options.narrate({ kind: 'step', text })
      const completion = await agents[name][options.agent](task, say, clock.wait)
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

/** The systems of a benchmark, in words. */
function systemsOf(name: FixtureName): string {
  const { simulators, datasets } = fixtures[name].environment
  const names = simulators.map(({ type }) => {
    const system = defaultSystems.find((candidate) => candidate.type === type)
    const own = datasets.filter((dataset) => dataset.type === system?.dataset?.type)
    const patients = own.reduce((count, { config }) => count + generatedPatients(config), 0)
    const title = system?.title ?? type
    return patients === 0 ? title : `${title} of ${patients} synthetic patients`
  })
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function generatedPatients(config: unknown): number {
  if (typeof config !== 'object' || config === null || !('generator' in config)) return 0
  const { generator } = config
  if (typeof generator !== 'object' || generator === null || !('patients' in generator)) return 0
  return typeof generator.patients === 'number' ? generator.patients : 0
}
