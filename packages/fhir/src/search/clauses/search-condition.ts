import { FhirError } from '../../resource/fhir-error.js'
import { isResourceType } from '../../resource/resource-types.js'
import { modifierHint } from '../hints/form-hints.js'
import { nameHint } from '../hints/name-hint.js'
import { invalidValueError, resultParameters, splitModifier } from '../parameters/search-names.js'
import { findSearchParameter, listSearchParameters, type SearchParameter } from '../parameters/search-parameters.js'
import { splitEscaped } from '../parameters/search-value.js'
import { chainClause, reverseChainClause } from './chain-clauses.js'
import { compositeClause } from './composite-clause.js'
import { dateClause } from './date-clause.js'
import { belowClause } from './hierarchy-clause.js'
import { isIdentifier, ofTypeClause } from './identifier-clause.js'
import { numberClause, quantityClause } from './measure-clause.js'
import type { SearchClause } from './search-clause.js'
import { oppositeClause } from './term-clause.js'
import {
  containsClause,
  displayClause,
  exactClause,
  idClause,
  logicalReferenceClause,
  presenceClause,
  readTypeModifier,
  referenceClause,
  scan,
  stringClause,
  tokenClause,
  uriClause,
} from './term-clauses.js'
import { valueSetClause } from './value-set-clause.js'

/** Maximum number of references in a chain; `subject.organization.name` has two. */
const maxLinks = 5

/**
 * Parses the condition of a search parameter from its name, with modifiers and chains, and its decoded value. Throws a
 * FhirError on anything unsupported, naming the supported alternatives.
 */
export function parseCondition(resourceType: string, name: string, value: string, links = 0): SearchClause {
  if (value === '' && knowsParameter(resourceType, name)) throw invalidValueError(name, 'a value', value)
  if (links > maxLinks) {
    throw FhirError.of(400, 'too-costly', `Expected a search to follow at most ${maxLinks} references, got more.`)
  }
  const has = splitReverseChain(name)
  if (has !== undefined) return parseReverseChain(resourceType, name, has, value, links)
  const dot = name.indexOf('.')
  if (dot >= 0) return parseChain(resourceType, name.slice(0, dot), name.slice(dot + 1), value, links)
  const { code, modifier } = splitModifier(name)
  const values = splitEscaped(value, ',')
  if (code === '_id') {
    if (modifier === undefined) return idClause(values)
    if (modifier !== 'missing') throw unknownModifierError(resourceType, name, [':missing'])
    const missing = readMissing(code, value)
    return scan(({ id }) => (typeof id === 'string') === !missing)
  }
  const parameter = findSearchParameter(resourceType, code)
  if (parameter === undefined) throw unknownParameterError(resourceType, name)
  if (modifier === 'missing') return presenceClause(parameter, readMissing(code, value))
  const clause = createModifiedClause(parameter, modifier, values)
  if (clause !== undefined) return clause
  throw unknownModifierError(resourceType, name, listModifiers(parameter), parameter)
}

function unknownModifierError(
  resourceType: string,
  name: string,
  supported: readonly string[],
  parameter?: SearchParameter,
): FhirError {
  const { code, modifier = '' } = splitModifier(name)
  const hint = parameter === undefined ? '' : modifierHint(parameter, modifier, supported)
  return FhirError.of(
    400,
    'not-supported',
    `Search parameter "${code}" of ${resourceType} has no modifier ":${modifier}".${hint} Supported: ` +
      `${supported.join(', ')}.`,
  )
}

/** Whether a name in a query, with its modifiers and chains, is a search parameter of the type or shapes the result. */
export function isSearchName(resourceType: string, name: string): boolean {
  return resultParameters.includes(splitModifier(name).code) || knowsParameter(resourceType, name)
}

/** Whether a name begins with a search parameter of the type. */
function knowsParameter(resourceType: string, name: string): boolean {
  const has = splitReverseChain(name)
  if (has !== undefined) return isResourceType(has.source) && findSearchParameter(has.source, has.code) !== undefined
  const { code } = splitModifier(name.split('.', 1)[0] ?? '')
  return code === '_id' || findSearchParameter(resourceType, code) !== undefined
}

interface ReverseChain {
  readonly source: string
  readonly code: string
  readonly rest: string
}

/** Splits `_has:Observation:patient:code` into its parts; returns undefined for any other name. */
function splitReverseChain(name: string): ReverseChain | undefined {
  if (!name.startsWith('_has')) return undefined
  const [has, source = '', code = '', ...rest] = name.split(':')
  return has === '_has' ? { source, code, rest: rest.join(':') } : undefined
}

function parseReverseChain(
  resourceType: string,
  name: string,
  { source, code, rest }: ReverseChain,
  value: string,
  links: number,
): SearchClause {
  if (!isResourceType(source) || rest === '') {
    throw FhirError.of(
      400,
      'value',
      `Search parameter "${name}": expected a name such as _has:Observation:patient:code, which finds what an ` +
        'Observation with that code refers to by "patient".',
    )
  }
  const parameter = requireReferenceParameter(source, code, resourceType)
  return reverseChainClause(resourceType, source, parameter, parseCondition(source, rest, value, links + 1))
}

/** Returns the reference parameter with a code that may refer to `target`. Throws a FhirError if there is none. */
export function requireReferenceParameter(source: string, code: string, target: string | undefined): SearchParameter {
  const parameter = findSearchParameter(source, code)
  if (parameter?.kind === 'reference' && (target === undefined || mayRefer(parameter, target))) return parameter
  const codes = listSearchParameters(source)
    .filter((each) => each.kind === 'reference' && (target === undefined || mayRefer(each, target)))
    .map((each) => each.code)
  const to = target === undefined ? '' : ` to ${target}`
  throw FhirError.of(
    400,
    'not-supported',
    `${source} has no search parameter "${code}" that refers${to}.${nameHint(source, code)} Supported: ` +
      `${codes.join(', ') || 'none'}.`,
  )
}

function mayRefer({ targets }: SearchParameter, type: string): boolean {
  return targets.length === 0 || targets.includes(type)
}

function parseChain(resourceType: string, head: string, rest: string, value: string, links: number): SearchClause {
  const { code, modifier } = splitModifier(head)
  const parameter = findSearchParameter(resourceType, code)
  if (parameter === undefined) throw unknownParameterError(resourceType, `${head}.${rest}`)
  if (parameter.kind !== 'reference') throw notChainedError(resourceType, parameter, `${head}.${rest}`)
  const types = modifier === undefined ? parameter.targets : [modifier]
  if (types.length === 0) {
    throw FhirError.of(
      400,
      'value',
      `Search parameter "${code}" may refer to any type: name it, as in ${code}:Patient.${rest}.`,
    )
  }
  if (modifier !== undefined && readTypeModifier(parameter, modifier) === undefined) {
    const allowed = parameter.targets.length === 0 ? 'any resource type' : parameter.targets.join(', ')
    throw FhirError.of(400, 'not-supported', `"${code}" does not refer to "${modifier}". Supported: ${allowed}.`)
  }
  // Of several target types, only those that have the parameter are searched.
  const known = types.filter((type) => knowsParameter(type, rest))
  if (known.length === 0) {
    const hint = nameHint(resourceType, `${head}.${rest}`)
    const [only = ''] = types
    if (types.length === 1) throw unknownParameterError(only, rest, hint)
    throw FhirError.of(400, 'not-supported', `None of ${types.join(', ')} has a search parameter "${rest}".${hint}`)
  }
  return chainClause(
    parameter,
    known.map((type) => ({ resourceType: type, clause: parseCondition(type, rest, value, links + 1) })),
  )
}

function notChainedError(resourceType: string, { code, kind }: SearchParameter, name: string): FhirError {
  const hint = nameHint(resourceType, name)
  const what = `${resourceType} has no search parameter "${name}": "${code}" is a ${kind}, not a reference.`
  return FhirError.of(400, 'not-supported', what + hint)
}

function createModifiedClause(
  parameter: SearchParameter,
  modifier: string | undefined,
  values: readonly string[],
): SearchClause | undefined {
  if (modifier === undefined) return createClause(parameter, values)
  switch (parameter.kind) {
    case 'token': {
      if (modifier === 'text') return displayClause(parameter, values)
      if (modifier === 'in') return valueSetClause(parameter, values)
      if (modifier === 'of-type') return isIdentifier(parameter) ? ofTypeClause(parameter, values) : undefined
      if (modifier !== 'not') return undefined
      return oppositeClause(tokenClause(parameter, values))
    }
    case 'reference': {
      if (modifier === 'identifier') return logicalReferenceClause(parameter, values)
      if (modifier === 'below' && isCanonical(parameter)) return belowClause(parameter, values)
      const type = readTypeModifier(parameter, modifier)
      return type === undefined ? undefined : referenceClause(parameter, values, type)
    }
    case 'string':
      if (modifier === 'exact') return exactClause(parameter, values)
      return modifier === 'contains' ? containsClause(parameter, values) : undefined
    case 'uri':
      return modifier === 'below' ? belowClause(parameter, values) : undefined
    default:
      return undefined
  }
}

/** Whether a reference parameter searches canonical URLs. */
function isCanonical({ elements }: SearchParameter): boolean {
  return elements().some(({ type }) => type === 'canonical' || type === 'uri')
}

function createClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  switch (parameter.kind) {
    case 'token':
      return tokenClause(parameter, values)
    case 'reference':
      return referenceClause(parameter, values, undefined)
    case 'string':
      return stringClause(parameter, values)
    case 'date':
      return dateClause(parameter, values)
    case 'uri':
      return uriClause(parameter, values)
    case 'number':
      return numberClause(parameter, values)
    case 'quantity':
      return quantityClause(parameter, values)
    case 'composite':
      return compositeClause(parameter, values, createClause)
  }
}

/** Returns the supported modifiers of a parameter, with their colons. */
export function listModifiers(parameter: SearchParameter): readonly string[] {
  switch (parameter.kind) {
    case 'token':
      return [':missing', ':not', ':text', ':in', ...(isIdentifier(parameter) ? [':of-type'] : [])]
    case 'reference':
      return [
        ':missing',
        ':identifier',
        ...(isCanonical(parameter) ? [':below'] : []),
        ...parameter.targets.map((target) => `:${target}`),
      ]
    case 'string':
      return [':missing', ':exact', ':contains']
    case 'uri':
      return [':missing', ':below']
    default:
      return [':missing']
  }
}

function readMissing(code: string, value: string): boolean {
  if (value !== 'true' && value !== 'false') throw invalidValueError(`${code}:missing`, 'true or false', value)
  return value === 'true'
}

function unknownParameterError(resourceType: string, name: string, hint = nameHint(resourceType, name)): FhirError {
  const codes = ['_id', ...listSearchParameters(resourceType).map((parameter) => parameter.code), '_has']
  return FhirError.of(
    400,
    'not-supported',
    `${resourceType} has no search parameter "${name}".${hint} Supported: ${codes.join(', ')}; and for the result ` +
      `${resultParameters.join(', ')}.`,
  )
}
