import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { digestsOf, openQueue } from '../../queue/open-queue.js'
import { explainIdleness, joinQueue } from '../../queue/queue-members.js'
import { workOnQueues } from '../../queue/queue-worker.js'
import { queueOf } from '../../queue/queued-trial.js'
import { remind } from '../../queue/remind.js'
import { TrialStop } from '../../runner/ended.js'
import { takeVariables } from '../../runner/processes/taken-variables.js'
import type { AttemptFiles, PlannedAttempt } from '../../runner/runs/attempt-executor.js'
import { explainAttempt, performAttempt } from '../../runner/runs/perform-attempt.js'
import { openOnServer } from '../../running/benchmark-source.js'
import { createChosenAgent, isReference, isScripted, parseAgentChoice } from '../../running/chosen-agents.js'
import { createChosenModels, limitsOf, type ModelChoices } from '../../running/chosen-models.js'
import { listenForInterrupts } from '../../running/interrupts.js'
import { type ProcessOptions, readProcessSetting, reviewIdentities } from '../../running/process-agents.js'
import { WrongUse } from '../../terminal/exit-reason.js'
import { printable } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'

export interface WorkerOptions extends ModelChoices, ProcessOptions {
  readonly queue: string
  readonly url: string
  readonly agent?: readonly string[]
  readonly concurrency?: number
  /** Milliseconds. */
  readonly lease?: number
  /** Seconds. */
  readonly timeout?: number
}

/** Carries out attempts of runs with the same benchmark, agents and limits, until it is interrupted. */
export async function work(terminal: Terminal, source: string, options: WorkerOptions): Promise<void> {
  const choices = (options.agent ?? []).map(parseAgentChoice)
  if (choices.some((choice) => isScripted(choice) || isReference(choice))) {
    throw new WrongUse(
      'scripted agents and the agent solution run on a service of their own, which others cannot reach: name another agent',
    )
  }
  const environment = { ...terminal.environment }
  const models = await createChosenModels(options, environment)
  if (choices.length === 0 && models.agents.length === 0) {
    throw new WrongUse('name at least one agent or model, the same as those of carebench run')
  }
  const modelKeys = Object.keys(environment).filter((name) => models.secrets.includes(environment[name] ?? ''))
  const tokenOfAgents = options.agentTokenEnv === undefined ? [] : [options.agentTokenEnv]
  // Agents that are processes of the same user could read them from this one.
  takeVariables(['CAREBENCH_SOLVER_KEY', 'CAREBENCH_ORGANIZATION_KEY', ...tokenOfAgents, ...modelKeys])
  const { service, benchmark } = await openOnServer({ ...environment, CAREBENCH_URL: options.url }, source)
  const processes = readProcessSetting(options, environment, [source])
  const wait = () => Promise.reject(new Error('Only scripted agents skip waiting times.'))
  const chosen = await Promise.all(choices.map((choice) => createChosenAgent(choice, { source, wait, processes })))
  const agents = [...chosen, ...models.agents]
  for (const warning of reviewIdentities(agents, processes)) terminal.err(`${printable(warning)}\n`)
  const limits = { ...limitsOf(options), ...(options.timeout !== undefined && { timeout: options.timeout }) }
  const secrets = [
    ...models.secrets,
    ...(processes.token === undefined ? [] : [processes.token]),
    ...processes.passEnv.flatMap((name) => environment[name] ?? []),
  ]
  const digests = digestsOf({ benchmark, agents, limits })
  const queues = [...digests.values()].map(queueOf)
  const opened = await openQueue(options.queue)
  const own = { role: 'worker', benchmark: benchmark.reference, digests: Object.fromEntries(digests) } as const
  const member = await joinQueue(opened.setting, own)
  const reminder = remind(async () =>
    explainIdleness(own, await member.others()).map((line) => `No trial for this worker: ${line}`),
  )
  const interrupts = listenForInterrupts()
  const stop = new AbortController()
  interrupts.second.addEventListener('abort', () =>
    stop.abort(new TrialStop({ kind: 'interrupted', reason: 'signal' })),
  )
  const agentOf = ({ key }: PlannedAttempt) => {
    const agent = agents.find(({ name }) => name === key.agent)
    if (agent === undefined) throw new Error(`There is no agent ${key.agent}.`)
    return agent
  }
  const perform = async (
    attempt: PlannedAttempt,
    _: unknown,
    cancelled: AbortSignal,
  ): Promise<AttemptFiles | undefined> => {
    const own = new AbortController()
    const cancel = () => own.abort(new TrialStop({ kind: 'interrupted', reason: 'cancelled' }))
    cancelled.addEventListener('abort', cancel, { once: true })
    const files = await performAttempt({
      attempt,
      service,
      benchmark: benchmark.reference,
      agent: agentOf(attempt),
      limits,
      secrets,
      signal: AbortSignal.any([stop.signal, own.signal]),
    })
    // Another worker begins it anew.
    return stop.signal.aborted ? undefined : files
  }
  const { concurrency = 4, lease } = options
  terminal.err(`Waiting for trials of ${printable(agents.map(({ name }) => name).join(', '))}\n`)
  try {
    await Promise.all(
      Array.from({ length: concurrency }, () =>
        workOnQueues(opened.setting, {
          name: `${hostname()} ${process.pid} ${randomUUID()}`,
          queues,
          perform,
          explain: (attempt, message) =>
            explainAttempt({ attempt, benchmark: benchmark.reference, agent: agentOf(attempt), message }),
          ...(lease === undefined ? {} : { lease }),
          drain: interrupts.first,
          stop: interrupts.second,
          onIdle: () => void reminder((line) => terminal.err(`${printable(line)}\n`)),
          onOutcome: ({ key: { agent, task, trial }, number }, kept) =>
            terminal.err(`${printable(`${agent} / ${task} / ${trial}, attempt ${number}`)}: ${meanings[kept]}\n`),
        }),
      ),
    )
  } finally {
    interrupts.forget()
    await member.leave()
    await opened.close()
  }
}

const meanings = {
  counts: 'done',
  late: 'done, but another worker was faster: kept as a late attempt',
  unwanted: 'ended, because its run does not want it any more',
  'given back': 'cancelled, for another worker',
  'not stored': 'done, but the database cannot be reached: another worker begins it anew',
} as const
