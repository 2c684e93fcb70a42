import type { Agent, AgentCheck } from '../agent.js'
import { type Ended, TrialStop } from '../ended.js'

/** Thrown if agents cannot work, before anything has begun. */
export class AgentsNotReadyError extends Error {
  override readonly name = 'AgentsNotReadyError'
  /** Why each of them cannot. */
  readonly agents: readonly { readonly agent: string; readonly ended: Ended }[]

  constructor(agents: AgentsNotReadyError['agents']) {
    super(agents.map(({ agent, ended }) => `${agent} cannot work: ${explain(ended)}`).join('\n'))
    this.agents = agents
  }
}

/**
 * Checks all agents that have a check, at the same time.
 *
 * @returns what each check found out, in the order of the agents
 * @throws {AgentsNotReadyError} with all that cannot work
 */
export async function checkAgents(
  agents: readonly Agent[],
  signal: AbortSignal,
): Promise<readonly { readonly agent: string; readonly check: AgentCheck }[]> {
  const checked = agents.filter(({ check }) => check !== undefined)
  const settled = await Promise.allSettled(checked.map((agent) => agent.check?.(signal)))
  signal.throwIfAborted()
  const failed = settled.flatMap((outcome, index) => {
    const agent = checked[index]?.name ?? ''
    return outcome.status === 'rejected' ? [{ agent, ended: endOf(outcome.reason) }] : []
  })
  if (failed.length > 0) throw new AgentsNotReadyError(failed)
  return settled.flatMap((outcome, index) => {
    const agent = checked[index]?.name ?? ''
    return outcome.status === 'fulfilled' && outcome.value !== undefined ? [{ agent, check: outcome.value }] : []
  })
}

function endOf(error: unknown): Ended {
  if (error instanceof TrialStop) return error.ended
  throw error
}

/** What to do, by the reason. */
const remedies: Readonly<Record<string, string>> = {
  auth: 'Check the key and what it may use.',
  quota: 'Check the plan and the credit of the account.',
  model_not_found: 'Check the name of the model, and whether the account may use it.',
  network: 'Check the address, and whether the server runs.',
  rate_limit: 'Try again later.',
  provider_5xx: 'Try again later.',
}

function explain({ reason, message }: Ended): string {
  const said = message === undefined ? reason : `${reason}: ${message}`
  return [said.replace(/\.?$/, '.'), remedies[reason]].filter(Boolean).join(' ')
}
