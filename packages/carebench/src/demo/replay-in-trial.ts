import { limits } from '@carebench/protocol'
import { type FilledCall, replaySolution, type SolutionAnswer } from '@carebench/service'
import type { Trial } from '../runner/agent.js'
import type { Wait } from './agent.js'
import type { RecordedWork } from './recordings.js'

export interface ReplayOptions {
  readonly signal: AbortSignal
  /** Waits between calls. Default: a wait on the run's stepped clock. */
  readonly wait?: Wait
  /** Called with each call and its response. */
  readonly onCall?: (call: FilledCall, answer: SolutionAnswer) => void
}

/** Makes recorded calls through the proxy of a trial, as an agent would, and returns the output. */
export async function replayInTrial(recorded: RecordedWork, trial: Trial, options: ReplayOptions) {
  const send = await openRun(trial, options.signal)
  const { wait = waitInRun(send), onCall } = options
  const { output } = await replaySolution(recorded, async (call) => {
    const { delay_seconds: delay = 0, ...sent } = call
    if (delay > 0) await wait(delay * 1000)
    const answer = await send(sent)
    onCall?.(call, answer)
    return answer
  })
  return output
}

type Send = (call: FilledCall) => Promise<SolutionAnswer>

/** Returns a function that calls the trial's run by path: `fhir/Patient`, `wait`. */
async function openRun({ baseUrl, token, note }: Trial, signal: AbortSignal): Promise<Send> {
  const authorization = `Bearer ${token}`
  const runs = `${baseUrl}/v1/benchmark-runs`
  const created = await fetch(runs, { method: 'POST', headers: { authorization }, signal })
  const { benchmark_run_id: id } = (await created.json()) as { readonly benchmark_run_id?: unknown }
  if (typeof id !== 'string')
    throw new Error(`Expected the id of a run from the trial's proxy, got status ${created.status}.`)
  return async ({ method, path, headers, body, text }) => {
    const began = performance.now()
    const type = text !== undefined ? 'text/plain' : body !== undefined ? 'application/json' : undefined
    const response = await fetch(`${runs}/${id}/${path.replace(/^\//, '')}`, {
      method,
      headers: new Headers({
        ...(type !== undefined && { 'content-type': type }),
        ...lowerCase(headers),
        authorization,
      }),
      body: text ?? (body === undefined ? null : JSON.stringify(body)),
      signal,
    })
    const answer = { status: response.status, text: await response.text() }
    note({ kind: 'tool', ms: Math.round(performance.now() - began), isError: answer.status >= 400 })
    return answer
  }
}

/** Returns a function that waits on a stepped clock, where one call may wait at most a month. */
function waitInRun(send: Send): Wait {
  return async (milliseconds) => {
    for (let left = milliseconds / 1000; left > 0; left -= limits.wait.stepped) {
      await send({ method: 'POST', path: 'wait', body: { seconds: Math.min(left, limits.wait.stepped) } })
    }
  }
}

function lowerCase(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
