import { markup } from '../../site/markup.js'
import { describeRun, findRuns, type RunFilter } from '../find-runs.js'
import { showChoice, showField, showHeading, showOffers } from '../layout.js'
import { type Names, orNull, readNames } from '../names.js'
import type { Answer, Page, Visit } from '../visit.js'
import { showRuns } from './run-table.js'

const outcomes = ['pass', 'partial', 'fail', 'active', 'completed', 'cancelled', 'failed'] as const

const words: Readonly<Record<(typeof outcomes)[number], string>> = {
  pass: 'passed',
  partial: 'partial',
  fail: 'failed',
  active: 'at work',
  completed: 'completed',
  cancelled: 'cancelled',
  failed: 'broken off',
}

/** Shows the runs of the organization, with filters. */
export async function showRunList({ query, call }: Visit): Promise<Answer> {
  const filter = readFilter(query)
  const names = await readNames(call)
  // A search for a run id finds this run, however old it is.
  const exact = filter.text.startsWith('run_')
    ? await orNull(call('getBenchmarkRun', { params: { id: filter.text } }))
    : null
  if (exact !== null) return { redirect: `/runs/${encodeURIComponent(exact.id)}` }
  const start = { cursor: query.get('cursor') ?? '', skip: numberIn(query.get('skip')) }
  const { rows, next, examined } = await findRuns(call, filter, start, (run) => describeRun(run, names))
  const isFiltered = Object.values(filter).some((value) => value !== '')
  const runs = rows.flat()
  const isAtWork = runs.some(({ status }) => status === 'active')
  const hasGroups = rows.length < runs.length
  const further = next === null ? null : writeAddress(filter, next.cursor, next.skip)
  return page(markup`${showHeading('Runs')}
${showFilters(filter, names)}
<div id="saved" class="inline" role="group" aria-label="Saved filters" hidden></div>
<div id="found"><div id="runs"${isAtWork ? markup` data-live` : null}>${
    runs.length > 0
      ? showRuns(rows, names, (group) => writeAddress({ ...filter, group }, '', 0))
      : markup`<div class="empty">${
          isFiltered || start.cursor !== ''
            ? markup`<b>No run matches</b>${
                further === null
                  ? markup`Change a filter, or show <a href="/dashboard/runs">all runs</a>.`
                  : `among the ${examined} that were searched: continue with “Older”.`
              }`
            : showFirstSteps()
        }</div>`
  }</div>
<div class="pages">${
    start.cursor === '' && start.skip === 0
      ? null
      : markup`<a class="button" href="${writeAddress(filter, '', 0)}">Newest</a>`
  }${further === null ? null : markup`<a class="button" rel="next" href="${further}">Older</a>`}${
    isFiltered || hasGroups
      ? markup`<span class="soft">${examined} runs were \
searched${next === null ? ', the oldest among them' : ''}.</span>`
      : null
  }</div></div>`)
}

function showFirstSteps() {
  return markup`<b>No runs yet</b>A run begins with a benchmark and a Solver key:<br><code>carebench run --help</code>`
}

function showFilters(filter: RunFilter, names: Names) {
  const { benchmark, solver, outcome, agent, group, from, to, text } = filter
  const offers = [
    ...names.benchmarks.map(([, name]) => [name, 'benchmark'] as const),
    ...names.solvers.map(([, name]) => [name, 'Solver'] as const),
  ]
  return markup`<form class="filters" method="get" action="/dashboard/runs" role="search" aria-label="Runs" \
data-filters="found">
${showChoice('benchmark', 'Benchmark', [['', 'all'], ...names.benchmarks], benchmark)}
${showChoice('solver', 'Solver', [['', 'all'], ['none', 'nobody'], ...names.solvers], solver)}
${showChoice('outcome', 'Result', [['', 'all'], ...outcomes.map((one) => [one, words[one]] as const)], outcome)}
${showField({ name: 'agent', label: 'Agent', value: agent })}
${showField({ name: 'group', label: 'Group', value: group })}
${showField({ name: 'from', label: 'From', type: 'date', value: from })}
${showField({ name: 'to', label: 'To', type: 'date', value: to })}
${showField({
  name: 'text',
  label: 'Id, name or task',
  type: 'search',
  value: text,
  offers: 'names',
})}${showOffers('names', offers)}
<div class="actions"><button class="primary">Show</button><a class="button" href="/dashboard/runs">All</a></div></form>`
}

function readFilter(query: URLSearchParams): RunFilter {
  const day = (name: string) => /^\d{4}-\d{2}-\d{2}$/.exec(query.get(name) ?? '')?.[0] ?? ''
  return {
    benchmark: query.get('benchmark') ?? '',
    solver: query.get('solver') ?? '',
    outcome: query.get('outcome') ?? '',
    agent: (query.get('agent') ?? '').trim(),
    group: (query.get('group') ?? '').trim(),
    from: day('from'),
    to: day('to'),
    text: (query.get('text') ?? '').trim(),
  }
}

function writeAddress(filter: RunFilter, cursor: string, skip: number): string {
  const set = Object.entries({ ...filter, cursor, skip: skip === 0 ? '' : String(skip) }).filter(
    ([, value]) => value !== '',
  )
  const query = new URLSearchParams(set).toString()
  return `/dashboard/runs${query === '' ? '' : `?${query}`}`
}

function numberIn(text: string | null): number {
  return /^\d{1,3}$/.test(text ?? '') ? Number(text) : 0
}

function page(body: Page['body']): Page {
  return { title: 'Runs', section: 'runs', body }
}
