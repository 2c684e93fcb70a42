import type { Sandbox } from '@carebench/protocol'
import { payerSystem } from '@carebench/systems'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { showTable } from '../layout.js'

/** Shows how to use a system by hand: in its portal if it has one, by calls, or over its other channels. */
export function showByHand(sandbox: Sandbox): Markup {
  const { id, type, credentials, endpoints, wires = [] } = sandbox
  const portal = `/portals/${encodeURIComponent(id)}/login`
  const rows: readonly (readonly Inside[])[] = [
    ...Object.entries(endpoints).map(([group, path]) => [
      `HTTPS, ${group}`,
      markup`<code>${path}</code>`,
      'with an API key of the organization',
    ]),
    ...wires.map(({ kind, host, port, username }) => [
      kind,
      markup`<code>${host}:${port}</code>`,
      username === undefined ? '' : 'with the username and password of the system',
    ]),
  ]
  return markup`<h2 id="by-hand">By hand</h2>${
    type === payerSystem.type
      ? markup`<div class="panel"><p>Sign in to <a href="${portal}">the portal</a>. What you do there appears above \
as events.</p>
${showSecret('username', 'Username', credentials.username)}\
${showSecret('password', 'Password', credentials.password)}</div>`
      : null
  }${showTable('Ways to act', ['Way', 'Where', 'How'], rows)}`
}

/** Shows a secret value with a button to copy it. */
function showSecret(id: string, label: string, value: string): Markup {
  return markup`<div class="field"><label for="portal-${id}">${label}</label>\
<input id="portal-${id}" readonly value="${value}" autocomplete="off"><div>\
<button type="button" data-copy="portal-${id}" aria-label="Copy the ${label.toLowerCase()}" \
hidden>Copy</button></div></div>`
}
