import { callInMemory, textOfBody } from '@carebench/service'
import { beforeAll, describe, expect, it } from 'vitest'
import { operatorKey } from '../in-memory-service.js'
import { type OpenDashboard, openDashboard, type Visitor } from './open-dashboard.js'

// Lists that are longer than a page: their links lead to each row exactly once.

let open: OpenDashboard
let visitor: Visitor
let call: ReturnType<typeof callInMemory>
beforeAll(async () => {
  open = await openDashboard()
  visitor = await open.signIn(open.organizationKey)
  call = callInMemory(open.service, open.organizationKey)
})

/** Follows the pages of a list from the first one. Returns the addresses of the rows, page by page. */
async function walk(path: string, rows: RegExp, by = visitor): Promise<readonly (readonly string[])[]> {
  const pages: string[][] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const response = await by.get(next)
    const text = textOfBody(response)
    expect([next, response.status]).toEqual([next, 200])
    pages.push([...text.matchAll(rows)].map(([, row]) => row ?? ''))
    const further =
      /<a class="button"[^>]* href="\/dashboard([^"]+)">(?:Older|Older versions|More tasks|Later steps|Next)<\/a>/.exec(
        text,
      )
    next = further?.[1]?.replaceAll('&amp;', '&').replace(/#.*/, '')
    if (pages.length > 20) throw new Error(`The pages of ${path} do not end.`)
  }
  return pages
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index)
/** Expects these rows in this order on pages of this length; the last page may be shorter. */
function expectPages(pages: readonly (readonly string[])[], length: number, rows: readonly string[]): void {
  expect(pages.flat()).toEqual(rows)
  expect(pages.slice(0, -1).map((page) => page.length)).toEqual(pages.slice(0, -1).map(() => length))
  expect(pages.length).toBe(Math.ceil(rows.length / length))
}

describe('a list', () => {
  it('of Solvers', async () => {
    for (const index of times(60)) await call('createSolver', { body: { name: `S${index}`, alias: `s${index}` } })
    const pages = await walk('/solvers', /<a href="\/dashboard\/solvers\/slv_\w+">([^<]+)<\/a>/g)
    expectPages(
      pages,
      50,
      times(60)
        .map((index) => `S${59 - index}`)
        .concat('Default Solver'),
    )
  })

  it('of the keys of a Solver', async () => {
    const { id } = await call('createSolver', { body: { name: 'Many keys', alias: 'many-keys' } })
    for (const index of times(55)) {
      await call('createSolverKey', { params: { id }, body: { name: `Key ${index}` } })
    }
    const pages = await walk(`/solvers/${id}`, /aria-label="Revoke ([^"]+)"/g)
    expectPages(
      pages,
      50,
      times(55).map((index) => `Key ${54 - index}`),
    )
    await call('deleteSolver', { params: { id } })
  })

  it('of API keys', async () => {
    for (const index of times(55)) await call('createApiKey', { body: { name: `Key ${index}` } })
    const pages = await walk('/keys', /aria-label="Revoke ([^"]+)"/g)
    expectPages(pages, 50, [...times(55).map((index) => `Key ${54 - index}`), 'first key'])
  })

  it('of benchmarks, and of the tasks of one', async () => {
    for (const index of times(55)) await call('createBenchmark', { body: { name: `b${index}` } })
    const benchmarks = await walk('/benchmarks', /<a href="\/dashboard\/benchmarks\/(?:bench_\w+)">([^<]+)<\/a>/g)
    expectPages(benchmarks, 50, [...times(55).map((index) => `b${54 - index}`), 'lab-results'])
    const { data } = await call('listBenchmarks', { query: { limit: '1' } })
    const id = data[0]?.id ?? ''
    for (const index of times(55)) await call('createTask', { body: { benchmark_id: id, name: `t${index}` } })
    const tasks = await walk(`/benchmarks/${id}`, /<a href="\/dashboard\/tasks\/task_\w+">([^<]+)<\/a>/g)
    expectPages(
      tasks,
      50,
      times(55).map((index) => `t${54 - index}`),
    )
  })

  it('of the versions of a benchmark', async () => {
    const { data } = await call('listBenchmarks', { query: { limit: '100' } })
    const id = data.find(({ name }) => name === 'lab-results')?.id ?? ''
    for (const _ of times(21)) await call('publishBenchmarkVersion', { params: { id } })
    const pages = await walk(`/benchmarks/${id}`, />lab-results@(\d+)<\/a>/g)
    expectPages(
      pages,
      20,
      times(22).map((index) => String(22 - index)),
    )
  })

  it('of runs, filtered or not', async () => {
    const ids: string[] = [open.runs.careless, open.runs.good]
    for (const _ of times(60)) {
      const { id } = await open.solver.runs.create({ benchmark: open.benchmark, tasks: ['File a result'] })
      await call('cancelBenchmarkRun', { params: { id } })
      ids.unshift(id)
    }
    const rows = /<a href="\/dashboard\/runs\/(run_\w+)">/g
    expectPages(await walk('/runs', rows), 25, ids)
    const fitting = ids.slice(0, 60)
    expectPages(await walk('/runs?outcome=cancelled', rows), 25, fitting)
    expectPages(await walk('/runs?text=file+a&outcome=cancelled', rows), 25, fitting)
    const older = textOfBody(await visitor.get('/runs?outcome=pass'))
    expect(older).toContain('62 runs were searched, the oldest among them.')
  })

  it('of playgrounds', async () => {
    const { data } = await call('listEnvironments', {})
    const body = { environment_id: data[0]?.id ?? '' }
    for (const _ of times(30)) await call('createPlayground', { body })
    const ids = (await call('listPlaygrounds', { query: { limit: '100' } })).data.map(({ id }) => id)
    const found = await walk('/playgrounds', /<a href="\/dashboard\/playgrounds\/(pg_\w+)">/g)
    expect(found.flat().slice(0, 100)).toEqual(ids)
    expect(found[0]).toHaveLength(25)
  })

  it('of organizations', async () => {
    const operator = callInMemory(open.service, operatorKey)
    for (const index of times(55)) await operator('createOrganization', { body: { name: `o${index}` } })
    const by = await open.signIn(operatorKey)
    const pages = await walk('/organizations', /aria-label="Create a key of ([^"]+)"/g, by)
    expectPages(pages, 50, [...times(55).map((index) => `o${54 - index}`), 'Alder Creek'])
  })
})

describe('what happened', () => {
  let taskRun: string
  beforeAll(async () => {
    const { tasks } = await open.solver.runs.create({ benchmark: open.benchmark, tasks: ['File a result'] })
    const [task] = tasks
    if (task === undefined) throw new Error('The run has a task.')
    const session = await task.start()
    for (const index of times(230)) await session.fhir.search('Patient', { name: `n${index}` })
    await session.complete()
    taskRun = task.id
  })

  it('in a task run is shown in pages of a hundred steps, and each step can be found on its page', async () => {
    const pages = await walk(`/task-runs/${taskRun}`, / id="log-(\d+)"/g)
    // The completion is a step, too.
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 31])
    const numbers = pages.flat().map(Number)
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
    const last = textOfBody(await visitor.get(`/task-runs/${taskRun}?from=231`))
    expect(last).toMatch(/rel="prev"[^>]*>Earlier steps</)
    expect(last).not.toContain('Later steps')
    // The links between pages keep the search.
    const found = textOfBody(await visitor.get(`/task-runs/${taskRun}?find=Patient`))
    expect(found).toMatch(/href="[^"]*\?from=101&amp;find=Patient#task-run-happened"/)
  })
})

it('runs have a row for those of a group, which leads to each of them', async () => {
  for (const agent of ['a & b', 'a & b', 'c']) {
    await open.solver.runs.create({ benchmark: open.benchmark, agent, group: 'night & day' })
  }
  const all = textOfBody(await visitor.get('/runs'))
  expect(all).toContain('/dashboard/runs?group=night+%26+day">3 runs of night &amp; day</a>')
  expect(all).toContain('>c, a &amp; b<')
  const group = textOfBody(await visitor.get('/runs?group=night+%26+day'))
  expect(group.match(/\/dashboard\/runs\/run_/g)).toHaveLength(3)
  const agent = textOfBody(await visitor.get('/runs?group=night+%26+day&agent=c'))
  expect(agent.match(/\/dashboard\/runs\/run_/g)).toHaveLength(1)
})
