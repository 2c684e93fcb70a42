import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { Pool } from 'undici'
import { startPostgres, whyNoPostgres } from '../../../packages/store/src/sql/testing/postgres-server.js'
import type { Bench } from '../src/benchmark.js'
import { sequenceContenders } from './contenders.js'
import { type EngineName, engineNames } from './engine-names.js'
import type { PlayedSequence } from './play.js'
import { describeFaults, type Figures, keepSmallest, shareOfBound } from './verdict.js'

/** The first message of the thread that plays sequences. */
export interface SequenceOpening {
  readonly url: string
  readonly ca: string
  /** The folder in /proc with the kernel's statistics of the thread; undefined on systems without it. */
  readonly kernelThread: string | undefined
}

/** What the thread answers: the cost of a sequence, and the reason if it failed. */
export interface SequenceAnswer extends PlayedSequence, Pick<Figures, 'failure'> {
  readonly name: string
  readonly place: string
}

/** The figures of a sequence on an engine. */
export interface TriedSequence extends SequenceAnswer, Figures, Try {}

/** The root of the checkout, relative to the bundle, from which this code runs. */
const folder = fileURLToPath(new URL('../../../../..', import.meta.url))

/** The data with which the thread that plays sequences is started. */
export interface SequenceWork {
  /** `memory`, `PGlite`, or the URL of a database. */
  readonly engine: string
  /** The root of the checkout. */
  readonly folder: string
  readonly seed: number
  /** Scales the number and the sizes of what is sent; below 1, only a few benchmarks are published. */
  readonly share: number
}

/** A sequence to play on an engine; its `question` is `drawn N` or `fixed N`. */
export interface Try {
  readonly engine: EngineName
  readonly question: string
}

export interface SequencePlan extends Pick<SequenceWork, 'seed' | 'share'> {
  readonly tries: readonly Try[]
}

/** How often a sequence is played at most while one of its figures exceeds its bound. */
const maxPlays = 3

/**
 * Plays sequences on each engine, in a thread that runs `NAME/process.ts`. A sequence with a figure above its bound is
 * played up to three times, and its smallest figures count, so that first uses and noise do not. When all were played,
 * rejects if one failed or still exceeds a bound; bounds count only if `share` is 1. Skips PostgreSQL if it is not
 * installed.
 */
export async function trySequences(
  name: string,
  { tries, seed, share }: SequencePlan,
  onTried: (tried: TriedSequence) => void,
): Promise<void> {
  const needsServer = tries.some(({ engine }) => engine === 'PostgreSQL') && whyNoPostgres() === undefined
  const postgres = needsServer ? await startPostgres() : undefined
  const faultsOf = (tried: TriedSequence) => (share === 1 || tried.failure !== undefined ? describeFaults(tried) : [])
  const isBeyond = (tried: TriedSequence) => tried.failure === undefined && faultsOf(tried).length > 0
  const faults: string[] = []
  try {
    for (const engine of engineNames) {
      const place = engine === 'PostgreSQL' ? postgres?.createDatabase('sequences') : engine
      const own = tries.filter((one) => one.engine === engine)
      if (place === undefined || own.length === 0) continue
      const thread = await openThread(name, { engine: place, folder, seed, share })
      for (const { question } of own) {
        const play = async (): Promise<TriedSequence> => ({ question, engine, ...(await thread.play(question)) })
        let tried = await play()
        for (let plays = 1; plays < maxPlays && isBeyond(tried); plays++) {
          const again = await play()
          tried = again.failure === undefined ? keepSmallest(tried, again) : again
        }
        faults.push(...faultsOf(tried).map((fault) => `${question} on ${engine}, ${tried.name}: ${fault}`))
        onTried(tried)
      }
      await thread.close()
    }
  } finally {
    postgres?.stop()
  }
  if (faults.length > 0) throw new Error(`Sequences failed or exceeded a bound:\n${faults.join('\n')}`)
}

interface SequenceThread {
  play(question: string): Promise<Omit<TriedSequence, keyof Try>>
  close(): Promise<void>
}

async function openThread(name: string, workerData: SequenceWork): Promise<SequenceThread> {
  const worker = new Worker(new URL(`./${name}-process.mjs`, import.meta.url), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: 1024, maxOldGenerationSizeMb: 4096 },
  })
  const hear = async () => (await once(worker, 'message'))[0]
  const opening: SequenceOpening = await hear()
  const pool = new Pool(opening.url, { connections: 1, connect: { ca: opening.ca } })
  return {
    async play(question) {
      const { answer, health } = await watched<SequenceAnswer>(pool, opening.kernelThread, async () => {
        worker.postMessage(question)
        return hear()
      })
      return { ...answer, health }
    },
    async close() {
      await pool.close()
      await worker.terminate()
    },
  }
}

/**
 * Does some work, and requests `/healthz` every 20 ms meanwhile. `health` is the longest wait in milliseconds, without
 * the time in which the server's thread waited for a core that other processes used.
 */
async function watched<Answer>(
  pool: Pool,
  kernelThread: string | undefined,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; health: number }> {
  let isOver = false
  let health = 0
  const watch = async () => {
    while (!isOver) {
      const [began, delay] = [performance.now(), readDelay(kernelThread)]
      while (!(await isHealthy(pool))) await sleep(20)
      health = Math.max(health, performance.now() - began - (readDelay(kernelThread) - delay))
      await sleep(20)
    }
  }
  const watching = watch()
  try {
    const answer = await work()
    isOver = true
    await watching
    return { answer, health }
  } finally {
    isOver = true
  }
}

/** Returns for how many milliseconds a thread has been ready to run without a core; 0 if the kernel does not say. */
function readDelay(kernelThread: string | undefined): number {
  if (kernelThread === undefined) return 0
  const [, delay] = readFileSync(`${kernelThread}/schedstat`, 'utf8').split(' ')
  return Number(delay) / 1e6
}

/** Whether `/healthz` responds 200. False, too, if the server closed the connection because it was idle for long. */
async function isHealthy(pool: Pool): Promise<boolean> {
  try {
    const { statusCode, body } = await pool.request({ method: 'GET', path: '/healthz' })
    await body.dump()
    return statusCode === 200
  } catch {
    return false
  }
}

/** Sorts sequences by their worst piece relative to its bound, the worst first. */
export function orderByWorst(tried: readonly TriedSequence[]): readonly TriedSequence[] {
  const shareOf = ({ pieces: [worst] }: TriedSequence) => (worst === undefined ? 0 : shareOfBound(worst))
  return tried.toSorted((one, other) => shareOf(other) - shareOf(one))
}

/** Reports the worst piece of a sequence, all of its CPU, and how long another client waited; nothing if it failed. */
export function reportSequence(
  bench: Pick<Bench, 'report'>,
  name: string,
  tried: TriedSequence,
  before?: string,
): void {
  const [worst] = tried.pieces
  if (worst === undefined) return
  const { label, status, bound, longest } = worst
  const figures = [longest, tried.cpu, tried.health]
  for (const [at, [contender, unit]] of Object.entries(sequenceContenders).entries()) {
    bench.report({
      case: `${name}: ${label} (${status}), at most ${bound} ms`,
      ...(before !== undefined && { before }),
      contender,
      figure: Math.max(Number((figures[at] ?? 0).toPrecision(3)), 0.001),
      unit,
    })
  }
}
