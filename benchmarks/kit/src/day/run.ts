import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { canary } from '../build-benchmark.js'
import { createClinic } from '../clinic/clinic.js'
import { Workbench } from '../desk/workbench.js'
import { checkDay } from './check-day.js'
import { dayAgents } from './day-agents.js'
import { benchmarkOfDays } from './day-benchmark.js'
import { dayOf8, dayOf16, dayOf30 } from './days.js'
import { type Day, drawDay } from './draw-day.js'
import { listSchedule } from './list-schedule.js'

const help = `Draws days, and writes benchmark.json and manifest.json.

  pnpm benchmark:days --output DIR [options]

  --size N     8, 16 or 30 pieces of work (default: 8)
  --count N    days of this size (default: 1)
  --seed N     the first day is drawn from this seed (default: 700000), each other one from 100000 more
  --check      also checks each day, with 20 schedules, and lets the agents of the ladder work it

Exit codes: 0 everything holds, 1 a check is broken or an agent of the ladder passes, 2 usage error.`

const declarations = { '8': dayOf8, '16': dayOf16, '30': dayOf30 }

const { output, size, count, seed, check } = readArguments()
const clinic = createClinic()
const days = Array.from({ length: count }, (_, index) => drawDay(size, { seed: seed + index * 100_000, clinic }))
const benchmark = benchmarkOfDays('carebench-1-days', clinic, days)
mkdirSync(output, { recursive: true })
writeFileSync(join(output, 'benchmark.json'), `${JSON.stringify(benchmark)}\n`)
writeFileSync(
  join(output, 'manifest.json'),
  `${JSON.stringify({ canary, days: days.map(({ instance, ...day }) => ({ id: instance.id, items: listSchedule(day) })) }, null, 1)}\n`,
)
console.log(`${days.length} days in ${output}, after ${seconds()} s of processor time`)
if (check) await checkDays()

async function checkDays(): Promise<void> {
  const bench = await Workbench.openUnaudited(benchmark)
  for (const day of days) {
    console.log(`\n${day.instance.id}`)
    for (const line of listSchedule(day)) console.log(`  ${Object.values(line).join('  ')}`)
    for (const { check: name, held, detail } of await checkDay(day, { bench, schedules: 20, samples: 20 })) {
      console.log(`${held ? 'held' : 'broken'} ${name}: ${detail}`)
      if (!held) process.exitCode = 1
    }
    await climb(day, bench)
  }
  console.log(`${seconds()} s of processor time, at most ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`)
}

async function climb({ instance, ...day }: Day, bench: Workbench): Promise<void> {
  for (const { rung, title, work } of dayAgents) {
    const { verdict, score, items } = await bench.make(instance.id, work({ instance, ...day }))
    const missed = Object.keys(items).filter((key) => items[key] !== 'pass')
    console.log(`${rung} (${title}): ${verdict} ${score}; not right: ${missed.join(', ')}`)
    if (verdict === 'pass') process.exitCode = 1
  }
}

function seconds(): string {
  const { user, system } = process.cpuUsage()
  return ((user + system) / 1e6).toFixed(1)
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        output: { type: 'string' },
        size: { type: 'string', default: '8' },
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
    const declared = Object.entries(declarations).find(([name]) => name === values.size)?.[1]
    const numbers = [Number(values.count), Number(values.seed)]
    if (
      values.output === undefined ||
      declared === undefined ||
      !numbers.every((one) => Number.isInteger(one) && one > 0)
    ) {
      throw new TypeError('expected --output DIR, a size of 8, 16 or 30, and integers for --count and --seed')
    }
    const [days = 1, first = 1] = numbers
    return { output: values.output, size: declared, count: days, seed: first, check: values.check }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
    process.exit(2)
  }
}
