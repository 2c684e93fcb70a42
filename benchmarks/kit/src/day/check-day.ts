import { type Chance, createChance } from '../chance.js'
import type { Workbench } from '../desk/workbench.js'
import type { SolutionCall } from '../task.js'
import { outOfTurn } from './between-items.js'
import { secondsPerCall } from './clock.js'
import type { Day } from './draw-day.js'
import type { DayItem } from './draw-item.js'
import { calledDone } from './hand-over.js'
import { readCalls } from './merge/merge-instances.js'
import { scheduleByChance } from './random-schedule.js'
import { scheduleDay } from './schedule.js'

/** The outcome of one check of a day. */
export interface DayCheck {
  readonly check: string
  readonly held: boolean
  /** The reason for a failure; if the check held, what was counted. */
  readonly detail: string
}

export interface DayChecks {
  readonly bench: Workbench
  /** Number of random schedules, and maximum number of counterexamples, to try. */
  readonly schedules: number
  readonly samples: number
}

/** Maximum score for doing everything for everybody. */
const maxSpamScore = 0.15

/**
 * Checks that a day is a fair task: right work passes in random orders that meet the deadlines; no work, indiscriminate
 * work, and work that is incomplete, wrong or late do not.
 */
export async function checkDay(day: Day, options: DayChecks): Promise<readonly DayCheck[]> {
  const chance = createChance(day.instance.seed, 'checks of a day')
  return [
    await checkFloors(day, options),
    await checkReference(day, options),
    await checkSchedules(day, options, chance),
    await checkEachItem(day, options),
    await checkCounters(day, options, chance),
    await checkLateStarts(day, options),
  ]
}

/** Checks that doing nothing earns 0, and doing everything for everybody at most {@link maxSpamScore}. */
async function checkFloors({ instance }: Day, { bench }: DayChecks): Promise<DayCheck> {
  const idle = await bench.make(instance.id, [])
  const flooded = await bench.make(instance.id, instance.flood)
  const held = idle.score === 0 && flooded.score <= maxSpamScore
  return { check: 'floors', held, detail: `nothing ${idle.score}, everything for everybody ${flooded.score}` }
}

async function checkReference({ instance }: Day, { bench }: DayChecks): Promise<DayCheck> {
  const calls = readCalls(instance)
  const { verdict, score, broken, refused } = await bench.make(instance.id, calls)
  const held = verdict === 'pass' && score === 1 && refused.length === 0
  return {
    check: 'reference',
    held,
    detail: `${score} ${verdict} in ${calls.length} calls; ${[...refused, ...broken].join('; ')}`,
  }
}

async function checkSchedules(day: Day, { bench, schedules }: DayChecks, chance: Chance): Promise<DayCheck> {
  const failing: string[] = []
  for (let number = 1; number <= schedules; number++) {
    const { verdict, items } = await bench.make(day.instance.id, [
      ...scheduleByChance(day, chance).calls,
      ...noteCalls(day),
    ])
    if (verdict !== 'pass') failing.push(`${number}: ${verdict}, ${failedIn(items).join(', ')}`)
  }
  return toCheck('schedules', failing, schedules)
}

/**
 * Checks that, without the work of one item, only that item and those that wait for it fail, and that the criterion on
 * the note calls it false.
 */
async function checkEachItem(day: Day, { bench }: DayChecks): Promise<DayCheck> {
  const wrong: string[] = []
  const due = day.items.filter(({ outcome }) => outcome === 'done')
  for (const item of due) {
    const { verdict, items, broken } = await bench.make(day.instance.id, without(day, item))
    const failed = failedIn(items)
    const expected = due.filter(
      ({ key, planned }) => key === item.key || planned.after?.some((one) => one.key === item.key),
    )
    const isFalse = broken.includes(`${item.key}: ${calledDone}`)
    if (verdict === 'pass' || !isFalse || failed.join() !== expected.map(({ key }) => key).join()) {
      wrong.push(`${item.key}: ${verdict}, ${failed.join(', ')}${isFalse ? '' : ', not called false'}`)
    }
  }
  return toCheck('each item', wrong, due.length)
}

/**
 * Checks that a sample of the day's counterexamples breaks the criteria that they name, and that none passes. Those
 * that concern two items come first.
 */
async function checkCounters(day: Day, { bench, samples }: DayChecks, chance: Chance): Promise<DayCheck> {
  const passing: string[] = []
  const { counters } = day.instance
  const between = counters.filter(({ name }) => name.includes(outOfTurn))
  const others = counters.filter((counter) => !between.includes(counter))
  const tried = [...between, ...chance.shuffle(others)].slice(0, samples)
  for (const { name, after, calls, fails } of tried) {
    const before = after === undefined ? [] : readCalls(day.instance)
    const { verdict, broken } = await bench.make(day.instance.id, [...before, ...calls])
    const missed = fails.filter((label) => !broken.includes(label))
    if (verdict === 'pass' || missed.length > 0) passing.push(`${name}: ${verdict} ${missed.join(', ')}`)
  }
  return toCheck('counters', passing, tried.length)
}

/** Checks that an item does not pass if its work starts only after it is due, for items that are due before 16:00. */
async function checkLateStarts(day: Day, { bench }: DayChecks): Promise<DayCheck> {
  const passing: string[] = []
  const due = day.items.filter(({ outcome, place }) => outcome === 'done' && (place.sooner?.due ?? place.due) < '16:00')
  for (const { key } of due) {
    const planned = day.items.map((item) =>
      item.key === key ? { ...item.planned, arrives: item.planned.due + secondsPerCall, due: 1e6 } : item.planned,
    )
    const { calls } = scheduleDay(planned, { secondsPerCall })
    const { items } = await bench.make(day.instance.id, [...calls, ...noteCalls(day)])
    if (items[key] === 'pass') passing.push(key)
  }
  return toCheck('late starts', passing, due.length)
}

function without(day: Day, left: DayItem): readonly SolutionCall[] {
  const planned = day.items.filter((item) => item !== left).map((item) => item.planned)
  return [...scheduleDay(planned, { secondsPerCall }).calls, ...noteCalls(day)]
}

function noteCalls({ note }: Day): readonly SolutionCall[] {
  return readCalls(note.instance)
}

function failedIn(items: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(items).flatMap(([key, verdict]) => (verdict === 'pass' ? [] : [key]))
}

function toCheck(check: string, wrong: readonly string[], tried: number): DayCheck {
  return { check, held: wrong.length === 0, detail: wrong.join('; ') || `${tried} tried` }
}
