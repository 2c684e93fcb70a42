import { openSync, readSync } from 'node:fs'
import { PerformanceObserver, performance } from 'node:perf_hooks'

/** What a piece of asynchronous work cost the main thread. */
export interface Cost {
  /** CPU of the whole work in milliseconds, garbage collection apart. */
  readonly cpu: number
  /** The most CPU between two turns of the event loop, garbage collection apart. */
  readonly longest: number
  /** The longest time between two turns, with garbage collection and what others took of the machine. */
  readonly wall: number
}

interface Stretch {
  readonly began: number
  readonly ended: number
  readonly cpu: number
}

/**
 * Carries out work and measures the stretches in which it lets nothing else happen. Time in which the collector of garbage holds
 * the thread is subtracted from the stretch in which it did.
 */
export async function measureStretches<Result>(work: () => Promise<Result>): Promise<{ result: Result; cost: Cost }> {
  const collections: { readonly began: number; readonly ended: number }[] = []
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      collections.push({ began: startTime, ended: startTime + duration })
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  const stretches: Stretch[] = []
  let began = performance.now()
  let cpu = threadCpu()
  let isDone = false
  const turn = () => {
    const ended = performance.now()
    const now = threadCpu()
    stretches.push({ began, ended, cpu: now - cpu })
    began = ended
    cpu = now
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    const result = await work()
    isDone = true
    await new Promise((resolve) => setImmediate(resolve))
    // Collections are reported in a later turn.
    await new Promise((resolve) => setTimeout(resolve, 1))
    const worked = stretches.map(({ began: from, ended: to, cpu: used }) => {
      const collected = collections.filter((one) => one.began < to && one.ended > from)
      const held = collected.reduce((sum, one) => sum + Math.min(one.ended, to) - Math.max(one.began, from), 0)
      return { cpu: Math.max(0, used - held), wall: to - from }
    })
    return {
      result,
      cost: {
        cpu: worked.reduce((sum, one) => sum + one.cpu, 0),
        longest: worked.reduce((most, one) => Math.max(most, one.cpu), 0),
        wall: worked.reduce((most, one) => Math.max(most, one.wall), 0),
      },
    }
  } finally {
    isDone = true
    observer.disconnect()
  }
}

const line = Buffer.alloc(100)
const statistics = openStatistics()

/** What the kernel counts of the thread that loads this module; undefined where it tells nothing. Read at every turn, so kept open. */
function openStatistics(): number | undefined {
  try {
    return openSync('/proc/thread-self/schedstat', 'r')
  } catch {
    return undefined
  }
}

/** Milliseconds of CPU of this thread; of the process where the system does not tell. */
function threadCpu(): number {
  if (statistics !== undefined) {
    const length = readSync(statistics, line, 0, line.length, 0)
    return Number(line.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6
  }
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
