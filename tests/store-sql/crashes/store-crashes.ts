import { spawn } from 'node:child_process'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { createSeededRandom, type Random, randomInteger } from '@carebench/protocol'
import { build } from 'esbuild'
import { workspaceRoot } from '../../workspace-sources.js'
import { assertSame } from './lane.js'
import type { Place } from './place.js'
import type { CrashFigures, CrashOptions } from './service-crashes.js'

const lanes = 3

/**
 * Lets a program write to a store, kills it, the database server or both at random moments, and starts it again. Each
 * start checks for half-done writes. Throws an Error if there are any, or if an acknowledged write is missing.
 */
export async function crashStore({ place, crashes, seed, onRound }: CrashOptions): Promise<CrashFigures> {
  // Where the packages of the store are found.
  const folder = join(workspaceRoot, 'packages/store/node_modules', `.crashes-${process.pid}-${seed}`)
  const program = join(folder, 'program.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'store-program.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@carebench/source'],
    external: ['@electric-sql/pglite', 'kysely', 'pg'],
  })
  // The thread of the embedded database is a file beside the program.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const worker = 'pglite-worker.js'
  copyFileSync(join(workspaceRoot, 'packages/store/src/sql/engines', worker), join(folder, worker))
  try {
    return await crashOften(program, { place, crashes, seed, ...(onRound !== undefined && { onRound }) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function crashOften(program: string, { place, crashes, seed, onRound }: CrashOptions): Promise<CrashFigures> {
  const random = createSeededRandom(seed)
  let before: readonly number[] = Array.from({ length: 2 * lanes }, () => 0)
  let [acknowledged, interrupted] = [0, 0]
  for (let round = 0; round <= crashes; round++) {
    const { found, last } = await runUntilKilled(program, place, random)
    for (const [counter, count] of found.entries()) {
      const known = before[counter] ?? 0
      // The write that was in progress may be there; the program has checked that it is complete.
      const after = count === known ? known : known + 1
      assertSame(`what is there of counter ${counter} after crash ${round}`, count, after, { before, found })
      interrupted += count - known
    }
    acknowledged += last.reduce((sum, count, counter) => sum + count - (found[counter] ?? 0), 0)
    before = last
    if (round > 0) onRound?.({ crashes: round, acknowledged, interrupted })
  }
  return { crashes, acknowledged, interrupted }
}

/**
 * Lets the program work until it has acknowledged some writes, then kills. Returns the counters that it found at its
 * start, and the last ones that it acknowledged.
 */
async function runUntilKilled(program: string, place: Place, random: Random) {
  const { folder, url } = place
  const victim = place.draw(random)
  const plan = JSON.stringify({ folder, url, lanes, seed: random.uint32() })
  const child = spawn(process.execPath, [program, plan], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const errors = text(child.stderr)
  const found: number[] = []
  const acknowledged: number[] = []
  // Anywhere: between two acknowledgements too.
  const wanted = randomInteger(random, 0, 40)
  const spins = randomInteger(random, 0, 20)
  let done = 0
  let isKilled = false
  const kill = () => {
    if (victim !== 'process') place.crashServer()
    // Without its database, the program ends by itself.
    if (victim !== 'server') child.kill('SIGKILL')
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, ...rest] = line.split(' ')
    const numbers = rest.map(Number)
    if (word === 'state') found.push(...numbers)
    if (word === 'done') {
      acknowledged[numbers[0] ?? 0] = numbers[1] ?? 0
      done++
    }
    if (!isKilled && found.length > 0 && done >= wanted) {
      isKilled = true
      setTimeout(kill, spins)
    }
  }
  await ended
  if (found.length === 0) throw new Error(`The program ended: ${await errors}`)
  if (victim !== 'process') place.startServer()
  return { found, last: found.map((count, counter) => acknowledged[counter] ?? count) }
}
