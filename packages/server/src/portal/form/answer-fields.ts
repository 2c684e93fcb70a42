import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { PortalForm, PortalVisit } from '@carebench/service'
import { type Markup, markup } from '../../site/markup.js'
import { choiceField, type FieldSpec, type Filling, inputField } from '../fields.js'
import type { FoundField } from '../findings.js'
import { rowOf, rowsOf, textOf, textsOf } from '../reply-row.js'
import { sentence } from '../wording.js'

/**
 * Maximum number of questions on a page, because a form has a limited number of fields. The payer asks the others
 * again.
 */
export const maxQuestions = 100

/** The payer's requirements for a service: the response to `GET requirements`. */
export type Requirements = JsonObject

/** Returns what a payer asks about the service of a form; undefined if the form names none, or the payer rejects it. */
export async function readRequirements(
  call: PortalVisit['call'],
  value: (name: string) => string,
): Promise<Requirements | undefined> {
  const diagnoses = value('diagnosis_codes').split(/[\s,;]+/)
  const filters = {
    procedure_code: value('procedure_code'),
    patient_member_id: value('patient_member_id'),
    diagnosis_code: diagnoses.filter(Boolean).join(',').toUpperCase(),
    provider_npi: value('provider_npi'),
    service_date: value('service_date'),
    units: value('units'),
    place_of_service: value('place_of_service'),
  }
  if (filters.procedure_code === '') return undefined
  const given = Object.entries(filters).filter(([, one]) => one !== '')
  const reply = await call('GET', `requirements?${new URLSearchParams(given)}`)
  return reply.status === 200 ? rowOf(reply) : undefined
}

/** Returns the questions of a payer, in its order. */
export function questionsOf(row: JsonObject): readonly JsonObject[] {
  return rowsOf(row, 'questions').slice(0, maxQuestions)
}

/** Renders the fields for the answers to questions; null if there are none. */
export function answerFields(questions: readonly JsonObject[], filling: Filling): Markup | null {
  if (questions.length === 0) return null
  return markup`<fieldset><legend>Questions of the plan</legend><p class="hint">The plan decides by these answers.</p>
<input type="hidden" name="questions" value="asked">
${questions.map((question) => fieldOf(question, filling))}</fieldset>`
}

/** Whether the page of a form had questions. */
export function hasQuestions(form: PortalForm): boolean {
  return form.text('questions') === 'asked'
}

/** Returns the answers in a form by their names; those that are blank now and were known before become null. */
export function readAnswers(form: PortalForm, questions: readonly JsonObject[], known: JsonObject = {}): JsonObject {
  const answers: Record<string, JsonValue> = {}
  for (const question of questions) {
    const name = textOf(question, 'name')
    const text = form.text(nameOf(question))
    if (text !== '') answers[name] = answerIn(text, textOf(question, 'answer_type'))
    else if (Object.hasOwn(known, name)) answers[name] = null
  }
  return answers
}

/** The values of answers as field values. */
export function answerFilling(questions: readonly JsonObject[], answers: JsonObject): Filling['value'] {
  const values = new Map(questions.map((one) => [nameOf(one), answers[textOf(one, 'name')]]))
  return (name) => {
    const value = values.get(name)
    return value === undefined || value === null ? '' : String(value)
  }
}

/** The field that an error about an answer belongs to; undefined if it is about something else. */
export function findAnswerField(
  field: string,
  questions: readonly JsonObject[],
  order: number,
): FoundField | undefined {
  const index = questions.findIndex((one) => field === `answers.${textOf(one, 'name')}`)
  const question = questions[index]
  return question && { name: nameOf(question), label: textOf(question, 'question'), order: order + index }
}

function nameOf(question: JsonObject): string {
  return `answer-${textOf(question, 'name')}`
}

/** Converts the text of an answer. Text that is not a number stays text, and the payer says what it expects. */
function answerIn(text: string, type: string): JsonValue {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return type === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
}

function fieldOf(question: JsonObject, filling: Filling): Markup {
  const type = textOf(question, 'answer_type')
  const unit = textOf(question, 'unit')
  const documents = textsOf(question, 'documents')
  const hints = [
    type === 'number' && unit !== '' && unit !== '1' && `In ${unit}.`,
    documents.length > 0 && `Attach what shows it: ${documents.map(sentence).join(' or ')}.`,
  ].filter((one) => one !== false)
  const spec: FieldSpec = {
    name: nameOf(question),
    label: textOf(question, 'question'),
    ...(hints.length > 0 && { hint: hints.join(' ') }),
  }
  if (type === 'date') return inputField({ ...spec, kind: 'date' }, filling)
  if (type === 'number') return inputField({ ...spec, numeric: true }, filling)
  return choiceField(spec, choicesFor(type, textsOf(question, 'options')), filling)
}

function choicesFor(type: string, options: readonly string[]): readonly (readonly [string, string])[] {
  const none = ['', 'No answer yet'] as const
  if (type === 'choice') return [none, ...options.map((option) => [option, option] as const)]
  return [none, ['true', 'Yes'], ['false', 'No']]
}
