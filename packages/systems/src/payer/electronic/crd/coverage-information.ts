import type { JsonObject } from '@carebench/protocol'
import { listExtensions, objectsIn, readCodings } from '../fhir/element.js'
import { coverageInformationUrl, systems } from '../fhir/urls.js'
import type { ReadOrder } from '../order/order.js'
import type { Assertion } from './assertion.js'

/** The identifying parts of an assertion. */
export interface AssertionIdentity {
  /** The reference of the Coverage on the client. */
  readonly coverage: string
  /** The trace number (`coverage-assertion-id`), which DTR takes as its context. */
  readonly id: string
  readonly date: string
  /** Whether to write the extension as in version 2.0 of the guide. */
  readonly isOlder: boolean
}

/** Returns an assertion as the extension of an order. */
export function createCoverageInformation(
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
      // This payer needs documentation only with a prior authorization request.
      ...codes('doc-purpose', docNeeded.length > 0 ? ['withpa'] : []),
      ...codes('info-needed', infoNeeded),
      ...listBillingCodes(code, assertion),
      ...reasons.map((reason) => ({ url: 'reason', valueCodeableConcept: createReason(reason) })),
      ...(isOlder ? details.map(olderDetail) : details),
      ...assertion.questionnaires.map((valueCanonical) => ({ url: 'questionnaire', valueCanonical })),
      { url: 'date', valueDate: date },
      { url: 'coverage-assertion-id', valueString: id },
      ...(assertion.satisfiedId === undefined ? [] : [{ url: 'satisfied-pa-id', valueString: assertion.satisfiedId }]),
      ...(assertion.expiry === undefined || isOlder ? [] : [{ url: 'expiry-date', valueDate: assertion.expiry }]),
    ],
  }
}

/** Converts a detail to version 2.0 of the guide, which has no categories and another code system. */
function olderDetail(detail: JsonObject): JsonObject {
  const parts = objectsIn(detail.extension).filter(({ url }) => url !== 'category')
  const codes = readCodings(listExtensions(detail, 'code')[0]?.valueCodeableConcept)
  const coding = codes.map(({ code }) => ({ system: systems.crdReasons, code }))
  return {
    ...detail,
    extension: parts.map((one) => (one.url === 'code' ? { url: 'code', valueCodeableConcept: { coding } } : one)),
  }
}

function listBillingCodes(code: ReadOrder['code'], { covered }: Assertion): readonly JsonObject[] {
  if (code === undefined || covered !== 'covered') return []
  const { system, code: value, display } = code
  const coding = { ...(system !== undefined && { system }), code: value, ...(display !== undefined && { display }) }
  return [{ url: 'billingCode', valueCoding: coding }]
}

function createReason(reason: Assertion['reasons'][number]): JsonObject {
  const text = reason.text === undefined ? {} : { text: reason.text }
  return 'code' in reason ? { coding: [{ system: systems.crdReasons, code: reason.code }], ...text } : text
}

/**
 * Returns an order with an assertion, which replaces an earlier one about the same coverage; undefined if both say the
 * same apart from date and trace number. Nothing else in the order changes.
 */
export function withAssertion(resource: JsonObject, added: JsonObject): JsonObject | undefined {
  const coverage = coverageIn(added)
  const known = listExtensions(resource, coverageInformationUrl).filter((one) => coverageIn(one) === coverage)
  if (known.some((one) => readContent(one) === readContent(added))) return undefined
  const others = objectsIn(resource.extension).filter((one) => !known.includes(one))
  return { ...resource, extension: [...others, added] }
}

function coverageIn(extension: JsonObject): string {
  return JSON.stringify(listExtensions(extension, 'coverage')[0]?.valueReference ?? null)
}

function readContent(extension: JsonObject): string {
  const parts = objectsIn(extension.extension).filter(({ url }) => url !== 'date' && url !== 'coverage-assertion-id')
  return JSON.stringify(parts)
}
