import {
  ApiError,
  type ClockMode,
  formatInstant,
  limits,
  type PlaygroundClock,
  type WaitBody,
  type Waited,
} from '@carebench/protocol'
import type { Stored } from '@carebench/store'
import type { ServiceContext } from '../context/context.js'
import type { RunDoc } from '../documents/collections/running.js'
import { assertPresent } from '../http/request.js'
import type { WaitAllowance } from '../http/wait-allowance.js'
import type { Playground } from '../playground/playground.js'
import { FullPlaygroundError, SealedPlaygroundError } from '../playground/playground-error.js'
import type { Arrived, WaitRequest } from '../playground/scenario/wait.js'
import { letOthersWork } from '../work/let-others-work.js'
import type { Destination } from './destination.js'
import { runDestination } from './run-destination.js'

/** Milliseconds between two checks for events on a real clock. */
const slice = 250

/**
 * Reads the clock of the playground of a run's started task run, as calls of simulated systems choose it. Throws an
 * ApiError as they do.
 */
export async function readClock(
  context: ServiceContext,
  run: Stored<RunDoc>,
  named: string | undefined,
): Promise<PlaygroundClock> {
  const destination = await runDestination(context, run, named)
  const { now, mode } = await inPlayground(context, destination, (playground) => playground.readClock())
  return { now: formatInstant(now), mode }
}

/**
 * Waits in the playground of a run's started task run. A stepped clock moves at once; on a real clock the response
 * comes when the time has passed. Throws an ApiError as calls of simulated systems do, and `INVALID_REQUEST` for a wait
 * that is malformed or too long; a {@link ClientLeftError} at once when the client disconnects.
 */
export async function waitInRun(
  context: ServiceContext,
  run: Stored<RunDoc>,
  named: string | undefined,
  body: WaitBody,
  patience: Patience = {},
): Promise<Waited> {
  const destination = await runDestination(context, run, named)
  const mode = destination.ref.clock?.mode ?? 'real'
  const { allowance } = patience
  const most = mode === 'real' && allowance !== undefined ? allowance.left / 1000 : undefined
  const request = readWait(body, mode, most)
  const waited =
    mode === 'real'
      ? await waitReally(context, run, named, request, patience)
      : await inPlayground(context, destination, (playground) => playground.wait(request))
  if (waited === null) throw new Error('A wait has no end.')
  return { now: formatInstant(waited.now), arrived: waited.arrived.map((one) => ({ ...one })) }
}

/**
 * Returns the requested wait in milliseconds. Throws an ApiError `INVALID_REQUEST` unless it has either `seconds`, or
 * `until` and `at_most_seconds`, and is short enough for the clock.
 *
 * @param left - seconds that the batch of the wait may still wait; undefined without a batch
 */
export function readWait(
  { seconds, until, at_most_seconds }: WaitBody,
  mode: ClockMode,
  left: number = limits.wait[mode],
): WaitRequest {
  if (until === undefined && at_most_seconds !== undefined)
    throw invalid('/until', 'must be "event" if at_most_seconds is present')
  if (until !== undefined && seconds !== undefined) throw invalid('/seconds', 'must be absent if until is present')
  const [name, wanted] = until === undefined ? ['seconds', seconds] : ['at_most_seconds', at_most_seconds]
  if (wanted === undefined) {
    const instead = until === undefined ? ', or {"until":"event","at_most_seconds":60}' : ''
    throw invalid(`/${name}`, `must be a number of seconds${instead}`)
  }
  if (wanted > limits.wait[mode]) {
    throw invalid(`/${name}`, `must be at most ${limits.wait[mode]} on a ${mode} clock; got ${wanted}`)
  }
  if (wanted > left) {
    const rest = `the waits of a batch may last ${limits.wait[mode]} s together, and ${left} are left`
    throw invalid(
      `/${name}`,
      `must be at most ${left} here, because ${rest}; got ${wanted}. Wait in a request of its own`,
    )
  }
  return { milliseconds: Math.round(wanted * 1000), untilEvent: until !== undefined }
}

function invalid(path: string, message: string): ApiError {
  return new ApiError('INVALID_REQUEST', `${path.slice(1)} ${message}.`, { errors: [{ path, message }] })
}

/** The limits of a request's wait. */
export interface Patience {
  /** Aborted once the client has disconnected. */
  readonly signal?: AbortSignal | undefined
  /** The allowance of the request's batch; the time that the request waits on a real clock is subtracted. */
  readonly allowance?: WaitAllowance | undefined
}

interface WaitEnd {
  readonly now: number
  readonly arrived: readonly Arrived[]
}

async function waitReally(
  context: ServiceContext,
  run: Stored<RunDoc>,
  named: string | undefined,
  request: WaitRequest,
  { signal, allowance }: Patience,
): Promise<WaitEnd | null> {
  const start = context.clock.now()
  // The clock of the service may stand still, as in tests: the wait must end anyway.
  for (let slept = 0; ; ) {
    assertPresent(signal)
    // The task run may end meanwhile.
    const destination = await runDestination(context, run, named)
    const left = request.milliseconds - Math.max(slept, context.clock.now() - start)
    if (left <= 0 || request.untilEvent) {
      const untilEvent = request.untilEvent && left > 0
      const wait = (playground: Playground) => playground.wait({ milliseconds: 0, untilEvent })
      const waited = await inPlayground(context, destination, wait)
      if (waited !== null) return waited
    }
    const pause = Math.min(slice, left)
    await context.sleep(pause, signal)
    // Thousands of waits may check at the same time, and other requests should be answered in between.
    await letOthersWork()
    slept += pause
    if (allowance !== undefined) allowance.left = Math.max(0, allowance.left - pause)
  }
}

async function inPlayground<Result>(
  context: ServiceContext,
  destination: Destination,
  work: (playground: Playground) => Promise<Result>,
): Promise<Result> {
  try {
    return await context.playgrounds.with(destination.ref, work)
  } catch (error) {
    if (error instanceof FullPlaygroundError) throw new ApiError('PAYLOAD_TOO_LARGE', error.message, { cause: error })
    if (!(error instanceof SealedPlaygroundError)) throw error
    if (destination.decideAgain === undefined) throw destination.ended()
    return inPlayground(context, await destination.decideAgain(), work)
  }
}
