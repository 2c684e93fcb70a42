import type { ApiKey, CreatedApiKey } from '@carebench/protocol'
import { type Markup, markup } from '../../site/markup.js'
import { showField, showForm, showHeading, showProblem, showTable, showTime } from '../layout.js'
import { orProblem } from '../names.js'
import { showOlder } from '../pager.js'
import type { Session } from '../session/session.js'
import type { Answer, Visit } from '../visit.js'
import { askFirst } from './confirmation.js'

/** Shows the API keys of the organization. */
export async function showKeys(visit: Visit): Promise<Answer> {
  return keysPage(visit, {})
}

/** Creates a key, and shows it only this once. */
export async function createKey(visit: Visit): Promise<Answer> {
  const name = visit.form.text('name')
  const answer = await orProblem(visit.call('createApiKey', { body: { name } }))
  return keysPage(visit, 'problem' in answer ? { problem: answer.problem, name } : { created: answer.result })
}

async function keysPage(
  { call, query, session }: Visit,
  {
    problem,
    name = '',
    created,
  }: { readonly problem?: string; readonly name?: string; readonly created?: CreatedApiKey },
): Promise<Answer> {
  const cursor = query.get('cursor')
  const { data, _meta } = await call('listApiKeys', { query: { limit: '50', ...(cursor === null ? {} : { cursor }) } })
  return {
    title: 'API keys',
    section: 'keys',
    status: problem === undefined ? 200 : 422,
    body: markup`${showHeading(
      'API keys',
      'Keys of the organization: they author benchmarks and read results. Agents use the keys of a Solver.',
    )}
${created === undefined ? null : showNewKey(created)}
${showKeyForm(session, '/keys', { problem: problem ?? null, name })}
${
  data.length === 0
    ? null
    : showKeyList(data, (id) => `/dashboard/keys/${encodeURIComponent(id)}/revoke`, session.token)
}
${showOlder(_meta.next, '/dashboard/keys')}`,
  }
}

/** Shows a form that creates a key. */
export function showKeyForm(
  session: Session,
  action: string,
  { problem, name }: { readonly problem: string | null; readonly name: string },
): Markup {
  return showForm(
    session,
    action,
    markup`${showProblem(problem)}${showField({
      name: 'name',
      label: 'Name of a new key',
      value: name,
      required: true,
      hint: 'What will use it, for example the name of a build server.',
    })}<div><button class="primary">Create a key</button></div>`,
    'panel',
  )
}

/** Shows a key that was just created. It is not shown anywhere else. */
export function showNewKey({ key, name }: CreatedApiKey): Markup {
  return markup`<div class="done" role="status"><p>The key <b>${name}</b> was created. Copy it now: it is not \
shown again.</p>
<label class="off-screen" for="new-key">The new key</label><input id="new-key" readonly value="${key}"><div>\
<button type="button" data-copy="new-key" hidden>Copy</button></div></div>`
}

/** Lists keys by their first and last characters. */
export function showKeyList(keys: readonly ApiKey[], revoke: (id: string) => string, own = ''): Markup {
  return showTable(
    'Keys',
    ['Name', 'Key', 'Created', 'Last used', 'Revoke'],
    keys.map(({ id, name, prefix, suffix, created_at: created, last_used_on: used }) => [
      markup`${name}${
        own !== '' && own.startsWith(prefix) && own.endsWith(suffix)
          ? markup` <span class="tag">this session</span>`
          : null
      }`,
      markup`<code>${prefix}…${suffix}</code>`,
      showTime(created),
      used === null || used === undefined
        ? markup`<span class="soft">never</span>`
        : markup`<span class="whole">${used}</span>`,
      markup`<a class="button" href="${revoke(id)}" aria-label="Revoke ${name}">Revoke…</a>`,
    ]),
  )
}

/** Asks before a key is revoked. */
export async function askToRevoke({ params, session, call }: Visit): Promise<Answer> {
  const id = params.id ?? ''
  const { data } = await call('listApiKeys', { query: { limit: '100' } })
  return askFirst({
    session,
    section: 'keys',
    question: 'Revoke this key?',
    consequence: markup`Calls with ${nameKey(data, id)} are rejected at once. If it is the key of this session, you \
are signed out.`,
    action: `/keys/${encodeURIComponent(id)}/revoke`,
    button: 'Revoke the key',
    back: '/keys',
  })
}

/** Names a key by its name and its first and last characters, so that users revoke the right one; older keys by id. */
export function nameKey(keys: readonly ApiKey[], id: string): Markup {
  const key = keys.find((one) => one.id === id)
  if (key === undefined) return markup`<code>${id}</code>`
  return markup`<b>${key.name}</b> (<code>${key.prefix}…${key.suffix}</code>)`
}

export async function revokeKey({ params, call }: Visit): Promise<Answer> {
  await call('revokeApiKey', { params: { id: params.id ?? '' } })
  return { redirect: '/keys' }
}
