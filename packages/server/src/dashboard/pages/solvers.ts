import type { CreatedApiKey, Solver } from '@carebench/protocol'
import { type Markup, markup } from '../../site/markup.js'
import { showField, showForm, showHeading, showProblem, showTable, showTime } from '../layout.js'
import { orProblem } from '../names.js'
import { showOlder } from '../pager.js'
import type { Session } from '../session/session.js'
import type { Answer, Visit } from '../visit.js'
import { askFirst } from './confirmation.js'
import { nameKey, showKeyForm, showKeyList, showNewKey } from './keys.js'

/** The fields of a Solver's form. */
type Fields = Pick<Solver, 'alias' | 'name' | 'description'>

const noFields: Fields = { alias: '', name: '', description: null }

/** Shows the Solvers of the organization. */
export async function showSolvers(visit: Visit): Promise<Answer> {
  return listPage(visit, noFields, null)
}

export async function createSolver(visit: Visit): Promise<Answer> {
  const fields = readFields(visit)
  const answer = await orProblem(visit.call('createSolver', { body: fields }))
  if ('problem' in answer) return listPage(visit, fields, answer.problem)
  return { redirect: `/solvers/${encodeURIComponent(answer.result.id)}` }
}

/** Shows one Solver with its keys. */
export async function showSolver(visit: Visit): Promise<Answer> {
  return solverPage(visit, {})
}

export async function updateSolver(visit: Visit): Promise<Answer> {
  const fields = readFields(visit)
  const answer = await orProblem(visit.call('updateSolver', { params: { id: readId(visit) }, body: fields }))
  if ('problem' in answer) return solverPage(visit, { fields, problem: answer.problem })
  return { redirect: `/solvers/${encodeURIComponent(readId(visit))}` }
}

/** Creates a key of a Solver, and shows it only this once. */
export async function createSolverKey(visit: Visit): Promise<Answer> {
  const name = visit.form.text('name')
  const answer = await orProblem(visit.call('createSolverKey', { params: { id: readId(visit) }, body: { name } }))
  return solverPage(
    visit,
    'problem' in answer ? { keyProblem: answer.problem, keyName: name } : { created: answer.result },
  )
}

/** Asks for confirmation before a key of a Solver is revoked. */
export async function askToRevokeSolverKey(visit: Visit): Promise<Answer> {
  const [id, key] = [readId(visit), visit.params.key ?? '']
  const { data } = await visit.call('listSolverKeys', { params: { id }, query: { limit: '100' } })
  return askFirst({
    session: visit.session,
    section: 'solvers',
    question: 'Revoke this key?',
    consequence: markup`${nameKey(data, key)} can create no more runs. Runs that were created with it continue.`,
    action: `/solvers/${encodeURIComponent(id)}/keys/${encodeURIComponent(key)}/revoke`,
    button: 'Revoke the key',
    back: `/solvers/${encodeURIComponent(id)}`,
  })
}

export async function revokeSolverKey(visit: Visit): Promise<Answer> {
  await visit.call('revokeSolverKey', { params: { id: readId(visit), key_id: visit.params.key ?? '' } })
  return { redirect: `/solvers/${encodeURIComponent(readId(visit))}` }
}

async function listPage({ call, query, session }: Visit, fields: Fields, problem: string | null): Promise<Answer> {
  const cursor = query.get('cursor')
  const { data, _meta } = await call('listSolvers', { query: { limit: '50', ...(cursor === null ? {} : { cursor }) } })
  return {
    title: 'Solvers',
    section: 'solvers',
    status: problem === null ? 200 : 422,
    body: markup`${showHeading('Solvers', 'Agents that work on benchmarks, each with keys of its own.')}
${
  data.length === 0
    ? markup`<div class="empty"><b>No Solvers yet</b>Create one, then a key of it for your agent.</div>`
    : showTable(
        'Solvers',
        ['Name', 'Alias', 'Description', 'Created'],
        data.map((solver) => [
          markup`<a href="/dashboard/solvers/${encodeURIComponent(solver.id)}">${solver.name}</a>`,
          markup`<code>${solver.alias}</code>`,
          solver.description ?? '',
          showTime(solver.created_at),
        ]),
      )
}${showOlder(_meta.next, '/dashboard/solvers')}
<h2>A new Solver</h2>${showSolverForm(session, '/solvers', { fields, problem, button: 'Create a Solver' })}`,
  }
}

async function solverPage(
  visit: Visit,
  shown: {
    readonly fields?: Fields
    readonly problem?: string
    readonly keyProblem?: string
    readonly keyName?: string
    readonly created?: CreatedApiKey
  },
): Promise<Answer> {
  const { call, query, session } = visit
  const id = readId(visit)
  const solver = await call('getSolver', { params: { id } })
  const cursor = query.get('cursor')
  const keys = await call('listSolverKeys', {
    params: { id },
    query: { limit: '50', ...(cursor === null ? {} : { cursor }) },
  })
  const place = `/solvers/${encodeURIComponent(id)}`
  return {
    title: solver.name,
    section: 'solvers',
    status: shown.problem === undefined && shown.keyProblem === undefined ? 200 : 422,
    body: markup`${showHeading(
      solver.name,
      markup`<code>${solver.alias}</code> · ${solver.id}`,
      markup`<a class="button" href="/dashboard/runs?solver=${encodeURIComponent(id)}">Runs</a>`,
    )}
${shown.created === undefined ? null : showNewKey(shown.created)}
<h2>Keys</h2>${
      keys.data.length === 0
        ? markup`<div class="empty"><b>No keys</b>An agent needs one to begin a run.</div><br>`
        : showKeyList(keys.data, (key) => `/dashboard${place}/keys/${encodeURIComponent(key)}/revoke`)
    }${showOlder(keys._meta.next, `/dashboard${place}`)}
<br>${showKeyForm(session, `${place}/keys`, { problem: shown.keyProblem ?? null, name: shown.keyName ?? '' })}
<h2>Change</h2>${showSolverForm(
      session,
      place,
      { fields: shown.fields ?? solver, problem: shown.problem ?? null, button: 'Save' },
      'solver',
    )}`,
  }
}

function showSolverForm(
  session: Session,
  action: string,
  { fields, problem, button }: { readonly fields: Fields; readonly problem: string | null; readonly button: string },
  prefix = 'new',
): Markup {
  return showForm(
    session,
    action,
    markup`${showProblem(problem)}
${showField({ name: `${prefix}_name`, label: 'Name', value: fields.name, required: true })}
${showField({
  name: `${prefix}_alias`,
  label: 'Alias',
  value: fields.alias,
  required: true,
  hint: 'Names the Solver in commands and results: letters, digits, dots, hyphens and underscores.',
})}
${showField({ name: `${prefix}_description`, label: 'Description', value: fields.description ?? '' })}
<div><button class="primary">${button}</button></div>`,
    'panel',
  )
}

function readFields({ form }: Visit): Fields {
  const text = (name: string) => form.text(`new_${name}`) || form.text(`solver_${name}`)
  const description = text('description')
  return { alias: text('alias'), name: text('name'), description: description === '' ? null : description }
}

function readId({ params }: Visit): string {
  return params.id ?? ''
}
