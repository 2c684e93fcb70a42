import type { AgentComparison, RunsSummary } from '@carebench/verifier'
import type { CountedHarms } from './count-harms.js'

/** The figures of one agent's runs. */
export interface ComparedAgent extends CountedHarms {
  readonly name: string
  readonly summary: RunsSummary
}

/** The comparison of two agents on the tasks with decided attempts of both. */
export interface ComparedPair extends AgentComparison {
  readonly agents: readonly [string, string]
}

/** Agents, and the comparison of each pair. */
export interface ComparedAgents {
  readonly agents: readonly ComparedAgent[]
  readonly comparisons: readonly ComparedPair[]
}
