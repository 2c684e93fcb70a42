import { performance } from 'node:perf_hooks'
import { PlaygroundHost } from '@carebench/playground'
import type { Clock } from '@carebench/protocol'
import { defaultSystems } from '@carebench/service'
import { createMemoryStore, type Log } from '@carebench/store'
import type { Node } from './node.js'

/** In milliseconds. */
export interface OpeningTimes {
  readonly with: number
  readonly without: number
}

const simulators = new Map(defaultSystems.map((system) => [system.type, system]))
const blueprint = {
  id: 'bench',
  created_at: '2026-01-05T09:00:00.000Z',
  simulators: [{ type: 'FHIR' as const, config: {} }],
  datasets: [{ type: 'FHIR' as const, config: { generator: { seed: 7, patients: 20 } } }],
}

/** Milliseconds to open a playground after so many calls, a fifth of which write, with and without checkpoints: medians of 5. */
export async function measureOpening({ store: { log }, clock }: Node, calls: number): Promise<OpeningTimes> {
  const id = `pg_${calls}`
  const ref = { id, seed: 7, blueprint }
  const made = createMemoryStore().log
  await callIn(clock, made, ref, calls)
  const entries = await made.read(id)
  for (let from = 0; from < entries.length; from += 500) {
    await log.append(id, from + 1, entries.slice(from, from + 500), `${from}`)
  }
  // Whoever opens it next and makes a call makes the checkpoints.
  await callIn(clock, log, ref, 1)
  await callIn(clock, log, ref, 1)
  const without: Log = {
    read: (name, fromSeq, limit) => log.read(name, fromSeq, limit),
    head: (name) => log.head(name),
    append: (name, seq, added, key) => log.append(name, seq, added, key),
  }
  const figures = { with: [] as number[], without: [] as number[] }
  for (let round = 0; round < 5; round++) {
    for (const [name, used] of [
      ['with', log],
      ['without', without],
    ] as const) {
      const host = new PlaygroundHost({ log: used, writer: `${name}${round}`, clock, simulators })
      await host.seed(blueprint)
      const start = performance.now()
      await host.with(ref, async (playground) => playground.begun)
      figures[name].push(performance.now() - start)
    }
  }
  const median = (all: number[]) => all.sort((one, other) => one - other)[2] ?? 0
  return { with: median(figures.with), without: median(figures.without) }
}

let writers = 0

async function callIn(
  clock: Clock,
  log: Log,
  ref: { id: string; seed: number; blueprint: typeof blueprint },
  calls: number,
) {
  const host = new PlaygroundHost({ log, writer: `writer${++writers}`, clock, simulators })
  const headers = { 'content-type': 'application/fhir+json' }
  await host.with(ref, async (playground) => {
    for (let number = 0; number < calls; number++) {
      const code = { text: `c${number}` }
      const observation = { resourceType: 'Observation', status: 'final', code, valueString: `canary ${number}` }
      const call =
        number % 5 === 0
          ? { method: 'POST', path: 'Observation', query: '', headers, body: { json: observation } }
          : { method: 'GET', path: 'Patient', query: '_count=20', headers: {}, body: null }
      await playground.call('FHIR', 'fhir', call, 'agent')
    }
  })
}
