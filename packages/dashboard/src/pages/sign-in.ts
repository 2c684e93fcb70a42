import { markup } from '@carebench/site'
import { showField, showHeading, showProblem } from '../layout.js'
import type { Page } from '../visit.js'

/** The page on which somebody signs in. A key that was refused is not repeated: it is a secret. */
export function showSignIn({
  problem = null,
  hasEnded = false,
}: {
  readonly problem?: string | null
  /** Whether a form was sent after its session had ended. */
  readonly hasEnded?: boolean
} = {}): Page {
  return {
    title: 'Sign in',
    status: problem === null ? 200 : 422,
    body: markup`${showHeading('Sign in')}${hasEnded ? markup`<p class="note" role="status">Your session has ended, so nothing was changed. Sign in, and send the form once more.</p>` : null}
<form class="panel" method="post" action="/dashboard/sign-in">${showProblem(problem)}
${showField({
  name: 'key',
  label: 'API key of your organization, or the operator key',
  type: 'password',
  required: true,
  hint: 'carebench serve prints both when it starts. The key stays in a sealed cookie of this browser, for twelve hours at most, and is not stored on the server.',
})}
<div><button class="primary">Sign in</button></div></form>`,
  }
}
