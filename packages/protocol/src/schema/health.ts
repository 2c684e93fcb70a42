import { Type } from 'typebox'
import { oneOf } from './primitives.js'

/** The response of a healthy service. */
export const health = Type.Object({ status: oneOf(['ok']) })
