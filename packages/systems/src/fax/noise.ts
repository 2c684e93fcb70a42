import { noiseCall, noiseText, readJson, readMember } from '../noise.js'
import type { NoiseScript } from '../simulator.js'

/** Sends a meaningless fax to an unassigned number and reads it back: using a real number would be more than noise. */
export function* faxNoise(): NoiseScript {
  yield noiseCall('faxes', 'GET', '')
  const form = { to_number: '+15550199999', document_type: noiseText, text: noiseText }
  const sent = yield noiseCall('faxes', 'POST', '', { json: form })
  const id = readMember(readJson(sent), 'id')
  if (typeof id !== 'string') return
  yield noiseCall('faxes', 'GET', id)
  yield noiseCall('faxes', 'GET', `${id}/content`)
}
