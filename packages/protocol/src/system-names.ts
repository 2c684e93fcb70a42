import { datasetTypes, simulatorTypes } from './simulator-type.js'
import type { SystemDescription } from './system-description.js'

/** Kinds of names that a schema leaves open, because they depend on a service's systems. */
export type NamedThing = 'simulator' | 'dataset'

/** The names that the systems of a service define, in the order of documents. */
export type SystemNames = Readonly<Record<NamedThing, readonly string[]>>

/** Returns the types of simulators and of datasets that these systems define. */
export function listSystemNames(systems: readonly Pick<SystemDescription, 'type' | 'dataset'>[]): SystemNames {
  const datasets = systems.flatMap(({ dataset }) => (dataset === null ? [] : [dataset.type]))
  return {
    simulator: inOrder(
      simulatorTypes,
      systems.map(({ type }) => type),
    ),
    dataset: inOrder(datasetTypes, [...new Set(datasets)]),
  }
}

function inOrder(first: readonly string[], names: readonly string[]): readonly string[] {
  return [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))]
}

/**
 * Returns a new schema in which open names are filled in, as plain JSON: `{"type":"string","oneOfNames":"simulator"}`
 * becomes the enumeration of the simulator types.
 */
export function withSystemNames(schema: object, names: SystemNames): object {
  return fill(JSON.parse(JSON.stringify(schema)), names) as object
}

function fill(value: unknown, names: SystemNames): unknown {
  if (Array.isArray(value)) return value.map((item) => fill(item, names))
  if (typeof value !== 'object' || value === null) return value
  const filled: [string, unknown][] = Object.entries(value).map(([key, member]) => {
    const named = isNamedThing(member) ? names[member] : undefined
    if (key === 'oneOfNames' && named !== undefined) return ['enum', named]
    return [key, fill(member, names)]
  })
  return Object.fromEntries(filled)
}

function isNamedThing(value: unknown): value is NamedThing {
  return value === 'simulator' || value === 'dataset'
}
