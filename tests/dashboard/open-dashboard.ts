import { CarebenchSolver } from '@carebench/client'
import { fixtures } from '@carebench/fixtures'
import { createRequest, type ServiceResponse, textOfBody } from '@carebench/service'
import { createDashboard, type Dashboard } from '../../packages/server/src/dashboard/dashboard.js'
import { type BenchmarkTestbed, createBenchmarkTestbed } from '../benchmark-testbed.js'
import { workAs } from '../scripted-work.js'

/** A signed-in user of the dashboard, without a browser. */
export interface Visitor {
  /** Reads a page below `/dashboard`. */
  get(path: string): Promise<ServiceResponse>
  /** Sends a form with its token to a path below `/dashboard`; `csrf` replaces the token. */
  send(path: string, fields?: Readonly<Record<string, string>>, csrf?: string): Promise<ServiceResponse>
  /** The content of the cookie. */
  readonly cookie: string
}

/** A dashboard over a service with runs of a careful and a careless agent. */
export interface OpenDashboard extends BenchmarkTestbed {
  readonly dashboard: Dashboard
  readonly runs: { readonly good: string; readonly careless: string }
  signIn(key: string): Promise<Visitor>
  /** A client with the key of another Solver. */
  solverWith(solverKey: string): CarebenchSolver
}

const secret = new Uint8Array(32).fill(7)

export async function openDashboard(now?: () => number): Promise<OpenDashboard> {
  const testbed = await createBenchmarkTestbed(undefined, fixtures['lab-results'])
  const { service, solver, benchmark, wait } = testbed
  const dashboard = createDashboard({ service, secrets: [secret], ...(now === undefined ? {} : { now }) })
  const work = async (agent: 'good' | 'careless') => {
    const { id, tasks } = await solver.runs.create({ benchmark, scored: true })
    for (const task of tasks) await workAs(agent, 'lab-results', task, wait)
    return id
  }
  const runs = { good: await work('good'), careless: await work('careless') }
  return {
    ...testbed,
    dashboard,
    runs,
    signIn: (key) => signIn(dashboard, key),
    solverWith: (solverKey) =>
      new CarebenchSolver({ baseUrl: 'https://carebench.example.org', solverKey, fetch: testbed.fetch }),
  }
}

/** Signs in. Rejects if the dashboard rejects the key. */
export async function signIn(dashboard: Dashboard, key: string): Promise<Visitor> {
  const response = await send(dashboard, '/sign-in', { key }, {})
  const cookie = /^[^;]+/.exec(response.headers['set-cookie'] ?? '')?.[0]
  if (response.status !== 303 || cookie === undefined) throw new Error(`The key was refused: ${textOfBody(response)}`)
  const headers = { cookie }
  const get = (path: string) => dashboard.handle(createRequest('GET', `/dashboard${path}`, headers))
  const page = textOfBody(await get('/solvers')) + textOfBody(await get('/organizations'))
  const token = /name="csrf" value="([0-9a-f]+)"/.exec(page)?.[1] ?? ''
  return { cookie, get, send: (path, fields = {}, csrf = token) => send(dashboard, path, { ...fields, csrf }, headers) }
}

/** Sends a form as browsers do. */
export function send(
  dashboard: Dashboard,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): Promise<ServiceResponse> {
  const body = new TextEncoder().encode(new URLSearchParams(fields).toString())
  const all = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
  return dashboard.handle(createRequest('POST', `/dashboard${path}`, all, body))
}
