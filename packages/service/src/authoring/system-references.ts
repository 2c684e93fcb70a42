import type { BenchmarkDefinition, Finding } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import type { Verifier } from '@carebench/verifier'
import { type LinkedSimulator, listNames, listSystemKeys, SystemKeys } from './system-keys.js'

interface RecordedCalls {
  readonly calls: readonly { readonly path: string }[]
}

/** The parts of a task, besides its scenario, that can name systems by their keys. */
interface NamingTask {
  readonly criteria: readonly { readonly assertion: unknown }[]
  readonly solutions?: readonly RecordedCalls[] | undefined
  readonly counters?: readonly RecordedCalls[] | undefined
}

/** A benchmark whose environment is known. */
export interface NamingBenchmark {
  readonly simulators: readonly LinkedSimulator[]
  readonly tasks: readonly NamingTask[]
}

/** The input for a check of keys. */
export interface NamingContext {
  readonly verifier: Pick<Verifier, 'systemsNamedIn'>
  /** Declare the groups of types; a type that is not among them may have any group. */
  readonly systems: readonly NamedSystem[]
}

type NamedSystem = Pick<System, 'type' | 'group' | 'interfaces'>

/**
 * Returns a finding for each name in an assertion, or in a call of a solution or counterexample, of a system which the
 * environment does not have, with a pointer into the benchmark: `/tasks/0/criteria/1/assertion/allow/0/system`,
 * `/tasks/0/solutions/0/calls/2/path`.
 */
export function findSystemErrors(
  { simulators, tasks }: NamingBenchmark,
  { verifier, systems }: NamingContext,
): readonly Finding[] {
  const keys = new SystemKeys(simulators)
  const errors: Finding[] = []
  const add = (path: string, message: string | undefined): void => {
    if (message !== undefined) errors.push({ path, message })
  }
  for (const [taskIndex, { criteria, solutions = [], counters = [] }] of tasks.entries()) {
    const at = `/tasks/${taskIndex}`
    for (const [index, { assertion }] of criteria.entries()) {
      for (const { path, key } of verifier.systemsNamedIn(assertion)) {
        add(`${at}/criteria/${index}/assertion${path}`, keys.refuse(key, 'leave "system" out'))
      }
    }
    for (const [list, recorded] of Object.entries({ solutions, counters })) {
      for (const [index, { calls }] of recorded.entries()) {
        for (const [position, { path }] of calls.entries()) {
          add(`${at}/${list}/${index}/calls/${position}/path`, refusePath(path, keys, systems))
        }
      }
    }
  }
  return errors
}

/**
 * Returns a finding for each dataset that is for a simulator which the environment does not have. Every simulator has a
 * key here: the first of its type has the default key unless it was given one. Returns none if the type of a simulator
 * is unknown here.
 */
export function findSeedErrors(
  { simulators, datasets }: BenchmarkDefinition['environment'],
  systems: NamingContext['systems'],
): readonly Finding[] {
  const known = listSystemKeys(simulators, systems)
  if (known === undefined) return []
  return datasets.flatMap(({ system }, index) => {
    if (system === undefined || known.includes(system)) return []
    const expected = `must be the key of a simulator of the environment (${listNames(known)})`
    const message = `${expected}, got ${JSON.stringify(system)}`
    return [{ path: `/environment/datasets/${index}/system`, message }]
  })
}

/**
 * Returns why the system in the path of a call is not in the environment; undefined if it is, or if the path has no
 * key.
 */
function refusePath(path: string, keys: SystemKeys, systems: readonly NamedSystem[]): string | undefined {
  const [written = ''] = path.replace(/^\//, '').split(/[/?]/, 1)
  const [group = '', key] = written.replace('%40', '@').split('@', 2)
  // A placeholder is filled when the call is made.
  if (key === undefined || written.includes('{{')) return undefined
  const refused = keys.refuse(key, `write ${JSON.stringify(group)} without a key`)
  if (refused !== undefined) return `after "@" ${refused} in ${JSON.stringify(written)}`
  const type = keys.typeOf(key)
  const system = systems.find((one) => one.type.toLowerCase() === type?.toLowerCase())
  if (system === undefined) return undefined
  const groups = [system.group, ...(system.interfaces ?? []).map((one) => one.group)]
  const names = groups.flatMap((one) => one?.name ?? [])
  if (names.includes(group)) return undefined
  const called =
    names.length === 0 ? 'cannot be called' : `is called ${listNames(names.map((name) => `${name}@${key}`))}`
  return (
    `must begin with a system of the environment, got ${JSON.stringify(written)}; the simulator ` +
    `${JSON.stringify(key)} is of type ${type} and ${called}`
  )
}
