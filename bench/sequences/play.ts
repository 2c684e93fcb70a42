import { createRequest, type Service, textOfBody } from '@carebench/service'
import { createDashboard, type Dashboard } from '../../packages/dashboard/src/dashboard.js'
import { measureStretches } from '../worst/stretches.js'
import type { Json } from '../worst/world.js'
import type { AgentCall, AgentResponse, Knowledge, Sequence } from './sequence.js'

/** The longest piece of the requests of one kind in a sequence. */
export interface Piece {
  /** The kind: requests that differ in numbers only are of one. */
  readonly label: string
  readonly status: number
  /** Milliseconds of CPU between two turns of the event loop. */
  readonly longest: number
  /** The most that it may be. */
  readonly bound: number
}

export interface PlayedSequence {
  /** One of each kind, the furthest beyond its bound first. */
  readonly pieces: readonly Piece[]
  /** Milliseconds of CPU of all requests. */
  readonly cpu: number
  readonly requests: number
  readonly rejected: number
}

/** Whether a piece took longer than it may. */
export function isBeyond({ longest, bound }: Piece): boolean {
  return longest > bound
}

/** Who the requests of a sequence are made for. */
export interface Stage {
  readonly service: Service
  readonly dashboard: Dashboard
  readonly document: Json
  readonly organizationKey: string
  readonly solverKey: string
  /** The cookie of the organization at the dashboard. */
  readonly cookie: string
}

/** Most of CPU without a pause, in milliseconds: for a request, and for one with a long body. */
const bounds = { usual: 50, long: 350 } as const
const longBody = 1024 * 1024

/** Signs in at the dashboard of a service, where task runs are regraded. */
export async function openStage(service: Service, keys: Pick<Stage, 'organizationKey' | 'solverKey'>): Promise<Stage> {
  const dashboard = createDashboard({ service })
  const form = new TextEncoder().encode(new URLSearchParams({ key: keys.organizationKey }).toString())
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const signedIn = await dashboard.handle(createRequest('POST', '/dashboard/sign-in', type, form))
  const cookie = /^[^;]+/.exec(signedIn.headers['set-cookie'] ?? '')?.[0] ?? ''
  const document = JSON.parse(textOfBody(await service.handle(createRequest('GET', '/openapi.json', {}))))
  return { service, dashboard, document, cookie, ...keys }
}

/** Makes the requests of one sequence, and keeps what each cost. */
class Player {
  readonly #stage: Stage
  readonly pieces = new Map<string, Piece>()
  cpu = 0
  requests = 0
  rejected = 0

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** Sends a request; throws if it is answered 5xx. `label` names its kind, for readers. */
  async send(
    label: string,
    method: string,
    target: string,
    token: string,
    type?: string,
    body?: string,
  ): Promise<AgentResponse> {
    const bytes = body === undefined ? undefined : new TextEncoder().encode(body)
    const isPage = target.startsWith('/dashboard')
    const credentials = isPage ? { cookie: this.#stage.cookie } : { authorization: `Bearer ${token}` }
    const request = createRequest(method, target, { ...credentials, ...(type && { 'content-type': type }) }, bytes)
    const handler = isPage ? this.#stage.dashboard : this.#stage.service
    const { result, cost } = await measureStretches(() => handler.handle(request))
    const text = textOfBody(result)
    if (result.status >= 500)
      throw new Error(`${method} ${target} was answered ${result.status}: ${text.slice(0, 1000)}`)
    const bound = (bytes?.length ?? 0) > longBody ? bounds.long : bounds.usual
    const known = this.pieces.get(label)
    const piece = { label, status: result.status, longest: cost.longest, bound }
    if (known === undefined || shareOf(piece) > shareOf(known)) this.pieces.set(label, piece)
    this.cpu += cost.cpu
    this.requests++
    if (result.status >= 400) this.rejected++
    return { status: result.status, text }
  }

  /** The same, for what must succeed. */
  async read(label: string, method: string, target: string, token: string, body?: unknown): Promise<Json> {
    const sent = body === undefined ? [] : (['application/json', JSON.stringify(body)] as const)
    const { status, text } = await this.send(label, method, target, token, ...sent)
    if (status >= 300) throw new Error(`${label}: ${method} ${target} was answered ${status}: ${text.slice(0, 1000)}`)
    return target.startsWith('/dashboard') ? text : JSON.parse(text)
  }
}

/**
 * Works a task run as the sequence says, completes it, and reads all that there is to read of its result. Rejects if a request is
 * answered 5xx, or if something that was read does not have the result.
 */
export async function playSequence(stage: Stage, sequence: Sequence): Promise<PlayedSequence> {
  const player = new Player(stage)
  const { organizationKey, solverKey } = stage
  const created = await player.read('create', 'POST', '/v1/benchmark-runs', solverKey, {
    benchmark: `${sequence.benchmark}@1`,
    scored: true,
    ...(sequence.task !== undefined && { tasks: [sequence.task] }),
  })
  const [{ id, start_url, complete_url }] = created.task_runs
  const token: string = created.bearer_token
  const run = `/v1/benchmark-runs/${created.benchmark_run_id}`
  const { task_item: taskItem } = await player.read('start', 'POST', start_url, token)
  const endpoints = { ...created.endpoints, mcp: `${run}/mcp`, wait: `${run}/wait` }
  await work(player, sequence, { taskItem, endpoints, document: stage.document }, token)
  const { output } = sequence
  const completed = await player.read('complete', 'POST', complete_url, token, output === undefined ? {} : { output })
  await readResult(player, { id, run, completed, token, organizationKey })
  await player.send('delete', 'DELETE', `/benchmark-runs/${created.benchmark_run_id}`, organizationKey)
  const { cpu, requests, rejected } = player
  const pieces = [...player.pieces.values()].sort((one, other) => shareOf(other) - shareOf(one))
  return { pieces, cpu, requests, rejected }
}

function shareOf({ longest, bound }: Piece): number {
  return longest / bound
}

async function work(player: Player, sequence: Sequence, knowledge: Knowledge, token: string): Promise<void> {
  const calls = sequence.calls(knowledge)
  for (let next = calls.next(); next.done !== true; ) {
    const call = next.value
    const { method, type, body } = call
    next = calls.next(await player.send(labelOf(call), method, targetOf(call, knowledge), token, type, body))
  }
}

function targetOf({ group, path = '' }: AgentCall, { endpoints }: Knowledge): string {
  const endpoint = endpoints[group]
  if (endpoint === undefined) throw new Error(`The run has no ${group}, only ${Object.keys(endpoints).join(', ')}.`)
  return endpoint + path
}

/** Calls that differ in a number or an id only are of one kind. */
function labelOf({ method, group, path = '' }: AgentCall): string {
  return `${method} ${group}${path.replaceAll(/\w*\d\w*/g, '…')}`
}

interface Completed {
  readonly id: string
  readonly run: string
  readonly completed: Json
  readonly token: string
  readonly organizationKey: string
}

/** Reads the result in every way that there is, and regrades it. */
async function readResult(player: Player, { id, run, completed, token, organizationKey }: Completed): Promise<void> {
  const ofRun = await player.read('the run, by its agent', 'GET', run, token)
  const taskRun = await player.read('the task run', 'GET', `/task-runs/${id}`, organizationKey)
  const list = `/criterion-runs?limit=100&task_run_id=${id}`
  const criterionRuns = await player.read('the criterion runs', 'GET', list, organizationKey)
  const events = await player.send('the page of the task run', 'GET', `/dashboard/task-runs/${id}`, '')
  const record = await player.read('the record', 'GET', `/task-runs/${id}/record`, organizationKey)
  const regraded: string = await player.read('regrading', 'GET', `/dashboard/task-runs/${id}/regrade`, '')
  const again = await player.read('completing again', 'POST', `/v1/task-runs/${id}/complete`, token, {})
  const results = [ofRun.task_runs[0], taskRun, record.result, again].map(({ verdict, score }) => ({ verdict, score }))
  const [expected, ...others] = [completed, ...results].map(({ verdict, score }) => JSON.stringify({ verdict, score }))
  if (others.some((result) => result !== expected))
    throw new Error(`The result was ${expected}; read were ${others.join(', ')}.`)
  const { length } = criterionRuns.data
  if (length !== Math.min(100, completed.checks.length)) {
    throw new Error(`Expected ${completed.checks.length} criterion runs; got ${length}.`)
  }
  if (events.status !== 200 || !regraded.includes('The result is the same')) {
    throw new Error(`The task run was not regraded to the same result: ${regraded.slice(0, 5000)}`)
  }
}
