import type { Clinic } from '../clinic/clinic.js'
import type { Instance } from '../family.js'
import { guardDay } from '../guards/add-guards.js'
import { endsAt, instantAt, secondsPerCall } from './clock.js'
import type { DayDeclaration, DayPlace } from './declaration.js'
import { arrivalOf, type DayItem, drawItem } from './draw-item.js'
import { falseNotes, handOver } from './hand-over.js'
import { writeInstruction } from './instruction.js'
import { mergeInstances, readCalls, refuseSharedTargets, type Work } from './merge/merge-instances.js'
import { IncompatibleError } from './merge/merge-values.js'
import { mergeWorlds } from './merge/merge-worlds.js'
import { type Schedule, scheduleDay } from './schedule.js'

/** A day of the clinic: many pieces of work in one world, as one task. */
export interface Day {
  readonly instance: Instance
  readonly items: readonly DayItem[]
  /** The hand-over note. */
  readonly note: Work
  readonly schedule: Schedule
}

/** Maximum number of draws for one place; each uses a seed. */
const maxDraws = 60

/** Returns the number of seeds that are reserved for a day. */
export function seedsOfDay({ places }: DayDeclaration): number {
  return places.length * maxDraws
}

interface Setting {
  readonly seed: number
  readonly clinic: Clinic
}

/**
 * Draws a day. A piece of work that conflicts with the world of earlier ones, or does not fit into the day with them,
 * is drawn again from the next seed.
 *
 * @throws RangeError if a place of the declaration cannot be filled
 */
export function drawDay(declaration: DayDeclaration, setting: Setting): Day {
  const { seed, clinic } = setting
  const items: DayItem[] = []
  for (const [number, place] of declaration.places.entries())
    items.push(fillPlace(place, number, { ...setting, items }))
  const [first] = items
  if (first === undefined) throw new RangeError('expected a day with at least one piece of work, got none')
  const id = `day-${declaration.size}-${seed}`
  const note = handOver(new Map(items.map(({ key, outcome }) => [key, outcome])), first.instance)
  const merged = mergeInstances(id, clinic, [...items, note])
  const schedule = scheduleItems(items)
  const atStart = items.filter(({ place }) => arrivalOf(place) === undefined)
  const instruction = writeInstruction(
    atStart.map((item) => ({ key: item.key, due: instantAt(item.place.due), text: item.text })),
  )
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
    counters: [...falseNotes(counted), ...merged.counters],
    taskItems: { L1: instruction, L2: instruction, L3: instruction },
    ...(reference && {
      solutions: [{ ...reference, calls: [...schedule.calls, ...readCalls(note.instance)] }, ...ways],
    }),
    card: { ...merged.card, due: endsAt },
  }
  return { instance: withOwnLabels(guardDay(day)), items, note, schedule }
}

/**
 * Removes from counterexamples the labels that no criterion of the day has (places drop or replace criteria of their
 * families), and then counterexamples without a label.
 */
function withOwnLabels(day: Instance): Instance {
  const labels = new Set(day.criteria.map(({ label }) => label))
  const counters = day.counters.map((one) => ({ ...one, fails: one.fails.filter((label) => labels.has(label)) }))
  return { ...day, counters: counters.filter(({ fails }) => fails.length > 0) }
}

function fillPlace(
  place: DayPlace,
  number: number,
  { seed, clinic, items }: Setting & { readonly items: readonly DayItem[] },
): DayItem {
  const key = `w${String(number + 1).padStart(2, '0')}`
  const first = seed + number * maxDraws
  let last = 'every draw was refused'
  for (let own = first; own < first + maxDraws; own++) {
    try {
      const item = drawItem(place, { key, clinic, seed: own, items })
      if (item === undefined) continue
      fitTogether([...items, item], clinic)
      return item
    } catch (error) {
      if (!(error instanceof IncompatibleError)) throw error
      last = `${place.family}-${own}: ${error.message}`
    }
  }
  throw new RangeError(`${place.family} at place ${number + 1}: expected an instance within ${maxDraws} draws; ${last}`)
}

/**
 * Checks that pieces of work can be done in one day.
 *
 * @throws IncompatibleError if they cannot
 */
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
