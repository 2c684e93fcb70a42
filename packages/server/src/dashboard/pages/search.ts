import type { CallOperation } from '@carebench/service'
import { type Markup, markup } from '../../site/markup.js'
import { describeRun, findRuns, noFilter } from '../find-runs.js'
import { showHeading, showTable } from '../layout.js'
import { orNull, readNames } from '../names.js'
import type { Answer, Visit } from '../visit.js'
import { showRuns } from './run-table.js'

/** For each id prefix, the section of the resource's page and how to read the resource. */
const places: Readonly<Record<string, readonly [section: string, read: (call: CallOperation, id: string) => unknown]>> =
  {
    run: ['runs', (call, id) => orNull(call('getBenchmarkRun', { params: { id } }))],
    tr: ['task-runs', (call, id) => orNull(call('getTaskRun', { params: { id } }))],
    bench: ['benchmarks', (call, id) => orNull(call('getBenchmark', { params: { id } }))],
    task: ['tasks', (call, id) => orNull(call('getTask', { params: { id } }))],
    slv: ['solvers', (call, id) => orNull(call('getSolver', { params: { id } }))],
    pg: ['playgrounds', (call, id) => orNull(call('getPlayground', { params: { id } }))],
    sbx: ['sandboxes', (call, id) => orNull(call('getSandbox', { params: { id } }))],
  }

/** Shows the results of the search box: resources by id or name. */
export async function showSearch({ query, call }: Visit): Promise<Answer> {
  const text = (query.get('q') ?? '').trim()
  if (text === '') {
    return answer(
      text,
      markup`<div class="empty"><b>Search for an id or a name</b>The box is at the head of every page; <kbd>/</kbd> \
goes to it. An id, such as that of a task run in a log, leads to its page.</div>`,
    )
  }
  const [, prefix = ''] = /^([a-z]+)_\w+$/.exec(text) ?? []
  const place = Object.hasOwn(places, prefix) ? places[prefix] : undefined
  if (place !== undefined && (await place[1](call, text)) !== null) {
    return { redirect: `/${place[0]}/${encodeURIComponent(text)}` }
  }
  const names = await readNames(call)
  const wanted = text.toLowerCase()
  const fitting = (list: readonly (readonly [id: string, name: string])[]) =>
    list.filter(([, name]) => name.toLowerCase().includes(wanted))
  const [benchmarks, solvers] = [fitting(names.benchmarks), fitting(names.solvers)]
  const { rows, examined, next } = await findRuns(call, { ...noFilter, text }, { cursor: '', skip: 0 }, (run) =>
    describeRun(run, names),
  )
  const hrefOf = (group: string) => `/dashboard/runs?${new URLSearchParams({ text, group })}`
  const older = `/dashboard/runs?${new URLSearchParams({ text })}`
  return answer(
    text,
    markup`${
      benchmarks.length + solvers.length + rows.length === 0
        ? markup`<div class="empty"><b>Nothing has “${text}” in its name</b>Searched: the newest 100 benchmarks and \
Solvers, and the newest ${examined} runs with the names of their tasks. An id has to be whole.</div>`
        : null
    }
${showList('Benchmarks', 'benchmarks', benchmarks)}${showList('Solvers', 'solvers', solvers)}
${rows.length === 0 ? null : markup`<h2>Runs</h2>${showRuns(rows, names, hrefOf)}`}
${
  next === null || rows.length === 0
    ? null
    : markup`<div class="pages"><a class="button" href="${older}">All matching runs</a>\
<span class="soft">The newest ${examined} were searched.</span></div>`
}`,
  )
}

function answer(text: string, body: Markup): Answer {
  return {
    title: text === '' ? 'Search' : `Search: ${text}`,
    search: text,
    body: markup`${showHeading(text === '' ? 'Search' : markup`Search: ${text}`)}${body}`,
  }
}

function showList(
  title: string,
  section: string,
  found: readonly (readonly [id: string, name: string])[],
): Markup | null {
  if (found.length === 0) return null
  return markup`<h2>${title}</h2>${showTable(
    title,
    ['Name', 'Id'],
    found.map(([id, name]) => [
      markup`<a href="/dashboard/${section}/${encodeURIComponent(id)}">${name}</a>`,
      markup`<code>${id}</code>`,
    ]),
  )}`
}
