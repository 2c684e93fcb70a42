import { jsonOf, type NoiseScript, noiseCall, noiseText, textsOf } from '../noise.js'
import { rootFolders } from './file-path.js'

/** Files of the kinds that are handed in. */
const written = [
  ['noise.csv', `${noiseText},${noiseText}\n1,2\n`],
  ['noise.json', JSON.stringify([{ noise: noiseText }])],
  ['noise.txt', noiseText],
  ['noise.pdf', '%PDF-1.7 noise'],
  ['noise.xml', '<noise/>'],
  ['noise', noiseText],
  ['noise/noise.txt', noiseText],
] as const

/** Lists every folder, reads a file of each, writes files that nobody asked for and takes one away again. */
export function* filesNoise(): NoiseScript {
  for (const folder of rootFolders) {
    const [first] = textsOf(jsonOf(yield noiseCall('files', 'GET', folder)), 'data', 'path')
    if (first !== undefined) yield noiseCall('files', 'GET', first.split('/').map(encodeURIComponent).join('/'))
  }
  for (const [path, text] of written) yield noiseCall('files', 'PUT', `outbound/${path}`, { text })
  yield noiseCall('files', 'PUT', 'outbound/noise.tmp', { text: noiseText })
  yield noiseCall('files', 'DELETE', 'outbound/noise.tmp')
}
