import { compileElementPath, type ElementPath } from './element-path.js'
import type { SearchKind } from './search-parameter-line.js'
import { commonSearchParameters, identifierSearchParameter, searchParameterTable } from './search-parameter-table.js'

/** A search parameter of a resource type, compiled. */
export interface SearchParameter {
  readonly code: string
  readonly kind: SearchKind
  /** Its place among the parameters of its type. */
  readonly index: number
  readonly path: ElementPath
  /** The path if it is the name of one member and no more. */
  readonly element: string | undefined
  /** The resource types a reference may name; empty if any. */
  readonly targets: readonly string[]
}

const compiled = new Map<string, readonly SearchParameter[]>()

/**
 * The search parameters of a resource type in alphabetical order of their codes, without `_id` and the parameters that
 * shape the result. Compiled on first use.
 */
export function searchParametersOf(resourceType: string): readonly SearchParameter[] {
  const known = compiled.get(resourceType)
  if (known !== undefined) return known
  const own = Object.hasOwn(searchParameterTable, resourceType) ? (searchParameterTable[resourceType] ?? []) : []
  const parameters = [...commonSearchParameters, identifierSearchParameter, ...own]
    .map(compileSearchParameter)
    .sort((left, right) => (left.code < right.code ? -1 : 1))
    .map((parameter, index) => ({ ...parameter, index }))
  compiled.set(resourceType, parameters)
  return parameters
}

/** Finds a search parameter by its code, which is case-sensitive. */
export function findSearchParameter(resourceType: string, code: string): SearchParameter | undefined {
  return searchParametersOf(resourceType).find((parameter) => parameter.code === code)
}

function compileSearchParameter(line: string): Omit<SearchParameter, 'index'> {
  const [declaration = '', targets = ''] = line.split(' > ')
  const [kind = '', code = '', path = code] = declaration.split(' ')
  if (!isSearchKind(kind) || code === '') {
    throw new SyntaxError(`Expected a search parameter such as "token code", got "${line}".`)
  }
  return {
    code,
    kind,
    path: compileElementPath(path),
    element: /^[A-Za-z]+$/.test(path) ? path : undefined,
    targets: targets === '' ? [] : targets.split(' '),
  }
}

function isSearchKind(text: string): text is SearchKind {
  return text === 'token' || text === 'string' || text === 'reference' || text === 'date' || text === 'uri'
}
