import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type EngineName, makePlace } from './place.js'
import { type CrashFigures, crashService } from './service-crashes.js'
import { crashStore } from './store-crashes.js'

const help = `Usage: pnpm crash [options]

Kills processes with SIGKILL at random points of a random program, starts them again, \
and compares what is there with a model: all that was
acknowledged, and nothing half. The program is "carebench serve" with agents and authors (service), \
or commits to a store (store).
Embedded, that process is killed; with PostgreSQL the process, the database server or both.

Options:
  --engine <name>    embedded, postgres or all (default all)
  --program <name>   service, store or all (default all)
  --rounds <count>   crashes of each program on each engine (default 200)
  --seed <number>    of all draws (default: random, printed); the moments depend on the machine too
  --help             show this text

Exits with 1 if anything is lost or half there.
`

const engines: readonly EngineName[] = ['embedded', 'postgres']
const programs = { service: crashService, store: crashStore }

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'all' },
    program: { type: 'string', default: 'all' },
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

function choose<Name extends string>(option: string, value: string, names: readonly Name[]): readonly Name[] {
  const chosen = names.filter((name) => value === 'all' || value === name)
  if (chosen.length === 0) throw new Error(`--${option}: expected ${names.join(', ')} or all; got ${value}`)
  return chosen
}

function whole(option: string, value: string): number {
  if (!/^\d{1,10}$/.test(value)) throw new Error(`--${option}: expected a whole number; got ${value}`)
  return Number(value)
}

async function crash(engine: EngineName, program: keyof typeof programs, crashes: number, seed: number) {
  const name = `${program} on ${engine}, seed ${seed}`
  const start = performance.now()
  const tell = (figures: CrashFigures) => {
    const seconds = Math.round((performance.now() - start) / 1000)
    const { acknowledged, interrupted } = figures
    process.stdout.write(
      `${name}: ${figures.crashes} crashes, ${acknowledged} writes acknowledged, ${interrupted} interrupted, ` +
        `${seconds} s\n`,
    )
  }
  const place = await makePlace(engine)
  try {
    const onRound = (figures: CrashFigures) => {
      if (figures.crashes % 20 === 0) tell(figures)
    }
    const figures = await programs[program]({ place, crashes, seed, onRound })
    tell(figures)
    process.stdout.write(`${name}: nothing lost, nothing half\n`)
  } catch (error) {
    process.exitCode = 1
    process.stdout.write(`${name}: ${error instanceof Error ? error.stack : String(error)}\n`)
  } finally {
    place.remove()
  }
}

if (values.help) process.stdout.write(help)
else {
  const [rounds, seed] = [whole('rounds', values.rounds), whole('seed', values.seed)]
  const names = choose('program', values.program, ['service', 'store'])
  for (const engine of choose('engine', values.engine, engines)) {
    for (const program of names) await crash(engine, program, rounds, seed)
  }
}
