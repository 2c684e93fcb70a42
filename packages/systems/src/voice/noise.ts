import { noiseCall, noiseText, readJson, readMember } from '../noise.js'
import type { NoiseScript } from '../simulator.js'

/**
 * Calls an unassigned number, sends keys, words and silence in case somebody answers, and hangs up. Using a real number
 * would be more than noise.
 */
export function* voiceNoise(): NoiseScript {
  yield noiseCall('voice', 'GET', 'calls')
  const started = yield noiseCall('voice', 'POST', 'calls', { json: { to: '+15550199999' } })
  const id = readMember(readJson(started), 'id')
  if (typeof id !== 'string') return
  for (const turn of [{ dtmf: '1' }, { text: noiseText }, { silence: true }]) {
    yield noiseCall('voice', 'POST', `calls/${id}/turns`, { json: turn })
  }
  yield noiseCall('voice', 'POST', `calls/${id}/hangup`)
  yield noiseCall('voice', 'GET', `calls/${id}`)
}
