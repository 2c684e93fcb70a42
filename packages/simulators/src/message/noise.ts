import { readAnyAddress } from '../channel-address.js'
import { jsonOf, memberOf, noiseCall, noiseText } from '../noise.js'
import type { NoiseScript } from '../simulator.js'
import type { MessageConfig } from './config.js'

/** A message about nothing by every channel and to everybody who is configured, and looks at them. */
export function* messageNoise({ personas = [], recipients = {} }: MessageConfig): NoiseScript {
  yield noiseCall('messages', 'GET', '')
  const known = [...personas.flatMap(({ addresses }) => addresses), ...Object.keys(recipients)]
  for (const address of ['+15550199999', 'noise@example.org', noiseText, ...known]) {
    for (const [channel, to] of readAnyAddress(address)) {
      const sent = yield noiseCall('messages', 'POST', '', { json: { channel, to, body: noiseText } })
      const id = memberOf(jsonOf(sent), 'id')
      if (typeof id === 'string') yield noiseCall('messages', 'GET', id)
    }
  }
}
