import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of carebench-1, with the frozen instances. */
export const frozenFolder = join(dirname(fileURLToPath(import.meta.url)), '../../carebench-1')
