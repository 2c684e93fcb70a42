import { jsonOf, memberOf, noiseCall, noiseText } from '../noise.js'
import type { NoiseScript } from '../simulator.js'
import type { VoiceConfig } from './config.js'

/** A call to everybody who is configured and to a number that is not: keys, words and silence, and the end. */
export function* voiceNoise({ numbers = {}, ivr }: VoiceConfig): NoiseScript {
  yield noiseCall('voice', 'GET', 'calls')
  for (const to of ['+15550199999', ...Object.keys(numbers), ...(ivr?.numbers ?? [])]) {
    const started = yield noiseCall('voice', 'POST', 'calls', { json: { to } })
    const id = memberOf(jsonOf(started), 'id')
    if (typeof id !== 'string') continue
    for (const turn of [{ dtmf: '1' }, { text: noiseText }, { silence: true }]) {
      yield noiseCall('voice', 'POST', `calls/${id}/turns`, { json: turn })
    }
    yield noiseCall('voice', 'POST', `calls/${id}/hangup`)
    yield noiseCall('voice', 'GET', `calls/${id}`)
  }
}
