import type { PortalPlace } from '@carebench/service'
import { markup } from '../../site/markup.js'
import { inputField } from '../fields.js'
import { problemSummary } from '../findings.js'
import { csrfField, layOut } from '../layout.js'

/** Returns the sign-in page, for the username and password of the sandbox, which leads on to another page. */
export function signInPage(place: PortalPlace, to: string, rejected?: string): string {
  const findings =
    rejected === undefined ? [] : [{ field: 'username', message: 'The username or password is incorrect.' }]
  const filling = { value: (name: string) => (name === 'username' ? (rejected ?? '') : ''), findings }
  return layOut(
    null,
    { title: 'Sign in', failed: findings.length > 0 },
    markup`<div class="sign-in">${problemSummary(findings)}<h1>Sign in</h1>
<p class="lead">For provider offices: eligibility, prior authorizations and appeals.</p>
<form class="card" method="post" action="${place.base}/login" novalidate>${csrfField(place)}
${to !== '' && markup`<input type="hidden" name="to" value="${to}">`}
${inputField({ name: 'username', label: 'Username', autocomplete: 'username' }, filling)}
${inputField({ name: 'password', label: 'Password', kind: 'password', autocomplete: 'current-password' }, filling)}
<div class="actions"><button class="button">Sign in</button></div></form></div>`,
  )
}
