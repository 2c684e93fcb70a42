import { ApiError } from '@carebench/protocol'
import type { TObject, TSchema } from 'typebox'

/**
 * Reads a query string by its schema: integers become numbers, repeatable parameters become arrays. What does not fit
 * stays as it came, for the validator to name. Throws an ApiError `INVALID_REQUEST` on a repeated single parameter.
 */
export function parseQuery(query: string, schema: TObject): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  if (query === '') return values
  for (const [name, text] of new URLSearchParams(query)) {
    const declared = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    if (declared !== undefined && typeOf(declared) === 'array') {
      const list = values[name]
      if (Array.isArray(list)) list.push(text)
      else values[name] = [text]
    } else if (Object.hasOwn(values, name)) {
      throw new ApiError('INVALID_REQUEST', `The query parameter ${name} is given more than once.`, {
        errors: [{ path: `/${name}`, message: 'is given more than once' }],
      })
    } else {
      Object.defineProperty(values, name, {
        value:
          declared !== undefined && typeOf(declared) === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text,
        enumerable: true,
      })
    }
  }
  return values
}

function typeOf(schema: TSchema): unknown {
  return 'type' in schema ? schema.type : undefined
}
