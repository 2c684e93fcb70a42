import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Trial, TrialEvent } from '../runner/agent.js'
import { type Ended, TrialStopError } from '../runner/ended.js'

/** A trial without a service, with functions that end it. */
export interface MadeTrial {
  readonly trial: Trial
  readonly events: readonly TrialEvent[]
  /** Aborts the trial's signal. */
  readonly stop: (ended: Ended) => void
  /** Aborts the signal `submitted`, as the proxy does when the agent submits. */
  readonly submit: () => void
}

/** A trial with an empty folder, which is removed when the test has finished. */
export function makeTrial(members: Partial<Trial> = {}): MadeTrial {
  const folder = makeFolder('carebench-kept-')
  const events: TrialEvent[] = []
  const stopped = new AbortController()
  const submitted = new AbortController()
  const baseUrl = members.baseUrl ?? 'http://127.0.0.1:9'
  return {
    trial: {
      id: 'trial-1',
      task: { name: 'Answer', item: { instruction: 'Say 42.' } },
      baseUrl,
      // Unique, because every process with this token in its environment is killed after the trial, including those of
      // other tests.
      token: `trial_${randomUUID()}`,
      endpoints: { fhir: `${baseUrl}/v1/benchmark-runs/run-1/fhir` },
      mcpUrl: `${baseUrl}/v1/benchmark-runs/run-1/mcp`,
      workstationUrl: `${baseUrl}/v1/task-runs/task-run-1/workstation`,
      callbackUrl: `${baseUrl}/hand-in`,
      limits: { steps: 60 },
      deadlineAt: '2026-03-04T05:16:07Z',
      seed: 7,
      signal: stopped.signal,
      submitted: submitted.signal,
      connected: AbortSignal.abort(),
      folder,
      note: (event) => events.push(event),
      ...members,
    },
    events,
    stop: (ended) => stopped.abort(new TrialStopError(ended)),
    submit: () => submitted.abort(),
  }
}

/** An empty folder, which is removed when the test has finished. */
export function makeFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Serves HTTP on loopback until the test has finished; returns the address without a trailing slash. */
export async function serveHttp(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('Expected a port.')
  return `http://127.0.0.1:${address.port}`
}
