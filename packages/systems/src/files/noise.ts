import { noiseCall, noiseText } from '../noise.js'
import type { NoiseScript } from '../simulator.js'
import { rootFolders } from './model/file-path.js'

/** Files of the types that agents write. */
const written = [
  ['noise.csv', `${noiseText},${noiseText}\n1,2\n`],
  ['noise.json', JSON.stringify([{ noise: noiseText }])],
  ['noise.txt', noiseText],
  ['noise.pdf', '%PDF-1.7 noise'],
  ['noise.xml', '<noise/>'],
  ['noise', noiseText],
  ['noise/noise.txt', noiseText],
] as const

/** Lists every folder, writes unrequested files, reads one and deletes one. */
export function* filesNoise(): NoiseScript {
  for (const folder of rootFolders) yield noiseCall('files', 'GET', folder)
  for (const [path, text] of written) yield noiseCall('files', 'PUT', `outbound/${path}`, { text })
  yield noiseCall('files', 'GET', 'outbound/noise.csv')
  yield noiseCall('files', 'PUT', 'outbound/noise.tmp', { text: noiseText })
  yield noiseCall('files', 'DELETE', 'outbound/noise.tmp')
}
