import fc from 'fast-check'
import { inject } from 'vitest'

const seed = inject('seed')
const scale = inject('scale')

// The number of draws of a property that sets no `numRuns`: few in CI, where the seed is fixed, and many in the nightly
// run. A property that needs more or fewer multiplies its own number by the scale.
fc.configureGlobal({ numRuns: scale === 1 ? 10 : 20 * scale, ...(seed !== null && { seed }) })
