import type { BenchmarkDefinition } from '@carebench/protocol'
import { createServer } from '@carebench/server'
import { at, listAt, textAt } from '../contract/contract-testbed.js'
import type { InMemoryServiceOptions } from '../in-memory-service.js'
import { type StartedTask, startTask } from '../started-task.js'
import { portalBenchmark } from './portal-benchmark.js'

/** The payer of a started task run, with everything that is needed to access it. */
export interface StartedPayer extends StartedTask {
  readonly sandboxId: string
  readonly username: string
  readonly password: string
}

/** Publishes a benchmark with one task, and starts it. */
export async function startPayer(
  benchmark: BenchmarkDefinition = portalBenchmark,
  options?: InMemoryServiceOptions,
): Promise<StartedPayer> {
  const { started, ...task } = await startTask(benchmark, '2026-01-05T09:00:00Z', options)
  const payer = listAt(started, 'sandboxes').find((candidate) => at(candidate, 'type') === 'Payer')
  return {
    ...task,
    sandboxId: textAt(payer, 'id'),
    username: textAt(payer, 'credentials', 'username'),
    password: textAt(payer, 'credentials', 'password'),
  }
}

/** A payer served over HTTPS, for browsers. */
export interface OpenPortal extends StartedPayer {
  /** The server's URL. */
  readonly origin: string
  /** The URL of the first page, without a trailing slash. */
  readonly url: string
  close(): Promise<void>
}

/** Serves a payer over HTTPS. */
export async function openPortal(benchmark?: BenchmarkDefinition): Promise<OpenPortal> {
  const payer = await startPayer(benchmark)
  const server = createServer({ service: payer.service })
  const { url: origin } = await server.listen({ port: 0 })
  return { ...payer, origin, url: `${origin}/portals/${payer.sandboxId}`, close: () => server.close() }
}
