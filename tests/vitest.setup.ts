import fc from 'fast-check'
import { inject } from 'vitest'

const seed = inject('seed')
const scale = inject('scale')

// A property that names no number of draws makes this many: few by day, whose seed is fixed in CI, and many at night.
// One that needs more or fewer multiplies by the scale itself.
fc.configureGlobal({ numRuns: scale === 1 ? 10 : 20 * scale, ...(seed !== null && { seed }) })
