import type { BenchmarkDefinition } from '@carebench/protocol'
import { createServer } from '@carebench/server'
import { type OpenTask, openTask } from './open-workstation.js'

/** A started task run on an HTTPS server, for browsers. */
export interface ServedTask extends OpenTask {
  readonly origin: string
  close(): Promise<void>
}

/** Starts the task of a benchmark, and serves it over HTTPS. */
export async function serveTask(benchmark: BenchmarkDefinition): Promise<ServedTask> {
  const task = await openTask(benchmark)
  const server = createServer({ service: task.service })
  const { url: origin } = await server.listen({ port: 0 })
  return { ...task, origin, close: () => server.close() }
}
