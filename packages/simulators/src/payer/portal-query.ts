import { show } from '../json-shape.js'
import type { FieldError, Reading } from './form.js'

/** Reads the filters of a list. Another filter than `names`, an empty value and a repeated filter are errors. */
export function readFilters<Name extends string>(
  query: string,
  names: readonly Name[],
): Reading<Partial<Record<Name, string>>> {
  const errors: FieldError[] = []
  const filters: Partial<Record<Name, string>> = {}
  for (const [key, value] of new URLSearchParams(query)) {
    const name = names.find((candidate) => candidate === key)
    if (name === undefined)
      errors.push({ field: key, message: `Unknown filter. The filters are: ${names.join(', ')}.` })
    else if (filters[name] !== undefined) errors.push({ field: key, message: `${key} must be given once.` })
    else if (value === '') errors.push({ field: key, message: `${key} must not be empty, got ${show(value)}.` })
    else filters[name] = value
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: filters }
}
