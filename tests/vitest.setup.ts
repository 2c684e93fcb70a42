import fc from 'fast-check'
import { inject } from 'vitest'

const seed = inject('seed')

// A property that names no number of draws makes this many. One that needs more or fewer multiplies by the scale
// itself.
fc.configureGlobal({ numRuns: 20 * inject('scale'), ...(seed !== null && { seed }) })
