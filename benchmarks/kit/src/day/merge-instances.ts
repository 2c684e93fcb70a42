import type { JsonObject, JsonValue } from '@carebench/protocol'
import { reference } from '../builders/calls.js'
import type { Clinic } from '../clinic/clinic.js'
import type { Instance, StructuralVector } from '../family.js'
import type { Counter, Criterion, Task, Telling } from '../task.js'
import { mergeWorlds } from './merge-worlds.js'

/** Instances of several families in one world, each of them an item of one task. */
export interface MergedDay {
  /** Without the guards that all families share, which see the work of all items. */
  readonly instance: Instance
  readonly items: NonNullable<Task['items']>
}

/**
 * Merges instances into one, as they are before the shared guards: world, criteria and solutions are those of all. What
 * the guard of one item allows, those of the others allow too; so what nobody asked for is guarded once, for the day.
 *
 * @throws RangeError if two instances need incompatible worlds
 */
export function mergeInstances(id: string, clinic: Clinic, instances: readonly Instance[]): MergedDay {
  const [first] = instances
  if (first === undefined) throw new RangeError('expected at least one instance, got none')
  const allowed = instances.flatMap(({ criteria }) => criteria.flatMap(readAllowed))
  const scenario = instances.flatMap((one) => one.scenario?.steps ?? [])
  const instance: Instance = {
    ...first,
    id,
    world: mergeWorlds(clinic, instances),
    due:
      instances
        .map(({ due }) => due)
        .sort()
        .at(-1) ?? first.due,
    ...(scenario.length > 0 && { scenario: { steps: scenario } }),
    taskItems: mergeTaskItems(instances),
    truth: instances.map(({ truth }) => truth),
    criteria: instances.flatMap((one) => one.criteria.map((criterion) => toCriterion(one, criterion, allowed))),
    readings: instances.flatMap(({ readings }) => readings),
    solutions: [{ name: reference, calls: instances.flatMap(({ solutions }) => solutions[0]?.calls ?? []) }],
    extras: [],
    counters: instances.flatMap((one) => one.counters.map((counter) => toCounter(one, counter))),
    statements: {
      facts: instances.flatMap(({ statements }) => statements.facts ?? []),
      statuses: Object.assign({}, ...instances.map(({ statements }) => statements.statuses ?? {})),
    },
    choices: instances.flatMap(({ choices }) => choices),
    flood: instances.flatMap(({ flood }) => flood),
    card: {
      ...first.card,
      story: instances.map(({ card }) => card.story).join(' '),
      trap: instances.map(({ card }) => card.trap).join('; '),
      traps: [...new Set(instances.flatMap(({ card }) => card.traps))].sort(),
      distractors: instances.flatMap(({ card }) => card.distractors),
      vector: instances.map(({ card }) => card.vector).reduce(addVectors),
    },
  }
  return { instance, items: instances.map(({ id: key, due, card }) => ({ key, label: labelOfItem(card.story), due })) }
}

/** At most 200 characters, as a label may have. */
function labelOfItem(story: string): string {
  return story.length <= 200 ? story : `${story.slice(0, 199)}…`
}

function mergeTaskItems(instances: readonly Instance[]): Instance['taskItems'] {
  const tell = (telling: Telling): JsonObject => ({
    instruction: 'Do all of the work in "items" today.',
    items: instances.map(({ id, taskItems }) => ({ key: id, ...taskItems[telling] })),
  })
  return { L1: tell('L1'), L2: tell('L2'), L3: tell('L3') }
}

/** A criterion of the item, or for what nobody asked for, of the whole day. */
function toCriterion({ id }: Instance, criterion: Criterion, allowed: readonly JsonValue[]): Criterion {
  const labelled = { ...criterion, label: toLabel(id, criterion.label) }
  if (readAllowed(criterion).length === 0) return { ...labelled, item: id }
  return { ...labelled, assertion: { ...criterion.assertion, allow: [...allowed] } }
}

function toCounter({ id }: Instance, { name, fails, ...counter }: Counter): Counter {
  return { ...counter, name: toLabel(id, name), fails: fails.map((label) => toLabel(id, label)) }
}

function toLabel(id: string, label: string): string {
  return `${id}: ${label}`
}

/** What a guard against collateral allows. */
function readAllowed({ assertion }: Criterion): readonly JsonValue[] {
  return assertion.assert === 'no-collateral' && Array.isArray(assertion.allow) ? assertion.allow : []
}

function addVectors(one: StructuralVector, other: StructuralVector): StructuralVector {
  const entries = Object.entries(one).map(([name, count]) => [name, count + other[name as keyof StructuralVector]])
  return Object.fromEntries(entries) as StructuralVector
}
