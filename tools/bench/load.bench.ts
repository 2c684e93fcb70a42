// How does one process handle 1,000 scored runs at once?
//
// The server is a process of its own, as the command line assembles it, over HTTPS. Each run is created, started,
// worked on with 23 calls to four systems, and completed: 26 requests. First all runs are made one after another over
// one connection, then the same runs at once over as many connections. The benchmark fails if a response is 5xx, if a
// run reads the canary that another one wrote, or if the responses to a run among others are not those to the same run
// alone, byte for byte but for its ids.
//
// Figures are measured once: the time of each request as its client sees it, the CPU of the server for a run, how late
// the server's event loop was, and the most CPU that it used before others had a turn (garbage collection included).
// The client shares the machine with the server, and with 1,000 runs at once each request waits for those of the
// others: p50 and p99 then show the throughput.

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
      throw new Error(`Run ${number} got other responses than alone.\n${firstDifference(same.result, result)}`)
  }
  for (const [name, { played, figures }] of [
    [`${most} runs, one after another`, alone],
    [`${most} runs at once`, atOnce],
  ] as const) {
    const durations = played.flatMap((one) => one.durations).sort((one, other) => one - other)
    const at = (share: number) => durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? 0
    const report = (contender: string, figure: number, unit: string) =>
      bench.report({ case: name, contender, figure: Math.max(Number(figure.toPrecision(4)), 0.001), unit })
    report('a request, p50', at(0.5), 'ms')
    report('a request, p99', at(0.99), 'ms')
    report('CPU of a run', figures.cpu / most, 'ms CPU')
    report('all runs', figures.wall / 1000, 's')
    report('event loop late, p99', figures.pause99, 'ms')
    report('event loop late, longest', figures.maxPauseMs, 'ms')
    report('most CPU before others', figures.maxCpuMs, 'ms CPU')
    report('memory kept of a finished run', figures.heap / most / 1000, 'kB')
    report('memory in use at the end', figures.memory * 100, '% of the heap')
  }
  await server.stop()
}

/** Plays runs over a number of connections. Returns them with the figures of the server for this time. */
async function withAgents(
  url: string,
  ca: string,
  connections: number,
  play: (send: Send) => Promise<readonly PlayedRun[]>,
  server: Started<LoadOpening>,
): Promise<{ readonly played: readonly PlayedRun[]; readonly figures: ServerFigures }> {
  // No timeouts: with all runs at once, a request may wait for those of all others.
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
