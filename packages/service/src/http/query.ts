import { ApiError } from '@carebench/protocol'
import { pointerTo } from '@carebench/verifier/kinds'
import type { TObject, TSchema } from 'typebox'

/**
 * Parses a query string by its schema: integers become numbers, repeatable parameters become arrays. Invalid values are
 * kept, so that the validator reports them. Throws an ApiError `INVALID_REQUEST` for a repeated single parameter.
 */
export function parseQuery(query: string, schema: TObject): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  if (query === '') return values
  for (const [name, text] of new URLSearchParams(query)) {
    const declared = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    if (declared !== undefined && readType(declared) === 'array') {
      const list = values[name]
      if (Array.isArray(list)) list.push(text)
      else values[name] = [text]
    } else if (Object.hasOwn(values, name)) {
      throw new ApiError('INVALID_REQUEST', `The query parameter ${JSON.stringify(name)} must not be repeated.`, {
        errors: [{ path: pointerTo('', name), message: 'must not be repeated' }],
      })
    } else {
      Object.defineProperty(values, name, {
        value: declared !== undefined && readType(declared) === 'integer' ? readInteger(text) : text,
        enumerable: true,
      })
    }
  }
  return values
}

/** Integers beyond the safe range become the last safe one: a limit of 30 digits is a large limit. */
function readInteger(text: string): number | string {
  if (!/^-?\d+$/.test(text)) return text
  return Math.min(Math.max(Number(text), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
}

function readType(schema: TSchema): unknown {
  return 'type' in schema ? schema.type : undefined
}
