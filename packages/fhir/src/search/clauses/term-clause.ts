import { isJsonObject, type JsonObject, type Steps } from '@carebench/protocol/wire'
import type { StoredResource } from '../../resource/fhir-resource.js'
import { isResourceType } from '../../resource/resource-types.js'
import { createFinder, uniteCreated } from '../index/created-list.js'
import { ListedResources, OtherResources, type ResourceSet } from '../index/resource-set.js'
import type { TypeIndex } from '../index/type-index.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { listSearchTerms } from '../values/search-terms.js'
import type { LiteralKey, SearchClause } from './search-clause.js'

/**
 * Returns the condition that a resource has one of several terms, as `listSearchTerms` creates them. `literal` has the
 * references of the terms and the member that has them, if they are references in one member.
 */
export function anyTerm(parameter: SearchParameter, values: readonly string[], literal?: LiteralKey): SearchClause {
  const terms = values.length < 2 ? values : [...new Set(values)]
  return terms.length === 1 ? new OneValueClause(parameter, terms, literal) : new TermsClause(parameter, terms, literal)
}

/**
 * Returns the condition that a resource has one value. The value has a few terms, and an index usually has one of them.
 */
export function oneValue(parameter: SearchParameter, terms: readonly string[]): SearchClause {
  return new OneValueClause(parameter, terms, undefined)
}

/** Returns the condition `:not`: the resource does not satisfy `opposite`, even for lack of a value. */
export function oppositeClause(opposite: SearchClause): SearchClause {
  return new OppositeClause(opposite)
}

/** Maximum number of terms that are looked up one by one for each candidate. */
const fewTerms = 8

/**
 * The condition of {@link anyTerm}. A class, because most searches have one: it makes one object instead of a function
 * for each task.
 */
class TermsClause implements SearchClause {
  readonly literal?: LiteralKey
  protected readonly parameter: SearchParameter
  protected readonly searched: readonly string[]
  #wanted: ReadonlySet<string> | undefined
  #plain: ReadonlySet<string> | undefined

  constructor(parameter: SearchParameter, terms: readonly string[], literal: LiteralKey | undefined) {
    this.parameter = parameter
    this.searched = terms
    if (literal !== undefined) this.literal = literal
  }

  prepare(index: TypeIndex): Steps<void> | undefined {
    return index.prepare(this.parameter, 'values')
  }

  estimate(index: TypeIndex): number {
    let count = 0
    for (const list of this.listsOf(index)) count += list.length
    return count
  }

  find(index: TypeIndex): ResourceSet {
    return new ListedResources(uniteCreated(this.listsOf(index)))
  }

  tester(index: TypeIndex): ((stored: StoredResource) => boolean) | undefined {
    const lists = this.listsOf(index)
    if (lists.length > fewTerms) return undefined
    const finders = lists.map(createFinder)
    return (stored) => finders.some((isIn) => isIn(stored))
  }

  test(resource: JsonObject): boolean {
    return this.#hasPlainReference(resource) || this.#hasTerm(resource)
  }

  protected listsOf(index: TypeIndex): readonly (readonly StoredResource[])[] {
    const terms = index.terms(this.parameter)
    return this.searched.map((term) => terms.get(term)).filter((list) => list.length > 0)
  }

  #hasTerm(resource: JsonObject): boolean {
    this.#wanted ??= new Set(this.searched)
    for (const term of listSearchTerms(this.parameter, resource)) if (this.#wanted.has(term)) return true
    return false
  }

  /** Whether a resource has one of the references in its most frequent form: `Type/id` of an allowed target type. */
  #hasPlainReference(resource: JsonObject): boolean {
    const { literal } = this
    if (literal === undefined) return false
    const value = resource[literal.element]
    if (!isJsonObject(value) || typeof value.reference !== 'string') return false
    const { targets } = this.parameter
    this.#plain ??= new Set(literal.values.filter((text) => namesTarget(text, targets)))
    return this.#plain.has(value.reference)
  }
}

const none: readonly StoredResource[] = []

/** The condition of {@link oneValue}, whose resources an index has as a list. */
class OneValueClause extends TermsClause {
  listed(index: TypeIndex): readonly StoredResource[] {
    const terms = index.terms(this.parameter)
    let listed = none
    for (const term of this.searched) {
      const list = terms.get(term)
      if (list.length > 0) listed = listed.length === 0 ? list : uniteCreated([listed, list])
    }
    return listed
  }

  override estimate(index: TypeIndex): number {
    return this.listed(index).length
  }

  override find(index: TypeIndex): ResourceSet {
    return new ListedResources(this.listed(index))
  }

  override tester(index: TypeIndex): (stored: StoredResource) => boolean {
    return createFinder(this.listed(index))
  }
}

class OppositeClause implements SearchClause {
  readonly #opposite: SearchClause

  constructor(opposite: SearchClause) {
    this.#opposite = opposite
  }

  prepare(index: TypeIndex, isTested: boolean): Steps<void> | undefined {
    return this.#opposite.prepare?.(index, isTested)
  }

  estimate(index: TypeIndex): number | undefined {
    return this.#opposite.estimate(index) === undefined ? undefined : index.inOrder.length
  }

  find(index: TypeIndex): ResourceSet {
    return new OtherResources(index.inOrder, this.#opposite.find(index).all())
  }

  tester(index: TypeIndex): ((stored: StoredResource) => boolean) | undefined {
    const isMatch = this.#opposite.tester?.(index)
    return isMatch && ((stored) => !isMatch(stored))
  }

  test(resource: JsonObject): boolean {
    return !this.#opposite.test(resource)
  }
}

/**
 * Whether a string is `Type/id` of an allowed target type, so that any reference equal to it satisfies the condition.
 */
function namesTarget(text: string, targets: readonly string[]): boolean {
  const slash = text.indexOf('/')
  if (slash < 0 || text.includes('/', slash + 1)) return false
  const type = text.slice(0, slash)
  return isResourceType(type) && (targets.length === 0 || targets.includes(type))
}
