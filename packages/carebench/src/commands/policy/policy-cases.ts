import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol'
import {
  chartOf,
  compilePolicy,
  decide,
  type Policy,
  type PolicyDecision,
  type PolicyRequest,
} from '@carebench/systems/policy'
import { readDataFile } from '../../files/data-file.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { resourcesIn } from './chart-file.js'
import { readRequest } from './request-options.js'

/** A case of a policy with its outcome. */
export interface PlayedCase {
  readonly name: string
  readonly decision: PolicyDecision
  /** The differences from the expected decision, as sentences; empty if there are none. */
  readonly differences: readonly string[]
}

/** The shared parts of a policy's cases, and the cases. */
interface CasesFile {
  readonly chart?: JsonValue
  readonly request?: JsonObject
  readonly cases: readonly CaseInFile[]
}

interface CaseInFile {
  readonly name: string
  /** The ids of resources to remove from the shared chart. */
  readonly without?: readonly string[]
  /** Resources to add to the shared chart; one with the id of another replaces it. */
  readonly with?: JsonValue
  /** Changed members of the request; members of `answers` are merged one by one. */
  readonly request?: JsonObject
  readonly expect: JsonObject
}

/**
 * Plays the cases of a file against a policy: `{chart, request, cases: [{name, without?, with?, request?, expect}]}`,
 * where `expect` has the expected members of the decision. Throws a {@link UsageError} that names the file and the case
 * if they are malformed.
 */
export function playCases(policy: Policy, file: string): readonly PlayedCase[] {
  const content = readDataFile(file) as JsonValue
  const { chart = [], request = {}, cases } = readCases(content, file)
  const compiled = compilePolicy(policy)
  const shared = resourcesIn(chart, `${file}: chart`)
  return cases.map((one) => {
    const place = `${file}: case ${one.name}`
    const added = one.with === undefined ? [] : resourcesIn(one.with, `${place}: with`)
    const replaced = new Set([...(one.without ?? []), ...added.map(({ id }) => id)])
    const resources = [...shared.filter(({ id }) => !replaced.has(id)), ...added]
    const missing = one.without?.find((id) => !shared.some((resource) => resource.id === id))
    if (missing !== undefined) throw new UsageError(`${place}: without names ${missing}, which the chart does not have`)
    const decision = decide(compiled, chartOf(resources), caseRequest(policy, request, one.request ?? {}))
    return { name: one.name, decision, differences: differencesFrom(decision, one.expect, place) }
  })
}

/** Returns the request of a case: the shared one with its changes, and the defaults of the command line. */
function caseRequest(policy: Policy, shared: JsonObject, changes: JsonObject): PolicyRequest {
  const answers = { ...member(shared, 'answers'), ...member(changes, 'answers') }
  const known = Object.entries(answers).filter(([, answer]) => answer !== null)
  const documents = [changes.documents ?? shared.documents ?? []].flat() as JsonValue[]
  return {
    ...readRequest(policy, {}, '2026-01-05'),
    ...(shared as Partial<PolicyRequest>),
    ...(changes as Partial<PolicyRequest>),
    answers: Object.fromEntries(known),
    documents: documents.map((one) =>
      isJsonObject(one)
        ? { document_type: String(one.document_type), text: typeof one.text === 'string' ? one.text : null }
        : { document_type: String(one), text: null },
    ),
  }
}

function member(value: JsonObject, name: string): JsonObject {
  const found = value[name]
  return isJsonObject(found) ? found : {}
}

function differencesFrom(decision: PolicyDecision, expected: JsonObject, place: string): readonly string[] {
  const { judged: _, isRequired, delaySeconds, ...members } = decision
  const actual: Readonly<Record<string, unknown>> = { ...members, is_required: isRequired, hours: delaySeconds / 3600 }
  return Object.entries(expected).flatMap(([name, value]) => {
    if (!Object.hasOwn(actual, name)) {
      throw new UsageError(`${place}: expect has no member ${name}; it can have ${Object.keys(actual).join(', ')}`)
    }
    const [wanted, found] = [JSON.stringify(value), JSON.stringify(actual[name])]
    return wanted === found ? [] : [`${name}: expected ${wanted}, got ${found}`]
  })
}

function readCases(content: JsonValue, file: string): CasesFile {
  const cases = isJsonObject(content) ? content.cases : undefined
  const example = '{"cases": [{"name": "approved", "expect": {"outcome": "approved"}}]}'
  if (!isJsonObject(content) || !Array.isArray(cases)) throw new UsageError(`${file}: expected ${example}`)
  for (const [index, one] of cases.entries()) {
    if (isJsonObject(one) && typeof one.name === 'string' && isJsonObject(one.expect)) continue
    throw new UsageError(`${file}: expected a name and expect in /cases/${index}, as in ${example}`)
  }
  return content as unknown as CasesFile
}
