import { listGroups, withSystemKey } from '@carebench/protocol'
import type { ServiceContext } from '../context/context.js'

/**
 * Returns the groups under which simulators are called, `faxes` or `faxes@imaging`; simulators that only other systems
 * call have none.
 */
export function listGroupNames(
  context: ServiceContext,
  simulators: readonly { readonly type: string; readonly key?: string }[],
): readonly string[] {
  return simulators.flatMap(({ type, key }) => {
    const system = context.simulators.get(type)
    return system === undefined ? [] : listGroups(system).map(({ group }) => withSystemKey(group.name, key))
  })
}

/** Returns the paths of a run's groups of simulated systems, by group, without a trailing slash. */
export function sandboxPaths(runId: string, groups: readonly string[]): Record<string, string> {
  return Object.fromEntries(groups.map((group) => [group, `/v1/benchmark-runs/${runId}/${group}`]))
}
