import { Type } from 'typebox'
import { oneOf } from './primitives.js'

/** The answer of a service that is up. */
export const health = Type.Object({ status: oneOf(['ok']) })
