import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Carebench, type Completion } from '@carebench/client'
import { nodeFetch } from '@carebench/client/node'
import { type FixtureName, fixtures } from '@carebench/fixtures'
import { isJsonObject, type JsonObject, type JsonValue, systemClock } from '@carebench/protocol'
import { keysFromWire, wireTable } from '@carebench/protocol/wire'
import { defaultSystems } from '@carebench/service'
import { addBroken, type BrokenCriteria, forbidsPass, nothingBroken, verdictFor } from '@carebench/verifier'
import type { AgentName } from '../../demo/agent.js'
import { createHurriedClock } from '../../demo/hurried-clock.js'
import { createScriptedAgent } from '../../demo/scripted-agent.js'
import type { Agent } from '../../runner/agent.js'
import { runTrials } from '../../runner/runs/run-trials.js'
import { startLocalServer } from '../../serving/local-server.js'
import type { Progress } from '../../terminal/progress.js'
import { type Report, type ReportedTask, reportTask } from './report.js'

export interface DemoOptions {
  readonly benchmark: FixtureName
  readonly agent: AgentName
  readonly scored: boolean
  /** Called when the server is ready, before each task, and after each step. */
  readonly narrate: (event: DemoEvent) => void
  /** Shows the progress of the start of the server. */
  readonly progress: Progress
}

export type DemoEvent =
  | { readonly kind: 'server'; readonly url: string; readonly benchmark: string; readonly systems: string }
  | { readonly kind: 'task'; readonly name: string; readonly instruction: string | null }
  | { readonly kind: 'step'; readonly text: string }

/**
 * Starts a server on a free loopback port, runs one trial of a scripted agent on each task of the benchmark, and reads
 * the evidence as the benchmark's organization. The server's clock skips the agent's waits. At the end, the server is
 * closed and the results are discarded. Rejects if a task gets no result.
 */
export async function runDemo(options: DemoOptions): Promise<Report> {
  const { benchmark: name, progress, scored, narrate } = options
  const clock = createHurriedClock(systemClock)
  const server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: [name], clock, progress })
  const folder = mkdtempSync(join(tmpdir(), 'carebench-demo-'))
  try {
    const benchmark = server.benchmarks[0] ?? `${name}@1`
    narrate({ kind: 'server', url: server.url, benchmark, systems: describeSystems(name) })
    const { url: baseUrl, solverKey, organizationKey } = server
    const fetch = nodeFetch({ ca: server.caPem })
    const say = (text: string) => narrate({ kind: 'step', text })
    const agent = createScriptedAgent({ benchmark: name, agent: options.agent, say, wait: clock.wait })
    const completions: Completed[] = []
    const broken: BrokenCriteria[] = []
    await runTrials({
      folder,
      service: { baseUrl, solverKey, organizationKey, fetch },
      benchmark: { reference: benchmark, digest: 'demo' },
      tasks: fixtures[name].tasks.map((task) => task.name),
      agents: [narrating(agent, narrate)],
      concurrency: 1,
      infrastructureRetries: 0,
      scored,
      onEvent: (event) => {
        if (event.kind !== 'trial_ended') return
        broken.push({ ...nothingBroken, failures: event.result.broken ?? nothingBroken.failures })
      },
      onCompletion: ({ task }, completion, id) => completions.push({ name: task, id, completion }),
    })
    const carebench = new Carebench({ baseUrl, apiKey: organizationKey, fetch })
    const tasks: ReportedTask[] = []
    for (const { name: task, id, completion } of completions) {
      const taskRun = await carebench.call('getTaskRun', { params: { id } })
      tasks.push(reportTask(task, completionFromWire(completion), taskRun))
    }
    if (tasks.length < fixtures[name].tasks.length) throw new Error('The service of the demo failed.')
    const score = tasks.reduce((sum, task) => sum + task.score, 0) / tasks.length
    const verdict = verdictFor(score, fixtures[name].overrides?.pass_threshold, !forbidsPass(addBroken(broken)))
    return { agent: options.agent, benchmark, scored, verdict, score, tasks }
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A completed task run: its task, its id, and the response on the wire. */
interface Completed {
  readonly name: string
  readonly id: string
  readonly completion: JsonObject
}

/** Wraps the agent to print a heading before each task. */
function narrating(agent: Agent, narrate: DemoOptions['narrate']): Agent {
  return {
    ...agent,
    run(trial) {
      const { name, item } = trial.task
      narrate({ kind: 'task', name, instruction: isJsonObject(item) ? readInstruction(item.instruction) : null })
      return agent.run(trial)
    },
  }
}

function completionFromWire(completion: JsonObject): Completion {
  return keysFromWire(wireTable.completeTaskRun.response, completion) as Completion
}

function readInstruction(instruction: JsonValue | undefined): string | null {
  return typeof instruction === 'string' ? instruction : null
}

/** The systems of a benchmark, in words. */
function describeSystems(name: FixtureName): string {
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
