import { Type } from 'typebox'
import { limits } from '../limits.js'
import { closed, dateTime } from './primitives.js'

const { min: minimum, max: maximum } = limits.clockAdvance

export const advanceClockBody = closed({ advance_seconds: Type.Integer({ minimum, maximum }) })

/** The current time of the service's clock. */
export const clockReading = Type.Object({ now: dateTime })
