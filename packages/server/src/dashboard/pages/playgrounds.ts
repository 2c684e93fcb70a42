import { ApiError } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import { type Inside, markup } from '../../site/markup.js'
import { showChoice, showField, showForm, showHeading, showProblem, showTable, showTime } from '../layout.js'
import { orProblem } from '../names.js'
import { showOlder } from '../pager.js'
import { listParameters, listReadings, pathOfRecord, type Reading, readingsBelow } from '../readings.js'
import { showValue } from '../task/views/shown-value.js'
import type { Answer, Visit } from '../visit.js'
import { showByHand } from './by-hand.js'
import { askFirst } from './confirmation.js'
import { showAnswer } from './content.js'

/** Shows the playgrounds of the organization, and a form that starts one. */
export async function showPlaygrounds(visit: Visit): Promise<Answer> {
  return listPage(visit, null)
}

export async function startPlayground(visit: Visit): Promise<Answer> {
  const seed = visit.form.text('seed')
  const body = { environment_id: visit.form.text('environment'), ...(seed === '' ? {} : { seed: Number(seed) }) }
  const answer = await orProblem(visit.call('createPlayground', { body }))
  if ('problem' in answer) return listPage(visit, answer.problem)
  return { redirect: `/playgrounds/${encodeURIComponent(answer.result.id)}` }
}

async function listPage({ call, query, form, session }: Visit, problem: string | null): Promise<Answer> {
  const cursor = query.get('cursor')
  const [environments, playgrounds] = await Promise.all([
    call('listEnvironments', { query: { limit: '100' } }),
    call('listPlaygrounds', { query: { limit: '25', ...(cursor === null ? {} : { cursor }) } }),
  ])
  const names = new Map(environments.data.map(({ id, name }) => [id, name]))
  return {
    title: 'Playgrounds',
    section: 'playgrounds',
    status: problem === null ? 200 : 422,
    body: markup`${showHeading(
      'Playgrounds',
      'Environments you can look into: ones you started, and those of task runs.',
    )}
${
  environments.data.length === 0
    ? markup`<div class="empty"><b>No environments yet</b>Publish a benchmark first; its environment can then be \
looked at here.</div>`
    : showForm(
        session,
        '/playgrounds',
        markup`${showProblem(problem)}${showChoice('environment', 'Environment', [...names], form.text('environment'))}
${showField({
  name: 'seed',
  label: 'Seed',
  value: form.text('seed'),
  hint: 'The same seed gives the same data. Empty: a random one.',
})}<div><button class="primary">Start a playground</button></div>`,
        'panel',
      )
}
${
  playgrounds.data.length === 0
    ? null
    : showTable(
        'Playgrounds',
        ['Playground', 'Environment', 'Of', 'State', 'Created'],
        playgrounds.data.map((one) => [
          markup`<a href="/dashboard/playgrounds/${encodeURIComponent(one.id)}">${one.id}</a>`,
          one.environment_id === null ? '' : (names.get(one.environment_id) ?? one.environment_id),
          one.task_run_id === null
            ? 'its own'
            : markup`<a href="/dashboard/task-runs/${encodeURIComponent(one.task_run_id)}">${one.task_run_id}</a>`,
          markup`<span class="state">${one.status.replaceAll('_', ' ')}</span>`,
          showTime(one.created_at),
        ]),
      )
}${showOlder(playgrounds._meta.next, '/dashboard/playgrounds')}`,
  }
}

/** Opens the workstation of a playground. */
export async function openWorkstation({ params, call }: Visit): Promise<Answer> {
  const { url } = await call('openPlaygroundWorkstation', { params: { id: params.id ?? '' } })
  return { leave: url }
}

/** Shows one playground with its systems, each with links to what it declares readable. */
export async function showPlayground({ params, call, systems, session }: Visit): Promise<Answer> {
  const id = params.id ?? ''
  const playground = await call('getPlayground', { params: { id } })
  const { data: sandboxes } = await call('listSandboxes', { query: { playground_id: id, limit: '100' } })
  const isOpen = playground.status === 'active'
  return {
    title: `Playground ${id}`,
    section: 'playgrounds',
    body: markup`${showHeading(
      'Playground',
      markup`${id} · ${playground.status.replaceAll('_', ' ')} · created ${showTime(playground.created_at)}${
        playground.seed === null ? '' : ` · seed ${playground.seed}`
      }`,
      isOpen && playground.task_run_id === null
        ? markup`${showForm(
            session,
            `/playgrounds/${encodeURIComponent(id)}/workstation`,
            markup`<button class="primary">Work in it</button>`,
          )}<a class="button" href="/dashboard/playgrounds/${encodeURIComponent(id)}/teardown">Tear down…</a>`
        : null,
    )}
${showTable(
  'Systems',
  ['System', 'Id', 'What happened', 'Look into', 'Act'],
  sandboxes.map((sandbox) => [
    markup`<b>${sandbox.type}</b>${sandbox.key === undefined ? null : markup` ${sandbox.key}`}`,
    markup`<code>${sandbox.id}</code>`,
    markup`<a href="/dashboard/sandboxes/${encodeURIComponent(sandbox.id)}">Events</a>`,
    isOpen ? linksInto(sandbox.id, systems.get(sandbox.type)) : '',
    isOpen && playground.task_run_id === null && systems.get(sandbox.type)?.group
      ? markup`<a href="/dashboard/sandboxes/${encodeURIComponent(sandbox.id)}#by-hand" \
aria-label="Act in ${sandbox.type} by hand">By hand</a>`
      : '',
  ]),
)}`,
  }
}

function linksInto(sandbox: string, system: System | undefined): Inside {
  if (!system?.group) return 'nothing: only other systems call it'
  return listReadings(system)
    .slice(0, 6)
    .map(
      ({ path, summary }) =>
        markup`<a href="/dashboard/sandboxes/${encodeURIComponent(sandbox)}/look?path=${encodeURIComponent(path)}" \
title="${summary}">${path === '' ? 'all' : path}</a> `,
    )
}

/** Shows the events of a system, the newest first. */
export async function showSandbox({ params, call, query, systems }: Visit): Promise<Answer> {
  const id = params.id ?? ''
  const sandbox = await call('getSandbox', { params: { id } })
  const cursor = query.get('cursor')
  const { data, _meta } = await call('listSandboxEvents', {
    params: { id },
    query: { limit: '50', ...(cursor === null ? {} : { cursor }) },
  })
  const isLive = sandbox.status === 'active' && cursor === null
  // In the playground of a task run, only the agent may act.
  const mayAct =
    isLive &&
    systems.get(sandbox.type)?.group &&
    (await call('getPlayground', { params: { id: sandbox.playground_id } })).task_run_id === null
  return {
    title: `${sandbox.type} · ${id}`,
    section: 'playgrounds',
    task: true,
    body: markup`${showHeading(
      sandbox.type,
      markup`${id} · <a href="/dashboard/playgrounds/${encodeURIComponent(sandbox.playground_id)}">its playground</a>`,
      sandbox.status === 'active' && systems.get(sandbox.type)?.group
        ? markup`<a class="button" href="/dashboard/sandboxes/${encodeURIComponent(id)}/look">Look into it</a>`
        : null,
    )}
<div id="events"${isLive ? markup` data-live` : null}>${
      data.length === 0
        ? markup`<div class="empty"><b>Nothing has happened</b>${
            isLive
              ? 'Events of the system appear here by themselves.'
              : 'The system has no events and no longer responds.'
          }</div>`
        : showTable(
            'Events',
            ['Number', 'Time of the playground', 'By', 'Event', 'Content'],
            data.map(({ seq, at, actor, type, data: content }) => [
              seq,
              showTime(at),
              actor,
              markup`<code>${type}</code>`,
              showValue(content),
            ]),
          )
    }</div>${showOlder(_meta.next, `/dashboard/sandboxes/${encodeURIComponent(id)}`)}
${mayAct ? showByHand(sandbox) : null}`,
  }
}

/** Shows the response of a system to a read, as any holder of its key would get it. */
export async function lookInto(visit: Visit): Promise<Answer> {
  const { asked, sandbox, system, target } = await readRequest(visit)
  const answer = target === null ? null : await visit.fetch(target)
  const place = `/dashboard/sandboxes/${encodeURIComponent(sandbox.id)}`
  const linkTo = (path: string) => `${place}/look?path=${encodeURIComponent(path)}`
  const links = (readings: readonly Reading[]) =>
    readings.map(
      ({ path, summary }) => markup`<li><a href="${linkTo(path)}">${path === '' ? 'all' : path}</a> ${summary}</li>`,
    )
  const parameters = listParameters(system, asked)
  const below = answer?.status === 200 ? readingsBelow(system, asked) : []
  return {
    title: `${sandbox.type} · look`,
    section: 'playgrounds',
    task: true,
    body: markup`${showHeading(sandbox.type, markup`<a href="${place}">${sandbox.id}</a>`)}
<form class="filters" method="get" action="${place}/look">${showField({
      name: 'path',
      label: 'Path below the system, with a query',
      value: asked,
      hint: 'For example a search. Read-only: to act, call the system.',
    })}<div class="actions"><button class="primary">Read</button></div></form>
<details class="fold"${
      answer?.status === 200 ? null : markup` open`
    }><summary>What can be read</summary><ul>${links(listReadings(system))}</ul></details>
${
  parameters.length === 0
    ? null
    : markup`<details class="fold"><summary>Parameters of this query</summary><dl class="facts-list">${parameters.map(
        ([name, meaning]) => markup`<dt><code>${name}</code></dt><dd>${meaning}</dd>`,
      )}</dl></details>`
}
${below.length === 0 ? null : markup`<ul>${links(below)}</ul>`}
${
  answer === null
    ? showProblem('This is not a path below the system: leave out dots, and begin with what the system offers.')
    : showAnswer(answer, {
        linkTo,
        pathOf: (record) => pathOfRecord(system, asked, record),
        download: `${place}/file?path=${encodeURIComponent(asked)}`,
      })
}`,
  }
}

/** Returns the response of a system to a read as a file, because documents need not be text. */
export async function downloadFrom(visit: Visit): Promise<Answer> {
  const { asked, target } = await readRequest(visit)
  if (target === null) throw new ApiError('RESOURCE_NOT_FOUND', 'This is not a path below the system.')
  const file = await visit.fetch(target)
  const ending = /[/+](pdf|json|xml)\b/.exec(file.headers['content-type'] ?? '')?.[1]
  const name = asked.split('?', 1)[0]?.replace(/^\/+/, '') || 'all'
  return { file, name: ending === undefined ? name : `${name}.${ending}` }
}

/** Returns the read that a visit requests; its target is null if it is not below the system. */
async function readRequest({ params, call, query, systems }: Visit) {
  const sandbox = await call('getSandbox', { params: { id: params.id ?? '' } })
  const system = systems.get(sandbox.type)
  const endpoint = system?.group ? sandbox.endpoints[system.group.name] : undefined
  const asked = query.get('path') ?? listReadings(system)[0]?.path ?? ''
  const path = asked.replace(/^\/+/, '')
  const target = `${endpoint ?? ''}${path === '' || path.startsWith('?') ? path : `/${path}`}`
  return { sandbox, system, asked, target: endpoint !== undefined && isPathBelow(target, endpoint) ? target : null }
}

/** Whether a path stays below the system once its dot segments are resolved, also those that are percent-encoded. */
function isPathBelow(target: string, endpoint: string): boolean {
  if (/[\\#\s]/.test(target)) return false
  const url = new URL(target, 'https://service.invalid')
  return url.host === 'service.invalid' && (url.pathname === endpoint || url.pathname.startsWith(`${endpoint}/`))
}

/** Asks for confirmation before a playground is torn down. */
export async function askToTearDown({ params, session }: Visit): Promise<Answer> {
  const id = params.id ?? ''
  return askFirst({
    session,
    section: 'playgrounds',
    question: 'Tear this playground down?',
    consequence: markup`The systems of <code>${id}</code> no longer respond; their events stay readable.`,
    action: `/playgrounds/${encodeURIComponent(id)}/teardown`,
    button: 'Tear it down',
    back: `/playgrounds/${encodeURIComponent(id)}`,
  })
}

export async function tearDown({ params, call }: Visit): Promise<Answer> {
  const { id } = await call('tearDownPlayground', { params: { id: params.id ?? '' } })
  return { redirect: `/playgrounds/${encodeURIComponent(id)}` }
}
