import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClinic } from '../clinic/clinic.js'
import { Workbench } from '../desk/workbench.js'
import { frozenFolder } from '../frozen-folder.js'
import { checkDay } from './check-day.js'
import { benchmarkOfDays } from './day-benchmark.js'
import { dayDeclarations, dayOf8 } from './days.js'
import { drawDay, seedsOfDay } from './draw-day.js'
import { type DaySplitName, daySplits, filesOfDays, freezeDays, sizesOf } from './freeze/freeze-days.js'
import { listSchedule } from './freeze/list-schedule.js'
import { climb, validateDays } from './freeze/validate-days.js'

const help = `Draws days: those of a split of the repository, or others to look at.

  pnpm benchmark:days --split days-dev|days-8|days-16|days-30 [--size N] [--check]
  pnpm benchmark:days --output DIR [options]

  --split NAME  writes the benchmark and the manifest of the split
  --output DIR  writes the benchmark of other days
  --size N      8, 16 or 30 pieces of work (default: 8). With --split it is repeatable (default: all sizes): some sizes
                alone write no file but the results of checks, so that several processes can check a split; a last run
                without --size writes its files
  --count N     number of days for --output (default: 1)
  --seed N      the first day is drawn from this seed (default: 700000)
  --check       also checks each day, with 20 schedules, and lets the agents of the ladder work it; with --split, audits
                and checks the days without a current result, and stores the results (validity.json, audit.json)

Exit codes: 0 everything holds, 1 a check is broken or an agent of the ladder passes, 2 usage error.`

const options = readArguments()
const clinic = createClinic()
if (options.split !== undefined) await freeze(options)
else await draw(options)
const { maxRSS } = process.resourceUsage()
console.log(`${countSeconds()} s of processor time, at most ${(maxRSS / 1024).toFixed(0)} MiB`)

async function freeze({ split, sizes, check }: Extract<typeof options, { split: DaySplitName }>): Promise<void> {
  const frozen = await freezeDays(split, clinic, sizes)
  const isWhole = sizes.length === sizesOf(split).length
  const { benchmark, manifest } = filesOfDays(frozen, clinic)
  const folder = join(frozenFolder, split)
  mkdirSync(folder, { recursive: true })
  if (isWhole) {
    writeFileSync(join(folder, 'benchmark.json'), `${JSON.stringify(benchmark, null, 1)}\n`)
    writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`)
  }
  console.log(`${split}: ${frozen.days.length} days after ${countSeconds()} s of processor time`)
  for (const line of frozen.refused) console.log(`refused ${line}`)
  if (!check) return
  const log = (line: string) => console.log(`${line} (${countSeconds()} s)`)
  report(await validateDays(frozen.days, { folder, name: benchmark.name, clinic, log, isWhole }))
}

async function draw({ output, size, count, seed, check }: Exclude<typeof options, { split: DaySplitName }>) {
  const days = Array.from({ length: count }, (_, index) =>
    drawDay(size, { seed: seed + index * seedsOfDay(size), clinic }),
  )
  const benchmark = benchmarkOfDays('carebench-1-drawn-days', clinic, days)
  mkdirSync(output, { recursive: true })
  writeFileSync(join(output, 'benchmark.json'), `${JSON.stringify(benchmark)}\n`)
  for (const day of days) {
    console.log(`${day.instance.id}: busy for ${Math.round(day.schedule.busy / 60)} min`)
    for (const line of listSchedule(day)) console.log(`  ${Object.values(line).join('  ')}`)
  }
  if (!check) return
  const bench = await Workbench.openUnaudited(benchmark)
  for (const day of days) {
    const checks = [...(await checkDay(day, { bench, schedules: 20, samples: 20 })), ...(await climb(day, bench))]
    for (const one of checks) console.log(`${one.held ? 'held' : 'broken'} ${one.check}: ${one.detail}`)
    report(checks.flatMap((one) => (one.held ? [] : [`${day.instance.id} ${one.check}`])))
  }
}

function report(broken: readonly string[]): void {
  if (broken.length === 0) return
  console.error(`${broken.length} checks are broken: ${broken.join('; ')}`)
  process.exitCode = 1
}

function countSeconds(): string {
  const { user, system } = process.cpuUsage()
  return ((user + system) / 1e6).toFixed(1)
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        split: { type: 'string' },
        output: { type: 'string' },
        size: { type: 'string', multiple: true, default: [] },
        count: { type: 'string', default: '1' },
        seed: { type: 'string', default: '700000' },
        check: { type: 'boolean', default: false },
        help: { type: 'boolean' },
      },
    })
    if (values.help === true) {
      console.log(help)
      process.exit(0)
    }
    const { check, output } = values
    const split = (Object.keys(daySplits) as DaySplitName[]).find((name) => name === values.split)
    const sizes = dayDeclarations.filter(({ size }) => values.size.includes(String(size)))
    if (sizes.length !== new Set(values.size).size) throw new TypeError('expected sizes of 8, 16 or 30')
    if (split !== undefined && output === undefined) {
      return { split, sizes: sizes.length === 0 ? sizesOf(split) : sizes, check }
    }
    const [size = dayOf8] = sizes
    const [count = 0, seed = 0] = [values.count, values.seed].map(Number)
    if (output === undefined || ![count, seed].every((one) => Number.isInteger(one) && one > 0)) {
      throw new TypeError(
        `expected --split ${Object.keys(daySplits).join('|')}, or --output DIR with integers for --count and --seed`,
      )
    }
    return { output, size, count, seed, check }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
    process.exit(2)
  }
}
