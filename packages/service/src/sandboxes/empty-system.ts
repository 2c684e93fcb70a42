import {
  createSeededRandom,
  formatInstant,
  type ProxyOperation,
  type SimulatorCall,
  withSystemKey,
} from '@carebench/protocol'
import type { SimulatorResponse } from '@carebench/systems'
import type { ServiceContext } from '../context/context.js'
import { notFound } from '../documents/owned.js'
import { listSimulators } from '../playground/playground-blueprint.js'
import { isCalled, locateSandbox } from './find-sandbox.js'
import { readStanding, toRef } from './standing-playground.js'

/**
 * Returns a function that calls a system with the configuration of a sandbox but without its data, for paths that need
 * no token: it shows no data of the sandbox and records nothing, and the status of the sandbox does not matter. Throws
 * an ApiError `RESOURCE_NOT_FOUND` if there is no such sandbox with this group.
 */
export async function emptySystem(
  context: ServiceContext,
  { simulator, group }: ProxyOperation,
  id: string,
): Promise<(call: SimulatorCall) => Promise<SimulatorResponse>> {
  const located = await locateSandbox(context, id)
  const system = located === undefined ? undefined : context.simulators.get(located.type)
  if (located === undefined || system === undefined || !isCalled(located, simulator)) throw notFound()
  const { blueprint, clock } = await toRef(context, await readStanding(context, located.playground))
  const name = withSystemKey(located.type, located.key)
  const configured = listSimulators(blueprint).find(({ type, key }) => withSystemKey(type, key) === name)
  const at = formatInstant(clock?.startsAt ?? context.clock.now())
  const moment = { at, random: createSeededRandom(0) }
  const running = system.seed(configured?.config ?? {}, [], moment)
  return async (call) => running.handle(group, call, moment).response
}
