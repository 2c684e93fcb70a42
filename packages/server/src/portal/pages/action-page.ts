import type { JsonObject } from '@carebench/protocol'
import type { PortalAnswer, PortalForm, PortalPlace, PortalVisit } from '@carebench/service'
import { type Markup, markup } from '../../site/markup.js'
import type { Filling } from '../fields.js'
import { emptyFilling } from '../fields.js'
import { type FoundField, problemSummary, problemsOf } from '../findings.js'
import { crumb, csrfField, layOut } from '../layout.js'
import { textOf } from '../reply-row.js'
import { withRequest } from './one-request.js'
import type { RequestAction } from './request-actions.js'
import { requestPath } from './request-path.js'

/** A page with a form for one action on a request. */
export interface ActionPage {
  /** Its path below the request, both of the page and of the JSON interface. */
  readonly path: RequestAction['path']
  readonly title: string
  readonly lead: (request: JsonObject) => string
  readonly fields: (request: JsonObject, filling: Filling) => Markup
  readonly button: string
  /** Converts the form to the body of the JSON interface. */
  readonly read: (form: PortalForm) => JsonObject
  readonly find: (field: string) => FoundField | undefined
  /** The value of the query parameter `done` that makes the page of the request show a confirmation. */
  readonly done: string
}

export function showAction(page: ActionPage, visit: PortalVisit): Promise<PortalAnswer> {
  return withRequest(visit, (request) => ({ status: 200, html: actionPage(page, visit.place, request, emptyFilling) }))
}

export function sendAction(page: ActionPage, visit: PortalVisit): Promise<PortalAnswer> {
  const { place, form, call } = visit
  return withRequest(visit, async (request) => {
    const number = textOf(request, 'auth_number')
    if (form === null) return { redirect: requestPath(place, number) }
    const reply = await call('POST', `prior-auths/${encodeURIComponent(number)}/${page.path}`, page.read(form))
    if (reply.status === 201) return { redirect: `${requestPath(place, number)}?done=${page.done}` }
    const findings = problemsOf(reply, page.find)
    return { status: reply.status, html: actionPage(page, place, request, { value: form.text, findings }) }
  })
}

function actionPage(page: ActionPage, place: PortalPlace, request: JsonObject, filling: Filling): string {
  const number = textOf(request, 'auth_number')
  const path = requestPath(place, number)
  return layOut(
    place,
    { title: `${page.title} – ${number}`, section: 'prior-auths', failed: filling.findings.length > 0 },
    markup`${crumb(path, `Request ${number}`)}${problemSummary(filling.findings)}
<div class="head"><div><h1>${page.title}</h1><p class="lead">${page.lead(request)}</p></div></div>
<form class="stack narrow" method="post" action="${path}/${page.path}" enctype="multipart/form-data" novalidate>${csrfField(place)}
${page.fields(request, filling)}
<div class="actions"><button class="button">${page.button}</button><a class="button quiet" href="${path}">Cancel</a></div></form>`,
  )
}
