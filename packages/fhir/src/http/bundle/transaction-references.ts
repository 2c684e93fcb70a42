import type { Steps } from '@carebench/protocol/wire'
import { describe } from '../../resource/describe.js'
import { FhirError } from '../../resource/fhir-error.js'
import { formatReference, idPattern, isResource, readId } from '../../resource/fhir-resource.js'
import type { OutcomeIssue } from '../../resource/operation-outcome.js'
import { findReferences, isConditionalReference } from '../../resource/references.js'
import { isResourceType } from '../../resource/resource-types.js'
import type { SearchEffort } from '../../search/matches/search-effort.js'
import { FhirStore } from '../../store/store.js'
import { rewriteReferences } from '../../validation/rewrite-references.js'
import { findOnlyMatch } from '../actions/only-match.js'
import { createId } from '../actions/record-actions.js'
import type { FhirContext } from '../fhir-context.js'
import { formatQuery, parseQuery, splitUrl } from '../request/fhir-url.js'
import type { BundleEntry } from './bundle-entry.js'

/** Maximum number of unresolved references that are reported, and of locations of each. */
const unresolvedLimit = 1000

/** Number of conditional references that are searched in one step. */
const searchesPerStep = 50

/**
 * Prepares the entries of a transaction: chooses the ids of created resources, and replaces references between entries
 * (by `fullUrl`) and conditional references (by search) with literal ones.
 *
 * Conditional references are resolved in the store first, then among the resources that the transaction writes. Throws
 * a FhirError (400) if entries repeat a `fullUrl` or a write of one resource, else with an issue for each reference
 * that cannot be resolved, naming it and the elements it occurs in, up to {@link unresolvedLimit} of both.
 */
export function* resolveTransaction(
  store: FhirStore,
  entries: readonly BundleEntry[],
  context: FhirContext,
  effort: SearchEffort,
): Steps<readonly BundleEntry[]> {
  rejectRepeated(entries)
  const conditions = new Map<string, string>()
  const placed: BundleEntry[] = []
  for (const entry of entries) {
    yield
    placed.push(yield* placeEntry(store, entry, context, conditions))
  }
  const targets = new Map<string, string>()
  for (const { fullUrl, target } of placed) {
    if (fullUrl !== undefined && target !== undefined) targets.set(fullUrl, target)
  }
  const written = lazily(() => createWrittenStore(placed).trial(effort))
  const conditional = new Map<string, string | OutcomeIssue>()
  const unresolved = new Map<string, { issue: OutcomeIssue; places: string[] }>()
  const resolved: BundleEntry[] = []
  for (const entry of placed) {
    yield
    resolved.push(yield* replaceReferences(entry))
  }
  const [first, ...others] = [...unresolved.values()].slice(0, unresolvedLimit).map(({ issue, places }) => ({
    ...issue,
    expression: places.slice(0, unresolvedLimit),
  }))
  if (first !== undefined) throw new FhirError(400, [first, ...others])
  return resolved

  function* replaceReferences(entry: BundleEntry): Steps<BundleEntry> {
    if (!isResource(entry.resource)) return entry
    const base = readBase(entry.fullUrl)
    const literals = new Map<string, string>()
    let searched = conditional.size
    for (const { reference, expression } of findReferences(entry.resource)) {
      if (conditional.size - searched >= searchesPerStep) {
        yield
        searched = conditional.size
      }
      const found = yield* resolve(reference, base)
      if (found === undefined) continue
      if (typeof found === 'string') literals.set(reference, found)
      else {
        const place = `Bundle.entry[${entry.index}].resource${expression.slice(entry.resource.resourceType.length)}`
        const known = unresolved.get(reference)
        if (known === undefined) unresolved.set(reference, { issue: found, places: [place] })
        else known.places.push(place)
      }
    }
    const resource = rewriteReferences(entry.resource, (reference) => literals.get(reference) ?? targets.get(reference))
    return resource === entry.resource ? entry : { ...entry, resource }
  }

  /** Returns the literal reference, an issue if the reference cannot be resolved, or undefined to keep it unchanged. */
  function* resolve(reference: string, base: string): Steps<string | OutcomeIssue | undefined> {
    const target = targets.get(reference) ?? targets.get(base + reference)
    if (target !== undefined) return target
    if (isConditionalReference(reference)) {
      let result = conditional.get(reference)
      if (result === undefined) {
        result = yield* resolveConditional(reference, [() => store, written], context)
        conditional.set(reference, result)
      }
      return result
    }
    if (/^urn:(uuid|oid):/i.test(reference)) {
      return unresolvedIssue('not-found', `Reference "${reference}" is not resolved: no entry has it as its fullUrl.`)
    }
    return undefined
  }
}

/**
 * Chooses the location of an entry's resource in advance, so that references to it can be written first. Creates on the
 * same condition share one resource: the second finds what the first created.
 */
function* placeEntry(
  store: FhirStore,
  entry: BundleEntry,
  context: FhirContext,
  conditions: Map<string, string>,
): Steps<BundleEntry> {
  const { type, id, method, path } = entry
  if (id !== undefined) return { ...entry, target: formatReference(type, id) }
  if (path.length !== 1) return entry
  const isSearched = method === 'PUT' || method === 'PATCH'
  const condition = method === 'POST' ? entry.ifNoneExist : isSearched ? entry.query : undefined
  if (method !== 'POST' && condition === undefined) return entry
  const key = condition === undefined ? undefined : `${type}?${formatQuery(condition)}`
  const same = key === undefined ? undefined : conditions.get(key)
  if (same !== undefined) return { ...entry, target: same }
  const match =
    condition === undefined || !isResourceType(type) ? undefined : yield* findMatch(store, entry, condition, context)
  // A patch creates nothing: if nothing matches, it is rejected when it is run.
  if (method === 'PATCH' && match === undefined) return entry
  const bodyId = method === 'PUT' && isResource(entry.resource) ? readId(entry.resource) : undefined
  const newId = match ?? bodyId ?? createId(store, type, context)
  const target = formatReference(type, newId)
  if (key !== undefined) conditions.set(key, target)
  return match === undefined ? { ...entry, newId, target } : { ...entry, target }
}

function* findMatch(
  store: FhirStore,
  entry: BundleEntry,
  condition: BundleEntry['query'],
  context: FhirContext,
): Steps<string | undefined> {
  try {
    const match = yield* findOnlyMatch(store, entry.type, condition, `Bundle.entry[${entry.index}]`, context)
    return match === undefined ? undefined : readId(match.resource)
  } catch (error) {
    // The entry is rejected for this when it is run, along with all other errors.
    if (error instanceof FhirError) return undefined
    throw error
  }
}

function createWrittenStore(placed: readonly BundleEntry[]): FhirStore {
  const resources = placed.flatMap(({ target, resource }) => {
    if (target === undefined || !isResource(resource)) return []
    return [{ ...resource, id: target.slice(target.indexOf('/') + 1) }]
  })
  return FhirStore.fromResources(resources)
}

function* resolveConditional(
  reference: string,
  stores: readonly (() => FhirStore)[],
  context: FhirContext,
): Steps<string | OutcomeIssue> {
  const { path: type, query } = splitUrl(reference)
  try {
    for (const store of stores) {
      const match = yield* findOnlyMatch(store(), type, parseQuery(query), `Reference "${reference}"`, context)
      const id = match === undefined ? undefined : readId(match.resource)
      if (id !== undefined) return formatReference(type, id)
    }
  } catch (error) {
    if (!(error instanceof FhirError)) throw error
    return unresolvedIssue(error.code, `Reference "${reference}" is not resolved. ${error.message}`)
  }
  return unresolvedIssue(
    'not-found',
    `Reference "${reference}" is not resolved: no ${type} matches. Create it first, or in this transaction.`,
  )
}

function unresolvedIssue(code: OutcomeIssue['code'], diagnostics: string): OutcomeIssue {
  return { severity: 'error', code, diagnostics }
}

/**
 * Returns the base of an entry's relative references: `[base]/` of `[base]/[type]/[id]`; empty for any other fullUrl.
 */
function readBase(fullUrl: string | undefined): string {
  if (fullUrl === undefined) return ''
  const idAt = fullUrl.lastIndexOf('/')
  const typeAt = fullUrl.lastIndexOf('/', idAt - 1)
  return isResourceType(fullUrl.slice(typeAt + 1, idAt)) && idPattern.test(fullUrl.slice(idAt + 1))
    ? fullUrl.slice(0, typeAt + 1)
    : ''
}

/**
 * Throws a FhirError (400) if a transaction writes a resource twice, or two of its entries have the same `fullUrl`
 * (bdl-7).
 */
function rejectRepeated(entries: readonly BundleEntry[]): void {
  const fullUrls = new Map<string, number>()
  for (const { fullUrl, index } of entries) {
    if (fullUrl === undefined) continue
    const earlier = fullUrls.get(fullUrl)
    if (earlier !== undefined) {
      throw FhirError.of(
        400,
        'duplicate',
        `Bundle.entry[${index}].fullUrl: expected a unique fullUrl, got ${describe(fullUrl)}, which ` +
          `Bundle.entry[${earlier}] also has.`,
        `Bundle.entry[${index}].fullUrl`,
      )
    }
    fullUrls.set(fullUrl, index)
  }
  const seen = new Map<string, number>()
  for (const { method, type, id, index } of entries) {
    if (id === undefined || (method !== 'PUT' && method !== 'PATCH' && method !== 'DELETE')) continue
    const key = formatReference(type, id)
    const earlier = seen.get(key)
    if (earlier !== undefined) {
      throw FhirError.of(
        400,
        'duplicate',
        `Bundle.entry[${index}] writes ${key}, as Bundle.entry[${earlier}] does. A transaction writes a resource once.`,
        `Bundle.entry[${index}]`,
      )
    }
    seen.set(key, index)
  }
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
