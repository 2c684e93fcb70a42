// What does one process bear: 1,000 scored runs at once?
//
// A server in a process of its own, as the command line assembles it, over HTTPS. Each run is created, started, worked
// on with 23 calls to four systems, and completed: 26 requests on a connection of its own. First all runs are made one
// after another, then the same runs at once. It fails if any request is answered 5xx, if a run reads the canary that
// another one wrote, or if a run at once got other answers than the same run alone, byte for byte but for the ids of
// the run.
//
// Figures are measured once: the time of each request as its client sees it, the CPU of the server for a run, how late
// the server's event loop was, and the most CPU that it used before others had a turn (garbage collection included).
// The client shares the machine with the server, and with 1,000 runs at once each request waits for those of the
// others: p50 and p99 then tell the throughput.

import { Pool } from 'undici'
import { sendOver } from './load/send-over.js'
import { type LoadOpening, type PlayedRun, playRun, type Send, type ServerFigures } from './load/workload.js'
import type { Bench, Started } from './src/benchmark.js'

export async function run(bench: Bench): Promise<void> {
  const [most = 0] = bench.sizes(12, 1000)
  const server = await bench.start<LoadOpening>()
  const { url, ca } = server.message
  const numbers = Array.from({ length: most }, (_, index) => index)
  const alone = await withAgents(
    url,
    ca,
    1,
    async (send) => {
      const played: PlayedRun[] = []
      for (const number of numbers) played.push(await playRun(send, server.message.solverKey, number))
      return played
    },
    server,
  )
  const atOnce = await withAgents(
    url,
    ca,
    most,
    (send) => Promise.all(numbers.map((number) => playRun(send, server.message.solverKey, number))),
    server,
  )
  for (const [number, { result, leaks }] of atOnce.played.entries()) {
    const same = alone.played[number]
    if (leaks.length > 0) throw new Error(`Run ${number} read what another run wrote: ${leaks.join(', ')}.`)
    if (same?.leaks.length !== 0) throw new Error(`Run ${number} alone read what another run wrote.`)
    if (same.result !== result)
      throw new Error(`Run ${number} got other answers at once than alone.\n${firstDifference(same.result, result)}`)
  }
  for (const [name, { played, figures }] of [
    [`${most} runs, one after another`, alone],
    [`${most} runs at once`, atOnce],
  ] as const) {
    const durations = played.flatMap((one) => one.durations).sort((one, other) => one - other)
    const at = (share: number) => durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? 0
    const tell = (contender: string, figure: number, unit: string) =>
      bench.report({ case: name, contender, figure: Math.max(Number(figure.toPrecision(4)), 0.001), unit })
    tell('a request, p50', at(0.5), 'ms')
    tell('a request, p99', at(0.99), 'ms')
    tell('CPU of a run', figures.cpu / most, 'ms CPU')
    tell('all runs', figures.wall / 1000, 's')
    tell('event loop late, p99', figures.pause99, 'ms')
    tell('event loop late, longest', figures.maxPauseMs, 'ms')
    tell('most CPU before others', figures.maxCpuMs, 'ms CPU')
    tell('memory kept of a finished run', figures.heap / most / 1000, 'kB')
    tell('memory in use at the end', figures.memory * 100, '% of the heap')
  }
  await server.stop()
}

/** Plays runs over a number of connections, and asks the server for its figures. */
async function withAgents(
  url: string,
  ca: string,
  connections: number,
  play: (send: Send) => Promise<readonly PlayedRun[]>,
  server: Started<LoadOpening>,
): Promise<{ readonly played: readonly PlayedRun[]; readonly figures: ServerFigures }> {
  // Each agent has had time enough once the last one is answered.
  const pool = new Pool(url, {
    connections,
    pipelining: 1,
    connect: { ca, timeout: 0 },
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const send = sendOver(pool)
  const { heap } = await server.ask<ServerFigures>('figures')
  const played = await play(send)
  const figures = await server.ask<ServerFigures>('figures')
  await pool.close()
  return { played, figures: { ...figures, heap: figures.heap - heap } }
}

function firstDifference(one: string, other: string): string {
  const others = other.split('\n')
  for (const [index, line] of one.split('\n').entries()) {
    if (line !== others[index]) return `${line.slice(0, 500)}\n${others[index]?.slice(0, 500)}`
  }
  return 'One is longer than the other.'
}
