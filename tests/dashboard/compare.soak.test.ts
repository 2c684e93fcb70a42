import { ApiError } from '@carebench/protocol'
import { callInMemory, createRequest, type ServiceRequest, textOfBody } from '@carebench/service'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDashboard } from '../../packages/server/src/dashboard/dashboard.js'
import { workAs } from '../scripted-work.js'
import { type OpenDashboard, openDashboard, signIn, type Visitor } from './open-dashboard.js'

// Runs and Solvers compared, over a whole service.

let open: OpenDashboard
let visitor: Visitor
let benchmark: string
beforeAll(async () => {
  open = await openDashboard()
  visitor = await open.signIn(open.organizationKey)
  benchmark = (await callInMemory(open.service, open.organizationKey)('listBenchmarks', {})).data[0]?.id ?? ''
})

const read = async (fields: Readonly<Record<string, string>>, by = visitor) => {
  const { status, body } = await by.get(`/compare?${new URLSearchParams(fields)}`)
  return { status, page: String(body) }
}
const compared = async (fields: Readonly<Record<string, string>>, by = visitor): Promise<string> => {
  const { status, page } = await read(fields, by)
  expect(status, page.replaceAll(/<[^>]*>/g, '')).toBe(200)
  return page
}

/** Creates a Solver with runs of single tasks by agents, as `carebench run` makes them. */
async function addSolver(name: string, task: string, worked: readonly ('good' | 'careless')[]): Promise<void> {
  const call = callInMemory(open.service, open.organizationKey)
  const { id } = await call('createSolver', { body: { name, alias: name.toLowerCase() } })
  const { key } = await call('createSolverKey', { params: { id }, body: { name } })
  for (const agent of worked) {
    const { tasks } = await open.solverWith(key).runs.create({ benchmark: open.benchmark, scored: true, tasks: [task] })
    for (const one of tasks) await workAs(agent, 'lab-results', one, open.wait)
  }
}

/** Lists the harms of broken guards, or of other broken criteria, in the records of a run, the most frequent first. */
async function harmsInRecords(run: string, ofGuards: boolean): Promise<string> {
  const call = callInMemory(open.service, open.organizationKey)
  const counts = new Map<string, number>()
  for (const { id } of (await call('getBenchmarkRun', { params: { id: run } })).task_runs) {
    const { result } = JSON.parse(textOfBody(await visitor.get(`/task-runs/${id}/record`)))
    for (const { outcome, guard, harm } of result.criterion_runs) {
      if (outcome === 'failed' && harm && guard === ofGuards) counts.set(harm, (counts.get(harm) ?? 0) + 1)
    }
  }
  const sorted = [...counts].sort(([one, a], [other, b]) => b - a || one.localeCompare(other))
  return sorted.map(([harm, count]) => `${harm} ${count}`).join(', ')
}

describe('runs', () => {
  it('are compared by rates, completion under policy, critical failures and harm, \
and what is not known is said', async () => {
    const page = await compared({ one: open.runs.good, other: open.runs.careless })
    expect(page).toContain('No p-value: 3 tasks of both, at least 6 are needed for one.')
    expect(page).toContain('<p>On lab-results@1.</p>')
    const [good, careless] = [open.runs.good, open.runs.careless].map((id) => `Default Solver …${id.slice(-5)}`)
    expect(page).toContain(`<li><b>${good}</b>: task runs 0 of 3; critical work left undone or not right 0 of 3</li>`)
    expect(page).toContain(
      `<li><b>${careless}</b>: task runs 2 of 3; critical work left undone or not right 0 of 3</li>`,
    )
    const done = await harmsInRecords(open.runs.careless, true)
    expect(done).toContain('wrong-patient 1')
    expect(page).toContain(`<ul class="critical"><li><b>${careless}</b>: ${done}</li></ul>`)
    const undone = await harmsInRecords(open.runs.careless, false)
    expect(page).toContain(`<h3>Left undone or not right</h3>`)
    expect(page).toContain(`<ul class="critical"><li><b>${careless}</b>: ${undone}</li></ul>`)
    expect(page).not.toContain('Harm done by')
    expect([...page.matchAll(/data-name="completed under policy">([^<]*)</g)].map(([, said]) => said)).toEqual([
      '100 %',
      '0 %',
    ])
    expect(page).toMatch(/<a class="cell" href="\/dashboard\/task-runs\/tr_\w+">/)
    expect(page).toContain('Not known here')
  })

  it("of another organization's Public benchmark are compared without harm, and the page says so", async () => {
    const { organizationKey, solverKey } = await open.service.provisionOrganization('Neighbour')
    const ids: string[] = []
    for (const agent of ['good', 'careless'] as const) {
      const { id, tasks } = await open.solverWith(solverKey).runs.create({ benchmark: open.benchmark, scored: true })
      for (const task of tasks) await workAs(agent, 'lab-results', task, open.wait)
      ids.push(id)
    }
    const [one = '', other = ''] = ids
    const page = await compared({ one, other }, await open.signIn(organizationKey))
    expect(page).toMatch(/<p class="note">Harm done by [^<]* is counted in 0 of the 3 task runs that broke criteria/)
    expect(page).not.toContain('wrong-patient')
  })

  it('are compared as far as the caller may still read, if that is limited', async () => {
    const request = createRequest(
      'GET',
      `/dashboard/compare?${new URLSearchParams({ one: open.runs.good, other: open.runs.careless })}`,
      { cookie: visitor.cookie },
    )
    // Enough calls for the page itself, whose first call is not charged.
    let left = 5
    const charge = () => {
      if (--left < 0) throw new ApiError('RATE_LIMITED', 'Too many requests.')
    }
    const { status, body } = await open.dashboard.handle({ ...request, charge })
    expect([status, String(body)]).toEqual([200, expect.stringContaining('is counted in 1 of the 3 task runs')])
  })

  it('that cannot be compared say why, and the form keeps what was typed', async () => {
    const active = await open.solver.runs.create({ benchmark: open.benchmark, scored: true })
    for (const [one, other, why] of [
      [active.id, open.runs.good, 'is still at work'],
      [`run_${'0'.repeat(26)}`, open.runs.good, 'There is no run'],
      ['nobody', open.runs.good, 'neither the id of a run nor a Solver'],
    ] as const) {
      const { status, page } = await read({ one, other })
      expect([status, page.includes(why)], one).toEqual([422, true])
      expect(page).toContain(`value="${one}"`)
    }
    await visitor.send(`/runs/${active.id}/cancel`)
    const { page } = await read({ one: active.id, other: 'nobody' })
    expect(page).toContain('is cancelled, so it has no result')
    expect(page).toContain('neither the id of a run nor a Solver')
  })

  it('are suggested with a description while somebody types', async () => {
    const { page } = await read({})
    expect(page).toContain(`<option value="${open.runs.good}">lab-results@1, Default Solver, pass</option>`)
    expect(page).toMatch(/<option value="slv_\w+">Default Solver<\/option>/)
  })
})

describe('Solvers', () => {
  beforeAll(async () => {
    await addSolver('Trials', 'File a result', ['good', 'careless'])
    await addSolver('Newer', 'Correct a result', ['good'])
  })

  it('are compared on the tasks that both have worked on', async () => {
    const page = await compared({ one: 'Trials', other: 'Default Solver', benchmark })
    expect(page).toContain('Compared on 1 task. Only one of them has worked on 2 others: ')
    expect(page).toContain('data-name="passed">1 of 2<')
    expect(page).toMatch(/<b>Trials<\/b>: task runs 1 of 2, at most \d+ per 100/)
    expect(textOfBody(await visitor.get('/runs?text=File+a+result'))).toContain('class="cell-content">File a result<')
    const { status, page: refused } = await read({ one: 'Trials', other: 'Newer', benchmark })
    expect([status, refused.includes('Trials and Newer have no task in common.')]).toEqual([422, true])
  })

  it('are compared with a run on its benchmark, unless another is chosen', async () => {
    expect(await compared({ one: 'Trials', other: open.runs.good })).toContain('Compared on 1 task.')
    const other = `bench_${'0'.repeat(26)}`
    const { status, page } = await read({ one: 'Trials', other: open.runs.good, benchmark: other })
    expect([status, page.includes(`Trials has no completed run of ${other}.`)]).toEqual([422, true])
    // A link may name a benchmark that the form does not list; it is not lost.
    expect(page).toContain(`<option value="${other}" selected>`)
  })

  it('are compared on the newest version that both have worked on', async () => {
    const call = callInMemory(open.service, open.organizationKey)
    await call('publishBenchmarkVersion', { params: { id: benchmark } })
    const { id } = await call('createSolver', { body: { name: 'Ahead', alias: 'ahead' } })
    const { key } = await call('createSolverKey', { params: { id }, body: { name: 'Ahead' } })
    const work = async (version: number) => {
      const solver = open.solverWith(key)
      const { tasks } = await solver.runs.create({ benchmark: `lab-results@${version}`, tasks: ['File a result'] })
      for (const task of tasks) await workAs('good', 'lab-results', task, open.wait)
    }
    await work(2)
    const { status, page } = await read({ one: 'Ahead', other: 'Trials', benchmark })
    const why = 'Ahead and Trials have no completed runs of the same version of a benchmark'
    expect([status, page.split(why).length]).toEqual([422, 2])
    await work(1)
    for (const chosen of [benchmark, '']) {
      const page = await compared({ one: 'Ahead', other: 'Trials', benchmark: chosen })
      expect(page).toContain('<p>On lab-results@1.</p>')
    }
    const none = await call('createSolver', { body: { name: 'Idle', alias: 'idle' } })
    expect((await read({ one: none.id, other: 'Trials' })).page).toContain('Idle has no completed run.')
  })

  it('are searched for in the list of runs once for both', async () => {
    const listed: string[] = []
    const service = {
      handle: (request: ServiceRequest) => {
        if (request.target.startsWith('/benchmark-runs?')) listed.push(request.target)
        return open.service.handle(request)
      },
    }
    const counting = await signIn(createDashboard({ service }), open.organizationKey)
    listed.length = 0
    await compared({ one: 'Trials', other: 'Default Solver', benchmark }, counting)
    expect(listed).toEqual(['/benchmark-runs?limit=25'])
  })

  it('are found by id, alias and name however many are newer, \
and a name of several is refused with their ids', async () => {
    const call = callInMemory(open.service, open.organizationKey)
    const create = async (name: string, alias: string) => (await call('createSolver', { body: { name, alias } })).id
    const [first, second] = [await create('Twin', 'twin-1'), await create('Twin', 'twin-2')]
    for (let index = 0; index < 100; index++) await create(`Crowd ${index}`, `crowd-${index}`)
    const old = (await call('listSolvers', { query: { limit: '100' } })).data.every(({ name }) =>
      name.startsWith('Crowd'),
    )
    expect(old).toBe(true)
    for (const one of [first, 'twin-1']) {
      const { status, page } = await read({ one, other: 'trials' })
      expect([status, page.includes('Twin has no completed run.')], one).toEqual([422, true])
    }
    expect(await compared({ one: 'trials', other: 'Default Solver', benchmark })).toContain('<b>Trials</b>')
    const { status, page } = await read({ one: 'Twin', other: 'Trials' })
    expect(status).toBe(422)
    expect(page).toContain(`2 Solvers are called “Twin”`)
    for (const id of [first, second]) expect(page).toContain(`${id} (alias twin-`)
    expect((await read({ one: 'slv_nothing', other: 'Trials' })).page).toContain(
      'is neither the id of a run nor a Solver',
    )
  })
})
