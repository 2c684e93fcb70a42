import type { CreatedApiKey } from '@carebench/protocol'
import { markup } from '../../site/markup.js'
import { showField, showForm, showHeading, showProblem, showTable, showTime } from '../layout.js'
import { orProblem } from '../names.js'
import { showOlder } from '../pager.js'
import type { Answer, Visit } from '../visit.js'
import { showNewKey } from './keys.js'

/** Shows the organizations of the service, for its operator. */
export async function showOrganizations(visit: Visit): Promise<Answer> {
  return listPage(visit, {})
}

export async function createOrganization(visit: Visit): Promise<Answer> {
  const name = visit.form.text('name')
  const answer = await orProblem(visit.call('createOrganization', { body: { name } }))
  return 'problem' in answer ? listPage(visit, { problem: answer.problem, name }) : { redirect: '/organizations' }
}

/** Creates a key of an organization, and shows it only this once. */
export async function createOrganizationKey(visit: Visit): Promise<Answer> {
  const body = { name: 'From the dashboard' }
  const created = await visit.call('createOrganizationKey', { params: { id: visit.params.id ?? '' }, body })
  return listPage(visit, { created })
}

async function listPage(
  { call, query, session }: Visit,
  {
    problem,
    name = '',
    created,
  }: { readonly problem?: string; readonly name?: string; readonly created?: CreatedApiKey },
): Promise<Answer> {
  const cursor = query.get('cursor')
  const { data, _meta } = await call('listOrganizations', {
    query: { limit: '50', ...(cursor === null ? {} : { cursor }) },
  })
  return {
    title: 'Organizations',
    section: 'organizations',
    status: problem === undefined ? 200 : 422,
    body: markup`${showHeading(
      'Organizations',
      'Everything that is authored, and every run, belongs to an organization, and only its own keys can read it.',
    )}
${created === undefined ? null : showNewKey(created)}
${showForm(
  session,
  '/organizations',
  markup`${showProblem(problem ?? null)}${showField({
    name: 'name',
    label: 'Name of a new organization',
    value: name,
    required: true,
  })}<div><button class="primary">Create an organization</button></div>`,
  'panel',
)}
${showTable(
  'Organizations',
  ['Name', 'Id', 'Created', 'Keys'],
  data.map((one) => [
    one.name,
    markup`<code>${one.id}</code>`,
    showTime(one.created_at),
    showForm(
      session,
      `/organizations/${encodeURIComponent(one.id)}/keys`,
      markup`<button aria-label="Create a key of ${one.name}">Create a key</button>`,
    ),
  ]),
)}${showOlder(_meta.next, '/dashboard/organizations')}`,
  }
}
