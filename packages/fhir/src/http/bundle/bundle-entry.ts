import { isJsonObject, type JsonObject, type JsonValue, type Steps } from '@carebench/protocol/wire'
import { describe } from '../../resource/describe.js'
import { FhirError } from '../../resource/fhir-error.js'
import type { OutcomeIssue } from '../../resource/operation-outcome.js'
import { issueLimit } from '../../validation/write-rules.js'
import type { Conditions } from '../request/conditions.js'
import { parsePath, parseQuery, type QueryParameters, splitUrl } from '../request/fhir-url.js'

/** One entry of a batch or transaction. */
export interface BundleEntry {
  /** Its index in the Bundle, from 0. */
  readonly index: number
  readonly fullUrl: string | undefined
  readonly method: string
  /** The URL as sent, with its query, without a leading slash. */
  readonly url: string
  /** Decoded segments. */
  readonly path: readonly string[]
  readonly type: string
  /** The id in the URL; undefined if the URL is not that of one resource. */
  readonly id: string | undefined
  readonly query: QueryParameters
  readonly conditions: Conditions
  readonly ifNoneExist: QueryParameters | undefined
  readonly resource: JsonValue | undefined
  /** The id that a create assigns; a transaction chooses it in advance to rewrite references to the entry. */
  readonly newId: string | undefined
  /** What references to the `fullUrl` of the entry become, `Patient/1`; undefined if it is not of one resource. */
  readonly target: string | undefined
}

/** Maximum number of entries in a Bundle. */
export const entryLimit = 10_000

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']

/**
 * Parses a Bundle of type batch or transaction, in steps. Throws a FhirError: 413 for more than {@link entryLimit}
 * entries, else 400, with an issue for each malformed entry, up to {@link issueLimit}.
 */
export function* parseBundle(body: JsonValue | undefined): Steps<{
  readonly type: 'batch' | 'transaction'
  readonly entries: readonly BundleEntry[]
}> {
  if (!isJsonObject(body) || body.resourceType !== 'Bundle') {
    throw FhirError.of(
      400,
      'structure',
      `Expected a Bundle of type "batch" or "transaction" as the body, got ${describe(body)}. A single resource is ` +
        'POSTed to its type, as in POST Patient.',
    )
  }
  const { type, entry } = body
  if (type !== 'batch' && type !== 'transaction') {
    throw FhirError.of(
      400,
      'value',
      `Expected a Bundle of type "batch" or "transaction", got ${describe(type)}. To keep another Bundle as it is, ` +
        'POST it to Bundle.',
      'Bundle.type',
    )
  }
  if (entry !== undefined && !Array.isArray(entry)) {
    throw FhirError.of(400, 'structure', `Expected an array of entries, got ${describe(entry)}.`, 'Bundle.entry')
  }
  if (entry !== undefined && entry.length > entryLimit) {
    throw FhirError.of(
      413,
      'too-long',
      `Expected at most ${entryLimit} entries, got ${entry.length}. Send several Bundles.`,
      'Bundle.entry',
    )
  }
  const issues: OutcomeIssue[] = []
  const entries: (BundleEntry | undefined)[] = []
  for (const [index, item] of (entry ?? []).entries()) {
    if (issues.length >= issueLimit) break
    entries.push(parseEntry(item, index, issues))
    yield
  }
  const [first, ...others] = issues
  if (first !== undefined) throw new FhirError(400, [first, ...others])
  return { type, entries: entries.filter((item) => item !== undefined) }
}

/** The URL of a resource, which may be relative to this server. */
const referencePattern = /(?:https?:\/\/[^\s?#]{1,255}\/)?[A-Z][A-Za-z]{1,63}\/[A-Za-z0-9.-]{1,64}/
const fullUrlPattern = new RegExp(`^(?:urn:uuid:[\\w.-]{1,64}|urn:oid:[\\d.]{1,255}|${referencePattern.source})$`)

function parseEntry(item: JsonValue, index: number, issues: OutcomeIssue[]): BundleEntry | undefined {
  const place = `Bundle.entry[${index}]`
  const addIssue = (code: OutcomeIssue['code'], expression: string, diagnostics: string): undefined => {
    issues.push({ severity: 'error', code, diagnostics: `${expression}: ${diagnostics}`, expression: [expression] })
  }
  if (!isJsonObject(item)) return addIssue('structure', place, `expected an object, got ${describe(item)}.`)
  const { request, fullUrl, resource } = item
  if (!isJsonObject(request)) {
    return addIssue(
      'required',
      `${place}.request`,
      `expected what to do with the entry, such as {"method":"POST","url":"Patient"}, got ${describe(request)}.`,
    )
  }
  const { method, url } = request
  if (typeof method !== 'string' || !methods.includes(method)) {
    return addIssue(
      'value',
      `${place}.request.method`,
      `expected one of ${methods.join(', ')}, got ${describe(method)}.`,
    )
  }
  if (typeof url !== 'string' || url === '') {
    return addIssue(
      'required',
      `${place}.request.url`,
      `expected a URL such as "Patient" or "Patient/1", got ${describe(url)}.`,
    )
  }
  let parts: Parts
  try {
    parts = splitParts(url, readText(request, 'ifNoneExist'))
  } catch (error) {
    if (!(error instanceof FhirError)) throw error
    return addIssue(error.code, `${place}.request`, error.message)
  }
  if (typeof fullUrl === 'string' && !fullUrlPattern.test(fullUrl)) {
    const expected = 'expected "urn:uuid:…" or the URL of a resource, such as "https://example.org/fhir/Patient/1"'
    return addIssue('value', `${place}.fullUrl`, `${expected}, got ${describe(fullUrl)}.`)
  }
  const { path } = parts
  const [type = '', id] = path
  if (type.includes(':')) {
    return addIssue(
      'not-supported',
      `${place}.request.url`,
      `expected a URL relative to the base, such as "Patient", "Patient/1" or "Patient?name=ann", got "${url}".`,
    )
  }
  return {
    index,
    fullUrl: typeof fullUrl === 'string' ? fullUrl : undefined,
    method,
    url: url.replace(/^\//, ''),
    path,
    type,
    id: path.length === 2 && id !== undefined && !/^[_$]/.test(id) ? id : undefined,
    query: parts.query,
    conditions: {
      ifMatch: readText(request, 'ifMatch'),
      ifNoneMatch: readText(request, 'ifNoneMatch'),
      ifModifiedSince: readText(request, 'ifModifiedSince'),
    },
    ifNoneExist: parts.condition,
    resource,
    newId: undefined,
    target: undefined,
  }
}

interface Parts {
  readonly path: readonly string[]
  readonly query: QueryParameters
  readonly condition: QueryParameters | undefined
}

function splitParts(url: string, condition: string | undefined): Parts {
  const { path, query } = splitUrl(url.replace(/^\//, ''))
  return {
    path: parsePath(path),
    query: parseQuery(query),
    condition: condition === undefined ? undefined : parseQuery(condition.replace(/^([A-Z][A-Za-z]*)?\?/, '')),
  }
}

function readText(value: JsonObject, member: string): string | undefined {
  const found = value[member]
  return typeof found === 'string' ? found : undefined
}
