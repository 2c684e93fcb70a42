import { Type } from 'typebox'
import { choiceSchema } from './primitives.js'

/** The response of a healthy service. */
export const health = Type.Object({ status: choiceSchema(['ok']) })
