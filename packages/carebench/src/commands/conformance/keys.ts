import type { ConformanceKeys } from '@carebench/conformance'
import { UsageError } from '../../terminal/exit-reason.js'

const variables = {
  organization: ['CAREBENCH_ORGANIZATION_KEY', 'vk_'],
  solver: ['CAREBENCH_SOLVER_KEY', 'vrl_slv_'],
  operator: ['CAREBENCH_OPERATOR_KEY', 'vop_'],
  otherOrganization: ['CAREBENCH_OTHER_ORGANIZATION_KEY', 'vk_'],
  otherSolver: ['CAREBENCH_OTHER_SOLVER_KEY', 'vrl_slv_'],
} as const

/** The keys in the environment. Throws a {@link UsageError} for one of the wrong kind, without quoting it. */
export function keysOf(environment: NodeJS.ProcessEnv): ConformanceKeys {
  const keys: { -readonly [K in keyof ConformanceKeys]: ConformanceKeys[K] } = {}
  for (const [name, [variable, prefix]] of Object.entries(variables) as [
    keyof typeof variables,
    readonly [string, string],
  ][]) {
    const key = environment[variable]
    if (key === undefined || key === '') continue
    if (!key.startsWith(prefix)) throw new UsageError(`${variable} must hold a key that begins with ${prefix}`)
    keys[name] = key
  }
  return keys
}
