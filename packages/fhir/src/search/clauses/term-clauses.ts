import type { JsonObject, Steps } from '@carebench/protocol/wire'
import { FhirError } from '../../resource/fhir-error.js'
import { idPattern, type StoredResource } from '../../resource/fhir-resource.js'
import { isResourceType } from '../../resource/resource-types.js'
import { createFinder, sortCreated, uniteCreated } from '../index/created-list.js'
import { ListedResources, OtherResources } from '../index/resource-set.js'
import type { TermIndex } from '../index/term-index.js'
import type { TypeIndex } from '../index/type-index.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { splitEscaped, unescapeValue } from '../parameters/search-value.js'
import { foldForms, foldText } from '../values/fold-text.js'
import { foldTerms, listWholeTerms } from '../values/folded-terms.js'
import { hasValue } from '../values/parameter-values.js'
import { indexedCharacters, listDisplayTerms, listSearchTerms, readTexts } from '../values/search-terms.js'
import { createSearchTerms, foldCode } from '../values/token-terms.js'
import type { SearchClause } from './search-clause.js'
import { anyTerm, oneValue } from './term-clause.js'

/** Returns the condition of a token: one of the values, each `[system]|[code]`, `[code]`, `|[code]` or `[system]|`. */
export function tokenClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  const [only] = values
  return only !== undefined && values.length === 1
    ? oneValue(parameter, createTokenTerms(parameter, only))
    : anyTerm(
        parameter,
        values.flatMap((value) => createTokenTerms(parameter, value)),
      )
}

function createTokenTerms(parameter: SearchParameter, value: string): readonly string[] {
  // Most tokens are codes alone.
  if (!value.includes('|') && !value.includes('\\')) {
    return parameter.countsCase() ? [`c${value}`] : createSearchTerms(undefined, value)
  }
  const [first = '', ...rest] = splitEscaped(value, '|')
  const system = unescapeValue(first)
  if (rest.length === 0) return createSearchTerms(undefined, system)
  const code = unescapeValue(rest.join('|'))
  return code === '' ? [`y${system}`] : createSearchTerms(system, code)
}

/** Returns the condition `:missing`: the resource has no value of the parameter, or has one. */
export function presenceClause(parameter: SearchParameter, missing: boolean): SearchClause {
  return {
    prepare: (index) => index.prepare(parameter, 'presence'),
    test: (resource) => hasValue(parameter, resource) === !missing,
    tester(index) {
      const isPresent = createFinder(index.present(parameter))
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

/** Returns the condition `:text`: a text of the code begins with a value; ignores case, accents and punctuation. */
export function displayClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  const prefixes = keepShortest(values.flatMap((value) => foldForms(unescapeValue(value))))
  const begins = createPrefixTest(prefixes)
  return {
    prepare: (index, isTested) =>
      prepareTerms(index.prepare(parameter, 'texts'), () => index.displays(parameter), isTested && !isSmall(index)),
    estimate: (index, enough = index.inOrder.length) =>
      sum(prefixes.map((prefix) => index.displays(parameter).countPrefix(prefix, enough))),
    find: (index) => unite(prefixes.map((prefix) => index.displays(parameter).withPrefix(prefix))),
    test: (resource) => listDisplayTerms(parameter, resource).some(begins),
    tester: (index) => index.displays(parameter).tester(begins),
  }
}

/** Returns the condition that the id is one of several. */
export function idClause(values: readonly string[], expected: ReadonlySet<string> = new Set(values)): SearchClause {
  return {
    estimate: () => expected.size,
    find(index) {
      const found: StoredResource[] = []
      for (const id of expected) {
        const stored = index.get(id)
        if (stored !== undefined) found.push(stored)
      }
      sortCreated(found)
      return new ListedResources(found)
    },
    test: ({ id }) => typeof id === 'string' && expected.has(id),
    literal: { element: 'id', values },
  }
}

/** Returns the condition of a reference to `Patient/1`, `1` (of `type` or the allowed types) or an absolute URL. */
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
    else if (parameter.targets.length === 0) throw untypedError(parameter.code, value)
    else for (const target of parameter.targets) terms.push(`r${target}/${value}`)
  }
  const { element } = parameter
  // A resource may name a version of a canonical URL.
  if (element === undefined || terms.some((term) => term.includes(':'))) return anyTerm(parameter, terms)
  return anyTerm(parameter, terms, { element, values: terms.map((term) => term.slice(1)) })
}

function untypedError(code: string, value: string): FhirError {
  return FhirError.of(
    400,
    'value',
    `Search parameter "${code}" may refer to any type: name it, as in ${code}=Patient/${value} or ` +
      `${code}:Patient=${value}.`,
  )
}

/** Returns the condition `:identifier`: a reference has the identifier `[system]|[value]` or `[value]`. */
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

/** Returns the condition that a text begins with a value; ignores case, accents and punctuation. */
export function stringClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  const prefixes = keepShortest(values.flatMap((value) => foldForms(unescapeValue(value))))
  const begins = createPrefixTest(prefixes)
  return {
    prepare: (index, isTested) =>
      prepareTerms(index.prepare(parameter, 'values'), () => index.terms(parameter), isTested && !isSmall(index)),
    estimate: (index, enough = index.inOrder.length) =>
      sum(prefixes.map((prefix) => index.terms(parameter).countPrefix(prefix, enough))),
    find: (index) => unite(prefixes.map((prefix) => index.terms(parameter).withPrefix(prefix))),
    test: (resource) => listSearchTerms(parameter, resource).some(begins),
    tester: (index) => index.terms(parameter).tester(begins),
  }
}

/** Maximum number of values of `:contains`: each is searched in every text of a resource. */
const maxContainsValues = 50

/**
 * Returns the condition `:contains`: a text contains a value; ignores case, accents and punctuation. Throws a FhirError
 * on too many values.
 */
export function containsClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  if (values.length > maxContainsValues) {
    throw FhirError.of(
      400,
      'too-costly',
      `Search parameter "${parameter.code}:contains": expected at most ${maxContainsValues} values, got ` +
        `${values.length}. Search several times.`,
    )
  }
  const folded = [...new Set(values.flatMap((value) => foldForms(unescapeValue(value))))]
  const test = (resource: JsonObject): boolean =>
    listWholeTerms(parameter, resource).some((term) => folded.some((part) => term.includes(part)))
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
      return unite([...folded.map((part) => terms.containing(part)), long])
    },
    test,
  }
}

/** Returns the condition `:exact`: a text equals a value exactly. */
export function exactClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  const expected = new Set(values.map(unescapeValue))
  const folded = [...new Set([...expected].map((text) => foldText(text)))]
  const test = (resource: JsonObject): boolean =>
    parameter.path(resource).some((value) => readTexts(value).some((text) => expected.has(text)))
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

/** Returns the condition that a URI equals a value. */
export function uriClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  return anyTerm(parameter, values.map(unescapeValue))
}

/** Returns a condition that can only be tested on each resource. */
export function scan(test: (resource: JsonObject) => boolean): SearchClause {
  return { estimate: () => undefined, find: () => new ListedResources([]), test }
}

/** Returns the modifier of a reference parameter as a resource type, `Patient` in `subject:Patient`. */
export function readTypeModifier(parameter: SearchParameter, modifier: string): string | undefined {
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

function unite(lists: readonly (readonly StoredResource[])[]): ListedResources {
  return new ListedResources(uniteCreated(lists))
}

/** Whether an index has too few resources to keep the terms of each, as have most indexes that forks write to. */
function isSmall({ inOrder }: TypeIndex): boolean {
  return inOrder.length < 16
}

/** Returns the sorted prefixes without those that begin with another one: no text begins with two of them. */
function keepShortest(prefixes: readonly string[]): readonly string[] {
  const shortest: string[] = []
  for (const prefix of [...prefixes].sort()) {
    const last = shortest.at(-1)
    if (last === undefined || !prefix.startsWith(last)) shortest.push(prefix)
  }
  return shortest
}

/** Returns a test of whether a text begins with one of the prefixes, at the cost of a binary search. */
function createPrefixTest(prefixes: readonly string[]): (text: string) => boolean {
  const shortest = keepShortest(prefixes)
  return (text) => {
    let low = 0
    let high = shortest.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((shortest[middle] ?? '') <= text) low = middle + 1
      else high = middle
    }
    // No prefix begins with another, so only the last one that is not greater can match.
    const candidate = shortest[low - 1]
    return candidate !== undefined && text.startsWith(candidate)
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
