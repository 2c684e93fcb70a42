import { type JsonValue, scenarioStepTypes } from '@carebench/protocol'
import type { SimulatorChange, SimulatorEvidence } from './simulator.js'

/** The declarations of a system whose consistency is checked. */
interface Declared {
  readonly type: string
  readonly group: object | null
  readonly calls: readonly { readonly name: string; readonly method: string; readonly path: string }[]
  readonly interfaces?: readonly { readonly calls: readonly { readonly name: string }[] }[]
  readonly events: readonly { readonly type: string }[]
  readonly steps?: readonly { readonly type: string }[]
  readonly arrivals?: { readonly list: { readonly path: string } }
  readonly refusal?: { readonly event: string }
  readonly records: readonly { readonly name: string }[]
}

/**
 * Checks that the members of a definition are consistent.
 *
 * @throws {TypeError} that names the contradiction and how to fix it
 */
export function assertConsistent(
  { type, group, calls, interfaces = [], events, steps = [], arrivals, refusal, records }: Declared,
  { scenarioSteps }: { readonly scenarioSteps: readonly string[] },
): void {
  const refuse = (what: string): never => {
    throw new TypeError(`The definition of the system ${type} contradicts itself: ${what}`)
  }
  const assertUnique = (member: string, names: readonly string[]): void => {
    const twice = names.find((name, index) => names.indexOf(name) < index)
    if (twice !== undefined) refuse(`"${member}" has "${twice}" twice; give each a name of its own, or remove one.`)
  }
  for (const own of [calls, ...interfaces.map((other) => other.calls)]) {
    assertUnique(
      'calls',
      own.map(({ name }) => name),
    )
  }
  assertUnique(
    'events',
    events.map((event) => event.type),
  )
  assertUnique(
    'records',
    records.map(({ name }) => name),
  )
  const described = steps.map((step) => step.type)
  assertUnique('steps', described)
  if (group === null && calls.length > 0) {
    refuse('it has "calls" but no "group", under which agents would make them; add a group, or make "calls" empty.')
  }
  const listed = arrivals?.list.path
  if (
    listed !== undefined &&
    !calls.some(({ method, path }) => method === 'GET' && path === (listed && `/${listed}`))
  ) {
    refuse(
      `"arrivals" lists "${listed}", which none of its "calls" reads with GET; describe that call, or correct the ` +
        'path.',
    )
  }
  if (refusal !== undefined && !events.some((event) => event.type === refusal.event)) {
    refuse(`"refusal" names the event "${refusal.event}", which "events" lacks; describe it there.`)
  }
  const standard = described.find((step) => scenarioStepTypes.includes(step))
  if (standard !== undefined) {
    refuse(
      `"steps" describes "${standard}", which every service knows already; remove it there, or choose another name.`,
    )
  }
  const untaken = described.find((step) => !scenarioSteps.includes(step))
  if (untaken !== undefined) {
    refuse(`"steps" describes "${untaken}", which its behaviour does not take; add it to "behaviour.scenarioSteps".`)
  }
  const unknown = scenarioSteps.find((step) => !described.includes(step) && !scenarioStepTypes.includes(step))
  if (unknown !== undefined) {
    refuse(
      `"behaviour.scenarioSteps" has "${unknown}", which no scenario could contain; describe it in "steps": { ` +
        `type: "${unknown}", summary, schema }.`,
    )
  }
}

/** Checks the behaviour of a system at run time against its declarations. */
export interface Declarations {
  /** Returns the change. Throws a TypeError if it has an event that is not declared. */
  change<Change extends SimulatorChange<JsonValue>>(change: Change): Change
  /** Returns the evidence. Throws a TypeError if it has a member that is not one of the declared parts. */
  evidence(evidence: SimulatorEvidence): SimulatorEvidence
}

/** Returns the checks of a system's behaviour against its declarations. */
export function listDeclarations({
  type,
  events,
  records,
}: Pick<Declared, 'type' | 'events' | 'records'>): Declarations {
  const eventTypes = new Set(events.map((event) => event.type))
  const parts = new Set(records.map(({ name }) => name))
  return {
    change(change) {
      for (const event of change.events) {
        if (eventTypes.has(event.type)) continue
        throw new TypeError(
          `The system ${type} wrote the event "${event.type}", which it does not declare; add { type: ` +
            `"${event.type}", summary, example } to its "events".`,
        )
      }
      return change
    },
    evidence(evidence) {
      const stray = Object.keys(evidence).find((member) => !parts.has(member))
      if (stray === undefined) return evidence
      const known =
        parts.size === 0 ? 'it declares none' : `it declares ${[...parts].map((name) => `"${name}"`).join(', ')}`
      throw new TypeError(
        `The evidence of the system ${type} has the member "${stray}", which is not the name of one of its parts ` +
          `(${known}); nobody would read it. Rename it, or add a part of this name to its "records".`,
      )
    },
  }
}
