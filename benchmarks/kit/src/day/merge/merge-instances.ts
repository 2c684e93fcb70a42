import type { JsonObject } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { bodyOf, reference } from '../../builders/calls.js'
import { rightCalls } from '../../builders/world-values.js'
import { partnerKeys, tradingPartners } from '../../clinic/clearinghouse.js'
import type { Clinic } from '../../clinic/clinic.js'
import type { Instance, StructuralVector } from '../../family.js'
import { guardWork } from '../../guards/add-guards.js'
import type { Counter, Solution, SolutionCall } from '../../task.js'
import { IncompatibleError } from './merge-values.js'
import { mergeWorlds } from './merge-worlds.js'
import { ownActsOnly } from './own-acts.js'
import { readMost, type UnitedGuard, uniteGuards } from './unite-guards.js'

/** An item of work of a day: an instance without the shared guards, with a key that reveals nothing about it. */
export interface Work {
  readonly key: string
  readonly instance: Instance
  /** Whether its criteria belong to the day as a whole, because it is no scored item: the note, and withdrawn work. */
  readonly isOfDay?: true
}

/**
 * Merges pieces of work into one instance, with the worlds, criteria and solutions of all, but without the guards of
 * {@link guardDay}. A united guard allows exactly what the guards of any item allow.
 *
 * @throws IncompatibleError if two of them need different values in the world, or write to the same target
 */
export function mergeInstances(id: string, clinic: Clinic, works: readonly Work[]): Instance {
  const parts = works.map((work) => ({ ...work, instance: guardWork(work.instance) }))
  const instances = parts.map(({ instance }) => instance)
  const [first] = instances
  if (first === undefined) throw new RangeError('expected at least one piece of work, got none')
  refuseSharedTargets(parts)
  const criteria = parts.flatMap((part) => toCriteria(part, parts))
  const { united, others } = uniteGuards(criteria)
  const labelsFor = renameUnited(united)
  const ofDay = new Set(works.flatMap(({ key, isOfDay }) => (isOfDay ? [key] : [])))
  const scenario = instances.flatMap((one) => one.scenario?.steps ?? [])
  const ways = zipWays(instances)
  return {
    ...first,
    id,
    world: mergeWorlds(clinic, instances),
    due:
      instances
        .map(({ due }) => due)
        .toSorted()
        .at(-1) ?? first.due,
    ...(scenario.length > 0 && { scenario: { steps: scenario } }),
    truth: instances.map(({ truth }) => truth),
    criteria: [
      ...others.map(({ key, criterion }) => ({
        ...criterion,
        label: toLabel(key, criterion.label),
        ...(!ofDay.has(key) && { item: key }),
      })),
      ...united.flatMap(({ guards }) => guards),
    ],
    readings: instances.flatMap(({ readings }) => readings),
    solutions: ways.slice(0, 1),
    extras: ways.slice(1),
    counters: parts.flatMap(({ key, instance }) =>
      instance.counters.flatMap((counter) => toCounter(key, counter, labelsFor)),
    ),
    statements: mergeStatements(instances),
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
}

/**
 * Rejects two pieces of work that write the same file, because one would overwrite the other, or that fax to one
 * number, because their faxes could not be told apart.
 *
 * @throws IncompatibleError
 */
export function refuseSharedTargets(works: readonly Work[]): void {
  const writers = new Map<string, string>()
  for (const { key, instance } of works) {
    for (const target of new Set(rightCalls(instance).flatMap(readTargets))) {
      const other = writers.get(target)
      if (other !== undefined)
        throw new IncompatibleError(`expected one item that writes ${target}, got ${other}, ${key}`)
      writers.set(target, key)
    }
  }
}

function readTargets(call: SolutionCall): readonly string[] {
  if (call.path === 'faxes' && call.method === 'POST') return [`a fax to ${bodyOf(call).to_number}`]
  return call.path.startsWith('files/') && call.method !== 'GET' ? [call.path] : []
}

function toCriteria({ key, instance }: Work, works: readonly Work[]) {
  const others = works.flatMap((other) => (other.key === key ? [] : [other.instance]))
  return instance.criteria.map((criterion) => ({
    key,
    criterion: ownActsOnly(criterion, instance, others),
  }))
}

/**
 * Returns the labels in the day of an item's criterion: that of the united guard if one replaces it; none if several
 * replace it, or if it counts acts and the item is done alone, because the count allows the acts of all items.
 */
type NamesOf = (key: string, label: string, isAlone: boolean) => readonly string[]

function renameUnited(united: readonly UnitedGuard[]): NamesOf {
  const names = new Map<string, readonly string[]>()
  const counted = new Set<string>()
  for (const { guards, parts } of united) {
    const [first, ...others] = guards.map(({ label }) => label)
    for (const { key, criterion } of parts) {
      const own = toLabel(key, criterion.label)
      names.set(own, first === undefined || others.length > 0 ? [] : [first])
      if (readMost(criterion.assertion as JsonObject) !== undefined) counted.add(own)
    }
  }
  return (key, label, isAlone) => {
    const own = toLabel(key, label)
    return isAlone && counted.has(own) ? [] : (names.get(own) ?? [own])
  }
}

/** Returns a public label without the payer's name, which another item may have to find out. */
function toLabel(key: string, label: string): string {
  const neutral = partnerKeys.reduce(
    (text, partner, index) => text.replaceAll(tradingPartners[partner].name, `Payer ${index + 1}`),
    label,
  )
  return `${key}: ${neutral}`
}

function toCounter(key: string, { name, fails, ...counter }: Counter, labelsFor: NamesOf): readonly Counter[] {
  const broken = fails.flatMap((label) => labelsFor(key, label, counter.after === undefined))
  return broken.length === 0 ? [] : [{ ...counter, name: toLabel(key, name).slice(0, 100), fails: broken }]
}

/**
 * Combines the solutions of all items: first all reference solutions, then each solution of each item in turn, longest
 * first, so that one solution of the day has the most writes of every item.
 */
function zipWays(instances: readonly Instance[]): readonly Solution[] {
  const all = instances.map(({ solutions: [first, ...others], extras }) => ({
    first,
    others: [...(first ? [first] : []), ...others, ...extras].toSorted(
      (one, other) => countWrites(other) - countWrites(one),
    ),
  }))
  const most = Math.max(...all.map(({ others }) => others.length))
  const joined = (name: string, ways: readonly (Solution | undefined)[]): Solution => ({
    name,
    calls: ways.flatMap((way) => way?.calls ?? []),
  })
  return [
    joined(
      reference,
      all.map(({ first }) => first),
    ),
    ...Array.from({ length: most }, (_, index) =>
      joined(
        `way ${index + 2}`,
        all.map(({ first, others }) => others[index] ?? first),
      ),
    ),
  ]
}

function countWrites({ calls }: Solution): number {
  return calls.filter(({ method, path }) => method !== 'GET' && path.startsWith('fhir/')).length
}

/**
 * Merges what texts may state. Leaves out statuses that are true for one item and false for another, and all statuses
 * if an item does not judge them.
 */
function mergeStatements(instances: readonly Instance[]): Instance['statements'] {
  const statuses = instances.flatMap(({ statements }) => (statements.statuses ? [statements.statuses] : []))
  const isJudged = statuses.length === instances.length
  const agreed = statuses
    .flatMap((one) => Object.entries(one))
    .filter(([name, is]) => statuses.every((one) => (one[name] ?? is) === is))
  return {
    facts: instances.flatMap(({ statements }) => statements.facts ?? []),
    ...(isJudged && { statuses: Object.fromEntries(agreed) }),
  }
}

/** Returns the calls of the reference solution. */
export function readCalls({ solutions }: Instance): readonly SolutionCall[] {
  return solutions[0]?.calls ?? []
}

/** Renames the captured values in calls, so that no other item uses the same names. */
export function renameCalls(calls: readonly SolutionCall[], key: string): SolutionCall[] {
  return calls.map((call) => renameIn(call as unknown as JsonObject, key) as unknown as SolutionCall)
}

/** Renames the captured values of an item of work, so that no other item uses the same names. */
export function renameCaptures({ key, instance, ...others }: Work): Work {
  const renamed = <Way extends { readonly calls: readonly SolutionCall[] }>(ways: readonly Way[]) =>
    ways.map((way) => ({ ...way, calls: renameCalls(way.calls, key) }))
  const { solutions, extras, counters, flood } = instance
  return {
    ...others,
    key,
    instance: {
      ...instance,
      solutions: renamed(solutions),
      extras: renamed(extras),
      counters: renamed(counters),
      flood: renameCalls(flood, key),
    },
  }
}

/** Renames the personas that answer the calls of an item of work, so that no other item uses the same names. */
export function renamePersonas({ key, instance, ...others }: Work): Work {
  const { simulators = {} } = instance.world
  const { voice } = simulators as JsonObject
  const { personas, numbers } = isJsonObject(voice) ? voice : {}
  if (!isJsonObject(personas) || !isJsonObject(numbers)) return { ...others, key, instance }
  const answering = Object.entries(numbers).map(([number, settings]): [string, JsonObject] => {
    const { persona } = settings as JsonObject
    return [number, { ...(settings as JsonObject), ...(persona !== undefined && { persona: `${key}-${persona}` }) }]
  })
  const renamed = {
    personas: Object.fromEntries(Object.entries(personas).map(([name, persona]) => [`${key}-${name}`, persona])),
    numbers: Object.fromEntries(answering),
  }
  const world = { ...instance.world, simulators: { ...simulators, voice: { ...(voice as JsonObject), ...renamed } } }
  return { ...others, key, instance: { ...instance, world: world as Instance['world'] } }
}

function renameIn(call: JsonObject, key: string): JsonObject {
  const { capture, ...others } = call
  const text = JSON.stringify(others).replaceAll(/\{\{(\w+)\}\}/g, `{{${key}_$1}}`)
  const captured = Object.entries((capture ?? {}) as JsonObject).map(([name, at]) => [`${key}_${name}`, at])
  return {
    ...(JSON.parse(text) as JsonObject),
    ...(capture !== undefined && { capture: Object.fromEntries(captured) }),
  }
}

function addVectors(one: StructuralVector, other: StructuralVector): StructuralVector {
  const entries = Object.entries(one).map(([name, count]) => [name, count + other[name as keyof StructuralVector]])
  return Object.fromEntries(entries) as StructuralVector
}
