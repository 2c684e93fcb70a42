import { isJsonObject, type JsonObject, type JsonValue, limits, type ScenarioStep } from '@carebench/protocol'
import { compileConditions, Findings } from '@carebench/verifier'
import { nearestName } from '@carebench/verifier/kinds'
import type { Arrival } from './scenario/agenda.js'

/** Returns the steps of a task's scenario that arrive after the agent has started. */
export function listArrivals({ scenario }: { readonly scenario: JsonObject | null }): readonly Arrival[] {
  // The shape was validated when the task was written.
  const steps = (scenario?.steps ?? []) as readonly ScenarioStep[]
  return steps.flatMap((written, number): Arrival[] => {
    const { at_seconds, after, ...step } = written
    if (typeof at_seconds === 'number') {
      return [{ number, step: step as ScenarioStep, when: { kind: 'time', delay: milliseconds(at_seconds) } }]
    }
    if (!isJsonObject(after)) return []
    const { event, where, delay_seconds, at_most_times = limits.arrivals.times.default } = after
    const findings = new Findings()
    const conditions = compileConditions(isJsonObject(where) ? where : {}, '', findings)
    if (findings.list.length > 0) throw new Error(`The step ${number} has invalid conditions.`)
    const when: Arrival['when'] = {
      kind: 'event',
      delay: milliseconds(delay_seconds ?? 0),
      times: Number(at_most_times),
      matches: (record) => record.type === event && conditions.every((holds) => holds(record as unknown as JsonObject)),
    }
    return [{ number, step: step as ScenarioStep, when }]
  })
}

/** Whether a step arrives after the agent has started. */
export function isArrival(step: JsonObject): boolean {
  return 'at_seconds' in step || 'after' in step
}

/**
 * Returns the errors in a step's arrival time, with JSON Pointers into the step: a time together with an event, an
 * event that no system emits, invalid conditions.
 *
 * @param events - the types of the events of all systems; empty if they are not known
 */
export function arrivalFindings(step: JsonObject, events: readonly string[]): Findings['list'] {
  const findings = new Findings()
  const { at_seconds, after } = step
  if (at_seconds !== undefined && after !== undefined) {
    findings.add('/after', 'must not be given together with at_seconds: a step comes at a time, or after an event')
  }
  if (isJsonObject(after)) {
    const { event, where } = after
    if (typeof event === 'string' && events.length > 0 && !events.includes(event)) {
      const known = [...new Set(events)].sort().map((name) => JSON.stringify(name))
      const near = nearestName(event, events)
      const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`
      findings.add(
        '/after/event',
        `must be an event of a system, one of ${known.join(', ')}; got ${JSON.stringify(event)}${hint}`,
      )
    }
    if (isJsonObject(where)) compileConditions(where, '/after/where', findings)
  }
  return findings.list
}

function milliseconds(seconds: JsonValue): number {
  return Math.round(Number(seconds) * 1000)
}
