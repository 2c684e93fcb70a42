import { type ConformanceKeys, type Gaps, type Need, requirements, scenarios } from '@carebench/conformance'
import { UsageError } from '../../terminal/exit-reason.js'

const variables = {
  organization: ['CAREBENCH_ORGANIZATION_KEY', 'vk_'],
  solver: ['CAREBENCH_SOLVER_KEY', 'vrl_slv_'],
  operator: ['CAREBENCH_OPERATOR_KEY', 'vop_'],
  otherOrganization: ['CAREBENCH_OTHER_ORGANIZATION_KEY', 'vk_'],
  otherSolver: ['CAREBENCH_OTHER_SOLVER_KEY', 'vrl_slv_'],
} as const

/** The keys in the environment. Throws a {@link UsageError} for one of the wrong kind, without quoting it. */
export function readKeys(environment: NodeJS.ProcessEnv): ConformanceKeys {
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

/** The selection of requirements to check. */
interface Selection {
  readonly profile: 'core' | 'extended'
  readonly only?: readonly string[]
  readonly readOnly?: boolean
}

/**
 * Throws a {@link UsageError} if a selected requirement needs a key that the environment lacks: a secret missing in CI
 * must not look like success. The gaps `organization-key` and `solver-key` allow it.
 */
export function assertKeys(keys: ConformanceKeys, gaps: Gaps, { profile, only, readOnly }: Selection): void {
  const selected = requirements.filter(({ id, profile: own }) => {
    const topic = id.slice(0, id.indexOf('.'))
    const isWanted = only === undefined || only.includes(id) || only.includes(topic)
    return (
      isWanted && (profile === 'extended' || own === 'core') && !Object.hasOwn(gaps, id) && !Object.hasOwn(gaps, topic)
    )
  })
  for (const name of ['organization', 'solver'] as const) {
    const need: Need = `${name}-key`
    if (keys[name] !== undefined || Object.hasOwn(gaps, need)) continue
    const unchecked = selected.filter(({ id }) => {
      const able = scenarios.filter(({ ids, readOnly: reads }) => ids.includes(id) && (reads || readOnly !== true))
      return able.length > 0 && able.every(({ needs }) => needs.includes(need))
    })
    if (unchecked.length === 0) continue
    const [variable, prefix] = variables[name]
    throw new UsageError(
      `${variable} is not set: ${unchecked.length} of ${selected.length} requirements need this key, ${prefix}…. ` +
        `Set it, select others with --only, or declare the gap ${JSON.stringify(need)} with --capabilities`,
    )
  }
}
