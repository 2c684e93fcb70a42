import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import type { CompiledPolicy } from '../../../policy/compile-policy.js'
import type { PriorAuth } from '../../model/prior-auth-row.js'
import { createConcept, textAt } from '../fhir/element.js'
import { dtrUrl, systems } from '../fhir/urls.js'
import type { ReadOrder } from '../order/order.js'
import { createCanonical, listItems } from './questionnaire.js'

/** The circumstances of a draft. */
export interface DraftPlace {
  readonly coverage: JsonObject
  readonly order: ReadOrder | undefined
  readonly context: string | undefined
  readonly at: string
  readonly isAdaptive: boolean
  readonly version: '2.0' | '2.2'
}

type PolicyFacts = NonNullable<PriorAuth['facts']>[string]

/** Returns a draft QuestionnaireResponse with its context and the answers that the payer already knows. */
export function draftResponse(
  policy: CompiledPolicy,
  facts: PolicyFacts,
  { coverage, order, context, at, isAdaptive, version }: DraftPlace,
): JsonObject {
  const subject = textAt(coverage.beneficiary, 'reference')
  const items = isAdaptive ? [] : draftItems(policy, facts, version)
  const isOlder = version === '2.0'
  const about = { ...(order && { reference: order.reference }), ...(context && { identifier: { value: context } }) }
  return {
    resourceType: 'QuestionnaireResponse',
    id: `${policy.policy.id}-draft`.slice(0, 64),
    // Version 2.0 of the guide has no profile for adaptive forms, and no qr-coverage: the coverage is a qr-context.
    ...(!(isAdaptive && isOlder) && {
      meta: { profile: [`${dtrUrl}dtr-questionnaireresponse${isAdaptive ? '-adapt' : ''}`] },
    }),
    extension: [
      {
        url: `${dtrUrl}${isOlder ? 'qr-context' : 'qr-coverage'}`,
        valueReference: { reference: `Coverage/${coverage.id}` },
      },
      ...(order === undefined && context === undefined ? [] : [{ url: `${dtrUrl}qr-context`, valueReference: about }]),
      {
        url: `${dtrUrl}intendedUse`,
        valueCodeableConcept: createConcept(isOlder ? systems.crdReasons : systems.coverageInformation, 'withpa'),
      },
    ],
    questionnaire: createCanonical(policy, isAdaptive),
    status: 'in-progress',
    ...(subject !== undefined && { subject: { reference: subject } }),
    authored: at,
    ...(items.length > 0 && { item: items }),
  }
}

/** Returns the items that the payer can answer, and those that are asked unconditionally. */
function draftItems(policy: CompiledPolicy, facts: PolicyFacts, version: DraftPlace['version']): JsonObject[] {
  return listItems(policy).flatMap(({ linkId, statement, documents, item }): JsonObject[] => {
    const value = statement === undefined || documents !== undefined ? undefined : facts[statement]?.value
    const answer = value === undefined || value === null ? undefined : createAnswer(policy, linkId, value, version)
    if (answer === undefined && item.enableWhen !== undefined) return []
    return [{ linkId, text: String(item.text), ...(answer !== undefined && { answer: [answer] }) }]
  })
}

/** Returns an answer prefilled by the payer; undefined if the value does not answer the statement's question. */
function createAnswer(
  { statements }: CompiledPolicy,
  name: string,
  value: JsonValue,
  version: DraftPlace['version'],
): JsonObject | undefined {
  const compiled = statements.get(name)
  if (compiled === undefined || isJsonObject(value) || compiled.findAnswerFault(value) !== undefined) return undefined
  const members = { boolean: 'valueBoolean', number: 'valueDecimal', date: 'valueDate', choice: 'valueString' }
  const source = version === '2.0' ? 'auto' : 'auto-server'
  const origin = { url: `${dtrUrl}information-origin`, extension: [{ url: 'source', valueCode: source }] }
  return { extension: [origin], [members[compiled.statement.answer_type ?? 'boolean']]: value }
}
