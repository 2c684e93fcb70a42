import type { Finding, JsonValue } from '@carebench/protocol'
import { findPolicyFaults, type Policy } from '@carebench/systems/policy'
import type { Problem } from '../../authoring/benchmark-files.js'
import { formatProblems } from '../../authoring/format-problems.js'
import { readDataFile } from '../../files/data-file.js'
import { positionsIn } from '../../files/text-position.js'
import { UnmetGoalError } from '../../terminal/exit-reason.js'
import type { Terminal } from '../../terminal/terminal.js'

/**
 * Returns the policy of a file, or its problems with their places. Throws a UsageError for a file that cannot be read.
 */
export function readPolicyFile(file: string): { readonly policy: Policy } | { readonly problems: readonly Problem[] } {
  const policy = readDataFile(file) as JsonValue
  const findings = findPolicyFaults(policy)
  return findings.length === 0 ? { policy: policy as unknown as Policy } : { problems: listProblems(file, findings) }
}

/** Returns findings with their lines in a file. */
export function listProblems(file: string, findings: readonly Finding[]): readonly Problem[] {
  const find = positionsIn(file)
  return findings.map(({ path, message }) => ({ file, path, ...find(path), message }))
}

/** Returns the policy of a file. Prints its problems, and throws an {@link UnmetGoalError}, if it has any. */
export function openPolicy(terminal: Terminal, file: string): Policy {
  const read = readPolicyFile(file)
  if ('policy' in read) return read.policy
  terminal.out(formatProblems(read.problems, terminal))
  throw new UnmetGoalError()
}
