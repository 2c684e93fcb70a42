import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KnownAudit } from '@carebench/protocol'
import { canary } from '../../build-benchmark.js'
import { type Clinic, clinicSize } from '../../clinic/clinic.js'
import { digestOfVersion, Workbench } from '../../desk/workbench.js'
import { instanceDigest } from '../../instance-digest.js'
import { readDigest } from '../../validity/engine-digest.js'
import { composeAudit, taskAuditsIn } from '../../validity/split-audit.js'
import type { KeptTaskAudit } from '../../validity/validate-instances.js'
import { checkDay, type DayCheck } from '../check-day.js'
import { dayAgents } from '../day-agents.js'
import { benchmarkOfDays } from '../day-benchmark.js'
import type { Day } from '../draw-day.js'

/** The checks of one day, and what they are about. */
export interface DayResult {
  readonly id: string
  /** Of the day's instance. */
  readonly digest: string
  /** Of all that decides besides. */
  readonly engine: string
  readonly checks: readonly { readonly check: string; readonly outcome: 'held' | 'broken'; readonly detail: string }[]
}

/** The results of a split of days, as `validity.json` has them. */
export interface KeptDays {
  readonly canary: string
  readonly people: number
  readonly results: readonly DayResult[]
}

interface Validated {
  readonly result: DayResult
  readonly audit: KeptTaskAudit
}

export interface ValidationOptions {
  readonly folder: string
  readonly name: string
  readonly clinic: Clinic
  readonly log: (line: string) => void
}

/** Schedules of each day, and counterexamples, that are tried. */
const tried = { schedules: 20, samples: 20 }

/**
 * Checks the days that have no result for their digest and the present engine, and keeps the results in the folder,
 * each as soon as it is known. Returns the checks that are broken.
 */
export async function validateDays(days: readonly Day[], options: ValidationOptions): Promise<readonly string[]> {
  const { folder, name, clinic, log } = options
  const engine = await readDigest('benchmarks/kit/src/day/check-day.ts', clinic)
  const known = readKnown(folder)
  for (const [index, day] of days.entries()) {
    const { id } = day.instance
    const before = known.get(id)?.result
    const digest = instanceDigest(day.instance)
    if (before?.digest === digest && before.engine === engine) continue
    const validated = await validateDay(day, { clinic, engine, digest })
    known.set(id, validated)
    appendFileSync(begunFile(folder), `${JSON.stringify(validated)}\n`)
    log(`[${index + 1} of ${days.length}] ${id}: ${findBroken([validated.result]).join(', ') || 'no check broken'}`)
  }
  const own = days.flatMap(({ instance }) => known.get(instance.id) ?? [])
  const results = own.map(({ result }) => result)
  write(join(folder, 'validity.json'), { canary, people: clinicSize, results } satisfies KeptDays)
  const audits = new Map(own.map(({ result, audit }) => [result.id, audit]))
  const benchmark = benchmarkOfDays(name, clinic, days)
  const names = benchmark.tasks.map((task) => task.name)
  write(join(folder, 'audit.json'), { canary, ...composeAudit(await digestOfVersion(benchmark), names, audits) })
  rmSync(begunFile(folder), { force: true })
  return findBroken(results)
}

async function validateDay(
  day: Day,
  { clinic, ...about }: { readonly clinic: Clinic; readonly engine: string; readonly digest: string },
): Promise<Validated> {
  const { id } = day.instance
  const bench = await Workbench.open(benchmarkOfDays('validity', clinic, [day]))
  const checks = [...(await checkDay(day, { bench, ...tried })), ...(await climb(day, bench))]
  const { engine_version, verifier_version, audit } = bench.kept
  const [task] = audit.tasks
  if (task === undefined) throw new RangeError(`expected an audit of ${id}, got none`)
  return {
    result: {
      id,
      ...about,
      checks: checks.map(({ check, held, detail }) => ({ check, outcome: held ? 'held' : 'broken', detail })),
    },
    audit: { engine_version, verifier_version, task },
  }
}

/** Lets the flawed agents work a day: none of them may pass it. */
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

function findBroken(results: readonly DayResult[]): readonly string[] {
  return results.flatMap(({ id, checks }) =>
    checks.flatMap(({ check, outcome, detail }) => (outcome === 'broken' ? [`${id} ${check}: ${detail}`] : [])),
  )
}

/** The results of a validation that has not ended are kept line by line, so that it goes on where it was stopped. */
function begunFile(folder: string): string {
  return join(folder, '.validated.jsonl')
}

function readKnown(folder: string): Map<string, Validated> {
  const known = new Map<string, Validated>()
  const validity = readKept<KeptDays>(join(folder, 'validity.json'))
  const audits = taskAuditsIn(readKept<KnownAudit>(join(folder, 'audit.json')))
  for (const result of validity?.results ?? []) {
    const audit = audits.get(result.id)
    if (audit !== undefined) known.set(result.id, { result, audit })
  }
  const file = begunFile(folder)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  for (const line of lines) {
    if (line === '') continue
    const validated: Validated = JSON.parse(line)
    known.set(validated.result.id, validated)
  }
  return known
}

function readKept<Content>(file: string): Content | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function write(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, null, 1)}\n`)
}
