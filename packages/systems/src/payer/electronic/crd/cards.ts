import type { JsonObject, Random } from '@carebench/protocol'
import { drawUuid } from '../../../rest/uuid.js'
import { systems } from '../fhir/urls.js'
import type { ReadOrder } from '../order/order.js'
import type { Assertion } from './assertion.js'

/** The maximum length of the summary of a card, below the guide's 140 characters. */
const maxSummary = 139

/** Returns a card for each order that has a policy: what the policy asks, and how long an approval is valid. */
export function createCards(
  asserted: readonly { readonly order: ReadOrder; readonly assertion: Assertion }[],
  label: string,
  { random, isOlder }: { readonly random: Random; readonly isOlder: boolean },
): readonly JsonObject[] {
  return asserted.flatMap(({ order, assertion: { policy } }) => {
    if (policy === undefined) return []
    const { id, title, version: edition } = policy.policy
    const code = order.code?.code ?? order.reference
    // Version 2.0 of the guide has its own code system.
    return {
      uuid: drawUuid(random),
      summary: `${code}: ${title} (policy ${id})`.slice(0, maxSummary),
      indicator: 'info',
      detail: writeDetail(policy.policy, edition),
      source: { label, topic: { system: isOlder ? systems.crdReasons : systems.cardTopics, code: 'guideline' } },
      extension: { 'davinci-crd.associated-resource': [{ reference: order.reference }] },
    }
  })
}

type PolicyText = NonNullable<Assertion['policy']>['policy']

function writeDetail({ statements = {}, documents = [], decision }: PolicyText, edition: string): string {
  const questions = Object.values(statements).flatMap(({ question }) => question ?? [])
  const types = [...documents, ...Object.values(statements).flatMap(({ accepts }) => accepts?.slice(0, 1) ?? [])]
  const parts = [
    `Version ${edition}.`,
    ...(questions.length > 0 ? ['The payer asks:', ...questions.map((question) => `- ${question}`)] : []),
    ...(types.length > 0 ? [`Documents: ${[...new Set(types)].join(', ').replaceAll('_', ' ')}.`] : []),
    ...(decision?.expires_days === undefined ? [] : [`An approval is valid for ${decision.expires_days} days.`]),
  ]
  return parts.join('\n')
}
