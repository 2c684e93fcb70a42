import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** Bytes of the heap after the last full collection; 0 before the first. One for all gauges of the process. */
let alive: { bytes: number } | undefined

/** V8 includes the space of new objects in its limit, but older objects cannot use that space. */
const young = 3 * 16 * 1024 * 1024

/**
 * Below this share of the limit, V8 may not have collected for a long time, so most of the heap in use may be garbage.
 */
const certainShare = 0.9

/**
 * Creates a function that returns the share of this process's memory in use, from 0 to about 1: the heap without most
 * of its garbage plus external buffers, relative to V8's heap limit (`--max-old-space-size`). Pass it to
 * `createService` as `memory.use`, so that new work is rejected before V8 ends the process.
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
    const isFull = list.getEntries().some((entry) => readKind(entry) === fullCollection)
    if (isFull) last.bytes = getHeapStatistics().used_heap_size
  }).observe({ entryTypes: ['gc'] })
  return last
}

/** `NODE_PERFORMANCE_GC_MAJOR` */
const fullCollection = 4

function readKind(entry: object): unknown {
  const detail: unknown = Reflect.get(entry, 'detail')
  return typeof detail === 'object' && detail !== null ? Reflect.get(detail, 'kind') : undefined
}
