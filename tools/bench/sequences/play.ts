import { systemClock } from '@carebench/protocol'
import {
  createRequest,
  inSteps,
  parseBodyInSteps,
  type Service,
  type ServiceResponse,
  textOfBody,
} from '@carebench/service'
import { warmUp } from '../../../packages/carebench/src/serving/warm-up.js'
import { createDashboard, type Dashboard } from '../../../packages/server/src/dashboard/dashboard.js'
import { type Cost, StretchMeter } from '../worst/stretches.js'
import type { Json } from '../worst/world.js'
import type { AgentCall, Knowledge, Sequence } from './sequence.js'
import { bounds, type Figures, orderPieces, type Piece, shareOfBound } from './verdict.js'

export interface PlayedSequence extends Pick<Figures, 'pieces'> {
  /** Milliseconds of CPU of all requests. */
  readonly cpu: number
  readonly requests: number
  readonly rejected: number
}

/** A service, its dashboard, and the credentials with which sequences are played. */
export interface Stage {
  readonly service: Service
  readonly dashboard: Dashboard
  readonly document: Json
  readonly organizationKey: string
  readonly solverKey: string
  /** The cookie of the organization at the dashboard. */
  readonly cookie: string
}

const longBody = 1024 * 1024

/** Warms a service up and signs in at its dashboard, where task runs are regraded. */
export async function openStage(service: Service, keys: Pick<Stage, 'organizationKey' | 'solverKey'>): Promise<Stage> {
  const dashboard = createDashboard({ service })
  const form = new TextEncoder().encode(new URLSearchParams({ key: keys.organizationKey }).toString())
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const signedIn = await dashboard.handle(createRequest('POST', '/dashboard/sign-in', type, form))
  const cookie = /^[^;]+/.exec(signedIn.headers['set-cookie'] ?? '')?.[0] ?? ''
  // Every server does this before it listens.
  await warmUp(service, keys.organizationKey)
  const document = JSON.parse(textOfBody(await service.handle(createRequest('GET', '/openapi.json', {}))))
  return { service, dashboard, document, cookie, ...keys }
}

type SentRequest = Pick<Piece, 'label' | 'status' | 'bound'> & { readonly cost: () => Cost }

/** Sends the requests of one sequence, and measures what each costs. */
class Player {
  readonly #stage: Stage
  readonly #meter = new StretchMeter()
  readonly #sent: SentRequest[] = []

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** Sends a request and throws if the response is a 5xx. `label` is the kind of request under which it is reported. */
  async send(
    label: string,
    method: string,
    target: string,
    token: string,
    type?: string,
    body?: string,
  ): Promise<ServiceResponse> {
    const bytes = body === undefined ? undefined : new TextEncoder().encode(body)
    const isPage = target.startsWith('/dashboard')
    const credentials = isPage ? { cookie: this.#stage.cookie } : { authorization: `Bearer ${token}` }
    const request = createRequest(method, target, { ...credentials, ...(type && { 'content-type': type }) }, bytes)
    const handler = isPage ? this.#stage.dashboard : this.#stage.service
    const { result, cost } = await this.#meter.measure(() => handler.handle(request))
    const { status } = result
    if (status >= 500) throw new Error(`${method} ${target} was answered ${status}: ${readBeginning(result)}`)
    const bound = (bytes?.length ?? 0) > longBody ? bounds.pieceOfLongBody : bounds.piece
    this.#sent.push({ label, status, bound, cost })
    return result
  }

  /** Stops measuring, and returns the figures: for each label, the request that took the most of its bound. */
  async stop(): Promise<PlayedSequence> {
    await this.#meter.stop()
    const pieces = new Map<string, Piece>()
    let cpu = 0
    for (const { cost, ...request } of this.#sent) {
      const { cpu: used, longest } = cost()
      const known = pieces.get(request.label)
      const piece = { ...request, longest }
      if (known === undefined || shareOfBound(piece) > shareOfBound(known)) pieces.set(request.label, piece)
      cpu += used
    }
    return {
      pieces: orderPieces([...pieces.values()]),
      cpu,
      requests: this.#sent.length,
      rejected: this.#sent.filter(({ status }) => status >= 400).length,
    }
  }

  /** Sends a request that must succeed, and returns the JSON, or the HTML of a page of the dashboard. */
  async read(label: string, method: string, target: string, token: string, body?: unknown): Promise<Json> {
    const sent = body === undefined ? [] : (['application/json', JSON.stringify(body)] as const)
    const response = await this.send(label, method, target, token, ...sent)
    if (response.status >= 300)
      throw new Error(`${label}: ${method} ${target} was answered ${response.status}: ${readBeginning(response)}`)
    // In steps: a record has many megabytes, and another client waits for the thread meanwhile.
    return target.startsWith('/dashboard') ? textOfBody(response) : inSteps(parseBodyInSteps(response), systemClock)
  }
}

function readBeginning(response: ServiceResponse): string {
  return textOfBody(response).slice(0, 1000)
}

/**
 * Creates a run, makes the calls of a sequence, completes the task run, reads its result in every way, and deletes the
 * run. Rejects if a response is a 5xx, or if two ways to read the result differ.
 */
export async function playSequence(stage: Stage, sequence: Sequence): Promise<PlayedSequence> {
  const player = new Player(stage)
  try {
    await playWith(player, stage, sequence)
  } catch (error) {
    await player.stop()
    throw error
  }
  return player.stop()
}

async function playWith(player: Player, stage: Stage, sequence: Sequence): Promise<void> {
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
}

async function work(player: Player, sequence: Sequence, knowledge: Knowledge, token: string): Promise<void> {
  const calls = sequence.calls(knowledge)
  for (let next = calls.next(); next.done !== true; ) {
    const call = next.value
    const { method, type, body } = call
    const response = await player.send(writeLabel(call), method, findTarget(call, knowledge), token, type, body)
    next = calls.next({ status: response.status, text: textOfBody(response) })
  }
}

function findTarget({ group, path = '' }: AgentCall, { endpoints }: Knowledge): string {
  const endpoint = endpoints[group]
  if (endpoint === undefined) throw new Error(`The run has no ${group}, only ${Object.keys(endpoints).join(', ')}.`)
  return endpoint + path
}

/** Returns the kind of a call: its method, group and path, with `…` for each word that has a digit, such as an id. */
function writeLabel({ method, group, path = '' }: AgentCall): string {
  return `${method} ${group}${path.replaceAll(/\w*\d\w*/g, '…')}`
}

interface Completed {
  readonly id: string
  readonly run: string
  readonly completed: Json
  readonly token: string
  readonly organizationKey: string
}

/** Reads the result in every way, and regrades it. Throws if one differs from the response to the completion. */
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
    throw new Error(`Expected the result ${expected} wherever it is read, got ${others.join(', ')}.`)
  const { length } = criterionRuns.data
  if (length !== Math.min(100, completed.checks.length)) {
    throw new Error(`Expected ${completed.checks.length} criterion runs; got ${length}.`)
  }
  if (events.status !== 200 || !regraded.includes('The result is the same')) {
    throw new Error(`The task run was not regraded to the same result: ${regraded.slice(0, 5000)}`)
  }
}
