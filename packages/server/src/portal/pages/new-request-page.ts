import type { JsonObject } from '@carebench/protocol'
import type { PortalAnswer, PortalPlace, PortalVisit } from '@carebench/service'
import { markup } from '../../site/markup.js'
import type { Filling } from '../fields.js'
import { problemSummary, problemsOf } from '../findings.js'
import {
  answerFields,
  findAnswerField,
  hasQuestions,
  questionsOf,
  readAnswers,
  readRequirements,
} from '../form/answer-fields.js'
import { documentFields, documentTypeList, readDocuments } from '../form/document-fields.js'
import { fieldCount, findRequestField, readRequest, requestFields } from '../form/request-fields.js'
import { crumb, csrfField, layOut } from '../layout.js'
import { rowOf, textOf } from '../reply-row.js'
import { requestPath } from './request-path.js'

const documents = 2

/** An empty request, or one with the values in the query, and the questions that the payer asks about its service. */
export async function showNewRequest({ place, query, call }: PortalVisit): Promise<PortalAnswer> {
  const filling = { value: (name: string) => query.get(name) ?? '', findings: [] }
  const questions = questionsOf((await readRequirements(call, filling.value)) ?? {})
  return { status: 200, html: newRequestPage(place, filling, questions) }
}

/** Submits a request; problems are shown in the form, with the values as submitted. */
export async function sendNewRequest({ place, form, call }: PortalVisit): Promise<PortalAnswer> {
  if (form === null) return { redirect: `${place.base}/new-prior-auth` }
  const sent = readDocuments(form, documents)
  const requirements = hasQuestions(form) ? await readRequirements(call, form.text) : undefined
  const questions = questionsOf(requirements ?? {})
  const answers = readAnswers(form, questions)
  const reply = await call('POST', 'prior-auths', {
    ...readRequest(form),
    ...(Object.keys(answers).length > 0 && { answers }),
    attachments: [...sent.attachments],
  })
  if (reply.status === 201)
    return { redirect: `${requestPath(place, textOf(rowOf(reply), 'auth_number'))}?done=submitted` }
  const findings = problemsOf(
    reply,
    (field) => findAnswerField(field, questions, fieldCount) ?? findRequestField(field, sent),
  )
  return { status: reply.status, html: newRequestPage(place, { value: form.text, findings }, questions) }
}

function newRequestPage(place: PortalPlace, filling: Filling, questions: readonly JsonObject[]): string {
  const failed = filling.findings.length > 0
  return layOut(
    place,
    { title: 'New prior authorization', section: 'prior-auths', failed },
    markup`${crumb(`${place.base}/prior-auths`, 'Prior authorizations')}${problemSummary(filling.findings)}
<div class="head"><div><h1>New prior authorization</h1><p class="lead">Every field is required unless it is marked optional.</p></div></div>
<form class="stack narrow" method="post" action="${place.base}/prior-auths" enctype="multipart/form-data" novalidate>${csrfField(place)}
${requestFields(filling)}
${answerFields(questions, filling)}
<fieldset><legend>Documents</legend><p class="hint">Documents that support the request. ${failed ? 'Choose files again: the browser does not keep them.' : 'More can be attached later.'}</p>
${documentFields(documents, [], filling, true)}${documentTypeList()}</fieldset>
<div class="actions"><button class="button">Submit request</button><a class="button quiet" href="${place.base}/prior-auths">Cancel</a></div></form>`,
  )
}
