import { jsonOf, memberOf, noiseCall, noiseText } from '../noise.js'
import type { NoiseScript } from '../simulator.js'
import type { FaxConfig } from './config.js'

/** A fax about nobody to every number that is configured and to one that is not, and looks at them. */
export function* faxNoise({ numbers = {} }: FaxConfig): NoiseScript {
  yield noiseCall('faxes', 'GET', '')
  for (const to_number of ['+15550199999', ...Object.keys(numbers)]) {
    const sent = yield noiseCall('faxes', 'POST', '', {
      json: { to_number, document_type: noiseText, text: noiseText },
    })
    const id = memberOf(jsonOf(sent), 'id')
    if (typeof id === 'string') yield noiseCall('faxes', 'GET', id)
  }
}
