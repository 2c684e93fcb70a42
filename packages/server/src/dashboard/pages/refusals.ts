import type { ApiError } from '@carebench/protocol'
import { markup } from '../../site/markup.js'
import { showHeading } from '../layout.js'
import type { Session } from '../session/session.js'
import type { Page } from '../visit.js'

/** The response to a form without the CSRF token of its session. */
export const refusedForm: Page = {
  title: 'Not sent',
  status: 403,
  body: markup`${showHeading('Not sent')}<p>The form does not belong to this session. Go back, load the page again, \
and send it once more.</p>`,
}

/** The response to other methods. */
export const notAllowed: Page = {
  title: 'Not allowed',
  status: 405,
  body: markup`${showHeading('Not allowed')}<p>Pages are read with GET, and forms are sent with POST.</p>`,
}

/** The response to an invalid or expired link to a shared report, and to paths outside of the report. */
export const endedLink: Page = {
  title: 'Not found',
  status: 404,
  body: markup`${showHeading('Not found')}<p>There is no such page, or its link has expired or was revoked.
Ask the person who sent it to you for another.</p>`,
}

/** Returns the page for signed-in users at an unknown path. */
export function notFound({ role }: Session): Page {
  const search =
    role === 'operator' ? null : markup`Look for an id or a name in the <a href="/dashboard/search">search</a>, or go`
  return {
    title: 'Not found',
    status: 404,
    body: markup`${showHeading('Not found')}<p>There is no such page for this key. ${search ?? 'Go'} to the \
<a href="/dashboard">first page</a>.</p>`,
  }
}

/** Returns a page with the API's error, for pages without a form that could show it. */
export function failed({ status, code, message }: ApiError): Page {
  return {
    title: code === 'RESOURCE_NOT_FOUND' ? 'Not found' : 'Not done',
    status,
    body: markup`${showHeading(
      code === 'RESOURCE_NOT_FOUND' ? 'Not found' : 'Not done',
    )}<p class="problem" role="alert">${message}</p><p class="soft">${code}</p>`,
  }
}
