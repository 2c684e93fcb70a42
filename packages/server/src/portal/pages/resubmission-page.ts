import { isJsonObject, type JsonObject } from '@carebench/protocol'
import type { PortalAnswer, PortalPlace, PortalVisit } from '@carebench/service'
import { markup } from '../../site/markup.js'
import type { Filling } from '../fields.js'
import { problemSummary, problemsOf } from '../findings.js'
import {
  answerFields,
  answerFilling,
  findAnswerField,
  hasQuestions,
  questionsOf,
  readAnswers,
  readRequirements,
} from '../form/answer-fields.js'
import { documentFields, documentTypeList, readDocuments } from '../form/document-fields.js'
import { fieldCount, fillingOf, findRequestField, readCorrections, requestFields } from '../form/request-fields.js'
import { crumb, csrfField, layOut } from '../layout.js'
import { textOf, textsOf } from '../reply-row.js'
import { sentence } from '../wording.js'
import { withRequest } from './one-request.js'
import { requestPath } from './request-path.js'

/** A form with the current values of a request, to correct or complete it before resubmission. */
export function showResubmission(visit: PortalVisit): Promise<PortalAnswer> {
  return withRequest(visit, async (request) => {
    const questions = await openQuestions(visit, request)
    const [fields, answers] = [fillingOf(request), answerFilling(questions, answersOf(request))]
    const filling = { value: (name: string) => answers(name) || fields(name), findings: [] }
    return { status: 200, html: resubmissionPage(visit.place, request, filling, questions) }
  })
}

/** Reads the open and the answered questions, because answers can be corrected. */
async function openQuestions({ call }: PortalVisit, request: JsonObject): Promise<readonly JsonObject[]> {
  const open = questionsOf(request)
  const answers = answersOf(request)
  if (Object.keys(answers).length === 0) return open
  const all = questionsOf((await readRequirements(call, fillingOf(request))) ?? {})
  const isOpen = (name: string) => open.some((one) => textOf(one, 'name') === name)
  return [...open, ...all.filter((one) => !isOpen(textOf(one, 'name')) && Object.hasOwn(answers, textOf(one, 'name')))]
}

function answersOf({ answers }: JsonObject): JsonObject {
  return isJsonObject(answers) ? answers : {}
}

/** Resubmits a request: corrections and documents in one call. */
export function sendResubmission(visit: PortalVisit): Promise<PortalAnswer> {
  const { place, form, call } = visit
  return withRequest(visit, async (request) => {
    const path = requestPath(place, textOf(request, 'auth_number'))
    if (form === null) return { redirect: path }
    const asked = textsOf(request, 'missing_documents')
    const sent = readDocuments(form, rowCount(asked), asked)
    const corrections = readCorrections(form, request)
    const questions = hasQuestions(form) ? await openQuestions(visit, request) : []
    const answers = readAnswers(form, questions, answersOf(request))
    const reply = await call('PATCH', `prior-auths/${encodeURIComponent(textOf(request, 'auth_number'))}`, {
      ...corrections,
      ...(Object.keys(answers).length > 0 && { answers }),
      ...(sent.attachments.length > 0 && { attachments: [...sent.attachments] }),
    })
    if (reply.status === 200) return { redirect: `${path}?done=resubmitted` }
    const findings = problemsOf(
      reply,
      (field) => findAnswerField(field, questions, fieldCount) ?? findRequestField(field, sent),
    )
    return { status: reply.status, html: resubmissionPage(place, request, { value: form.text, findings }, questions) }
  })
}

/** One row for each requested document, and one more. */
function rowCount(asked: readonly string[]): number {
  return Math.min(asked.length, 19) + 1
}

function leadOf(request: JsonObject): string {
  if (textOf(request, 'status') !== 'more_information') {
    return 'Correct the request, or add a document, and submit it again.'
  }
  const asked = textsOf(request, 'missing_documents')
  const isAsked = asked.length > 0 || questionsOf(request).length > 0
  if (isAsked) return 'Add what the plan requires, correct what has changed, and submit it again.'
  return textOf(request, 'determination_reason') || 'Respond to the plan, and submit the request again.'
}

function resubmissionPage(
  place: PortalPlace,
  request: JsonObject,
  filling: Filling,
  questions: readonly JsonObject[],
): string {
  const number = textOf(request, 'auth_number')
  const asked = textsOf(request, 'missing_documents')
  const again = textOf(request, 'status') === 'more_information'
  const title = again ? `Respond and resubmit ${number}` : `Correct ${number}`
  const failed = filling.findings.length > 0
  return layOut(
    place,
    { title, section: 'prior-auths', failed },
    markup`${crumb(requestPath(place, number), `Request ${number}`)}${problemSummary(filling.findings)}
<div class="head"><div><h1>${title}</h1><p class="lead">${leadOf(request)}</p></div></div>
<form class="stack narrow" method="post" action="${requestPath(place, number)}/resubmission" enctype="multipart/form-data" novalidate>${csrfField(place)}
${answerFields(questions, filling)}
<fieldset><legend>Documents</legend><p class="hint">${
      asked.length > 0 ? `The plan requires: ${asked.map(sentence).join(', ')}.` : 'Documents that support the request.'
    }${failed && ' Choose files again: the browser does not keep them.'}</p>
${documentFields(rowCount(asked), asked, filling, true)}${documentTypeList(asked)}</fieldset>
${requestFields(filling)}
<div class="actions"><button class="button">${again ? 'Resubmit request' : 'Submit correction'}</button><a class="button quiet" href="${requestPath(place, number)}">Cancel</a></div></form>`,
  )
}
