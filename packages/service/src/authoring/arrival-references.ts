import { type BenchmarkDefinition, type Finding, isJsonObject } from '@carebench/protocol'
import type { System } from '@carebench/systems'

/**
 * Returns a finding for each scenario step that follows an event which no system of the environment emits, so that the
 * step would never arrive. Events that no known system emits are already reported when a task is written. Returns none
 * if the type of a simulator is unknown here.
 */
export function findArrivalErrors(
  { environment, tasks }: BenchmarkDefinition,
  systems: readonly Pick<System, 'type' | 'events'>[],
): readonly Finding[] {
  const types = environment.simulators.map(({ type }) => type.toLowerCase())
  const linked = systems.filter(({ type }) => types.includes(type.toLowerCase()))
  if (types.some((type) => !linked.some((system) => system.type.toLowerCase() === type))) return []
  return tasks.flatMap(({ scenario }, task) =>
    (scenario?.steps ?? []).flatMap((step, index): readonly Finding[] => {
      const after = 'after' in step ? step.after : undefined
      const event = isJsonObject(after) ? after.event : undefined
      if (typeof event !== 'string' || linked.some((system) => hasEvent(system, event))) return []
      const owners = systems.filter((system) => hasEvent(system, event)).map(({ type }) => type)
      if (owners.length === 0) return []
      const message =
        `must be an event of a system of the environment, which has none of type ${owners.join(' or ')}; got ` +
        `${JSON.stringify(event)}`
      return [{ path: `/tasks/${task}/scenario/steps/${index}/after/event`, message }]
    }),
  )
}

function hasEvent({ events }: Pick<System, 'events'>, wanted: string): boolean {
  return events.some(({ type }) => type === wanted)
}
