import { wait } from '../builders/calls.js'
import { type Chance, createChance } from '../chance.js'
import type { Clinic } from '../clinic/clinic.js'
import { plainFamilies } from '../families/families.js'
import type { Family, Instance } from '../family.js'
import { guardDay } from '../guards/add-guards.js'
import { drawn } from '../refusals.js'
import type { Counter, Criterion, Solution, SolutionCall } from '../task.js'
import { arriveAt } from './arrivals.js'
import { endsAt, instantAt, sayTime, secondsUntil } from './clock.js'
import type { DayDeclaration, DayPlace } from './declaration.js'
import { guardDeadline } from './guard-deadline.js'
import { handOver, type Outcome } from './hand-over.js'
import { delayFact } from './late-fact.js'
import { mergeInstances, refuseSharedTargets, type Work } from './merge/merge-instances.js'
import { IncompatibleError } from './merge/merge-values.js'
import { mergeWorlds } from './merge/merge-worlds.js'
import type { Moment } from './moment.js'
import { type Planned, type Schedule, scheduleDay } from './schedule.js'
import { readWords, takeBack, tellDay, toNote } from './telling.js'

/** A piece of work of a day. */
export interface DayItem extends Work {
  readonly place: DayPlace
  readonly outcome: Outcome
  /** The work, and when it may be done. */
  readonly planned: Planned
  /** The work of somebody who takes for true what was so at the beginning of the day. */
  readonly stale?: readonly SolutionCall[]
}

/** A day of the clinic: many pieces of work in one world, as one task. */
export interface Day {
  readonly instance: Instance
  readonly items: readonly DayItem[]
  /** The hand-over note. */
  readonly note: Work
  readonly schedule: Schedule
}

/** By how much a call moves the clock of a day. */
export const secondsPerCall = 10

/** Draws of one place, at most. */
const maxDraws = 60
/** Seeds of one place: its draws, and room for more. */
const seedsOfPlace = 1000

/**
 * Draws a day. A piece of work that needs another world than those before it, or does not fit into the day with them, is
 * drawn again from the next seed.
 *
 * @throws RangeError if a place of the declaration cannot be filled
 */
export function drawDay(
  declaration: DayDeclaration,
  { seed, clinic }: { readonly seed: number; readonly clinic: Clinic },
): Day {
  const items: DayItem[] = []
  for (const [number, place] of declaration.places.entries())
    items.push(drawItem(place, number, { seed, clinic, items }))
  const [first] = items
  if (first === undefined) throw new RangeError('expected a day with at least one piece of work, got none')
  const id = `day-${declaration.size}-${seed}`
  const note = handOver(new Map(items.map(({ key, outcome }) => [key, outcome])), first.instance)
  const merged = mergeInstances(id, clinic, [...items, note])
  const schedule = scheduleItems(items)
  const atStart = items.filter(({ place }) => isAtStart(place))
  const told = tellDay(atStart.map((item) => ({ key: item.key, due: item.instance.due, text: tellItem(item) })))
  const counted = items.filter(({ place }) => place.interaction !== 'moot')
  const [reference, ...ways] = merged.solutions
  const day: Instance = {
    ...merged,
    seed,
    level: 'H',
    branch: 'day',
    due: endsAt,
    endsAt,
    items: counted.map((item) => ({ key: item.key, label: `Work item ${item.key}`, due: item.instance.due })),
    taskItems: { L1: told, L2: told, L3: told },
    ...(reference && { solutions: [{ ...reference, calls: [...schedule.calls, ...readCalls(note)] }, ...ways] }),
    card: { ...merged.card, due: endsAt },
  }
  return { instance: withOwnLabels(guardDay(day)), items, note, schedule }
}

/** Counterexamples of shared guards may name criteria of families, which the items have under other names. */
function withOwnLabels(day: Instance): Instance {
  const labels = new Set(day.criteria.map(({ label }) => label))
  const counters = day.counters.map((one) => ({ ...one, fails: one.fails.filter((label) => labels.has(label)) }))
  return { ...day, counters: counters.filter(({ fails }) => fails.length > 0) }
}

interface Setting {
  readonly seed: number
  readonly clinic: Clinic
  /** Those that are drawn already. */
  readonly items: readonly DayItem[]
}

function drawItem(place: DayPlace, number: number, setting: Setting): DayItem {
  const { seed, clinic, items } = setting
  const family = plainFamilies.find(({ name }) => name === place.family)
  if (family === undefined) throw new RangeError(`expected a family of the suite, got ${place.family}`)
  const first = seed + number * seedsOfPlace
  let last = 'every draw was refused'
  for (let own = first; own < first + maxDraws; own++) {
    const branch = pickBranch(createChance(own, 'branch of a day'), family, place)
    const drawnOne = drawn(() => family.make({ seed: own, level: place.level, branch, clinic }))
    if (drawnOne === undefined) continue
    try {
      const item = toItem(`w${String(number + 1).padStart(2, '0')}`, place, drawnOne, { ...setting, family })
      fitTogether([...items, item], clinic)
      return item
    } catch (error) {
      if (!(error instanceof IncompatibleError)) throw error
      last = `${drawnOne.id} (${branch}): ${error.message}`
    }
  }
  throw new RangeError(`${place.family} at place ${number + 1}: expected an instance within ${maxDraws} draws; ${last}`)
}

function pickBranch(chance: Chance, { branches }: Family, place: DayPlace): string {
  return chance.pick(place.branches ?? Object.keys(branches))
}

/** @throws IncompatibleError if the instance is no such piece of work */
function toItem(
  key: string,
  place: DayPlace,
  plain: Instance,
  { clinic, items, family }: Setting & { family: Family },
): DayItem {
  const { interaction, at } = place
  const isLong = plain.due > endsAt
  if (isLong !== (interaction === 'tomorrow')) {
    throw new IncompatibleError(`expected work that ${isLong ? 'is done' : 'goes on after the end of'} the day`)
  }
  const due = instantAt(place.due)
  const other = place.after === undefined ? undefined : findWriter(place.after, items)
  const moment = toMoment(place)
  const text = readWords(plain)
  const arrived = moment ? arriveAt(moment, plain) : plain
  const timed = guardDeadline({ ...arrived, due, counters: plain.counters.map((one) => delayCounter(one, place)) })
  const told = moment ? addSteps(timed, [toNote({ key, due, text }, moment)]) : timed
  const decided = interaction === 'late fact' && at ? delayFact(toSeconds(at), told) : told
  const whole = isLong ? beginOnly(decided) : decided
  const instance = interaction === 'moot' && at ? withdraw(key, toSeconds(at), whole) : whole
  const stale = interaction === 'late fact' ? staleWork(plain, family, clinic) : undefined
  const arrives = interaction === 'late fact' && at ? toSeconds(at) + secondsPerCall : toSeconds(place.arrives)
  return {
    key,
    place,
    instance,
    outcome: interaction === 'moot' ? 'withdrawn' : isLong ? 'open' : 'done',
    planned: {
      key,
      arrives: arrives === 0 ? 0 : arrives + secondsPerCall,
      ...(other !== undefined && { after: { key: other.key, seconds: followsAfter + secondsPerCall } }),
      due: secondsUntil(due),
      calls: readCalls({ key, instance }),
    },
    ...(stale !== undefined && { stale }),
    ...(interaction === 'moot' && { isOfDay: true }),
  }
}

/** A counterexample that is not made after the right work is made when the work has arrived. */
function delayCounter(counter: Counter, { arrives, interaction, at }: DayPlace): Counter {
  const seconds = toSeconds(interaction === 'late fact' && at ? at : arrives)
  return counter.after === undefined ? { ...counter, calls: [...wait(seconds), ...counter.calls] } : counter
}

/** Seconds after which work arrives that follows other work. */
const followsAfter = 600

function toMoment({ arrives, after }: DayPlace): Moment | undefined {
  if (after !== undefined) {
    return { after: { event: 'file.written', where: { 'data.path': after }, delay_seconds: followsAfter } }
  }
  return toSeconds(arrives) === 0 ? undefined : { at_seconds: toSeconds(arrives) }
}

function isAtStart(place: DayPlace): boolean {
  return toMoment(place) === undefined
}

function toSeconds(time: DayPlace['arrives']): number {
  return secondsUntil(instantAt(time))
}

function tellItem({ place, instance }: DayItem): string {
  const { interaction, at } = place
  const waits = interaction === 'late fact' && at
  return `${readWords(instance)}${waits ? ` Not before ${sayTime(instantAt(at))}: the practice still wants to say something about it.` : ''}`
}

function findWriter(path: string, items: readonly DayItem[]): DayItem {
  const writer = items.find(({ planned }) => planned.calls.some((call) => call.path === `files/${path}`))
  if (writer === undefined)
    throw new IncompatibleError(`expected an earlier piece of work that writes ${path}, got none`)
  return writer
}

function readCalls({ instance }: Work): readonly SolutionCall[] {
  return instance.solutions[0]?.calls ?? []
}

/**
 * Work that cannot be finished on the day, because somebody replies tomorrow: what is judged is that they were asked. What
 * must not happen must not happen with it either.
 *
 * @throws IncompatibleError if nobody is asked by fax before the reply
 */
function beginOnly(instance: Instance): Instance {
  const { id, criteria, solutions, extras } = instance
  const asked = criteria.filter(({ assertion }) => assertion.assert === 'fax-sent')
  if (asked.length === 0) throw new IncompatibleError(`expected ${id} to ask somebody by fax, got no such criterion`)
  const begun = (way: Solution): Solution => ({ ...way, calls: way.calls.slice(0, firstPause(way.calls)) })
  return {
    ...instance,
    criteria: [...asked, ...criteria.filter(neverOnly)],
    solutions: solutions.map(begun),
    extras: extras.map(begun),
    counters: [],
  }
}

/** A guard that holds as long as nothing is done. */
function neverOnly({ guard, assertion }: Criterion): boolean {
  return guard === true && assertion.assert !== 'event-order'
}

function firstPause(calls: readonly SolutionCall[]): number {
  const pause = calls.findIndex(({ path, delay_seconds = 0 }) => path === 'wait' || delay_seconds > 0)
  return pause === -1 ? calls.length : pause
}

function addSteps(instance: Instance, steps: NonNullable<Instance['scenario']>['steps']): Instance {
  return { ...instance, scenario: { steps: [...(instance.scenario?.steps ?? []), ...steps] } }
}

/**
 * Work that is taken back: somebody who has done it by then has done no harm, and what must not happen must not happen
 * with it either.
 */
function withdraw(key: string, at_seconds: number, instance: Instance): Instance {
  const { criteria, solutions, extras } = instance
  const [reference, ...others] = solutions
  if (reference === undefined) return instance
  const kept = criteria.filter(neverOnly)
  return addSteps(
    {
      ...instance,
      criteria: kept,
      solutions: [{ ...reference, calls: [] }, ...others],
      extras: [...extras, reference],
      counters: [],
      readings: [],
    },
    [takeBack(key, { at_seconds })],
  )
}

/** The work of the same seed in another branch: what would be right without what decides. */
function staleWork({ seed, level, branch }: Instance, family: Family, clinic: Clinic): readonly SolutionCall[] {
  const twins = Object.keys(family.branches)
    .filter((other) => other !== branch)
    .flatMap((other) => drawn(() => family.make({ seed, level, branch: other, clinic })) ?? [])
  const [twin] = twins
  if (twin === undefined) throw new IncompatibleError('expected another course of the same seed, got none')
  return twin.solutions[0]?.calls ?? []
}

/** @throws IncompatibleError if these pieces of work are not one day */
function fitTogether(items: readonly DayItem[], clinic: Clinic): void {
  refuseSharedTargets(items)
  mergeWorlds(
    clinic,
    items.map(({ instance }) => instance),
  )
  const { times } = scheduleItems(items)
  for (const { key, planned } of items) {
    const { done } = times.get(key) ?? { done: 0 }
    if (done > planned.due) throw new IncompatibleError(`expected ${key} to be done by ${planned.due} s, got ${done} s`)
  }
}

function scheduleItems(items: readonly DayItem[]): Schedule {
  return scheduleDay(
    items.map(({ planned }) => planned),
    { secondsPerCall },
  )
}
