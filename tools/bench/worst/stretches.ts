import { openSync, readSync } from 'node:fs'
import { PerformanceObserver, performance } from 'node:perf_hooks'

/** What a piece of asynchronous work cost its thread, in milliseconds. */
export interface Cost {
  /** CPU time of the whole work, without garbage collection. */
  readonly cpu: number
  /** The maximum CPU time between two turns of the event loop, without garbage collection. */
  readonly longest: number
  /** The maximum time between two turns, including garbage collection and the time that other processes took. */
  readonly wall: number
}

interface Span {
  readonly began: number
  readonly ended: number
}

interface Stretch extends Span {
  readonly cpu: number
}

/** Returns a cost, once the meter has stopped: garbage collections are reported late. */
type LateCost = () => Cost

/**
 * Measures what work costs the thread that creates the meter. Several pieces of work can be measured one after another
 * without a pause between them.
 */
export class StretchMeter {
  readonly #collections: Span[] = []
  readonly #observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      this.#collections.push({ began: startTime, ended: startTime + duration })
    }
  })

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] })
  }

  /**
   * Runs work and measures the stretches in which it keeps the thread from other work. The time of a garbage collection
   * is subtracted from the stretch in which it happened.
   */
  async measure<Result>(work: () => Promise<Result>): Promise<{ result: Result; cost: LateCost }> {
    const stretches: Stretch[] = []
    // Short turns, in which the work waits for something else, are many; only their sum and the longest are kept.
    const short = { cpu: 0, longest: 0 }
    let began = performance.now()
    let cpu = threadCpu()
    let isDone = false
    const turn = () => {
      const ended = performance.now()
      const now = threadCpu()
      const used = now - cpu
      if (ended - began > 1) stretches.push({ began, ended, cpu: used })
      else Object.assign(short, { cpu: short.cpu + used, longest: Math.max(short.longest, used) })
      began = ended
      cpu = now
      if (!isDone) setImmediate(turn)
    }
    setImmediate(turn)
    try {
      const result = await work()
      isDone = true
      await new Promise((resolve) => setImmediate(resolve))
      return { result, cost: () => countCost(stretches, short, this.#collections) }
    } finally {
      isDone = true
    }
  }

  /** Stops measuring. Resolves when all garbage collections have been reported. */
  async stop(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 1))
    this.#observer.disconnect()
  }
}

/** Runs one piece of work and measures its cost, as {@link StretchMeter} does. */
export async function measureStretches<Result>(work: () => Promise<Result>): Promise<{ result: Result; cost: Cost }> {
  const meter = new StretchMeter()
  const measured = await meter.measure(work).finally(() => meter.stop())
  return { result: measured.result, cost: measured.cost() }
}

function countCost(
  stretches: readonly Stretch[],
  short: Pick<Cost, 'cpu' | 'longest'>,
  collections: readonly Span[],
): Cost {
  const worked = stretches.map(({ began, ended, cpu }) => {
    const collected = collections.filter((one) => one.began < ended && one.ended > began)
    const held = collected.reduce((sum, one) => sum + Math.min(one.ended, ended) - Math.max(one.began, began), 0)
    return { cpu: Math.max(0, cpu - held), wall: ended - began }
  })
  return {
    cpu: worked.reduce((sum, one) => sum + one.cpu, short.cpu),
    longest: worked.reduce((most, one) => Math.max(most, one.cpu), short.longest),
    wall: worked.reduce((most, one) => Math.max(most, one.wall), 0),
  }
}

const line = Buffer.alloc(100)
const statistics = openStatistics()

/**
 * Opens the kernel's statistics of the thread that loads this module; undefined if it has none. The file stays open,
 * because every turn reads it.
 */
function openStatistics(): number | undefined {
  try {
    return openSync('/proc/thread-self/schedstat', 'r')
  } catch {
    return undefined
  }
}

/** Returns the CPU milliseconds of this thread; of the whole process if the kernel does not report threads. */
function threadCpu(): number {
  if (statistics !== undefined) {
    const length = readSync(statistics, line, 0, line.length, 0)
    return Number(line.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6
  }
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
