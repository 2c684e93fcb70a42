import { ApiError } from '@carebench/protocol'
import { markup } from '../../site/markup.js'
import { showChoice, showForm, showHeading, showProblem, showTime } from '../layout.js'
import type { Answer, Places, Route, Visit } from '../visit.js'
import { showRun } from './run.js'
import { showTaskRun } from './task/task-run.js'

/** The possible lifetimes of a link, in hours. */
const durations = [
  ['1', '1 hour'],
  ['24', '1 day'],
  ['168', '7 days'],
] as const

/** Asks how long a run should be shared. */
export async function askToShareRun(visit: Visit): Promise<Answer> {
  return sharePage(visit, null)
}

/**
 * Creates a link to a run. Each link has its own API key, so that the list of keys shows all links, and revoking the
 * key ends the link.
 */
export async function shareRun(visit: Visit): Promise<Answer> {
  const { params, form, call, now, linkTo } = visit
  const hours = durations.find(([value]) => value === form.text('hours'))?.[0]
  if (hours === undefined) return sharePage(visit, 'Choose how long the link is valid: 1 hour, 1 day or 7 days.')
  const { id } = await call('getBenchmarkRun', { params: { id: params.id ?? '' } })
  const expiresAt = now + Number(hours) * 3_600_000
  const until = new Date(expiresAt).toISOString()
  const name = `Shared report ${id} until ${until.slice(0, 16).replace('T', ' ')} UTC`
  const { key } = await call('createApiKey', { body: { name } })
  const link = `/dashboard${await linkTo({ token: key, run: id, expiresAt })}`
  return {
    title: 'Shared',
    section: 'runs',
    body: markup`${showHeading('Shared', markup`<a href="/dashboard/runs/${encodeURIComponent(id)}">${id}</a>`)}
<div class="done" role="status">
<p>This link opens the report until ${showTime(until)}. Copy its address now: it is not shown again.</p>
<p><a id="shared-link" href="${link}" referrerpolicy="no-referrer">${link}</a></p>
<div><button type="button" data-copy="shared-link" hidden>Copy</button></div></div>
<p>To end it earlier, revoke the key <b>${name}</b> on the page <a href="/dashboard/keys">API keys</a>.</p>`,
  }
}

async function sharePage({ params, session, call }: Visit, problem: string | null): Promise<Answer> {
  const { id } = await call('getBenchmarkRun', { params: { id: params.id ?? '' } })
  const place = `/runs/${encodeURIComponent(id)}`
  const inside = markup`${showProblem(problem)}${showChoice('hours', 'The link is valid for', durations, '24')}
<div class="actions"><button class="primary">Create the link</button>
<a class="button" href="/dashboard${place}">No, go back</a></div>`
  return {
    title: 'Share a report',
    section: 'runs',
    status: problem === null ? 200 : 422,
    body: markup`${showHeading('Share this report?', markup`<a href="/dashboard${place}">${id}</a>`)}
<p>Anyone with the link reads this run and its task runs without a key: every step, and criteria with expected values.
It opens no other page and changes nothing.</p>
${showForm(session, `${place}/share`, inside, 'panel')}
<p class="soft">The link has an API key of its own, sealed by the server; revoking that key ends the link.</p>`,
  }
}

/** Returns the addresses of the pages of a shared report, all below its link. */
export function sharedPlaces(link: string): Places {
  return { areShared: true, run: () => link, taskRun: (id) => `${link}/task-runs/${encodeURIComponent(id)}` }
}

/** Returns the pages of the shared report of a run. */
export function sharedRoutes(run: string): readonly Route[] {
  const page = (path: string, show: Route['show']): Route => ({ method: 'GET', path, role: 'organization', show })
  return [
    page('', (visit) => showRun({ ...visit, params: { id: run } })),
    page('/task-runs/{id}', async (visit) => {
      const { task_runs: taskRuns } = await visit.call('getBenchmarkRun', { params: { id: run } })
      if (taskRuns.some(({ id }) => id === visit.params.id)) return showTaskRun(visit)
      throw new ApiError('RESOURCE_NOT_FOUND', 'The task run is not of this run.')
    }),
  ]
}
