import type { System } from '@carebench/systems'
import { defaultKeyFor } from '../documents/simulator-key.js'

/** A simulator of an environment, as it is linked. */
export interface LinkedSimulator {
  readonly type: string
  readonly key?: string | undefined
}

/** Whether a simulator is the first of its type, which has the plain paths. */
export function isFirstOfType(simulators: readonly LinkedSimulator[], index: number): boolean {
  const typeOf = (at: number) => simulators[at]?.type.toLowerCase()
  return simulators.findIndex((_, other) => typeOf(other) === typeOf(index)) === index
}

/** The keys that assertions, events, scenario steps and paths can use in an environment. */
export class SystemKeys {
  readonly #types = new Map<string, string>()
  readonly #firsts = new Map<string, string>()

  constructor(simulators: readonly LinkedSimulator[]) {
    for (const [index, { type, key }] of simulators.entries()) {
      if (key !== undefined) (isFirstOfType(simulators, index) ? this.#firsts : this.#types).set(key, type)
    }
  }

  /** The type of the simulator with a key; undefined for the first of a type, and for an unknown key. */
  typeOf(key: string): string | undefined {
    return this.#types.get(key)
  }

  /**
   * Returns why a key cannot be used, as the message of a finding; undefined if it can. `plain` says how to name the
   * first system of a type.
   */
  refuse(key: string, plain: string): string | undefined {
    if (this.#types.has(key)) return undefined
    const first = this.#firsts.get(key)
    const hint = first === undefined ? '' : `, which is the first of type ${first}: ${plain}`
    return (
      `must be the key of a simulator that is not the first of its type (${listNames([...this.#types.keys()])}), got ` +
      `${JSON.stringify(key)}${hint}`
    )
  }
}

/**
 * Returns the key of each simulator of an environment; the first of its type has the default key if it was given none.
 * Undefined if the type of a simulator is not among these systems.
 */
export function listSystemKeys(
  simulators: readonly LinkedSimulator[],
  systems: readonly Pick<System, 'type' | 'group'>[],
): readonly string[] | undefined {
  const keys = simulators.map(({ type, key }, index) => {
    if (key !== undefined || !isFirstOfType(simulators, index)) return key
    const system = systems.find((one) => one.type.toLowerCase() === type.toLowerCase())
    return system && defaultKeyFor(system)
  })
  return keys.every((key) => key !== undefined) ? keys : undefined
}

/** Returns names in quotation marks, for the list of known names in a finding. */
export function listNames(names: readonly string[]): string {
  return names.length === 0 ? 'it has none' : names.map((name) => JSON.stringify(name)).join(', ')
}
