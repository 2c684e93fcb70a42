import type { JsonObject, JsonValue } from '@carebench/protocol'
import { post } from '../../builders/calls.js'
import { exact, listed, listParties, only, payerPath, time } from '../../builders/pas-request.js'
import { dayFromToday } from '../../clinic/dates.js'
import { formQuestions, readingCodes, requestUrls as urls } from '../../clinic/electronic-codes.js'
import { type Person, type Resource, toSubject } from '../../clinic/people.js'
import { startsAt } from '../../clinic/today.js'
import type { SolutionCall } from '../../task.js'
import type { Course, Facts, Form, Reading } from './facts.js'

// The form of a payer: the policy behind it, the answers, and what is sent.

export const questionnaire = 'https://carebench.example.org/payer/Questionnaire/conservative-care|2026-01'

type Question = keyof typeof formQuestions

/** The questions in the order of the form, each with the type of its answer. */
const kinds: Readonly<Record<Question, 'valueDecimal' | 'valueDate'>> = {
  bmi: 'valueDecimal',
  a1c: 'valueDecimal',
  therapy_weeks: 'valueDecimal',
  imaged_on: 'valueDate',
}

const units: Readonly<Record<Reading['name'], string>> = { bmi: 'kg/m2', a1c: '%' }

/**
 * Returns the payer's policy about the service of an order with a form. It fills in the earliest body mass index, which
 * is outdated, and the latest A1c.
 */
export function policyFor({ order }: Course, memberId: string): JsonObject {
  const read = (name: Reading['name'], pick: string) => ({
    question: formQuestions[name],
    answer_type: 'number',
    unit: units[name],
    enough: { above: 0 },
    fact: { search: `Observation?code=http://loinc.org|${readingCodes[name]}`, value: 'value-quantity', pick },
  })
  return {
    id: 'conservative-care',
    title: 'Conservative care comes first',
    version: '2026-01',
    members: [memberId],
    services: [{ code: order.service.code }],
    statements: {
      bmi: read('bmi', 'earliest'),
      a1c: read('a1c', 'latest'),
      therapy_weeks: { question: formQuestions.therapy_weeks, answer_type: 'number', unit: 'wk', enough: { above: 0 } },
      imaged_on: { question: formQuestions.imaged_on, answer_type: 'date', enough: { within_days: 3650 } },
    },
    criteria: { all: [...(Object.keys(formQuestions) as Question[])] },
  }
}

/** Returns a measurement in the chart. */
export function readingResource({ id, name, value, age, final }: Reading, person: Person): Resource {
  const text = name === 'bmi' ? 'Body mass index' : 'Hemoglobin A1c'
  return {
    resourceType: 'Observation',
    id,
    status: final ? 'final' : 'preliminary',
    code: { coding: [{ system: 'http://loinc.org', code: readingCodes[name], display: text }], text },
    subject: toSubject(person),
    effectiveDateTime: dayFromToday(-age),
    valueQuantity: { value, unit: units[name], system: 'http://unitsofmeasure.org', code: units[name] },
  }
}

/** Returns the right answers, each with its source: the payer's draft, a correction of it, or the agent. */
export function answersIn({ bmi, a1c, imaged, weeks }: Form): Readonly<Record<Question, readonly [JsonValue, string]>> {
  return {
    bmi: [bmi, 'override'],
    a1c: [a1c, 'auto-server'],
    therapy_weeks: [weeks ?? 0, 'manual'],
    imaged_on: [imaged, 'manual'],
  }
}

/** Returns the answers by which the payer decides, without their sources. */
export function givenAnswers(form: Form): JsonObject {
  return Object.fromEntries(Object.entries(answersIn(form)).map(([name, [value]]) => [name, value]))
}

/** Answers in place of those of the chart, with their claimed source. */
export type OtherAnswers = Partial<Readonly<Record<Question, readonly [value: JsonValue, source: string]>>>

/** Returns the form of an order, filled in. `others` replace right answers. */
export function fillForm(
  { order, form }: Course,
  { person, policy }: Facts,
  context: JsonValue,
  others: OtherAnswers = {},
): JsonObject {
  const reference = `Practitioner/${order.clinician.id}`
  const author = { url: 'author', extension: [{ url: 'practitioner', valueReference: { reference } }] }
  const answers: OtherAnswers = form === null ? {} : { ...answersIn(form), ...others }
  const item = Object.entries(answers).map(([linkId, [value, source]]) => {
    const extension = [{ url: 'source', valueCode: source }, ...(source === 'auto-server' ? [] : [author])]
    const origin = { url: `${urls.form}information-origin`, extension }
    return { linkId, answer: [{ extension: [origin], [kinds[linkId as Question]]: value }] }
  })
  return {
    resourceType: 'QuestionnaireResponse',
    id: order.taskId,
    extension: [
      { url: `${urls.form}qr-coverage`, valueReference: { reference: `Coverage/${policy.id}` } },
      {
        url: `${urls.form}qr-context`,
        valueReference: { reference: `ServiceRequest/${order.id}`, identifier: { value: context } },
      },
      {
        url: `${urls.form}intendedUse`,
        valueCodeableConcept: { coding: [{ system: urls.usage, code: 'withpa' }] },
      },
    ],
    questionnaire,
    status: 'completed',
    subject: { reference: `Patient/${person.id}` },
    authored: startsAt,
    item,
  }
}

/** An item as {@link fillForm} makes it. */
interface AnsweredItem {
  readonly linkId: Question
  readonly answer: readonly [
    JsonObject & { readonly extension: readonly { readonly url: string; readonly extension: readonly JsonObject[] }[] },
  ]
}

function inAnyOrder(elements: readonly JsonObject[]): JsonObject {
  return listed(elements.map((one) => ({ $eq: one })))
}

/** Accepts the form of an order with exactly the answers of the chart. */
export function judgedForm(course: Course, facts: Facts): JsonObject {
  const context = { $regex: 'CA[0-9]{10}' }
  const sent = fillForm(course, facts, '')
  const [coverage, , use] = sent.extension as readonly JsonObject[]
  const order = { reference: `ServiceRequest/${course.order.id}`, identifier: only({ value: context }) }
  const named = only({ url: `${urls.form}qr-context`, valueReference: only(order) })
  const items = (sent.item as unknown as readonly AnsweredItem[]).map(
    ({ linkId, answer: [{ extension, ...value }] }) => {
      const origins = extension.map((one) => only({ url: one.url, extension: inAnyOrder(one.extension) }))
      const answer = listed([only({ ...exact(value), extension: listed(origins) })])
      return only({ linkId, text: formQuestions[linkId], answer })
    },
  )
  return only({
    ...exact(sent),
    authored: time,
    extension: listed([{ $eq: coverage ?? null }, named, { $eq: use ?? null }]),
    item: listed(items),
  })
}

/** Accepts the rows that a payer keeps of the right answers. */
export function answerRows({ order, form }: Course): JsonObject {
  const author = `Practitioner/${order.clinician.id}`
  const rows = Object.entries(form === null ? {} : answersIn(form)).map(([linkId, [value, source]]) => ({
    $eq: { linkId, value, source, author: source === 'auto-server' ? null : author },
  }))
  return listed(rows)
}

/** Fetches the form that the payer has named. */
export function fetchForm({ policy, person }: Facts, { order }: Course, context: string): SolutionCall {
  const [, coverage] = listParties({ policy, person, order })
  return post(`${payerPath(policy.payer)}/fhir/Questionnaire/$questionnaire-package`, {
    resourceType: 'Parameters',
    parameter: [
      { name: 'coverage', resource: coverage ?? {} },
      { name: 'questionnaire', valueCanonical: questionnaire },
      { name: 'context', valueString: context },
    ],
  })
}
