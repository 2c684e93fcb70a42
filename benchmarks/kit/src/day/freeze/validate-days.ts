import type { KnownAudit } from '@carebench/protocol'
import { canary } from '../../build-benchmark.js'
import { type Clinic, clinicSize } from '../../clinic/clinic.js'
import { digestOfVersion, Workbench } from '../../desk/workbench.js'
import { instanceDigest } from '../../instance-digest.js'
import { readDigest } from '../../validity/engine-digest.js'
import { addBegun, endBegun, readBegun, readKept, type Validated, writeKept } from '../../validity/kept-files.js'
import type { KeptResult, KeptValidity } from '../../validity/kept-validity.js'
import { composeAudit, taskAuditsIn } from '../../validity/split-audit.js'
import { keptAudit } from '../../validity/validate-instances.js'
import { checkDay, type DayCheck } from '../check-day.js'
import { dayAgents } from '../day-agents.js'
import { benchmarkOfDays } from '../day-benchmark.js'
import type { Day } from '../draw-day.js'

/** The result of one check of a day. */
type DayOutcome = Record<'check' | 'detail', string> & { readonly outcome: 'held' | 'broken' }

export interface ValidationOptions {
  readonly folder: string
  readonly name: string
  readonly clinic: Clinic
  readonly log: (line: string) => void
  /** Whether these are all days of the split, so that its files are written. */
  readonly isWhole: boolean
}

/** Number of schedules, and of counterexamples, to try for each day. */
const tried = { schedules: 20, samples: 20 }

/**
 * Checks the days that have no result for their digest and the current engine, and stores each result in the folder as
 * soon as it is known; several processes may check different days at the same time. Returns the broken checks.
 */
export async function validateDays(days: readonly Day[], options: ValidationOptions): Promise<readonly string[]> {
  const { folder, name, clinic, log, isWhole } = options
  const engine = await readDigest('benchmarks/kit/src/day/check-day.ts', clinic)
  const known = readKnown(folder)
  for (const [index, day] of days.entries()) {
    const { id } = day.instance
    const before = known.get(id)?.result
    const digest = instanceDigest(day.instance)
    if (before?.digest === digest && before.engine === engine) continue
    const validated = await validateDay(day, { clinic, engine, digest })
    known.set(id, validated)
    addBegun(folder, validated)
    log(`[${index + 1} of ${days.length}] ${id}: ${findBroken([validated.result]).join(', ') || 'no check broken'}`)
  }
  const own = days.flatMap(({ instance }) => known.get(instance.id) ?? [])
  const results = own.map(({ result }) => result)
  if (!isWhole) return findBroken(results)
  writeKept(folder, 'validity.json', { canary, people: clinicSize, results } satisfies KeptValidity<DayOutcome>)
  const audits = new Map(own.map(({ result, audit }) => [result.id, audit]))
  const benchmark = benchmarkOfDays(name, clinic, days)
  const names = benchmark.tasks.map((task) => task.name)
  writeKept(folder, 'audit.json', { canary, ...composeAudit(await digestOfVersion(benchmark), names, audits) })
  endBegun(folder)
  return findBroken(results)
}

async function validateDay(
  day: Day,
  { clinic, ...about }: { readonly clinic: Clinic; readonly engine: string; readonly digest: string },
): Promise<Validated<DayOutcome>> {
  const { id } = day.instance
  const bench = await Workbench.open(benchmarkOfDays('validity', clinic, [day]))
  const checks = [...(await checkDay(day, { bench, ...tried })), ...(await climb(day, bench))]
  return {
    result: {
      id,
      ...about,
      checks: checks.map(({ check, held, detail }) => ({ check, outcome: held ? 'held' : 'broken', detail })),
    },
    audit: keptAudit(bench, 0),
  }
}

/** Runs the flawed agents on a day. None of them may pass. */
export async function climb(day: Day, bench: Workbench): Promise<readonly DayCheck[]> {
  const checks: DayCheck[] = []
  for (const { rung, title, work } of dayAgents) {
    const { verdict, score, items } = await bench.make(day.instance.id, work(day))
    const missed = Object.keys(items).filter((key) => items[key] !== 'pass')
    const detail = `${title}: ${verdict} ${score}; not right: ${missed.join(', ')}`
    checks.push({ check: rung, held: verdict !== 'pass', detail })
  }
  return checks
}

function findBroken(results: readonly KeptResult<DayOutcome>[]): readonly string[] {
  return results.flatMap(({ id, checks }) =>
    checks.flatMap(({ check, outcome, detail }) => (outcome === 'broken' ? [`${id} ${check}: ${detail}`] : [])),
  )
}

function readKnown(folder: string): Map<string, Validated<DayOutcome>> {
  const audits = taskAuditsIn(readKept<KnownAudit>(folder, 'audit.json'))
  const kept = (readKept<KeptValidity<DayOutcome>>(folder, 'validity.json')?.results ?? []).flatMap(
    (result): Validated<DayOutcome>[] => {
      const audit = audits.get(result.id)
      return audit === undefined ? [] : [{ result, audit }]
    },
  )
  return new Map([...kept, ...readBegun<DayOutcome>(folder)].map((one) => [one.result.id, one]))
}
