import { markup } from '@carebench/server/site'
import { createRequest, textOfBody } from '@carebench/service'
import { beforeAll, describe, expect, it } from 'vitest'
import { workAs } from '../scripted-work.js'
import { type OpenDashboard, openDashboard, type Visitor } from './open-dashboard.js'
import { findStops } from './tour.js'

// The law of redaction: about another organization's Public benchmark, all pages together show no more than the API
// returns to the same key.
//
// A text is secret if only the organization of the benchmark can read it, and if it is neither in the world in which
// agents work nor in any response of the API to the other organization, the neighbour, which makes every possible call.

/** Shorter texts are not counted, because pages contain them by chance. */
const minTextLength = 6

/** Collects the texts, numbers and names in a value, except plain words, which pages have of their own. */
function listLeaves(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value)
    if (text.length >= minTextLength && !/^[a-z_ -]+$/i.test(text)) found.add(text)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (!Array.isArray(value)) listLeaves(name, found)
      listLeaves(member, found)
    }
  }
  return found
}

describe('of a Public benchmark of somebody else', () => {
  let open: OpenDashboard
  let owner: Visitor
  let neighbour: Visitor
  let neighbourKey: string
  /** The secrets of the benchmark, and of the owner's own runs. */
  let secrets: readonly string[]
  const runs: string[] = []

  const read = async (path: string, key: string): Promise<{ readonly status: number; readonly text: string }> => {
    const request = createRequest('GET', path, { authorization: `Bearer ${key}` })
    const answer = await open.service.handle(request)
    return { status: answer.status, text: answer.body === null ? '' : textOfBody(answer) }
  }
  const readJson = async (path: string, key: string) => JSON.parse((await read(path, key)).text)

  /** Returns all responses of the API to the neighbour about their runs and about the benchmark. */
  async function askEverything(benchmark: string, taskIds: readonly string[], foreign: readonly string[]) {
    const paths = ['/benchmarks', '/tasks', '/environments', '/datasets', '/solvers', '/api-keys', '/playgrounds']
    paths.push(`/benchmarks/${benchmark}`, `/benchmarks/${benchmark}/versions`, `/benchmarks/${benchmark}/versions/1`)
    paths.push(`/benchmarks/${benchmark}/versions/1/base`, `/tasks?benchmark_id=${benchmark}`)
    paths.push(...taskIds.map((id) => `/tasks/${id}`), '/benchmark-runs', ...foreign)
    for (const run of runs) {
      paths.push(`/benchmark-runs/${run}`, `/benchmark-runs/${run}/record`, `/task-runs?benchmark_run_id=${run}`)
      for (const { id } of (await readJson(`/benchmark-runs/${run}`, neighbourKey)).task_runs) {
        paths.push(`/task-runs/${id}`, `/task-runs/${id}/record`, `/criterion-runs?task_run_id=${id}&limit=100`)
        const { data } = await readJson(`/criterion-runs?task_run_id=${id}&limit=100`, neighbourKey)
        paths.push(...data.map(({ id }: { readonly id: string }) => `/criterion-runs/${id}`))
      }
    }
    let shown = ''
    for (const path of paths) {
      const { status, text } = await read(path, neighbourKey)
      if (status === 200) shown += text
    }
    return shown
  }

  beforeAll(async () => {
    open = await openDashboard()
    owner = await open.signIn(open.organizationKey)
    const { organizationKey, solverKey } = await open.service.provisionOrganization('Neighbour')
    neighbourKey = organizationKey
    neighbour = await open.signIn(organizationKey)
    const solver = open.solverWith(solverKey)
    for (const scored of [true, false]) {
      const { id, tasks } = await solver.runs.create({ benchmark: open.benchmark, scored })
      runs.push(id)
      for (const task of tasks) await workAs('careless', 'lab-results', task, open.wait)
    }
    const { id: benchmark } = (await readJson('/benchmarks', open.organizationKey)).data[0]
    const { data: tasks } = await readJson(`/tasks?benchmark_id=${benchmark}&limit=100`, open.organizationKey)
    const owned: unknown[] = []
    const world: unknown[] = []
    for (const { id } of tasks) {
      const { task_item, criteria, solutions, counters, scenario } = await readJson(
        `/tasks/${id}`,
        open.organizationKey,
      )
      owned.push(
        criteria.map(({ assertion }: { readonly assertion: unknown }) => assertion),
        solutions,
        counters,
        scenario,
      )
      world.push(
        task_item,
        criteria.map(({ label }: { readonly label: string }) => label),
      )
    }
    const foreign: string[] = []
    for (const run of [open.runs.good, open.runs.careless, ...runs]) {
      foreign.push(`/benchmark-runs/${run}`)
      const by = runs.includes(run) ? neighbourKey : open.organizationKey
      for (const { id } of (await readJson(`/benchmark-runs/${run}`, by)).task_runs) {
        foreign.push(`/task-runs/${id}`, `/task-runs/${id}/record?self_contained=false`)
        // All records have the same environment, which one of them contains.
        const isFirst = world.length <= 2 * tasks.length
        const record = await readJson(`/task-runs/${id}/record?self_contained=${isFirst}`, open.organizationKey)
        owned.push(record.result, record.log)
        if (isFirst) world.push(record.environment, record.evidence.initial)
      }
    }
    owned.push(await readJson(`/benchmarks/${benchmark}/versions/1`, open.organizationKey))
    const shown = await askEverything(
      benchmark,
      tasks.map(({ id }: { readonly id: string }) => id),
      foreign,
    )
    const inWorld = JSON.stringify(world)
    secrets = [...listLeaves(owned)].filter((text) => {
      const written = JSON.stringify(text).slice(1, -1)
      return !shown.includes(written) && !inWorld.includes(written)
    })
  })

  const secretsIn = (page: string): readonly string[] =>
    secrets.filter(
      (secret) => page.includes(markup`${secret}`.text) || page.includes(JSON.stringify(secret).slice(1, -1)),
    )

  const pagesOf = async (
    visitor: Visitor,
    starts: readonly string[],
  ): Promise<readonly (readonly [string, string])[]> => {
    const stops = await findStops(visitor, starts, 5)
    return Promise.all(stops.map(async ({ path }) => [path, textOfBody(await visitor.get(path))] as const))
  }

  it('pages show the neighbour nothing that the API does not', async () => {
    // The owner opens their pages before, so that the dashboard has cached what it caches.
    const own = await pagesOf(owner, ['/runs', '/benchmarks', `/runs/${open.runs.careless}`])
    const addresses = own.map(([path]) => path)
    const starts = [
      '/runs',
      '/benchmarks',
      '/playgrounds',
      '/compare',
      ...runs.map((id) => `/runs/${id}`),
      ...addresses,
    ]
    const pages = await pagesOf(neighbour, [
      ...starts,
      `/compare?one=${runs[0]}&other=${runs[1]}`,
      ...addresses.filter((path) => path.startsWith('/task-runs/')).map((path) => `${path}/regrade`),
    ])
    expect(pages.filter(([path]) => path.startsWith('/task-runs/')).length).toBeGreaterThan(5)
    // Texts that pages always have are also on those of an organization without any run.
    const { organizationKey } = await open.service.provisionOrganization('Nobody')
    const nothing = (await pagesOf(await open.signIn(organizationKey), starts)).map(([, page]) => page).join()
    for (const [path, page] of pages) {
      expect(
        secretsIn(page).filter((secret) => !nothing.includes(markup`${secret}`.text)),
        path,
      ).toEqual([])
    }
  })

  it('there are secrets, and pages show them to the owner', async () => {
    expect(secrets.length).toBeGreaterThan(50)
    const pages = await pagesOf(owner, ['/benchmarks', `/runs/${open.runs.careless}`])
    const shown = new Set(pages.flatMap(([, page]) => secretsIn(page)))
    expect(shown.size).toBeGreaterThan(30)
  })
})
