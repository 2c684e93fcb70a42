import type { JsonObject, Steps } from '@carebench/protocol/wire'
import { FhirError } from '../../resource/fhir-error.js'
import { idPattern, type StoredResource } from '../../resource/fhir-resource.js'
import { isResourceType } from '../../resource/resource-types.js'
import { finderIn, sortCreated, uniteCreated } from '../index/created-list.js'
import { ListedResources, OtherResources } from '../index/resource-set.js'
import type { TermIndex } from '../index/term-index.js'
import type { TypeIndex } from '../index/type-index.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { splitEscaped, unescapeValue } from '../parameters/search-value.js'
import { foldForms, foldText } from '../values/fold-text.js'
import { foldTerms, wholeTermsOf } from '../values/folded-terms.js'
import { hasValue } from '../values/parameter-values.js'
import { displayTermsOf, indexedCharacters, searchTermsOf, textsOf } from '../values/search-terms.js'
import { foldCode, searchedTerms } from '../values/token-terms.js'
import type { SearchClause } from './search-clause.js'
import { anyTerm, oneValue } from './term-clause.js'

/** `[system]|[code]`, `[code]`, `|[code]` or `[system]|`, any of several. */
export function tokenClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  const [only] = values
  return only !== undefined && values.length === 1
    ? oneValue(parameter, termsOfToken(parameter, only))
    : anyTerm(
        parameter,
        values.flatMap((value) => termsOfToken(parameter, value)),
      )
}

function termsOfToken(parameter: SearchParameter, value: string): readonly string[] {
  // Most tokens are codes alone.
  if (!value.includes('|') && !value.includes('\\')) {
    return parameter.countsCase() ? [`c${value}`] : searchedTerms(undefined, value)
  }
  const [first = '', ...rest] = splitEscaped(value, '|')
  const system = unescapeValue(first)
  if (rest.length === 0) return searchedTerms(undefined, system)
  const code = unescapeValue(rest.join('|'))
  return code === '' ? [`y${system}`] : searchedTerms(system, code)
}

/** `:missing`: resources without a value of the parameter, or those with one. */
export function presenceClause(parameter: SearchParameter, missing: boolean): SearchClause {
  return {
    prepare: (index) => index.prepare(parameter, 'presence'),
    test: (resource) => hasValue(parameter, resource) === !missing,
    tester(index) {
      const isPresent = finderIn(index.present(parameter))
      return missing ? (stored) => !isPresent(stored) : isPresent
    },
    estimate: (index) =>
      missing ? index.inOrder.length - index.present(parameter).length : index.present(parameter).length,
    find: (index) =>
      missing
        ? new OtherResources(index.inOrder, index.present(parameter))
        : new ListedResources(index.present(parameter)),
  }
}

/** `:text`: a text that goes with the code and begins with a value, case, accents and punctuation aside. */
export function displayClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  const prefixes = shortestOf(values.flatMap((value) => foldForms(unescapeValue(value))))
  const begins = beginsWithAny(prefixes)
  return {
    prepare: (index, isTested) =>
      prepareTerms(index.prepare(parameter, 'texts'), () => index.displays(parameter), isTested && !isSmall(index)),
    estimate: (index, enough = index.inOrder.length) =>
      sum(prefixes.map((prefix) => index.displays(parameter).countPrefix(prefix, enough))),
    find: (index) => unionOf(prefixes.map((prefix) => index.displays(parameter).withPrefix(prefix))),
    test: (resource) => displayTermsOf(parameter, resource).some(begins),
    tester: (index) => index.displays(parameter).tester(begins),
  }
}

/** Resources by their ids, any of several. */
export function idClause(values: readonly string[], wanted: ReadonlySet<string> = new Set(values)): SearchClause {
  return {
    estimate: () => wanted.size,
    find(index) {
      const found: StoredResource[] = []
      for (const id of wanted) {
        const stored = index.get(id)
        if (stored !== undefined) found.push(stored)
      }
      sortCreated(found)
      return new ListedResources(found)
    },
    test: ({ id }) => typeof id === 'string' && wanted.has(id),
    literal: { element: 'id', values },
  }
}

/** `Patient/1`, `1` (of the types that the parameter allows, or of `type`) or an absolute URL, any of several. */
export function referenceClause(
  parameter: SearchParameter,
  values: readonly string[],
  type: string | undefined,
): SearchClause {
  const terms: string[] = []
  for (const escaped of values) {
    const value = unescapeValue(escaped)
    if (!idPattern.test(value)) terms.push(`r${type === undefined || value.includes('/') ? value : `${type}/${value}`}`)
    else if (type !== undefined) terms.push(`r${type}/${value}`)
    else if (parameter.targets.length === 0) throw untyped(parameter.code, value)
    else for (const target of parameter.targets) terms.push(`r${target}/${value}`)
  }
  const { element } = parameter
  // A resource may name a version of a canonical URL.
  if (element === undefined || terms.some((term) => term.includes(':'))) return anyTerm(parameter, terms)
  return anyTerm(parameter, terms, { element, values: terms.map((term) => term.slice(1)) })
}

function untyped(code: string, value: string): FhirError {
  return FhirError.of(
    400,
    'value',
    `Search parameter "${code}" may refer to any type: give it, as in ${code}=Patient/${value} or ` +
      `${code}:Patient=${value}.`,
  )
}

/** `:identifier`: references by business identifier, `[system]|[value]` or `[value]`. */
export function logicalReferenceClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  return anyTerm(
    parameter,
    values.map((value) => {
      const [first = '', ...rest] = splitEscaped(value, '|')
      const system = unescapeValue(first)
      return rest.length === 0 ? `j${foldCode(system)}` : `i${system}|${foldCode(unescapeValue(rest.join('|')))}`
    }),
  )
}

/** A text that begins with a value, case, accents and punctuation aside. */
export function stringClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  const prefixes = shortestOf(values.flatMap((value) => foldForms(unescapeValue(value))))
  const begins = beginsWithAny(prefixes)
  return {
    prepare: (index, isTested) =>
      prepareTerms(index.prepare(parameter, 'values'), () => index.terms(parameter), isTested && !isSmall(index)),
    estimate: (index, enough = index.inOrder.length) =>
      sum(prefixes.map((prefix) => index.terms(parameter).countPrefix(prefix, enough))),
    find: (index) => unionOf(prefixes.map((prefix) => index.terms(parameter).withPrefix(prefix))),
    test: (resource) => searchTermsOf(parameter, resource).some(begins),
    tester: (index) => index.terms(parameter).tester(begins),
  }
}

/** Maximum number of values of `:contains`: each is searched in every text of a resource, which may have many. */
const containedValues = 50

/**
 * `:contains`: a text that contains a value, case, accents and punctuation aside. Throws a FhirError on too many
 * values.
 */
export function containsClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  if (values.length > containedValues) {
    throw FhirError.of(
      400,
      'too-costly',
      `Search parameter "${parameter.code}:contains": expected at most ${containedValues} values, got ` +
        `${values.length}. Search several times.`,
    )
  }
  const folded = [...new Set(values.flatMap((value) => foldForms(unescapeValue(value))))]
  const test = (resource: JsonObject): boolean =>
    wholeTermsOf(parameter, resource).some((term) => folded.some((part) => term.includes(part)))
  return {
    *prepare(index) {
      const steps = index.prepare(parameter, 'values')
      if (steps !== undefined) yield* steps
      for (const { resource } of index.terms(parameter).ofLength(indexedCharacters))
        yield* foldTerms(parameter, resource)
    },
    // Looking for many texts in all terms at once would take long; resources are tested one by one.
    estimate: (index) => (values.length === 1 ? index.inOrder.length : undefined),
    find(index) {
      const terms = index.terms(parameter)
      const long = terms.ofLength(indexedCharacters).filter(({ resource }) => test(resource))
      return unionOf([...folded.map((part) => terms.containing(part)), long])
    },
    test,
  }
}

/** `:exact`: a text that equals a value to the letter. */
export function exactClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  const wanted = new Set(values.map(unescapeValue))
  const folded = [...new Set([...wanted].map((text) => foldText(text)))]
  const test = (resource: JsonObject): boolean =>
    parameter.path(resource).some((value) => textsOf(value).some((text) => wanted.has(text)))
  return {
    prepare: (index) => index.prepare(parameter, 'values'),
    estimate: (index) => sum(folded.map((term) => index.terms(parameter).get(term).length)),
    find(index) {
      const candidates = uniteCreated(folded.map((term) => index.terms(parameter).get(term)))
      return new ListedResources(candidates.filter(({ resource }) => test(resource)))
    },
    test,
  }
}

/** A URI that equals a value. */
export function uriClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  return anyTerm(parameter, values.map(unescapeValue))
}

/** Makes a condition that can only be tested on each resource. */
export function scan(test: (resource: JsonObject) => boolean): SearchClause {
  return { estimate: () => undefined, find: () => new ListedResources([]), test }
}

/** Returns the modifier of a reference parameter as a resource type, `Patient` in `subject:Patient`. */
export function typeModifier(parameter: SearchParameter, modifier: string): string | undefined {
  const allowed = parameter.targets.length === 0 ? isResourceType(modifier) : parameter.targets.includes(modifier)
  return allowed ? modifier : undefined
}

/** Prepares in steps an index of terms, the sorted order of its terms, and the data for testing resources with it. */
function prepareTerms(
  preparation: Steps<void> | undefined,
  terms: () => TermIndex,
  isTested: boolean,
): Steps<void> | undefined {
  if (preparation !== undefined) return prepareAll(preparation, terms, isTested)
  const order = terms().prepareOrder()
  const tester = isTested ? terms().prepareTester() : undefined
  return order === undefined || tester === undefined ? (order ?? tester) : prepareBoth(order, tester)
}

function* prepareAll(preparation: Steps<void>, terms: () => TermIndex, isTested: boolean): Steps<void> {
  yield* preparation
  const rest = prepareTerms(undefined, terms, isTested)
  if (rest !== undefined) yield* rest
}

function* prepareBoth(order: Steps<void>, tester: Steps<void>): Steps<void> {
  yield* order
  yield* tester
}

function unionOf(lists: readonly (readonly StoredResource[])[]): ListedResources {
  return new ListedResources(uniteCreated(lists))
}

/**
 * Whether an index has so few resources, as most of those that forks write to, that it need not keep the terms of each.
 */
function isSmall({ inOrder }: TypeIndex): boolean {
  return inOrder.length < 16
}

/** Returns the prefixes without those that begin with another one, sorted: no text begins with two of them. */
function shortestOf(prefixes: readonly string[]): readonly string[] {
  const shortest: string[] = []
  for (const prefix of [...prefixes].sort(byCodeUnit)) {
    const last = shortest.at(-1)
    if (last === undefined || !prefix.startsWith(last)) shortest.push(prefix)
  }
  return shortest
}

/** Returns a test of whether a text begins with one of the prefixes, at the cost of a binary search. */
function beginsWithAny(prefixes: readonly string[]): (text: string) => boolean {
  const shortest = shortestOf(prefixes)
  return (text) => {
    let low = 0
    let high = shortest.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((shortest[middle] ?? '') <= text) low = middle + 1
      else high = middle
    }
    // Of prefixes none of which begins with another, only the last one that is not greater can fit.
    const candidate = shortest[low - 1]
    return candidate !== undefined && text.startsWith(candidate)
  }
}

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
