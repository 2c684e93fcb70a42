import { markup } from '../../site/markup.js'
import { showField, showHeading, showProblem } from '../layout.js'
import { type UnsentForm, unsentFields } from '../session/unsent-form.js'
import type { Page } from '../visit.js'

/** What happened to a form whose session had ended, as in the address: `/sign-in?ended`. */
export type EndedForm = 'ended' | 'interrupted'

const said: Readonly<Record<EndedForm, string>> = {
  ended: 'Your session has ended, so nothing was changed. Sign in, and send the form once more.',
  interrupted:
    'Your session ended while the form was processed. Sign in, and check whether it was done before you send it ' +
    'again. A key that was created meanwhile was not shown: revoke it, and create another.',
}

const saidOfKept =
  'Your session has ended, so nothing was changed. Sign in, and the form comes back as you filled it in.'

/** Shows the sign-in page. A rejected key is not shown again, because it is a secret. */
export function showSignIn({
  problem = null,
  ended = null,
  unsent = null,
}: {
  readonly problem?: string | null
  readonly ended?: EndedForm | null
  /** A form that was sent after its session had ended; it is shown again after signing in. */
  readonly unsent?: UnsentForm | null
} = {}): Page {
  const note = unsent === null ? (ended === null ? null : said[ended]) : saidOfKept
  const kept = unsent === null ? [] : (['place', 'typed'] as const)
  return {
    title: 'Sign in',
    status: problem === null ? 200 : 422,
    body: markup`${showHeading('Sign in')}${note === null ? null : markup`<p class="note" role="status">${note}</p>`}
<form class="panel" method="post" action="/dashboard/sign-in">${showProblem(problem)}${kept.map(
      (name) => markup`<input type="hidden" name="${unsentFields[name]}" value="${unsent?.[name] ?? ''}">`,
    )}
${showField({
  name: 'key',
  label: 'API key of your organization, or the operator key',
  type: 'password',
  required: true,
  hint:
    'carebench serve prints both when it starts. The key stays in a sealed cookie of this browser, for twelve ' +
    'hours at most, and is not stored on the server.',
})}
<div><button class="primary">Sign in</button></div></form>`,
  }
}
