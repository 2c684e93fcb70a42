import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Bench, Benchmark, Started } from './benchmark.js'
import { type Pace, runRace } from './race.js'
import { writeTitle } from './result.js'

// Runs a benchmark in its own process: run-process.mjs <name> <rounds | smoke> <run | grow> <text>. Prints one line of
// JSON per result.

const [name = '', rounds = '', task = '', only = ''] = process.argv.slice(2)
const isSmoke = rounds === 'smoke'
const pace: Pace = isSmoke
  ? { rounds: 2, warmUps: 0, warmUp: 0, slice: 0, maxTurns: 16, longest: 0 }
  : { rounds: Number(rounds), warmUps: 8, warmUp: 200, slice: 5, maxTurns: Number.POSITIVE_INFINITY, longest: 100 }

const bench: Bench = {
  only,
  sizes: (smoke, ...measured) => (isSmoke ? [smoke] : measured),
  async race(race) {
    if (!writeTitle(race).includes(only)) return
    for (const result of await runRace(race, pace)) {
      process.stdout.write(`${JSON.stringify({ benchmark: name, ...result })}\n`)
    }
  },
  report(measured) {
    process.stdout.write(`${JSON.stringify({ benchmark: name, ...measured, ratios: {}, rounds: 1 })}\n`)
  },
  start,
}

async function start<Message>(...args: readonly string[]): Promise<Started<Message>> {
  const child = fork(fileURLToPath(new URL(`./${name}-process.mjs`, import.meta.url)), args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // Read so that the child never blocks on a full pipe; shown only if it fails.
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < 10_000) said += text
  })
  let isStopped = false
  const ended = new Promise<never>((_, reject) => {
    child.once('close', () => reject(new Error(`The process ${[name, ...args].join(' ')} ended: ${said}`)))
  })
  ended.catch((error: unknown) => {
    if (!isStopped) console.error(error)
  })
  const hear = async () => (await Promise.race([once(child, 'message'), ended]))[0]
  const message = await hear()
  return {
    message,
    pid: child.pid ?? Number.NaN,
    ask(question) {
      const answer = hear()
      child.send(question)
      return answer
    },
    async stop() {
      isStopped = true
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

try {
  const benchmark: Benchmark = await import(new URL(`./${name}.mjs`, import.meta.url).href)
  if (task !== 'grow') await benchmark.run(bench)
  else if (benchmark.grow !== undefined) await benchmark.grow(bench)
  else throw new Error(`${name}.bench.ts exports no function "grow".`)
  // Exiting at once would lose what is still in the pipe.
  await new Promise((resolve) => process.stdout.write('', resolve))
  // Open keep-alive connections would keep the process running.
  process.exit(0)
} catch (error) {
  console.error(error)
  process.exit(1)
}
