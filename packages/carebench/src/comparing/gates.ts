import type { AgentSummary } from '../runner/results/run-summary.js'
import { ExitCodeError, UnmetGoalError } from '../terminal/exit-reason.js'
import { printable } from '../terminal/printable.js'
import type { RunComparison } from './comparison.js'

/** The gates that results must pass. */
export interface GateOptions {
  /** The minimum share of its scored trials that each agent must pass. */
  readonly failUnder?: number
  /** The minimum share of its planned trials that must be scored, for each agent. */
  readonly minCoverage?: number
  /** The results folder of the baseline: no agent may be significantly worse than in it. */
  readonly failOnRegression?: string
  /** The accepted rate of false alarms of `failOnRegression`. */
  readonly significance?: number
}

/** A gate that results do not pass. */
export interface MissedGate {
  readonly gate: 'min_coverage' | 'fail_on_regression' | 'fail_under'
  readonly agent: string
  /** For people. */
  readonly message: string
}

/**
 * The exit codes, in order of precedence if several gates are missed: gates that make the others uncertain come first.
 */
const exitCodes: Readonly<Record<MissedGate['gate'], number>> = {
  min_coverage: 3,
  fail_on_regression: 5,
  fail_under: 1,
}

/**
 * Finds the gates that agents miss. Unscored trials count only in the coverage, neither as passed nor as failed. An
 * agent without a scored trial has no pass rate, so it misses the coverage gate if a rate or a comparison is requested.
 *
 * @param comparisons - comparisons with the baseline of `failOnRegression`; there is none for agents that the baseline
 * lacks
 */
export function findMissedGates(
  agents: readonly AgentSummary[],
  { failUnder, minCoverage, failOnRegression }: GateOptions,
  comparisons: readonly RunComparison[] = [],
): readonly MissedGate[] {
  const needsScored = failUnder !== undefined || failOnRegression !== undefined
  const uncovered = agents
    .filter(({ coverage, scored }) => coverage < (minCoverage ?? 0) || (needsScored && scored === 0))
    .map(({ agent, scored, planned }): MissedGate => {
      const message = `${scored} of ${planned} trials of ${printable(agent)} are scored`
      return {
        gate: 'min_coverage',
        agent,
        message: minCoverage ? `${message}; min_coverage is ${minCoverage}` : message,
      }
    })
  const worse = comparisons
    .flatMap((comparison) => comparison.agents)
    .filter(({ regression }) => regression.found)
    .map(({ agents: { candidate }, regression }): MissedGate => {
      const message = `${printable(candidate)} regressed: ${regression.reasons.join('; ')}`
      return { gate: 'fail_on_regression', agent: candidate, message }
    })
  const below = agents
    .filter(({ pass_rate: rate }) => failUnder !== undefined && rate !== null && rate.value < failUnder)
    .map(({ agent, passed, scored }): MissedGate => {
      const message = `${printable(agent)} passed ${passed} of ${scored} trials; fail_under is ${failUnder}`
      return { gate: 'fail_under', agent, message }
    })
  return [...uncovered, ...worse, ...below]
}

/** Throws an error for missed gates; it names all of them and has the exit code of the first. */
export function demandGates(missed: readonly MissedGate[]): void {
  const [first] = missed
  if (first === undefined) return
  const message = missed.map((one) => one.message).join('\n')
  const code = exitCodes[first.gate]
  throw code === 1 ? new UnmetGoalError(message) : new ExitCodeError(code, message)
}
