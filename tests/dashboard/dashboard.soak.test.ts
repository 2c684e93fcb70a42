import { CarebenchSolver } from '@carebench/client'
import { markup } from '@carebench/server/site'
import { textOfBody } from '@carebench/service'
import { beforeAll, describe, expect, it } from 'vitest'
import { operatorKey } from '../in-memory-service.js'
import { workAs } from '../scripted-work.js'
import { type OpenDashboard, openDashboard, type Visitor } from './open-dashboard.js'

// The dashboard over a whole service, without a browser.

let open: OpenDashboard
let visitor: Visitor
beforeAll(async () => {
  open = await openDashboard()
  visitor = await open.signIn(open.organizationKey)
})

const pageOf = async (path: string, by = visitor): Promise<string> => {
  const response = await by.get(path)
  expect(response.status, path).toBe(200)
  return textOfBody(response)
}

describe('keys', () => {
  it('are shown once, listed by their last characters, and revoked after a confirmation', async () => {
    const created = textOfBody(await visitor.send('/keys', { name: 'build server' }))
    const key = /id="new-key" readonly value="(vk_\w+)"/.exec(created)?.[1] ?? ''
    expect(key).toHaveLength(46)
    const listed = await pageOf('/keys')
    expect(listed).not.toContain(key)
    expect(listed).toContain(`…${key.slice(-4)}`)
    const revoke = /href="\/dashboard(\/keys\/[^"]+\/revoke)" aria-label="Revoke build server"/.exec(listed)?.[1] ?? ''
    expect(await pageOf(revoke)).toContain('Revoke this key?')
    const own = await open.signIn(key)
    expect((await visitor.send(revoke)).headers.location).toBe('/dashboard/keys')
    expect((await own.get('/runs')).headers).toMatchObject({
      location: '/dashboard/sign-in',
      'set-cookie': expect.stringContaining('Max-Age=0'),
    })
    const late = await own.send('/keys', { name: 'too late' })
    expect(textOfBody(late)).toContain('so nothing was changed. Sign in, and the form comes back')
    expect(late.headers['set-cookie']).toContain('Max-Age=0')
    expect(await pageOf('/keys')).not.toContain('too late')
  })

  it('of a Solver are created on its page', async () => {
    const { headers } = await visitor.send('/solvers', { new_name: 'Night shift', new_alias: 'night-shift' })
    const place = (headers.location ?? '').replace('/dashboard', '')
    const page = textOfBody(await visitor.send(`${place}/keys`, { name: 'first' }))
    expect(page).toMatch(/id="new-key" readonly value="vrl_slv_\w+"/)
    expect((await visitor.send(place, { solver_name: 'Day shift', solver_alias: 'day-shift' })).status).toBe(303)
    expect(await pageOf(place)).toContain('<h1>Day shift</h1>')
  })
})

describe('runs', () => {
  it('are listed, filtered, and found by their id', async () => {
    const all = await pageOf('/runs')
    for (const id of Object.values(open.runs)) expect(all).toContain(`href="/dashboard/runs/${id}"`)
    const passed = await pageOf('/runs?outcome=pass')
    expect(passed).toContain(open.runs.good)
    expect(passed).not.toContain(open.runs.careless)
    expect(await pageOf('/runs?from=2030-01-01')).toContain('No run matches')
    expect(await pageOf('/runs?text=lab-results')).toContain(open.runs.good)
    const exact = await visitor.get(`/runs?text=${open.runs.good}`)
    expect(exact.headers.location).toBe(`/dashboard/runs/${open.runs.good}`)
  })

  it('link to task runs, which are shown as in reports', async () => {
    const run = await pageOf(`/runs/${open.runs.careless}`)
    const [, taskRun = ''] = /href="\/dashboard(\/task-runs\/[^"]+)"/.exec(run) ?? []
    const page = await pageOf(taskRun)
    expect(page).toContain('<section class="card task" id="task-run">')
    expect(page).toContain('class="time-line"')
    expect(page).toContain('<h3>Changes</h3>')
    const record = await visitor.get(`${taskRun}/record`)
    expect(record.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+\.json"$/)
    expect(JSON.parse(textOfBody(record)).kind).toBe('task-run')
    const regraded = await pageOf(`${taskRun}/regrade`)
    expect(regraded).toContain('The seal matches')
    expect(regraded).toContain('The result is the same')
  })

  it('show the task runs that match a filter', async () => {
    const namesIn = (page: string) =>
      [...page.matchAll(/href="\/dashboard\/task-runs\/[^"]+">([^<]+)</g)].map(([, name]) => name)
    const place = `/runs/${open.runs.careless}`
    expect(namesIn(await pageOf(place))).toHaveLength(3)
    expect(namesIn(await pageOf(`${place}?result=partial`))).toEqual(['Correct a result'])
    expect(namesIn(await pageOf(`${place}?text=INBOX`))).toEqual(['Clear the morning&#39;s inbox'])
    expect(namesIn(await pageOf(`${place}?result=fail&from=2`))).toEqual(['Clear the morning&#39;s inbox'])
    expect(await pageOf(`${place}?result=undecided`)).toContain('No task run matches')
  })

  it('are cancelled after a confirmation', async () => {
    const active = await open.solver.runs.create({ benchmark: open.benchmark, scored: true })
    const cancel =
      /action="\/dashboard(\/runs\/[^"]+\/cancel)"/.exec(await pageOf(`/runs/${active.id}/cancel`))?.[1] ?? ''
    expect((await visitor.send(cancel)).headers.location).toBe(`/dashboard/runs/${active.id}`)
    expect(await pageOf(`/runs/${active.id}`)).toContain('>cancelled</span>')
  })

  it('update while the agent works, and let a single task run be cancelled', async () => {
    const { id, tasks } = await open.solver.runs.create({ benchmark: open.benchmark, scored: true })
    const [task] = tasks
    expect(await pageOf(`/runs/${id}`)).toMatch(/<div id="progress" data-live>.*not started/s)
    await task?.start()
    expect(await pageOf(`/runs/${id}`)).toMatch(/<div id="progress" data-live>.*at work/s)
    expect(await pageOf(`/task-runs/${task?.id}`)).toContain('The agent is at work in <a href="/dashboard/playgrounds/')
    expect(await pageOf(`/task-runs/${task?.id}/cancel`)).toContain('ends without a verdict')
    expect((await visitor.send(`/task-runs/${task?.id}/cancel`)).status).toBe(303)
    expect(await pageOf(`/runs/${id}`)).toContain('<b>1</b> of 3 tasks ended')
    await visitor.send(`/runs/${id}/cancel`)
    const ended = await pageOf(`/runs/${id}`)
    expect(ended).toContain('<div id="progress" data-reload>')
  })

  it('have steps in which a text can be found, without script, too', async () => {
    const [, taskRun = ''] =
      /href="\/dashboard(\/task-runs\/[^"]+)"/.exec(await pageOf(`/runs/${open.runs.careless}`)) ?? []
    const all = await pageOf(taskRun)
    const turnsOf = (page: string) => [...page.matchAll(/<section class="turn[ "]/g)].length
    const found = await pageOf(`${taskRun}?find=ObserVation`)
    expect(turnsOf(found)).toBeGreaterThan(0)
    expect(turnsOf(found)).toBeLessThan(turnsOf(all))
    expect(found).toMatch(/\d of \d+ (?:has|have) “ObserVation”/)
    // A criterion still links to its step, on the page of all steps.
    expect(found).toMatch(/href="[^"]*#log-\d+"/)
    expect(await pageOf(`${taskRun}?find=nowhere%3Cb%3E`)).toContain('No step of')
  })
})

describe('the search', () => {
  it('finds everything that has an id', async () => {
    const run = await pageOf(`/runs/${open.runs.careless}`)
    const idsIn = (page: string) => [...new Set(page.match(/\b(?:run|tr|bench|task|slv|pg|sbx)_[0-9a-z]{26}\b/g))]
    const [, benchmark = ''] = /href="(\/dashboard\/benchmarks\/[^"]+)"/.exec(await pageOf('/benchmarks')) ?? []
    const [, playground = ''] = /href="(\/dashboard\/playgrounds\/[^"]+)"/.exec(await pageOf('/playgrounds')) ?? []
    const pages = [run, benchmark, await pageOf('/solvers'), playground]
    pages.push(await pageOf(benchmark.replace('/dashboard', '')), await pageOf(playground.replace('/dashboard', '')))
    const ids = idsIn(pages.join())
    expect(new Set(ids.map((id) => id.split('_', 1)[0]))).toEqual(
      new Set(['run', 'tr', 'bench', 'task', 'slv', 'pg', 'sbx']),
    )
    for (const id of ids) {
      const { status, headers } = await visitor.get(`/search?q=${id}`)
      expect([status, headers.location?.endsWith(`/${id}`)], id).toEqual([303, true])
      expect((await visitor.get((headers.location ?? '').replace('/dashboard', ''))).status, id).toBe(200)
    }
  })

  it('finds benchmarks, Solvers and runs by their names, and says what it searched', async () => {
    const found = await pageOf('/search?q=LAB-res')
    expect(found).toContain('<h2>Benchmarks</h2>')
    expect(found).toContain(open.runs.good)
    expect(await pageOf('/search?q=default')).toContain('<h2>Solvers</h2>')
    expect(await pageOf(`/search?q=${encodeURIComponent("Clear the morning's")}`)).toContain(open.runs.careless)
    expect(await pageOf('/search?q=nowhere')).toContain('Nothing has “nowhere” in its name')
    expect(await pageOf('/search?q=')).toContain('Search for an id or a name')
  })
})

describe('a benchmark', () => {
  it('has a card for each task with its instruction and the findings of its audit', async () => {
    const [, benchmark = ''] = /href="\/dashboard(\/benchmarks\/[^"]+)"/.exec(await pageOf('/benchmarks')) ?? []
    const [, task = ''] = /href="\/dashboard(\/tasks\/[^"]+)"/.exec(await pageOf(benchmark)) ?? []
    const page = await pageOf(task)
    const facts = new Map([...page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, fact]) => [name, fact]))
    expect(facts.get('Doing nothing scores')).toBe('0.00')
    expect(facts.get('Changed results that cost points')).toMatch(/^\d+ of \d+ \(/)
    // A false sentence beside the right one passes still.
    expect(facts.get('Findings')).toBe('none')
    expect(page).toContain('Counted from the task and the audit of version 1.')
    const [, solution = ''] = /href="\/dashboard(\/tasks\/[^"]+\?solution=1)"/.exec(page) ?? []
    expect(await pageOf(solution)).toContain('&quot;calls&quot;')
  })

  it('is published with the progress of its audit', async () => {
    const [, benchmark = ''] = /href="\/dashboard(\/benchmarks\/[^"]+)"/.exec(await pageOf('/benchmarks')) ?? []
    const { headers } = await visitor.send(`${benchmark}/versions`)
    expect(headers.location).toBe(`/dashboard${benchmark}/versions/2`)
    const place = (headers.location ?? '').replace('/dashboard', '')
    // The content is that of version 1, so its audit is known: the version is ready at once, or its audit waits for its
    // turn.
    expect(await pageOf(place)).toMatch(/<div id="audit"(?: data-live)?><p>/)
    expect(await pageOf(benchmark)).toContain('lab-results@2')
  })
})

describe('the operator', () => {
  it('creates organizations and keys for them, and sees none of their data', async () => {
    const operator = await open.signIn(operatorKey)
    expect((await operator.send('/organizations', { name: '' })).status).toBe(422)
    expect((await operator.send('/organizations', { name: 'Night clinic' })).headers.location).toBe(
      '/dashboard/organizations',
    )
    const listed = await pageOf('/organizations', operator)
    const [, place = ''] =
      /action="\/dashboard(\/organizations\/[^"]+\/keys)"[^>]*>(?:(?!<\/form>).)*Create a key of Night clinic/s.exec(
        listed,
      ) ?? []
    const created = textOfBody(await operator.send(place))
    const key = /id="new-key" readonly value="(vk_\w+)"/.exec(created)?.[1] ?? ''
    expect(await pageOf('/organizations', operator)).not.toContain(key)
    expect(await pageOf('/runs', await open.signIn(key))).toContain('No runs yet')
    for (const path of ['/runs', '/search?q=lab', '/keys', `/runs/${open.runs.good}`]) {
      const missing = await operator.get(path)
      expect(missing.status, path).toBe(404)
      // Only organizations have the search, so this page must not link to it.
      expect(textOfBody(missing)).toContain('Go to the <a href="/dashboard">first page</a>')
      expect(textOfBody(missing)).not.toContain('/dashboard/search')
    }
    expect((await operator.get('')).headers.location).toBe('/dashboard/organizations')
    const missing = await visitor.get('/organizations')
    expect([missing.status, textOfBody(missing).includes('href="/dashboard/search"')]).toEqual([404, true])
  })
})

describe('playgrounds', () => {
  it('are started, shown as their systems declare, and torn down', async () => {
    const [, environment = ''] = /<option value="([^"]+)"/.exec(await pageOf('/playgrounds')) ?? []
    const started = await visitor.send('/playgrounds', { environment, seed: '7' })
    const playground = (started.headers.location ?? '').replace('/dashboard', '')
    const page = await pageOf(playground)
    const sandboxes = new Set(
      [...page.matchAll(/href="\/dashboard(\/sandboxes\/[^"/#]+)"/g)].map(([, path]) => path ?? ''),
    )
    expect(sandboxes.size).toBeGreaterThan(0)
    for (const sandbox of sandboxes) {
      const look = await visitor.get(`${sandbox}/look`)
      expect([200, 303]).toContain(look.status)
      expect(await pageOf(`${sandbox}/look?path=${encodeURIComponent('../../keys')}`)).toContain('not a path below')
    }
    const fhir = /href="\/dashboard(\/sandboxes\/[^"/]+)\/look\?path=%2Fmetadata"/.exec(page)?.[1] ?? ''
    const patients = await pageOf(`${fhir}/look?path=Patient`)
    const [, patient = ''] = /href="\/dashboard([^"]+look\?path=%2FPatient%2F[^"]+)"/.exec(patients) ?? []
    expect(await pageOf(patient.replaceAll('&amp;', '&'))).toContain('_history')
    const file = await visitor.get(`${fhir}/file?path=metadata`)
    expect(file.headers['content-disposition']).toBe('attachment; filename="metadata.json"')
    expect((await visitor.get(`${fhir}/file?path=${encodeURIComponent('../../keys')}`)).status).toBe(404)
    expect((await visitor.send(`${playground}/teardown`)).status).toBe(303)
    expect(await pageOf(playground)).not.toContain('Tear down…')
  })
})

describe('another organization', () => {
  it('sees nothing that is not its own', async () => {
    const { organizationKey } = await open.service.provisionOrganization('Elsewhere')
    const stranger = await open.signIn(organizationKey)
    const run = await pageOf(`/runs/${open.runs.good}`)
    const own = [...run.matchAll(/href="\/dashboard(\/(?:task-runs|runs)\/[^"?]+)"/g)].map(([, path]) => path ?? '')
    const benchmarks = await pageOf('/benchmarks')
    const [, benchmark = ''] = /href="\/dashboard(\/benchmarks\/[^"]+)"/.exec(benchmarks) ?? []
    const pages = [...own, benchmark, `${benchmark}/versions/1`, `/runs/${open.runs.good}`]
    expect(pages.length).toBeGreaterThan(4)
    for (const path of pages) expect((await stranger.get(path)).status, path).toBe(404)
    expect(await pageOf('/runs', stranger)).toContain('No runs yet')
  })
})

it("shows scored runs of another organization's Public benchmark only as far as the API does", async () => {
  const { organizationKey, solverKey } = await open.service.provisionOrganization('Neighbour')
  const baseUrl = 'https://carebench.example.org'
  const solver = new CarebenchSolver({ baseUrl, solverKey, fetch: open.fetch })
  const { tasks, id: run } = await solver.runs.create({ benchmark: open.benchmark, scored: true })
  for (const task of tasks) await workAs('careless', 'lab-results', task, open.wait)
  const neighbour = await open.signIn(organizationKey)
  const read = async (path: string, key: string) => {
    const response = await open.fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } })
    return JSON.parse(await response.text())
  }
  const secrets = new Set<string>()
  const pages: string[] = [await pageOf(`/runs/${run}`, neighbour)]
  for (const { id } of (await read(`/benchmark-runs/${run}`, organizationKey)).task_runs) {
    for (const { details } of (await read(`/criterion-runs?task_run_id=${id}&limit=100`, open.organizationKey)).data) {
      if (details) secrets.add(markup`${String(details)}`.text)
    }
    const page = await pageOf(`/task-runs/${id}`, neighbour)
    expect(page).toContain('This key sees results only')
    pages.push(page)
    expect((await neighbour.get(`/task-runs/${id}/record`)).status).toBe(404)
  }
  expect(secrets.size).toBeGreaterThan(5)
  for (const secret of secrets) for (const page of pages) expect(page).not.toContain(secret)
})
