import { show } from '../../json-shape.js'
import type { Finding, Reading } from '../model/form.js'

const paging = ['limit', 'cursor'] as const

type Parameters<Name extends string> = Partial<Record<Name | (typeof paging)[number], string>>

/** Reads the filters and paging parameters of a list. Unknown, empty and repeated parameters are errors. */
export function readFilters<Name extends string>(query: string, names: readonly Name[]): Reading<Parameters<Name>> {
  const errors: Finding[] = []
  const known: readonly (Name | (typeof paging)[number])[] = [...names, ...paging]
  const filters: Parameters<Name> = {}
  for (const [key, value] of new URLSearchParams(query)) {
    const name = known.find((candidate) => candidate === key)
    if (name === undefined)
      errors.push({ field: key, message: `Unknown filter. The filters are: ${known.join(', ')}.` })
    else if (filters[name] !== undefined) errors.push({ field: key, message: `${key} must not be repeated.` })
    else if (value === '') errors.push({ field: key, message: `${key} must not be empty, got ${show(value)}.` })
    else filters[name] = value
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: filters }
}
