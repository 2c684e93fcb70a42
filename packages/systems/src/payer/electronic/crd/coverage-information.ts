import type { JsonObject } from '@carebench/protocol'
import { codingsOf, extensionsOf, objectsIn } from '../fhir/element.js'
import { coverageInformationUrl, systems } from '../fhir/urls.js'
import type { ReadOrder } from '../order/order.js'
import type { Assertion } from './assertion.js'

/** What identifies an assertion. */
export interface AssertionIdentity {
  /** The reference of the Coverage on the client. */
  readonly coverage: string
  /** The trace number, which is the context of DTR. */
  readonly id: string
  readonly date: string
  /** Whether the extension is that of the guide 2.0. */
  readonly isOlder: boolean
}

/** Writes an assertion as the extension of an order. */
export function coverageInformationOf(
  { code }: Pick<ReadOrder, 'code'>,
  assertion: Assertion,
  { coverage, id, date, isOlder }: AssertionIdentity,
): JsonObject {
  const { covered, paNeeded, docNeeded, infoNeeded, reasons, details } = assertion
  const codes = (url: string, values: readonly string[]) => values.map((valueCode) => ({ url, valueCode }))
  return {
    url: coverageInformationUrl,
    extension: [
      { url: 'coverage', valueReference: { reference: coverage } },
      { url: 'covered', valueCode: covered },
      ...codes('pa-needed', paNeeded === undefined ? [] : [paNeeded]),
      ...codes('doc-needed', docNeeded),
      // Payers ask for documentation of requests alone.
      ...codes('doc-purpose', docNeeded.length > 0 ? ['withpa'] : []),
      ...codes('info-needed', infoNeeded),
      ...billingCodeOf(code, assertion),
      ...reasons.map((reason) => ({ url: 'reason', valueCodeableConcept: reasonOf(reason) })),
      ...(isOlder ? details.map(olderDetail) : details),
      ...assertion.questionnaires.map((valueCanonical) => ({ url: 'questionnaire', valueCanonical })),
      { url: 'date', valueDate: date },
      { url: 'coverage-assertion-id', valueString: id },
      ...(assertion.satisfiedId === undefined ? [] : [{ url: 'satisfied-pa-id', valueString: assertion.satisfiedId }]),
      ...(assertion.expiry === undefined || isOlder ? [] : [{ url: 'expiry-date', valueDate: assertion.expiry }]),
    ],
  }
}

/** The guide 2.0 has no categories of details, and another system of their codes. */
function olderDetail(detail: JsonObject): JsonObject {
  const parts = objectsIn(detail.extension).filter(({ url }) => url !== 'category')
  const codes = codingsOf(extensionsOf(detail, 'code')[0]?.valueCodeableConcept)
  const coding = codes.map(({ code }) => ({ system: systems.crdReasons, code }))
  return {
    ...detail,
    extension: parts.map((one) => (one.url === 'code' ? { url: 'code', valueCodeableConcept: { coding } } : one)),
  }
}

function billingCodeOf(code: ReadOrder['code'], { covered }: Assertion): readonly JsonObject[] {
  if (code === undefined || covered !== 'covered') return []
  const { system, code: value, display } = code
  const coding = { ...(system !== undefined && { system }), code: value, ...(display !== undefined && { display }) }
  return [{ url: 'billingCode', valueCoding: coding }]
}

function reasonOf(reason: Assertion['reasons'][number]): JsonObject {
  const text = reason.text === undefined ? {} : { text: reason.text }
  return 'code' in reason ? { coding: [{ system: systems.crdReasons, code: reason.code }], ...text } : text
}

/**
 * Returns an order with an assertion in place of an earlier one of the same coverage; undefined if it says what that
 * one says, apart from its date and trace number. Nothing else of the order changes.
 */
export function withAssertion(resource: JsonObject, added: JsonObject): JsonObject | undefined {
  const coverage = coverageIn(added)
  const known = extensionsOf(resource, coverageInformationUrl).filter((one) => coverageIn(one) === coverage)
  if (known.some((one) => contentOf(one) === contentOf(added))) return undefined
  const others = objectsIn(resource.extension).filter((one) => !known.includes(one))
  return { ...resource, extension: [...others, added] }
}

function coverageIn(extension: JsonObject): string {
  return JSON.stringify(extensionsOf(extension, 'coverage')[0]?.valueReference ?? null)
}

function contentOf(extension: JsonObject): string {
  const parts = objectsIn(extension.extension).filter(({ url }) => url !== 'date' && url !== 'coverage-assertion-id')
  return JSON.stringify(parts)
}
