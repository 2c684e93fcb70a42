import { type TSchema, Type } from 'typebox'
import { limits } from '../limits.js'
import { nullable } from './primitives.js'

/** `_meta` of a list. Specification 4.4. */
export const pageMeta = Type.Object({
  next: nullable(Type.String()),
  prev: nullable(Type.String()),
  limit: Type.Integer({ minimum: limits.page.min, maximum: limits.page.max }),
})

/** Returns the schema of a list's response. Specification 4.4. */
export function pageSchema<Element extends TSchema>(element: Element) {
  return Type.Object({ data: Type.Array(element), _meta: pageMeta })
}

/** The query parameters of every list. `limit` above 100 is clamped, so the schema has no maximum. */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: limits.page.min })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
}
