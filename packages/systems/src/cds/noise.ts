import type { JsonObject } from '@carebench/protocol'
import { noiseCall, noiseText, readJson, readMember } from '../noise.js'
import type { NoiseScript } from '../simulator.js'
import type { CdsConfig } from './config.js'
import { anyContext } from './model/hook-context.js'

/** Calls every service without a real patient, and overrides the first card of each. */
export function* cdsNoise({ services = [] }: CdsConfig): NoiseScript {
  yield noiseCall('cds', 'GET', 'cds-services')
  for (const { id, hook, prefetch = {} } of services) {
    const json: JsonObject = {
      hook,
      hookInstance: '00000000-0000-4000-8000-000000000000',
      context: anyContext(noiseText),
      prefetch: Object.fromEntries(Object.keys(prefetch).map((key) => [key, null])),
    }
    const answer = readJson(yield noiseCall('cds', 'POST', `cds-services/${id}`, { json }))
    const cards = readMember(answer, 'cards')
    const card = Array.isArray(cards) ? readMember(cards[0], 'uuid') : undefined
    if (typeof card !== 'string') continue
    const entry = { card, outcome: 'overridden', outcomeTimestamp: '2026-01-05T09:00:00Z' }
    yield noiseCall('cds', 'POST', `cds-services/${id}/feedback`, { json: { feedback: [entry] } })
  }
}
