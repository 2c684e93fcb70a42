import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import type { CompiledPolicy } from '../../../policy/compile-policy.js'
import type { PriorAuth } from '../../model/prior-auth-row.js'
import { conceptOf, textAt } from '../fhir/element.js'
import { dtrUrl, systems } from '../fhir/urls.js'
import type { ReadOrder } from '../order/order.js'
import { canonicalOf, itemsOf } from './questionnaire.js'

/** What a draft is for. */
export interface DraftPlace {
  readonly coverage: JsonObject
  readonly order: ReadOrder | undefined
  readonly context: string | undefined
  readonly at: string
  readonly isAdaptive: boolean
  readonly version: '2.0' | '2.2'
}

type PolicyFacts = NonNullable<PriorAuth['facts']>[string]

/** Writes the draft of a response: its context, and the answers that the payer knows already. */
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
    // The guide 2.0 has no profile of adaptive forms, other codes, and no qr-coverage: the coverage is a context.
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
        valueCodeableConcept: conceptOf(isOlder ? systems.crdReasons : systems.coverageInformation, 'withpa'),
      },
    ],
    questionnaire: canonicalOf(policy, isAdaptive),
    status: 'in-progress',
    ...(subject !== undefined && { subject: { reference: subject } }),
    authored: at,
    ...(items.length > 0 && { item: items }),
  }
}

/** Every item that is asked whatever the answers are, with the answer of the payer where it knows one. */
function draftItems(policy: CompiledPolicy, facts: PolicyFacts, version: DraftPlace['version']): JsonObject[] {
  return itemsOf(policy).flatMap(({ linkId, statement, documents, item }): JsonObject[] => {
    const value = statement === undefined || documents !== undefined ? undefined : facts[statement]?.value
    const answer = value === undefined || value === null ? undefined : answerOf(policy, linkId, value, version)
    if (answer === undefined && item.enableWhen !== undefined) return []
    return [{ linkId, text: String(item.text), ...(answer !== undefined && { answer: [answer] }) }]
  })
}

/** Writes an answer that the payer gives itself; undefined if the value does not answer the statement's question. */
function answerOf(
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
