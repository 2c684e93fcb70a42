import { benchmarkVersion, canary } from '../../build-benchmark.js'
import type { Clinic } from '../../clinic/clinic.js'
import { Workbench } from '../../desk/workbench.js'
import { instanceDigest } from '../../instance-digest.js'
import { leftOut } from '../../splits.js'
import { benchmarkOfDays } from '../day-benchmark.js'
import { dayDeclarations } from '../days.js'
import type { DayDeclaration } from '../declaration.js'
import { type Day, drawDay, seedsOfDay } from '../draw-day.js'
import { readCalls } from '../merge/merge-instances.js'
import { listSchedule } from './list-schedule.js'

/** The number of days of each size in a split, and the first seed of each size. Splits share no seeds. */
interface DaySplit {
  readonly count: number
  readonly firstSeeds: Readonly<Record<number, number>>
}

const splits = {
  'days-dev': { count: 4, firstSeeds: { 8: 110_000, 16: 111_920, 30: 115_760 } },
  // One size a split: all 36 days have more calls than an audit may make.
  'days-8': { count: 12, firstSeeds: { 8: 130_000 } },
  'days-16': { count: 12, firstSeeds: { 16: 140_000 } },
  'days-30': { count: 12, firstSeeds: { 30: 160_000 } },
}

export type DaySplitName = keyof typeof splits

export const daySplits: Readonly<Record<DaySplitName, DaySplit>> = splits

/** Returns the sizes of the days of a split. */
export function sizesOf(split: DaySplitName): readonly DayDeclaration[] {
  return dayDeclarations.filter(({ size }) => daySplits[split].firstSeeds[size] !== undefined)
}

/** The days of a split, and the rejected seeds with the reason of each. */
export interface FrozenDays {
  readonly split: DaySplitName
  readonly days: readonly Day[]
  readonly refused: readonly string[]
}

/**
 * Draws the days of a split, size by size. If a day cannot be drawn or its recorded solution fails, the next seeds are
 * tried.
 */
export async function freezeDays(
  split: DaySplitName,
  clinic: Clinic,
  sizes: readonly DayDeclaration[] = sizesOf(split),
): Promise<FrozenDays> {
  const { firstSeeds, count } = daySplits[split]
  const days: Day[] = []
  const refused: string[] = []
  for (const declaration of sizes) {
    let seed = firstSeeds[declaration.size] ?? 0
    const before = days.length
    while (days.length < before + count) {
      try {
        if (leftOut.includes(`day-${declaration.size}-${seed}`)) {
          throw new RangeError('expected checks that hold, got one that is broken')
        }
        days.push(await drawRightDay(declaration, { seed, clinic }))
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        refused.push(`day-${declaration.size}-${seed}: ${error.message}`)
      }
      seed += seedsOfDay(declaration)
    }
  }
  return { split, days, refused }
}

/**
 * Draws a day and checks that its recorded solution passes.
 *
 * @throws RangeError if no day can be drawn from the seed, or if its recorded solution fails
 */
async function drawRightDay(
  declaration: DayDeclaration,
  setting: { readonly seed: number; readonly clinic: Clinic },
): Promise<Day> {
  const day = drawDay(declaration, setting)
  const bench = await Workbench.openUnaudited(benchmarkOfDays('drawn', setting.clinic, [day]))
  const { verdict, broken, refused } = await bench.make(day.instance.id, readCalls(day.instance))
  if (verdict === 'pass' && refused.length === 0) return day
  throw new RangeError(`expected the recorded solution to pass, got ${[...refused, ...broken].join('; ')}`)
}

/** Returns the files of a split: the benchmark, and the manifest of its days. */
export function filesOfDays({ split, days, refused }: FrozenDays, clinic: Clinic) {
  return {
    benchmark: benchmarkOfDays(`carebench-1-${split}`, clinic, days),
    manifest: {
      canary,
      version: benchmarkVersion,
      split,
      tried: days.length + refused.length,
      refused,
      instances: days.map((day) => ({
        id: day.instance.id,
        digest: instanceDigest(day.instance),
        items: listSchedule(day),
      })),
    },
  }
}
