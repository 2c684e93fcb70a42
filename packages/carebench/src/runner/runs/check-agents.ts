import type { Agent, AgentCheck, TrialLimits } from '../agent.js'
import { type Ended, TrialStopError } from '../ended.js'

/** Error when agents cannot work, thrown before anything has started. */
export class AgentsNotReadyError extends Error {
  override readonly name = 'AgentsNotReadyError'
  /** The reason for each agent. */
  readonly agents: readonly { readonly agent: string; readonly ended: Ended }[]

  constructor(agents: AgentsNotReadyError['agents']) {
    super(agents.map(({ agent, ended }) => `${agent} cannot work: ${explain(ended)}`).join('\n'))
    this.agents = agents
  }
}

/**
 * Checks all agents that have a check, at the same time.
 *
 * @returns the result of each check, in the order of the agents
 * @throws {AgentsNotReadyError} with all agents that cannot work
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
    return outcome.status === 'rejected' ? [{ agent, ended: toEnd(outcome.reason) }] : []
  })
  if (failed.length > 0) throw new AgentsNotReadyError(failed)
  return settled.flatMap((outcome, index) => {
    const agent = checked[index]?.name ?? ''
    return outcome.status === 'fulfilled' && outcome.value !== undefined ? [{ agent, check: outcome.value }] : []
  })
}

/** The limits on an agent's usage. */
interface CountedLimits extends Pick<TrialLimits, 'cost' | 'tokens'> {
  readonly budget?: number
}

/**
 * Throws an {@link AgentsNotReadyError} with the agents that can never reach a limit, because their usage is unknown.
 */
export function assertLimitsBind(
  checks: readonly { readonly agent: string; readonly check: AgentCheck }[],
  { cost, tokens, budget }: CountedLimits,
): void {
  if (cost === undefined && budget === undefined && tokens === undefined) return
  const unbound = checks.filter(
    ({ check }) => check.isUsageUnknown === true && !(check.cost !== null && tokens === undefined),
  )
  if (unbound.length === 0) return
  const message =
    'Its provider does not report how many tokens an answer used, so a limit of tokens or of the cost would ' +
    'never end a trial. Leave out the limit, or let the server report its usage'
  throw new AgentsNotReadyError(
    unbound.map(({ agent }) => ({ agent, ended: { kind: 'infra', reason: 'bad_request', message } })),
  )
}

function toEnd(error: unknown): Ended {
  if (error instanceof TrialStopError) return error.ended
  throw error
}

/** Advice by reason. */
const remedies: Readonly<Record<string, string>> = {
  auth: 'Check the key and what it may use.',
  quota: 'Check the plan and the credit of the account.',
  model_not_found: 'Check the name of the model, and whether the account may use it.',
  mcp_connect: 'Try the program in a terminal: it may lack a login, or have other options in this version.',
  spawn: 'Install the program, so that it is on the PATH.',
  network: 'Check the address, and whether the server runs.',
  rate_limit: 'Try again later.',
  provider_5xx: 'Try again later.',
}

function explain({ reason, message }: Ended): string {
  const said = message === undefined ? reason : `${reason}: ${message}`
  return [said.replace(/\.?$/, '.'), remedies[reason]].filter(Boolean).join(' ')
}
