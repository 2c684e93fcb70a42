import type { FhirJson, JsonObject, JsonValue } from '@carebench/client'
import { readId, writeReference } from './chart.js'
import { type CoverageSaid, callPayer, concept, type ElectronicCase, pick } from './electronic-case.js'
import { needed, objectsAt, textAt } from './json.js'

const dtr = 'http://hl7.org/fhir/us/davinci-dtr/StructureDefinition'

/**
 * Resolves to the answer to a question of a form; undefined if there is none. `filled` is the answer with which the
 * payer prefilled the form; undefined if it left the question open.
 */
export type AnswerQuestion = (linkId: string, filled: JsonValue | undefined) => Promise<JsonValue | undefined>

/**
 * Fetches the form and fills it in, by section 8. Returns the completed form, or the id of the first question without
 * an answer.
 */
export async function fillForm(
  work: ElectronicCase,
  { questionnaire = '', context }: CoverageSaid,
  answerTo: AnswerQuestion,
): Promise<FhirJson | string> {
  const { today, order, policy, patient, item } = work
  const parameter = [
    { name: 'coverage', resource: pick(policy, 'status', 'subscriberId', 'beneficiary', 'payor') },
    { name: 'questionnaire', valueCanonical: questionnaire },
    { name: 'context', valueString: context },
  ]
  const body = { resourceType: 'Parameters', parameter }
  const fetched = await callPayer(work, 'fhir/Questionnaire/$questionnaire-package', body)
  const [form, draft] = objectsAt(fetched, 'parameter', 0, 'resource', 'entry').map(
    (entry) => entry.resource as FhirJson,
  )
  const reference = needed(textAt(order, 'requester', 'reference'), 'the requester')
  const author = { url: 'author', extension: [{ url: 'practitioner', valueReference: { reference } }] }
  const items: JsonObject[] = []
  for (const question of objectsAt(form, 'item')) {
    const linkId = textAt(question, 'linkId') ?? ''
    const name = textAt(question, 'type') === 'date' ? 'valueDate' : 'valueDecimal'
    const given = objectsAt(draft, 'item').find((one) => one.linkId === linkId)
    const filled = objectsAt(given, 'answer')[0]?.[name]
    const value = await answerTo(linkId, filled)
    if (value === undefined) return linkId
    const source = filled === undefined ? 'manual' : filled === value ? 'auto-server' : 'override'
    const parts = [{ url: 'source', valueCode: source }, ...(source === 'auto-server' ? [] : [author])]
    const origin = { url: `${dtr}/information-origin`, extension: parts }
    items.push({ linkId, answer: [{ extension: [origin], [name]: value }] })
  }
  const usage = concept('http://hl7.org/fhir/us/davinci-crd/CodeSystem/coverage-information-codes', 'withpa')
  return {
    resourceType: 'QuestionnaireResponse',
    id: readId(item),
    extension: [
      { url: `${dtr}/qr-coverage`, valueReference: { reference: writeReference(policy) } },
      {
        url: `${dtr}/qr-context`,
        valueReference: { reference: writeReference(order), identifier: { value: context } },
      },
      { url: `${dtr}/intendedUse`, valueCodeableConcept: usage },
    ],
    questionnaire,
    status: 'completed',
    subject: { reference: writeReference(patient) },
    authored: `${today}T14:00:00Z`,
    item: items,
  }
}
