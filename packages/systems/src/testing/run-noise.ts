import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { NoiseCall, Simulator, SimulatorResponse } from '../simulator.js'
import { beginning, type SimulatorHost } from './simulator-host.js'

/** A noise call and its response. */
export interface NoisyCall extends NoiseCall {
  readonly response: SimulatorResponse
}

/** Runs a simulator's noise on a state. Throws if it does not terminate. */
export function runNoise<Config extends JsonObject, State, Effect extends JsonValue>(
  simulator: Simulator<Config, State, Effect>,
  host: SimulatorHost<State, Effect>,
  config: Config,
  state: State,
): readonly NoisyCall[] {
  const made: NoisyCall[] = []
  const script = simulator.noise(config)
  let from = beginning
  for (let next = script.next(); next.done !== true; ) {
    const { value } = next
    const { outcomes, end } = host.run(state, [{ wait: 0, ...value }], from)
    const response = outcomes[0]?.response
    if (response === undefined) throw new Error('Expected a response to a noise call, got none.')
    made.push({ ...value, response })
    if (made.length > 5000) throw new Error('Expected the noise to end, got more than 5000 calls.')
    from = end
    next = script.next(response)
  }
  return made
}
