import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** Bytes of the heap after the last full collection; 0 before the first. One for all gauges of the process. */
let alive: { bytes: number } | undefined

/** V8 counts the space of new objects in its limit, but what lives longer has no room there. */
const young = 3 * 16 * 1024 * 1024

/** Below this share of the limit, V8 may not have collected for long, so that most of what is in use can be garbage. */
const certainShare = 0.9

/**
 * Creates a function that tells which share of the memory of this process is in use, from 0 to about 1: the heap,
 * without most of its garbage, and the buffers outside it, of the limit of V8's heap (`--max-old-space-size`). Pass it
 * to `createService` as `memory.use`, so that new work is refused before V8 ends the process.
 */
export function createHeapGauge(): () => number {
  alive ??= watchCollections()
  const last = alive
  return () => {
    const { used_heap_size: used, external_memory: outside, heap_size_limit: whole } = getHeapStatistics()
    const limit = Math.max(whole - young, whole / 2)
    const full = (used + outside) / limit
    return full >= certainShare ? full : Math.min(full, (last.bytes + outside) / limit)
  }
}

function watchCollections(): { bytes: number } {
  const last = { bytes: 0 }
  new PerformanceObserver((list) => {
    const isFull = list.getEntries().some((entry) => kindOf(entry) === fullCollection)
    if (isFull) last.bytes = getHeapStatistics().used_heap_size
  }).observe({ entryTypes: ['gc'] })
  return last
}

/** `NODE_PERFORMANCE_GC_MAJOR` */
const fullCollection = 4

function kindOf(entry: object): unknown {
  const detail: unknown = Reflect.get(entry, 'detail')
  return typeof detail === 'object' && detail !== null ? Reflect.get(detail, 'kind') : undefined
}
