import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { Pool } from 'undici'
import { startPostgres, whyNoPostgres } from '../../packages/store-sql/src/testing/postgres-server.js'
import type { Bench } from '../src/benchmark.js'
import { type EngineName, engineNames } from './engine-names.js'
import { isBeyond, type Piece, type PlayedSequence } from './play.js'

/** What the process of sequences says first. */
export interface SequenceOpening {
  readonly url: string
  readonly ca: string
}

/** What a sequence is, and what it cost or why it failed. */
export type SequenceAnswer = { readonly name: string; readonly place: string } & (
  | PlayedSequence
  | { readonly failure: string }
)

/** A sequence that was played on an engine. */
export interface TriedSequence extends PlayedSequence, Try {
  readonly name: string
  readonly place: string
  /** The longest that somebody else waited for `GET /healthz` meanwhile, in milliseconds. */
  readonly health: number
}

/** The bundle runs elsewhere than its source. */
const folder = fileURLToPath(new URL('../../../..', import.meta.url))

/** What the thread of sequences is started with. */
export interface SequenceWork {
  /** `memory`, `PGlite`, or the URL of a database. */
  readonly engine: string
  /** The checkout. */
  readonly folder: string
  readonly seed: number
  /** The part of the full size of what is sent; below 1, only a few benchmarks are published. */
  readonly share: number
}

/** A sequence to play on an engine: `drawn N` or `fixed N`. */
export interface Try {
  readonly engine: EngineName
  readonly question: string
}

export interface SequencePlan extends Pick<SequenceWork, 'seed' | 'share'> {
  readonly tries: readonly Try[]
}

/**
 * Plays sequences on each engine, in a thread of its own that `NAME/process.ts` begins. One that is beyond a bound is played once more, and
 * its smaller figures count: first uses are not in them. Rejects if one fails. PostgreSQL is skipped where it is not installed.
 */
export async function trySequences(
  name: string,
  { tries, seed, share }: SequencePlan,
  onTried: (tried: TriedSequence) => void,
): Promise<void> {
  const needsServer = tries.some(({ engine }) => engine === 'PostgreSQL') && whyNoPostgres() === undefined
  const postgres = needsServer ? await startPostgres() : undefined
  try {
    for (const engine of engineNames) {
      const place = engine === 'PostgreSQL' ? postgres?.createDatabase('sequences') : engine
      const own = tries.filter((one) => one.engine === engine)
      if (place === undefined || own.length === 0) continue
      const work: SequenceWork = { engine: place, folder, seed, share }
      const worker = new Worker(new URL(`./${name}-process.mjs`, import.meta.url), {
        workerData: work,
        resourceLimits: { maxYoungGenerationSizeMb: 1024, maxOldGenerationSizeMb: 4096 },
      })
      const hear = async () => (await once(worker, 'message'))[0]
      const { url, ca }: SequenceOpening = await hear()
      const pool = new Pool(url, { connections: 1, connect: { ca } })
      for (const { question } of own) {
        const play = async (): Promise<TriedSequence> => {
          const { answer, health } = await watched<SequenceAnswer>(pool, async () => {
            worker.postMessage(question)
            return hear()
          })
          if ('failure' in answer) throw new Error(`${question} on ${engine}, ${answer.name}: ${answer.failure}`)
          return { question, engine, health, ...answer }
        }
        const first = await play()
        onTried(first.pieces.some(isBeyond) ? lesser(first, await play()) : first)
      }
      await pool.close()
      await worker.terminate()
    }
  } finally {
    postgres?.stop()
  }
}

/** The smaller figures of a sequence that was played twice. */
function lesser(first: TriedSequence, second: TriedSequence): TriedSequence {
  const pieces = second.pieces.map((piece): Piece => {
    const earlier = first.pieces.find(({ label }) => label === piece.label)
    return earlier !== undefined && earlier.longest < piece.longest ? earlier : piece
  })
  return { ...second, pieces, health: Math.min(first.health, second.health) }
}

/** Asks for the health of the server every 20 ms meanwhile. */
async function watched<Answer>(pool: Pool, work: () => Promise<Answer>): Promise<{ answer: Answer; health: number }> {
  let isOver = false
  let health = 0
  const watch = async () => {
    while (!isOver) {
      const began = performance.now()
      while (!(await isHealthy(pool))) await sleep(20)
      health = Math.max(health, performance.now() - began)
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

/** False if the connection was closed, as servers do that have not looked at it for long. */
async function isHealthy(pool: Pool): Promise<boolean> {
  try {
    const { statusCode, body } = await pool.request({ method: 'GET', path: '/healthz' })
    await body.dump()
    return statusCode === 200
  } catch {
    return false
  }
}

/** Reports the worst piece of a sequence, all of its CPU, and how long somebody else waited. */
export function reportSequence(bench: Bench, name: string, tried: TriedSequence, before?: string): void {
  const [worst] = tried.pieces
  const about = { case: `${name}: ${worst?.label} (${worst?.status})`, ...(before !== undefined && { before }) }
  const tell = (contender: string, figure: number, unit: string) =>
    bench.report({ ...about, contender, figure: Math.max(Number(figure.toPrecision(3)), 0.001), unit })
  tell('longest piece of a request', worst?.longest ?? 0, 'ms CPU')
  tell('all of the sequence', tried.cpu, 'ms CPU')
  tell('/healthz, longest', tried.health, 'ms')
}
