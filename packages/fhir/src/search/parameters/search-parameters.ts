import type { ElementRule } from '../../resource/definitions/structure-table.js'
import { compileElementPath, type ElementPath } from './element-path.js'
import { findElements } from './element-rules.js'
import { guideSearchParameters } from './guide-search-parameters.js'
import { r4SearchParameters } from './r4-search-parameters.js'

const kinds = ['token', 'string', 'reference', 'date', 'uri', 'number', 'quantity', 'composite'] as const

/** The kinds of search parameter that can be searched. */
export type SearchKind = (typeof kinds)[number]

/** A search parameter of a resource type, compiled. */
export interface SearchParameter {
  readonly code: string
  readonly kind: SearchKind
  /** Its place among the parameters of its type. */
  readonly index: number
  readonly path: ElementPath
  /** The path as text: `name.family`, `effectiveDateTime|effectivePeriod`. */
  readonly expression: string
  /** The definitions of the elements that it searches, found on first use. */
  readonly elements: () => readonly ElementRule[]
  /** Whether case counts in all its tokens, because R4 lists the codes of its elements. */
  readonly countsCase: () => boolean
  /** The path if it is the name of one member. */
  readonly element: string | undefined
  /** The resource types that a reference may refer to; empty if any. */
  readonly targets: readonly string[]
  /**
   * The parts of a composite; empty for all others. Each has the code and index of another parameter of the type, which
   * finds at least the same resources, but a path that begins at the elements of the composite.
   */
  readonly components: readonly SearchParameter[]
  /** Whether the components of a composite are about the whole resource, so that it equals a condition on each. */
  readonly isWhole: boolean
}

/** The search parameters that every resource type has, except `_id`. */
const commonParameters: readonly string[] = [
  'date _lastUpdated meta.lastUpdated',
  'uri _profile meta.profile',
  'token _security meta.security',
  'uri _source meta.source',
  'token _tag meta.tag',
]

const compiled = new Map<string, readonly SearchParameter[]>()
const byCode = new Map<string, ReadonlyMap<string, SearchParameter>>()

/**
 * Returns the search parameters of a resource type in alphabetical order of their codes, without `_id` and the
 * parameters that shape the result. Compiled on first use.
 */
export function listSearchParameters(resourceType: string): readonly SearchParameter[] {
  const known = compiled.get(resourceType)
  if (known !== undefined) return known
  const lines = [
    ...commonParameters,
    ...readLines(r4SearchParameters, resourceType),
    ...readLines(guideSearchParameters, resourceType),
  ].map(parseLine)
  const parameters = lines
    .sort((left, right) => (left.code < right.code ? -1 : 1))
    .map((line, index) => compileParameter(resourceType, line, index, lines))
  compiled.set(resourceType, parameters)
  return parameters
}

function readLines(table: Readonly<Record<string, string>>, resourceType: string): readonly string[] {
  return Object.hasOwn(table, resourceType) ? (table[resourceType] ?? '').split('\n') : []
}

/** Finds a search parameter by its code, which is case-sensitive. */
export function findSearchParameter(resourceType: string, code: string): SearchParameter | undefined {
  let known = byCode.get(resourceType)
  if (known === undefined) {
    known = new Map(listSearchParameters(resourceType).map((parameter) => [parameter.code, parameter]))
    byCode.set(resourceType, known)
  }
  return known.get(code)
}

interface Line {
  readonly kind: SearchKind
  readonly code: string
  readonly path: string
  /** `code=path` of each component. */
  readonly components: readonly string[]
  readonly targets: readonly string[]
}

/**
 * Parses kind, code, element path (default: the code in camel case), the components of a composite and, after `>`, the
 * types that a reference may refer to (default: any): `reference patient subject > Patient`.
 */
function parseLine(text: string): Line {
  const [declaration = '', targets = ''] = text.split(' > ')
  const [name = '', code = '', path = toCamelCase(code), ...components] = declaration.split(' ')
  const kind = kinds.find((each) => each === name)
  if (kind === undefined || code === '') {
    throw new SyntaxError(`Expected a search parameter such as "token code", got "${text}".`)
  }
  return { kind, code, path, components, targets: targets === '' ? [] : targets.split(' ') }
}

function toCamelCase(code: string): string {
  const [first = '', ...words] = code.split('-')
  return first + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function compileParameter(
  resourceType: string,
  line: Line,
  index: number,
  lines: readonly Line[],
  wholePath = line.path,
): SearchParameter {
  const { code, kind, path, targets } = line
  let elements: readonly ElementRule[] | undefined
  let countsCase: boolean | undefined
  return {
    code,
    kind,
    index,
    path: compileElementPath(path),
    expression: wholePath,
    elements() {
      elements ??= findElements(resourceType, wholePath)
      return elements
    },
    countsCase() {
      countsCase ??= hasListedCodes(this.elements())
      return countsCase
    },
    element: /^[A-Za-z]+$/.test(path) ? path : undefined,
    targets,
    components: line.components.map((text) => compileComponent(resourceType, text, lines)),
    isWhole:
      path === '.' && line.components.every((text) => lines.some(({ code, path }) => text === `${code}=${path}`)),
  }
}

function hasListedCodes(rules: readonly ElementRule[]): boolean {
  return rules.length > 0 && rules.every(({ type, codes }) => type === 'code' && codes !== undefined)
}

function compileComponent(resourceType: string, text: string, lines: readonly Line[]): SearchParameter {
  const equals = text.indexOf('=')
  const index = lines.findIndex(({ code }) => code === text.slice(0, equals))
  const line = lines[index]
  if (line === undefined) throw new SyntaxError(`Expected a component such as "code=code", got "${text}".`)
  // A component searches a part of the elements of the parameter with its code.
  return compileParameter(resourceType, { ...line, path: text.slice(equals + 1) }, index, lines, line.path)
}
