import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { listDigests, openQueue } from '../../queue/open-queue.js'
import { explainIdleness, joinQueue } from '../../queue/queue-members.js'
import { type QueueWorker, workOnQueues } from '../../queue/queue-worker.js'
import { getQueue } from '../../queue/queued-trial.js'
import { remind } from '../../queue/remind.js'
import type { Agent } from '../../runner/agent.js'
import { TrialStopError } from '../../runner/ended.js'
import type { PlannedAttempt } from '../../runner/runs/attempt-executor.js'
import { mayEndRunner } from '../../runner/runs/hopes.js'
import { explainAttempt, performAttempt } from '../../runner/runs/perform-attempt.js'
import { openOnServer } from '../../running/benchmark-source.js'
import { createChosenAgent } from '../../running/chosen-agents.js'
import { type Interrupts, listenForInterrupts } from '../../running/interrupts.js'
import { reviewIdentities } from '../../running/process-agents.js'
import { parseRunPlan, type RunPlanOptions } from '../../running/run-plan.js'
import { readRunSetting } from '../../running/run-setting.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { printable } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'

export interface WorkerOptions extends RunPlanOptions {
  readonly queue: string
  readonly url: string
  /** The lease in milliseconds. */
  readonly lease?: number
}

/** Runs queued attempts of all runs with the same benchmark, agents and limits, until interrupted. */
export async function work(terminal: Terminal, source: string, options: WorkerOptions): Promise<void> {
  const plan = parseRunPlan(source, options, 'worker')
  if (plan instanceof UsageError) throw plan
  const { limits, concurrency } = plan
  const { environment, models, processes, secrets } = await readRunSetting(options, terminal.environment, [source])
  const { service, benchmark } = await openOnServer({ ...environment, CAREBENCH_URL: options.url }, source)
  const surface = plan.surface === undefined ? {} : { surface: plan.surface }
  const wait = () => Promise.reject(new Error('Only scripted agents skip waiting times.'))
  const chosen = await Promise.all(
    plan.choices.map((choice) => createChosenAgent(choice, { source, wait, processes, ...surface })),
  )
  const agents = [...chosen, ...models.agents]
  for (const warning of reviewIdentities(agents, processes)) terminal.err(`${printable(warning)}\n`)
  const digests = listDigests({ benchmark, agents, limits })
  const opened = await openQueue(options.queue)
  const own = { role: 'worker', benchmark: benchmark.reference, digests: Object.fromEntries(digests) } as const
  const member = await joinQueue(opened.setting, own)
  const reminder = remind(async () =>
    explainIdleness(own, await member.others()).map((line) => `No trial for this worker: ${line}`),
  )
  const interrupts = listenForInterrupts()
  terminal.err(`Waiting for trials of ${printable(agents.map(({ name }) => name).join(', '))}\n`)
  try {
    const worker: Omit<QueueWorker, 'name'> = {
      queues: [...digests.values()].map(getQueue),
      ...performWith({ service, benchmark: benchmark.reference, agents, limits, secrets, interrupts }),
      ...(options.lease !== undefined && { lease: options.lease }),
      drain: interrupts.first,
      stop: interrupts.second,
      onIdle: () => void reminder((line) => terminal.err(`${printable(line)}\n`)),
      onOutcome: ({ key: { agent, task, trial }, number }, kept) =>
        terminal.err(`${printable(`${agent} / ${task} / ${trial}, attempt ${number}`)}: ${meanings[kept]}\n`),
    }
    const names = Array.from({ length: concurrency }, () => `${hostname()} ${process.pid} ${randomUUID()}`)
    await Promise.all(names.map((name) => workOnQueues(opened.setting, { name, ...worker })))
  } finally {
    interrupts.forget()
    await member.leave()
    await opened.close()
  }
}

interface Performing
  extends Pick<Parameters<typeof performAttempt>[0], 'service' | 'benchmark' | 'limits' | 'secrets'> {
  readonly agents: readonly Agent[]
  readonly interrupts: Interrupts
}

/** Returns functions that run attempts of the agents, and that explain why one has no result. */
function performWith({
  agents,
  interrupts,
  ...shared
}: Performing): Pick<QueueWorker, 'perform' | 'explain' | 'mayEndWorker'> {
  const interrupted = new AbortController()
  const stopOf = (reason: 'signal' | 'cancelled') => new TrialStopError({ kind: 'interrupted', reason })
  interrupts.second.addEventListener('abort', () => interrupted.abort(stopOf('signal')))
  const agentOf = ({ key }: PlannedAttempt) => {
    const agent = agents.find(({ name }) => name === key.agent)
    if (agent === undefined) throw new Error(`There is no agent ${key.agent}.`)
    return agent
  }
  return {
    async perform(attempt, _, cancelled, onProgress) {
      const own = new AbortController()
      cancelled.addEventListener('abort', () => own.abort(stopOf('cancelled')), { once: true })
      const signal = AbortSignal.any([interrupted.signal, own.signal])
      const files = await performAttempt({ ...shared, attempt, agent: agentOf(attempt), signal, onProgress })
      // Another worker will run it again.
      return interrupted.signal.aborted ? undefined : files
    },
    explain: (attempt, message) =>
      explainAttempt({ attempt, benchmark: shared.benchmark, agent: agentOf(attempt), message }),
    mayEndWorker: (attempt) => mayEndRunner(agentOf(attempt)),
  }
}

const meanings = {
  counts: 'done',
  late: 'done after another worker: kept as a late attempt',
  unwanted: 'dropped, because the run no longer waits for it',
  'given back': 'cancelled, and given back for another worker',
  'not stored': 'done, but the database cannot be reached: another worker restarts it',
} as const
