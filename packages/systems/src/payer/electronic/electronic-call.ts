import { type IssueCode, type OutcomeIssue, operationOutcome } from '@carebench/fhir'
import type { JsonObject, JsonValue, RecordedBody, Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../../json-shape.js'
import type { ReturnedRecord } from '../../returned-records.js'
import type { SimulatorChange, SimulatorContext } from '../../simulator.js'
import type { PayerEffect, PayerState } from '../state.js'

/** A call as passed to an operation of the payer's interfaces. */
export interface ElectronicCall {
  readonly state: PayerState
  readonly context: SimulatorContext
  /** The decoded segments of the path: `fhir`, `Claim`, `$submit`. */
  readonly path: readonly string[]
  readonly query: string
  readonly body: RecordedBody | null
}

/** A response of the payer's interfaces and the resulting changes. */
export interface ElectronicAnswer extends Partial<SimulatorChange<PayerEffect>> {
  readonly status: number
  /** Absent with status 204. */
  readonly json?: JsonObject
  readonly headers?: Readonly<Record<string, string>>
  /** The records that the response shows. */
  readonly returned?: readonly ReturnedRecord[]
}

/** An operation of an interface. */
export type Operation = (call: ElectronicCall) => ElectronicAnswer | Steps<ElectronicAnswer>

/** Rejects a call with an OperationOutcome of one error. */
export function refuse(
  status: number,
  code: IssueCode,
  diagnostics: string,
  ...expression: string[]
): ElectronicAnswer {
  return refuseAll(status, [createIssue(code, diagnostics, ...expression)])
}

/** Creates an issue of severity error. */
export function createIssue(code: IssueCode, diagnostics: string, ...expression: string[]): OutcomeIssue {
  return { severity: 'error', code, diagnostics, expression }
}

/** Rejects a call with an OperationOutcome of the first 50 issues. */
export function refuseAll(status: number, issues: readonly OutcomeIssue[]): ElectronicAnswer {
  return { status, json: createOutcome(issues.slice(0, 50)) }
}

/** Maximum characters of a text in an OperationOutcome, because it may repeat what was sent. */
const maxText = 1_000

/** Returns an OperationOutcome with long texts cut. */
export function createOutcome(issues: readonly OutcomeIssue[]): JsonObject {
  const short = (text: string) => (text.length > maxText ? `${text.slice(0, maxText)}….` : text)
  const written = issues.map((issue) => ({
    ...issue,
    diagnostics: short(issue.diagnostics),
    ...(issue.expression && { expression: issue.expression.map(short) }),
  }))
  return { ...operationOutcome(written) }
}

/** Returns the resource in a body, or a rejection if the body is not a resource of one of the types. */
export function readResource(
  body: RecordedBody | null,
  ...types: readonly string[]
): { readonly resource: JsonObject } | { readonly refusal: ElectronicAnswer } {
  const json: JsonValue | undefined = body !== null && 'json' in body ? body.json : undefined
  const wanted = types.join(' or a ')
  if (!isJsonObject(json)) {
    const text = `The body must be a FHIR ${wanted} in JSON (content-type application/fhir+json), got ${show(json)}.`
    return { refusal: refuse(400, 'structure', text) }
  }
  if (typeof json.resourceType !== 'string' || !types.includes(json.resourceType)) {
    const text = `The body must be a ${wanted}, got resourceType ${show(json.resourceType)}.`
    return { refusal: refuse(400, 'structure', text, 'resourceType') }
  }
  return { resource: json }
}
