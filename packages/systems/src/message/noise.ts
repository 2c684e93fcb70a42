import { noiseCall, noiseText, readJson, readMember } from '../noise.js'
import type { NoiseScript } from '../simulator.js'

const nobody = [
  ['sms', '+15550199999'],
  ['email', 'noise@example.org'],
  ['chat', noiseText],
] as const

/**
 * Sends a meaningless message on every channel to an unassigned address, and reads them back: using a real address
 * would be more than noise.
 */
export function* messageNoise(): NoiseScript {
  yield noiseCall('messages', 'GET', '')
  for (const [channel, to] of nobody) {
    const sent = yield noiseCall('messages', 'POST', '', { json: { channel, to, body: noiseText } })
    const id = readMember(readJson(sent), 'id')
    if (typeof id === 'string') yield noiseCall('messages', 'GET', id)
  }
}
