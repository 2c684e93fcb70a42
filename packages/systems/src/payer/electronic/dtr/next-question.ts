import type { OutcomeIssue } from '@carebench/fhir'
import type { JsonObject, JsonValue, Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../../../json-shape.js'
import type { CompiledPolicy } from '../../../policy/compile-policy.js'
import type { PayerState } from '../../state.js'
import {
  createIssue,
  type ElectronicAnswer,
  type ElectronicCall,
  readResource,
  refuse,
  refuseAll,
} from '../electronic-call.js'
import { createEvent } from '../events.js'
import { objectsIn, readList, textAt } from '../fhir/element.js'
import { findStaleVersion, listCanonicals, readAnswers } from '../form/answers.js'
import { findOpenItems } from '../form/open-items.js'
import { createAskedQuestionnaire, type FormItem, listItems, readCanonical } from '../form/questionnaire.js'
import { responseRows } from '../form/response-row.js'

/**
 * Returns the next question of an adaptive form, in steps: the QuestionnaireResponse with one more item in its
 * Questionnaire, or completed. Rejects invalid answers, and a missing answer to a question already asked.
 */
export function* nextQuestion(call: ElectronicCall): Steps<ElectronicAnswer> {
  const read = readResource(call.body, 'Parameters', 'QuestionnaireResponse')
  if ('refusal' in read) return read.refusal
  const response = responseIn(read.resource)
  if (response === undefined) {
    const text = 'The parameter questionnaire-response must be a QuestionnaireResponse.'
    return refuse(400, 'required', text, 'Parameters.parameter')
  }
  const { state, context } = call
  const policy = findPolicy(state, response)
  if (policy === undefined) {
    const text =
      'The QuestionnaireResponse needs contained[0], the adaptive Questionnaire of the payer, got ' +
      `${show(response.questionnaire)}.`
    return refuse(400, 'not-found', text, 'QuestionnaireResponse.contained')
  }
  const items = listItems(policy)
  const answers = readAnswers(response)
  const stale = findStaleVersion([policy], answers)
  if (stale !== undefined) return refuse(400, 'conflict', stale, 'QuestionnaireResponse.contained')
  const given = new Map<string, JsonValue>(answers.answers.map(({ linkId, value }) => [linkId, value]))
  for (const { document_type: linkId } of answers.documents) given.set(linkId, true)
  const issues = yield* findFaults(policy, items, response, given)
  if (issues.length > 0) return refuseAll(400, issues)
  const [next] = findOpenItems(policy, items, given)
  const asked = items.filter((item) => given.has(item.linkId) || item === next)
  const contained = {
    ...createAskedQuestionnaire(
      policy,
      asked.map(({ item: { enableWhen: _, enableBehavior: __, ...item } }) => item),
    ),
    id: textAt(objectsIn(response.contained)[0], 'id') ?? 'adaptive',
  }
  const [, ...others] = readList(response.contained)
  const id = textAt(response, 'id')
  const json: JsonObject = {
    ...response,
    contained: [contained, ...others],
    questionnaire: `#${contained.id}`,
    status: next === undefined ? 'completed' : 'in-progress',
    ...(id === undefined && { id: `${policy.policy.id}-answers`.slice(0, 64) }),
  }
  const rows = responseRows(state, [{ ...answers, resource: json, status: String(json.status) }], {
    pas_id: null,
    auth_number: null,
    at: context.at,
  })
  return {
    status: 200,
    json,
    effects: rows,
    events: [
      createEvent('dtr.asked', { policy: policy.policy.id, next: next?.linkId ?? null, response_id: String(json.id) }),
    ],
  }
}

function responseIn(resource: JsonObject): JsonObject | undefined {
  if (resource.resourceType === 'QuestionnaireResponse') return resource
  const sent = objectsIn(resource.parameter).find(({ name }) => name === 'questionnaire-response')?.resource
  return isJsonObject(sent) && sent.resourceType === 'QuestionnaireResponse' ? sent : undefined
}

function findPolicy({ policy }: PayerState, response: JsonObject): CompiledPolicy | undefined {
  const ids = listCanonicals(response).flatMap((one) => readCanonical(one)?.id ?? [])
  return policy.policies.find((one) => ids.includes(one.policy.id) && one.statements.size > 0)
}

function* findFaults(
  policy: CompiledPolicy,
  items: readonly FormItem[],
  response: JsonObject,
  given: ReadonlyMap<string, JsonValue>,
): Steps<readonly OutcomeIssue[]> {
  const issues: OutcomeIssue[] = []
  const fail = (code: OutcomeIssue['code'], linkId: string, text: string) => {
    issues.push(createIssue(code, text, `QuestionnaireResponse.item.where(linkId='${linkId}')`))
  }
  // Items are asked in the order of the form: only the answers before an item decide whether it is asked.
  const isOpen = (item: FormItem) => {
    const before = items.slice(0, items.indexOf(item)).flatMap(({ linkId }): [string, JsonValue][] => {
      const value = given.get(linkId)
      return value === undefined ? [] : [[linkId, value]]
    })
    return findOpenItems(policy, items, new Map(before)).includes(item)
  }
  for (const [linkId, value] of given) {
    // Each item needs a decision on the whole policy, and there may be hundreds.
    yield
    const item = items.find((one) => one.linkId === linkId)
    if (item === undefined) {
      fail('value', linkId, `The form has no item ${show(linkId)}.`)
      continue
    }
    const fault = item.documents === undefined ? policy.statements.get(linkId)?.findAnswerFault(value) : undefined
    if (fault !== undefined) fail('value', linkId, `The answer to ${linkId} ${fault}.`)
    else if (!isOpen(item)) fail('invariant', linkId, `${linkId} is not asked by the other answers: leave it out.`)
  }
  const [form] = objectsIn(response.contained)
  for (const { linkId } of objectsIn(form?.item)) {
    if (typeof linkId === 'string' && !given.has(linkId))
      fail('required', linkId, `${linkId} has been asked and has no answer.`)
  }
  return issues
}
