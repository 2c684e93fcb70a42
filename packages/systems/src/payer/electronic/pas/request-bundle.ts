import type { OutcomeIssue } from '@carebench/fhir'
import type { JsonObject, JsonValue, Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../../../json-shape.js'
import { createIssue, type ElectronicAnswer, type ElectronicCall, readResource, refuseAll } from '../electronic-call.js'
import { isNoDay, objectsIn, readCodings, readList, textAt, valueAt } from '../fhir/element.js'
import { isQuantity, quantityRange } from '../fhir/quantity.js'
import { type ResourcePool, readReference } from '../fhir/resource-pool.js'
import { pasExtensions, pasUrl } from '../fhir/urls.js'
import { findProfileFaults } from './profile-check.js'

/** A resource of a Bundle with its `fullUrl`. */
export interface BundleEntry {
  readonly fullUrl: string
  readonly resource: JsonObject
}

/** A Bundle whose first resource is a Claim: a request of PAS, or an inquiry. */
export interface ClaimBundle extends ResourcePool {
  readonly bundle: JsonObject
  readonly claim: JsonObject
  readonly claimUrl: string
  readonly entries: readonly BundleEntry[]
  /** Returns the entry that a reference names; undefined if there is none. */
  findEntry(reference: JsonValue | undefined): BundleEntry | undefined
}

type Reading = { readonly request: ClaimBundle } | { readonly issues: readonly OutcomeIssue[] }

/**
 * Reads the Bundle in a body and passes it to `answer`; rejects bodies that are not PAS requests, or inquiries, with
 * 400.
 */
export function answerClaimBundle(
  call: ElectronicCall,
  isInquiry: boolean,
  answer: (call: ElectronicCall, request: ClaimBundle) => Steps<ElectronicAnswer>,
): ElectronicAnswer | Steps<ElectronicAnswer> {
  const read = readResource(call.body, 'Bundle')
  if ('refusal' in read) return read.refusal
  const reading = readClaimBundle(read.resource, isInquiry)
  return 'issues' in reading ? refuseAll(400, reading.issues) : answer(call, reading.request)
}

/**
 * Reads the Bundle of a PAS request, or returns its issues: a wrong type, an entry without a URL, a first resource
 * other than a Claim, an invalid item, an unresolved reference of the Claim. With `isInquiry`, members that an inquiry
 * may omit are not required.
 */
function readClaimBundle(bundle: JsonObject, isInquiry: boolean): Reading {
  const { issues, fail } = collectIssues()
  if (bundle.type !== 'collection') fail('value', 'Bundle.type', `must be collection, got ${show(bundle.type)}.`)
  if (!isJsonObject(bundle.identifier)) fail('required', 'Bundle.identifier', 'is required: it names the request.')
  if (typeof bundle.timestamp !== 'string') fail('required', 'Bundle.timestamp', 'is required.')
  const entries: BundleEntry[] = []
  const urls = new Set<string>()
  for (const [index, entry] of readList(bundle.entry).entries()) {
    const at = `Bundle.entry[${index}]`
    const url = textAt(entry, 'fullUrl')
    const resource = valueAt(entry, 'resource')
    if (url === undefined) fail('required', `${at}.fullUrl`, 'is required.')
    else if (urls.has(url)) fail('duplicate', `${at}.fullUrl`, `is that of an earlier entry: ${show(url)}.`)
    if (!isJsonObject(resource) || typeof resource.resourceType !== 'string') {
      fail('required', `${at}.resource`, `must be a resource, got ${show(resource)}.`)
    } else if (url !== undefined) entries.push({ fullUrl: url, resource })
    if (url !== undefined) urls.add(url)
  }
  const first = valueAt(readList(bundle.entry)[0], 'resource')
  if (!isJsonObject(first) || first.resourceType !== 'Claim') {
    const found = isJsonObject(first) ? first.resourceType : first
    const text = `The first entry must be the Claim, got ${show(found)}.`
    return { issues: [...issues, createIssue('structure', text, 'Bundle.entry[0].resource')] }
  }
  const [own] = entries
  const request = own && createClaimBundle(bundle, first, own.fullUrl, entries)
  issues.push(...findClaimFaults(first, isInquiry))
  if (request !== undefined) issues.push(...findPatientFaults(request))
  if (request !== undefined && !isInquiry) issues.push(...findLostReferences(request), ...findPriorFaults(request))
  // The other rules of the profiles are checked once the rest is valid.
  if (issues.length === 0) {
    const isUpdate = objectsIn(first.related).length > 0
    const profile = isInquiry ? 'profile-claim-inquiry' : isUpdate ? 'profile-claim-update' : 'profile-claim'
    issues.push(...findProfileFaults(bundle, 'profile-pas-request-bundle'), ...findProfileFaults(first, profile))
  }
  return request === undefined || issues.length > 0 ? { issues } : { request }
}

/**
 * Returns the FHIRPath of the resource that a reference names, `Bundle.entry[2].resource`; of the Claim if there is
 * none.
 */
export function locate({ entries, findEntry }: ClaimBundle, reference: JsonValue | undefined): string {
  const entry = findEntry(reference)
  return `Bundle.entry[${entry === undefined ? 0 : entries.indexOf(entry)}].resource`
}

/** Opens a Bundle that was validated before. */
export function openClaimBundle(bundle: JsonObject): ClaimBundle | undefined {
  const entries = objectsIn(bundle.entry).flatMap(({ fullUrl, resource }): BundleEntry[] =>
    typeof fullUrl === 'string' && isJsonObject(resource) ? [{ fullUrl, resource }] : [],
  )
  const [first] = entries
  return first && createClaimBundle(bundle, first.resource, first.fullUrl, entries)
}

function createClaimBundle(
  bundle: JsonObject,
  claim: JsonObject,
  claimUrl: string,
  entries: readonly BundleEntry[],
): ClaimBundle {
  const byUrl = new Map<string, BundleEntry>()
  for (const entry of entries) {
    const { resourceType, id } = entry.resource
    for (const name of [entry.fullUrl, readReference(entry.fullUrl), `${resourceType}/${id}`]) {
      if (name !== undefined && !byUrl.has(name)) byUrl.set(name, entry)
    }
  }
  const findEntry = (reference: JsonValue | undefined) => {
    const text = typeof reference === 'string' ? reference : textAt(reference, 'reference')
    return text === undefined ? undefined : (byUrl.get(text) ?? byUrl.get(readReference(text) ?? ''))
  }
  return { bundle, claim, claimUrl, entries, findEntry, resolve: (reference) => findEntry(reference)?.resource }
}

/** Returns a list of issues and a function that adds one, whose text begins with its path. */
function collectIssues() {
  const issues: OutcomeIssue[] = []
  const fail = (code: OutcomeIssue['code'], path: string, text: string) => {
    issues.push(createIssue(code, `${path} ${text}`, path))
  }
  return { issues, fail }
}

function findClaimFaults(claim: JsonObject, isInquiry: boolean): readonly OutcomeIssue[] {
  const { issues, fail } = collectIssues()
  if (claim.use !== 'preauthorization') fail('value', 'Claim.use', `must be preauthorization, got ${show(claim.use)}.`)
  for (const member of ['patient', 'provider', 'insurer']) {
    if (!isJsonObject(claim[member])) fail('required', `Claim.${member}`, 'is required.')
  }
  const focal = objectsIn(claim.insurance).filter((one) => one.focal === true && isJsonObject(one.coverage))
  if (focal.length === 0) fail('required', 'Claim.insurance', 'needs one with focal true and its coverage.')
  const sequences = new Set<JsonValue>()
  for (const [index, item] of objectsIn(claim.item).entries()) {
    const failItem = (code: OutcomeIssue['code'], member: string, text: string) =>
      fail(code, `Claim.item[${index}]${member}`, text)
    const { sequence } = item
    if (typeof sequence !== 'number' || !Number.isInteger(sequence) || sequence < 1) {
      failItem('required', '.sequence', `must be a positive integer, got ${show(sequence)}.`)
    } else if (sequences.has(sequence)) {
      failItem('duplicate', '.sequence', `is that of an earlier item: ${sequence}.`)
    } else sequences.add(sequence)
    const served = item.servicedDate ?? valueAt(item, 'servicedPeriod', 'start')
    if (isNoDay(served)) failItem('value', '', `must be served on a day of the calendar, got ${show(served)}.`)
    if (!isJsonObject(item.productOrService)) failItem('required', '.productOrService', 'is required.')
    const quantity = valueAt(item, 'quantity', 'value')
    if (quantity !== undefined && !isQuantity(quantity)) {
      failItem('value', '.quantity.value', `must be ${quantityRange}, got ${show(quantity)}.`)
    }
  }
  issues.push(...findModifiers(claim))
  if (isCancelled(claim) && objectsIn(claim.related).length === 0) {
    const text = 'must name the request that is taken back, whose Claim goes with it (profile-claim-update).'
    fail('required', 'Claim.related', text)
  }
  if (objectsIn(claim.item).length === 0 && !isInquiry && !isCancelled(claim)) {
    fail('required', 'Claim.item', 'is required: at least one service.')
  }
  return issues
}

/** The only supported modifier extension of an item: the item is cancelled. */
export const cancelledUrl = `${pasUrl}modifierextension-infoCancelled`

/** Returns the modifier extensions that are not supported: FHIR forbids processing an element with an unknown one. */
function findModifiers(claim: JsonObject): readonly OutcomeIssue[] {
  const { issues, fail } = collectIssues()
  for (const [index, element] of [claim, ...readList(claim.item)].entries()) {
    for (const one of readList(valueAt(element, 'modifierExtension'))) {
      if (index > 0 && valueAt(one, 'url') === cancelledUrl) continue
      const at = index === 0 ? '' : `.item[${index - 1}]`
      const text = `has a modifier that the payer does not know: ${show(valueAt(one, 'url') ?? one)}.`
      fail('not-supported', `Claim${at}.modifierExtension`, text)
    }
  }
  return issues
}

function findPatientFaults(request: ClaimBundle): readonly OutcomeIssue[] {
  const { patient } = request.claim
  const born = request.resolve(patient)?.birthDate
  if (!isNoDay(born)) return []
  const path = `${locate(request, patient)}.birthDate`
  return [createIssue('value', `${path} must be a day of the calendar, got ${show(born)}.`, path)]
}

/**
 * Returns the errors in `Claim.related`, which must name the Claim that an update changes (PAS 2.2.1, spec-65).
 * Unresolved references are left to `findLostReferences`.
 */
function findPriorFaults({ claim, resolve }: ClaimBundle): readonly OutcomeIssue[] {
  const { issues, fail } = collectIssues()
  for (const [index, { claim: prior, relationship }] of objectsIn(claim.related).entries()) {
    const at = `Claim.related[${index}]`
    const found = resolve(prior)?.resourceType
    if (!isPrior(relationship)) {
      const text = `must be prior, as an update relates to the Claim that it changes, got ${show(relationship)}.`
      fail('value', `${at}.relationship`, text)
    } else if (found !== 'Claim' && (found !== undefined || textAt(prior, 'reference') === undefined)) {
      fail('value', `${at}.claim`, `must refer to the Claim that is updated, got ${show(found ?? prior)}.`)
    }
  }
  return issues
}

/** Whether a `related.relationship` points to the Claim that is updated. */
export function isPrior(relationship: JsonValue | undefined): boolean {
  return readCodings(relationship).some(({ code }) => code === 'prior' || code === 'replaces')
}

/** Whether a Claim cancels the whole request: its certification type is 3. */
export function isCancelled(claim: JsonObject): boolean {
  const url = pasExtensions.certificationType
  const [type] = objectsIn(claim.extension).filter((one) => one.url === url)
  return objectsIn(valueAt(type, 'valueCodeableConcept', 'coding')).some(({ code }) => code === '3')
}

/** Returns the references of the Claim that resolve neither in the Bundle nor in the Claim's contained resources. */
function findLostReferences({ claim, findEntry }: ClaimBundle): readonly OutcomeIssue[] {
  const contained = new Set(objectsIn(claim.contained).map(({ id }) => `#${id}`))
  const { issues, fail } = collectIssues()
  const { contained: _, text: __, ...own } = claim
  visitReferences(own, (reference, path) => {
    if (contained.has(reference) || findEntry(reference) !== undefined) return
    const at = `Claim${path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}`
    fail('not-found', at, `refers to ${show(reference)}, which is not in the Bundle: add its resource as an entry.`)
  })
  return issues
}

/** Returns the Claim's entry and those it refers to, directly or indirectly, in the Bundle's order. */
export function referredEntries({ claimUrl, entries, findEntry }: ClaimBundle): readonly BundleEntry[] {
  const kept = new Set<BundleEntry>()
  const keep = (reference: string) => {
    const entry = findEntry(reference)
    if (entry === undefined || kept.has(entry)) return
    kept.add(entry)
    visitReferences(entry.resource, keep)
  }
  keep(claimUrl)
  return entries.filter((entry) => kept.has(entry))
}

type PathStep = string | number

/** Calls `found` with each reference in a value and its path. The path array is reused after the call. */
function visitReferences(
  value: JsonValue,
  found: (reference: string, path: readonly PathStep[]) => void,
  path: PathStep[] = [],
): void {
  const visit = (step: PathStep, one: JsonValue | undefined) => {
    if (typeof one !== 'object' || one === null) return
    path.push(step)
    visitReferences(one, found, path)
    path.pop()
  }
  if (Array.isArray(value)) for (let index = 0; index < value.length; index++) visit(index, value[index])
  if (!isJsonObject(value)) return
  if (typeof value.reference === 'string') found(value.reference, path)
  for (const name of Object.keys(value)) visit(name, value[name])
}
