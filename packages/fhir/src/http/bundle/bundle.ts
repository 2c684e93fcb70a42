import type { JsonValue, Steps } from '@carebench/protocol/wire'
import { FhirError } from '../../resource/fhir-error.js'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { informational, type OutcomeIssue, operationOutcome } from '../../resource/operation-outcome.js'
import type { LinkedText } from '../../resource/record-url.js'
import { SearchEffort } from '../../search/matches/search-effort.js'
import type { FhirEffect } from '../../store/fhir-effect.js'
import type { FhirStore } from '../../store/store.js'
import { issueLimit } from '../../validation/write-rules.js'
import type { ActionResult, FhirEvent } from '../actions/record-actions.js'
import type { ExaminedRecords } from '../examined-records.js'
import type { FhirContext } from '../fhir-context.js'
import { statusLine } from '../request/http-status.js'
import type { Preference } from '../request/prefer.js'
import { runEntry } from './bundle-action.js'
import { type BundleEntry, parseBundle } from './bundle-entry.js'
import { resolveTransaction } from './transaction-references.js'

/**
 * Maximum number of resources that the searches of one Bundle examine, including searches for conditions and
 * conditional references.
 */
const searchEffort = 300_000

/** Once the answers of a Bundle exceed this many characters, its remaining entries are refused. */
const answerLimit = 16 * 1024 * 1024

/**
 * Runs a batch or a transaction, one entry in each step, and returns a Bundle with one entry per request entry,
 * in request order.
 *
 * Entries are processed in FHIR's order: deletes, creates, updates, reads. In a batch, entries succeed or fail
 * independently. A transaction is all or nothing: if it is refused, the FhirError has an issue for each fault, with the
 * expression of the entry.
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
  const writing = transaction ? { ...context, written: writtenBy(resolved) } : context
  const effects: FhirEffect[] = []
  const events: FhirEvent[] = []
  const returned: FhirResource[] = []
  const examined: ExaminedRecords[] = []
  const answers: Answer[] = []
  const faults: OutcomeIssue[] = []
  let status = 400
  let length = 0
  for (const entry of inOrderOfProcessing(resolved)) {
    yield
    try {
      if (length > answerLimit) throw tooLong()
      const result = yield* runEntry(scratch, entry, writing, preference.handling === 'lenient', rights)
      checkTarget(entry, result)
      for (const effect of result.effects) scratch.apply(effect)
      effects.push(...result.effects)
      events.push(...result.events)
      const answer = formatAnswer(result, entry, preference)
      if (showsResource(result, entry, preference)) returned.push(...(result.returned ?? []))
      if (entry.method !== 'HEAD') examined.push(...(result.examined ?? []))
      length += entry.method === 'HEAD' ? (result.text?.length ?? 0) : answer.text.length
      answers[entry.index] = answer
    } catch (error) {
      if (!(error instanceof FhirError)) throw error
      if (faults.length === 0) status = error.status
      if (transaction) {
        for (const issue of error.issues) if (faults.length < issueLimit) faults.push(placeIssue(issue, entry))
      }
      answers[entry.index] = { text: formatFailure(error.status, error.toOutcome()), relativeUrls: none }
    }
  }
  const [first, ...others] = faults
  if (transaction && first !== undefined) throw new FhirError(status, [first, ...others])
  return { status: 200, version: null, ...formatAnswers(bundle.type, answers), effects, events, returned, examined }
}

/** The resources that a transaction writes; its entries may refer to them before they are written. */
function writtenBy(entries: readonly BundleEntry[]): ReadonlySet<string> {
  return new Set(
    entries.flatMap(({ method, target }) =>
      target !== undefined && (method === 'POST' || method === 'PUT') ? [target] : [],
    ),
  )
}

/** An entry of the answer. A resource that was read may itself be a Bundle with links. */
type Answer = LinkedText

const none: readonly number[] = []

function formatAnswers(type: string, answers: readonly Answer[]): LinkedText {
  const head = `{"resourceType":"Bundle","type":"${type}-response"`
  if (answers.length === 0) return { text: `${head}}`, relativeUrls: none }
  const begin = `${head},"entry":[`
  const relativeUrls: number[] = []
  let place = begin.length
  for (const answer of answers) {
    for (const url of answer.relativeUrls) relativeUrls.push(place + url)
    place += answer.text.length + 1
  }
  return { text: `${begin}${answers.map(({ text }) => text).join(',')}]}`, relativeUrls }
}

function tooLong(): FhirError {
  return FhirError.of(
    413,
    'too-costly',
    'The answer to this Bundle is too long without the rest of its entries. Send several Bundles.',
  )
}

/** References to an entry were resolved beforehand, so its result must be at the expected location. */
function checkTarget({ method, target }: BundleEntry, { version }: ActionResult): void {
  const location = version?.location
  if (target === undefined || location === undefined || location.startsWith(`${target}/`)) return
  if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH') return
  throw FhirError.of(
    409,
    'conflict',
    `the condition no longer tells the same resource (${target} before, ${location} now), because another entry of ` +
      'the transaction writes or deletes a match.',
  )
}

const order: Readonly<Record<string, number>> = { DELETE: 0, POST: 1, PUT: 2, PATCH: 2, GET: 3, HEAD: 3 }

function inOrderOfProcessing(entries: readonly BundleEntry[]): readonly BundleEntry[] {
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

/** Written resources are in the answer only on request: a Bundle is usually sent for its effects. */
function showsResource({ text, done }: ActionResult, { method }: BundleEntry, preference: Preference): boolean {
  return text !== null && (done === undefined ? method === 'GET' : preference.return === 'representation')
}

function formatAnswer(result: ActionResult, entry: BundleEntry, preference: Preference): Answer {
  const { status, version, text, relativeUrls = none, done } = result
  const { etag, lastModified, location } = version ?? {}
  const isOutcomeWanted = done !== undefined && preference.return === 'OperationOutcome'
  const response = JSON.stringify({
    status: statusLine(isOutcomeWanted && status === 204 ? 200 : status),
    ...(location === undefined ? {} : { location }),
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
    ...(isOutcomeWanted ? { outcome: operationOutcome([informational(done)]) } : {}),
  })
  if (!showsResource(result, entry, preference)) return { text: `{"response":${response}}`, relativeUrls: none }
  const begin = '{"resource":'
  return {
    text: `${begin}${text},"response":${response}}`,
    relativeUrls: relativeUrls.map((place) => begin.length + place),
  }
}

function formatFailure(status: number, outcome: FhirResource): string {
  return JSON.stringify({ response: { status: statusLine(status), outcome } })
}
