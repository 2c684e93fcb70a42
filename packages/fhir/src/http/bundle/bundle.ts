import type { JsonValue, Steps } from '@carebench/protocol/wire'
import { FhirError } from '../../resource/fhir-error.js'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { createInformation, type OutcomeIssue, operationOutcome } from '../../resource/operation-outcome.js'
import type { LinkedText } from '../../resource/record-url.js'
import { SearchEffort } from '../../search/matches/search-effort.js'
import type { FhirEffect } from '../../store/fhir-effect.js'
import type { FhirStore } from '../../store/store.js'
import { issueLimit } from '../../validation/write-rules.js'
import type { ActionResult, FhirEvent } from '../actions/record-actions.js'
import type { FhirContext } from '../fhir-context.js'
import { formatStatus } from '../request/http-status.js'
import type { Preference } from '../request/prefer.js'
import { runEntry } from './bundle-action.js'
import { type BundleEntry, parseBundle } from './bundle-entry.js'
import { resolveTransaction } from './transaction-references.js'

/**
 * Maximum number of resources that the searches of one Bundle examine, including searches for conditions and
 * conditional references.
 */
const searchEffort = 300_000

/** Once the response to a Bundle exceeds this many characters, the remaining entries are rejected. */
const responseLimit = 16 * 1024 * 1024

/**
 * Runs a batch or a transaction, one entry in each step, and returns a Bundle with one entry per request entry, in
 * request order.
 *
 * Entries are processed in FHIR's order: deletes, creates, updates, reads. In a batch, entries succeed or fail
 * independently. A transaction is all or nothing: the FhirError that rejects it has the issues of all entries, each
 * with the expression of its entry.
 */
export function* runBundle(
  store: FhirStore,
  body: JsonValue | undefined,
  context: FhirContext,
  preference: Preference,
  rights?: string,
): Steps<ActionResult> {
  const bundle = yield* parseBundle(body)
  const transaction = bundle.type === 'transaction'
  // Entries see the effects of earlier entries, while the store itself stays unchanged.
  const effort = new SearchEffort(searchEffort)
  const scratch = store.trial(effort)
  const resolved = transaction ? yield* resolveTransaction(scratch, bundle.entries, context, effort) : bundle.entries
  const writing = transaction ? { ...context, written: listWritten(resolved) } : context
  const effects: FhirEffect[] = []
  const events: FhirEvent[] = []
  const responses: ResponseEntry[] = []
  const allIssues: OutcomeIssue[] = []
  let status = 400
  let length = 0
  for (const entry of sortForProcessing(resolved)) {
    yield
    try {
      if (length > responseLimit) throw tooLongError()
      const result = yield* runEntry(scratch, entry, writing, preference.handling === 'lenient', rights)
      checkTarget(entry, result)
      for (const effect of result.effects) scratch.apply(effect)
      effects.push(...result.effects)
      const responseEntry = formatResponse(result, entry, preference)
      events.push(...tellDisclosed(result, entry, preference))
      length += entry.method === 'HEAD' ? (result.text?.length ?? 0) : responseEntry.text.length
      responses[entry.index] = responseEntry
    } catch (error) {
      if (!(error instanceof FhirError)) throw error
      if (allIssues.length === 0) status = error.status
      if (transaction) {
        for (const issue of error.issues) if (allIssues.length < issueLimit) allIssues.push(placeIssue(issue, entry))
      }
      responses[entry.index] = { text: formatFailure(error.status, error.toOutcome()), relativeUrls: none }
    }
  }
  const [first, ...others] = allIssues
  if (transaction && first !== undefined) throw new FhirError(status, [first, ...others])
  return { status: 200, version: null, ...formatResponses(bundle.type, responses), effects, events }
}

/** Returns the resources that a transaction writes; its entries may refer to them before they are written. */
function listWritten(entries: readonly BundleEntry[]): ReadonlySet<string> {
  return new Set(
    entries.flatMap(({ method, target }) =>
      target !== undefined && (method === 'POST' || method === 'PUT') ? [target] : [],
    ),
  )
}

/** An entry of the response. A resource that was read may itself be a Bundle with links. */
type ResponseEntry = LinkedText

const none: readonly number[] = []

function formatResponses(type: string, responses: readonly ResponseEntry[]): LinkedText {
  const head = `{"resourceType":"Bundle","type":"${type}-response"`
  if (responses.length === 0) return { text: `${head}}`, relativeUrls: none }
  const begin = `${head},"entry":[`
  const relativeUrls: number[] = []
  let place = begin.length
  for (const responseEntry of responses) {
    for (const url of responseEntry.relativeUrls) relativeUrls.push(place + url)
    place += responseEntry.text.length + 1
  }
  return { text: `${begin}${responses.map(({ text }) => text).join(',')}]}`, relativeUrls }
}

function tooLongError(): FhirError {
  return FhirError.of(
    413,
    'too-costly',
    `Expected a response of at most ${responseLimit} characters, got more before this entry. Send several Bundles.`,
  )
}

/** Throws unless the result of an entry is at the location to which references to it were resolved in advance. */
function checkTarget({ method, target }: BundleEntry, { version }: ActionResult): void {
  const location = version?.location
  if (target === undefined || location === undefined || location.startsWith(`${target}/`)) return
  if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH') return
  throw FhirError.of(
    409,
    'conflict',
    `the condition no longer matches the same resource (${target} before, ${location} now), because another entry of ` +
      'the transaction writes or deletes a match.',
  )
}

const order: Readonly<Record<string, number>> = { DELETE: 0, POST: 1, PUT: 2, PATCH: 2, GET: 3, HEAD: 3 }

function sortForProcessing(entries: readonly BundleEntry[]): readonly BundleEntry[] {
  return [...entries].sort(
    (left, right) => (order[left.method] ?? 4) - (order[right.method] ?? 4) || left.index - right.index,
  )
}

function placeIssue(issue: OutcomeIssue, entry: BundleEntry): OutcomeIssue {
  const place = `Bundle.entry[${entry.index}]`
  const inside = (issue.expression ?? []).map(
    (expression) => `${place}.resource.${expression.replace(/^[A-Z][A-Za-z]*\./, '')}`,
  )
  return {
    ...issue,
    diagnostics: `${place} (${entry.method} ${entry.url}): ${issue.diagnostics}`,
    expression: inside.length === 0 ? [place] : inside,
  }
}

/** Returns the events of an entry, the first with what the response to the entry discloses. */
function tellDisclosed(result: ActionResult, entry: BundleEntry, preference: Preference): readonly FhirEvent[] {
  const [first, ...others] = result.events
  const returned = showsResource(result, entry, preference) ? (result.returned ?? []) : []
  const examined = entry.method === 'HEAD' ? [] : (result.examined ?? [])
  if (first === undefined || (returned.length === 0 && examined.length === 0)) return result.events
  return [{ ...first, ofEntry: { returned, examined } }, ...others]
}

/**
 * Whether the response has the resource: a written one only on request, as a Bundle is usually sent for its effects.
 */
function showsResource({ text, done }: ActionResult, { method }: BundleEntry, preference: Preference): boolean {
  return text !== null && (done === undefined ? method === 'GET' : preference.return === 'representation')
}

function formatResponse(result: ActionResult, entry: BundleEntry, preference: Preference): ResponseEntry {
  const { status, version, text, relativeUrls = none, done } = result
  const { etag, lastModified, location } = version ?? {}
  const isOutcomeWanted = done !== undefined && preference.return === 'OperationOutcome'
  const response = JSON.stringify({
    status: formatStatus(isOutcomeWanted && status === 204 ? 200 : status),
    ...(location === undefined ? {} : { location }),
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
    ...(isOutcomeWanted ? { outcome: operationOutcome([createInformation(done)]) } : {}),
  })
  if (!showsResource(result, entry, preference)) return { text: `{"response":${response}}`, relativeUrls: none }
  const begin = '{"resource":'
  return {
    text: `${begin}${text},"response":${response}}`,
    relativeUrls: relativeUrls.map((place) => begin.length + place),
  }
}

function formatFailure(status: number, outcome: FhirResource): string {
  return JSON.stringify({ response: { status: formatStatus(status), outcome } })
}
