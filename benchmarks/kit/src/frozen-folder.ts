import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the frozen instances of the benchmark are. */
export const frozenFolder = join(dirname(fileURLToPath(import.meta.url)), '../../carebench-1')
