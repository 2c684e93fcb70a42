import { formatInstant, type PlaygroundClock } from '@carebench/protocol'
import type { Stored } from '@carebench/store'
import type { ServiceContext } from '../context.js'
import type { RunDoc } from '../documents/running.js'
import { runDestination } from './run-destination.js'

/**
 * Reads the clock of the playground of a run's started task run, as calls of simulated systems choose it. Throws an
 * ApiError as they do.
 */
export async function readClock(
  context: ServiceContext,
  run: Stored<RunDoc>,
  named: string | undefined,
): Promise<PlaygroundClock> {
  const { ref } = await runDestination(context, run, named)
  const { now, mode } = await context.playgrounds.with(ref, (playground) => playground.readClock())
  return { now: formatInstant(now), mode }
}
