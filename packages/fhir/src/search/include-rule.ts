import type { Steps } from '@carebench/protocol/wire'
import { FhirError } from '../resource/fhir-error.js'
import type { StoredResource } from '../resource/fhir-resource.js'
import { isResourceType } from '../resource/resource-types.js'
import type { SearchRecord } from './clauses/search-clause.js'
import { requireReferenceParameter } from './clauses/search-condition.js'
import { anyTerm } from './clauses/term-clause.js'
import { invalidValueError } from './parameters/search-names.js'
import { listSearchParameters, type SearchParameter } from './parameters/search-parameters.js'
import { listSearchTerms } from './values/search-terms.js'

/** A rule for included resources: those that others refer to, or that refer to others. */
export interface IncludeRule {
  /** True for `_revinclude`. */
  readonly reverse: boolean
  /** Whether it also applies to included resources. */
  readonly iterate: boolean
  /** The type of the referring resources. */
  readonly source: string
  readonly parameters: readonly SearchParameter[]
  /** The type of the resources they refer to; undefined for any. */
  readonly target: string | undefined
}

/** Maximum number of resources that a page includes, and of their characters in total. */
const maxIncluded = { resources: 10_000, characters: 16 * 1024 * 1024 } as const

/** Number of references looked up in one step. */
const looksPerStep = 64

/**
 * The number of look-ups since the last pause, over all rounds: a chain of references has thousands of short rounds.
 */
interface Pace {
  looks: number
}

/** Counts look-ups, after a pause if the earlier ones were enough for one step. */
function* look(pace: Pace, looks: number): Steps<void> {
  if (pace.looks >= looksPerStep) {
    pace.looks = 0
    yield
  }
  pace.looks += looks
}

/**
 * Parses `_include=Observation:patient`, `Observation:subject:Patient`, `Observation:*`, and the same for
 * `_revinclude`, both with `:iterate`. Throws a FhirError on any other form, and on a rule that cannot include
 * anything.
 */
export function parseInclude(resourceType: string, name: string, value: string): IncludeRule {
  const [what, modifier, ...none] = name.split(':')
  const reverse = what === '_revinclude'
  const iterate = modifier === 'iterate'
  if ((modifier !== undefined && !iterate) || none.length > 0) {
    throw FhirError.of(400, 'not-supported', `Parameter "${what}" has no modifier ":${modifier}". Supported: :iterate.`)
  }
  const [source = '', code = '', target, ...more] = value.split(':')
  const named = reverse && target === undefined && !iterate ? resourceType : target
  if (!isResourceType(source) || code === '' || more.length > 0 || (target !== undefined && !isResourceType(target))) {
    throw invalidValueError(
      name,
      'a type and a reference such as Observation:patient or Observation:subject:Patient',
      value,
    )
  }
  if (!iterate && (reverse ? named : source) !== resourceType) {
    throw FhirError.of(
      400,
      'value',
      `${name}=${value} does not apply to ${resourceType}. To apply it to included resources, write ${what}:iterate.`,
    )
  }
  const parameters =
    code === '*'
      ? listSearchParameters(source).filter(({ kind, targets }) => {
          return kind === 'reference' && (named === undefined || targets.length === 0 || targets.includes(named))
        })
      : [requireReferenceParameter(source, code, named)]
  return { reverse, iterate, source, parameters, target: named }
}

/** Returns the resources that rules include with the matches of a page, each once, without the matches themselves. */
export function* findIncluded(
  record: SearchRecord,
  matches: readonly StoredResource[],
  rules: readonly IncludeRule[],
): Steps<readonly StoredResource[]> {
  const seen = new Set(matches)
  const included: StoredResource[] = []
  const pace: Pace = { looks: 0 }
  let characters = 0
  let looked = matches
  for (let round = rules; round.length > 0 && looked.length > 0; round = rules.filter(({ iterate }) => iterate)) {
    const found: StoredResource[] = []
    for (const rule of round) {
      const linked = yield* (rule.reverse ? findReferring : findReferred)(record, looked, rule, pace)
      for (const stored of linked) {
        if (seen.has(stored)) continue
        seen.add(stored)
        found.push(stored)
        characters += stored.text.length
        if (seen.size - matches.length > maxIncluded.resources || characters > maxIncluded.characters) {
          throw tooManyError()
        }
      }
    }
    included.push(...found)
    looked = found
  }
  return included
}

function* findReferred(
  record: SearchRecord,
  looked: readonly StoredResource[],
  { source, parameters, target }: IncludeRule,
  pace: Pace,
): Steps<readonly StoredResource[]> {
  const found: StoredResource[] = []
  yield* look(pace, 1)
  for (const { resource } of looked) {
    if (resource.resourceType !== source) continue
    for (const parameter of parameters) {
      const terms = listSearchTerms(parameter, resource)
      yield* look(pace, terms.length + 1)
      record.spend(terms.length + 1)
      for (const term of terms) {
        const slash = term.indexOf('/')
        if (!term.startsWith('r') || slash < 0) continue
        const type = term.slice(1, slash)
        if (target !== undefined && type !== target) continue
        const stored = record.read(type, term.slice(slash + 1))
        if (stored !== undefined) found.push(stored)
      }
    }
  }
  return found
}

function* findReferring(
  record: SearchRecord,
  looked: readonly StoredResource[],
  { source, parameters, target }: IncludeRule,
  pace: Pace,
): Steps<readonly StoredResource[]> {
  const terms: string[] = []
  yield* look(pace, 1)
  for (const { resource } of looked) {
    if (target !== undefined && resource.resourceType !== target) continue
    if (typeof resource.id === 'string') terms.push(`r${resource.resourceType}/${resource.id}`)
  }
  if (terms.length === 0) return []
  const found: StoredResource[] = []
  for (const parameter of parameters) {
    yield* look(pace, 1)
    record.spend(terms.length * 2)
    for (const stored of yield* record.find(source, [anyTerm(parameter, terms)])) found.push(stored)
  }
  return found
}

function tooManyError(): FhirError {
  return FhirError.of(
    413,
    'too-costly',
    `Expected at most ${maxIncluded.resources} included resources of ${maxIncluded.characters} characters in all, ` +
      'got more. Request a smaller _count or fewer includes.',
  )
}
