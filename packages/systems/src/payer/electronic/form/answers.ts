import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../../../json-shape.js'
import type { CompiledPolicy } from '../../../policy/compile-policy.js'
import type { AttachmentFields } from '../../model/attachment-form.js'
import { readAttachment } from '../fhir/attachment.js'
import { listExtensions, objectsIn, readList, textAt, valueAt } from '../fhir/element.js'
import { coverageInformationUrl, dtrUrl } from '../fhir/urls.js'
import { createCanonical, isDocumentLink, listItems, readCanonical } from './questionnaire.js'

/** An answer in a form, with its source and author. */
export interface FormAnswer {
  readonly linkId: string
  readonly value: JsonValue
  readonly source: string | null
  readonly author: string | null
}

/** The content of a QuestionnaireResponse. */
export interface FormAnswers {
  readonly resource: JsonObject
  readonly questionnaire: string | null
  /** The canonicals of the questionnaire, including those of a contained adaptive form. */
  readonly canonicals: readonly string[]
  readonly status: string
  /** The id of the coverage assertion, or the number of the context, for which the form was filled in. */
  readonly context: string | null
  readonly answers: readonly FormAnswer[]
  readonly documents: readonly AttachmentFields[]
  /** The linkIds of answers whose value cannot be read. */
  readonly unread: readonly string[]
}

/** Reads a QuestionnaireResponse: answers at every depth, and attached documents. */
export function readAnswers(resource: JsonObject): FormAnswers {
  const answers: FormAnswer[] = []
  const documents: AttachmentFields[] = []
  const unread: string[] = []
  const visit = (items: readonly JsonObject[]): void => {
    for (const item of items) {
      const linkId = textAt(item, 'linkId') ?? ''
      for (const answer of objectsIn(item.answer)) {
        // The linkId is kept as the type, such as `oximetry.document`; `documentsTo` replaces it with the type asked
        // for.
        const document = readAttachment(answer.valueAttachment, linkId)
        if (document !== undefined) documents.push(document)
        const value = valueIn(answer)
        if (value !== undefined) answers.push({ linkId, value, ...readOrigin(answer) })
        else if (document === undefined) unread.push(linkId)
        visit(objectsIn(answer.item))
      }
      visit(objectsIn(item.item))
    }
  }
  visit(objectsIn(resource.item))
  return {
    resource,
    questionnaire: textAt(resource, 'questionnaire') ?? null,
    canonicals: listCanonicals(resource),
    status: textAt(resource, 'status') ?? '',
    context: readContext(resource),
    answers,
    documents,
    unread,
  }
}

/** Returns the value of an answer: the number of a Quantity, the text of a Coding. */
function valueIn(answer: JsonObject): JsonValue | undefined {
  const entry = Object.entries(answer).find(([name]) => name.startsWith('value'))
  if (entry === undefined) return undefined
  const [name, value] = entry
  if (name === 'valueQuantity') return valueAt(value, 'value')
  if (name === 'valueCoding') return textAt(value, 'display') ?? textAt(value, 'code')
  if (name === 'valueDateTime' && typeof value === 'string') return value.slice(0, 10)
  return isJsonObject(value) ? undefined : value
}

function readOrigin(answer: JsonObject): { readonly source: string | null; readonly author: string | null } {
  const [origin] = listExtensions(answer, `${dtrUrl}information-origin`)
  const part = (url: string) => listExtensions(origin, url)[0]
  const author = part('author')
  const practitioner = listExtensions(author, 'practitioner')[0]
  return {
    source: textAt(part('source'), 'valueCode') ?? null,
    author:
      textAt(practitioner, 'valueReference', 'reference') ??
      textAt(listExtensions(author, 'role')[0], 'valueCode') ??
      null,
  }
}

/** Returns the canonicals of the questionnaire that a response answers: those of its contained form, and its own. */
export function listCanonicals(resource: JsonObject): readonly string[] {
  const [form] = objectsIn(resource.contained)
  const derived = readList(form?.derivedFrom).filter((one) => typeof one === 'string')
  return [...derived, textAt(form, 'url'), textAt(resource, 'questionnaire')].flatMap((one) => one ?? [])
}

/** Returns a message if the answers are to another version of a questionnaire than the current one, else undefined. */
export function findStaleVersion(
  policies: readonly CompiledPolicy[],
  { canonicals }: Pick<FormAnswers, 'canonicals'>,
): string | undefined {
  for (const { id, version, isAdaptive } of canonicals.flatMap((one) => readCanonical(one) ?? [])) {
    const policy = policies.find((one) => one.policy.id === id)
    if (policy === undefined || version === undefined || version === policy.policy.version) continue
    const current = createCanonical(policy, isAdaptive)
    return `The answers are to version ${version} of a questionnaire; the current one is ${current}: fill that in.`
  }
  return undefined
}

function readContext(resource: JsonObject): string | null {
  const information = listExtensions(resource, coverageInformationUrl)
  const [id] = information.flatMap((one) => listExtensions(one, 'coverage-assertion-id'))
  const contexts = listExtensions(resource, `${dtrUrl}qr-context`)
  const [named] = contexts.flatMap((one) => textAt(one, 'valueReference', 'identifier', 'value') ?? [])
  return textAt(id, 'valueString') ?? named ?? null
}

/**
 * Returns the answers of completed forms to the questions of policies, by statement name. Invalid answers, and answers
 * to another version of a questionnaire, are left out.
 */
export function answersTo(policies: readonly CompiledPolicy[], forms: readonly FormAnswers[]): JsonObject {
  const found: Record<string, JsonValue> = {}
  for (const form of forms) {
    if (findUnused(policies, form) !== undefined) continue
    for (const { linkId, value } of form.answers) {
      if (findFault(policies, linkId, value) === undefined) found[linkId] = value
    }
  }
  return found
}

/** Returns why a form as a whole does not count; undefined if it counts. */
function findUnused(policies: readonly CompiledPolicy[], form: FormAnswers): string | undefined {
  const { status, resource } = form
  if (status === 'completed' || status === 'amended') return findStaleVersion(policies, form)
  return `The answers of QuestionnaireResponse/${resource.id} are left out: its status is ${status || 'missing'}.`
}

/** Returns why a value answers no question of policies; undefined if it answers one. */
function findFault(policies: readonly CompiledPolicy[], linkId: string, value: JsonValue): string | undefined {
  const named = policies.flatMap(({ statements }) => statements.get(linkId) ?? [])
  const asked = named.filter(({ statement }) => statement.question !== undefined)
  if (asked.length === 0) return 'is no question of the payer about these services'
  const faults = asked.map((one) => one.findAnswerFault(value))
  return faults.includes(undefined) ? undefined : faults[0]
}

/** Returns a message for each answer in the forms that is left out. */
export function findDropped(policies: readonly CompiledPolicy[], forms: readonly FormAnswers[]): readonly string[] {
  return forms.flatMap((form) => {
    const unused = findUnused(policies, form)
    if (unused !== undefined) return [unused]
    const faults = form.answers.map(({ linkId, value }) => ({ linkId, fault: findFault(policies, linkId, value) }))
    const unread = form.unread.map((linkId) => ({ linkId, fault: 'has no value that can be read' }))
    return [...faults, ...unread].flatMap(({ linkId, fault }) =>
      fault === undefined ? [] : `The answer to ${show(linkId)} is left out: it ${fault}.`,
    )
  })
}

/** Returns the documents of forms with the document types that the policies' forms ask for, in place of linkIds. */
export function documentsTo(
  policies: readonly CompiledPolicy[],
  documents: readonly AttachmentFields[],
): readonly AttachmentFields[] {
  if (!documents.some((one) => isDocumentLink(one.document_type))) return documents
  const types = new Map<string, string>()
  for (const { linkId, documents: accepted } of policies.flatMap(listItems)) {
    if (accepted?.[0] !== undefined) types.set(linkId, accepted[0])
  }
  return documents.map((one) => ({ ...one, document_type: types.get(one.document_type) ?? one.document_type }))
}
