import { type BenchmarkDefinition, type Finding, isJsonObject } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import { nearestName, pointerTo } from '@carebench/verifier/kinds'

/**
 * Returns the types of events in assertions that no known system emits, so that no entry of the log can have them: in
 * `event-order`, `event-count` and `$within`. Returns nothing if the type of a simulator is unknown here.
 */
export function findEventErrors(
  { environment, tasks }: Pick<BenchmarkDefinition, 'environment' | 'tasks'>,
  systems: readonly Pick<System, 'type' | 'events'>[],
): readonly Finding[] {
  const types = new Set(systems.map(({ type }) => type.toLowerCase()))
  if (environment.simulators.some(({ type }) => !types.has(type.toLowerCase()))) return []
  const known = new Set(systems.flatMap(({ events }) => events.map(({ type }) => type)))
  return tasks.flatMap(({ criteria }, task) =>
    criteria.flatMap(({ assertion }, index) =>
      [...eventsIn(assertion, `/tasks/${task}/criteria/${index}/assertion`)].flatMap(({ path, type }) =>
        known.has(type) ? [] : [{ path, message: refuse(type, [...known]) }],
      ),
    ),
  )
}

function refuse(type: string, known: readonly string[]): string {
  const nearest = nearestName(type, known)
  const hint = nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`
  return `must be the type of an event that a system emits, got ${JSON.stringify(type)}${hint}`
}

interface NamedEvent {
  readonly path: string
  readonly type: string
}

/** Yields the types of events in a part of an assertion, with their places. */
function* eventsIn(value: unknown, at: string): Generator<NamedEvent> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* eventsIn(item, pointerTo(at, index))
    return
  }
  if (!isJsonObject(value)) return
  const { assert, events, $within: within } = value
  if (assert === 'event-count') yield* typesIn(value, at)
  if (assert === 'event-order' && Array.isArray(events)) {
    for (const [index, event] of events.entries()) yield* typesIn(event, `${at}/events/${index}`)
  }
  if (isJsonObject(within)) yield* typesIn(within.of, `${at}/$within/of`)
  for (const [name, item] of Object.entries(value)) yield* eventsIn(item, pointerTo(at, name))
}

function* typesIn(event: unknown, at: string): Generator<NamedEvent> {
  const type = isJsonObject(event) ? event.type : undefined
  if (typeof type === 'string') yield { path: `${at}/type`, type }
  if (!Array.isArray(type)) return
  for (const [index, one] of type.entries()) {
    if (typeof one === 'string') yield { path: `${at}/type/${index}`, type: one }
  }
}
