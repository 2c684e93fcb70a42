import {
  type BenchmarkDefinition,
  createManualClock,
  isJsonObject,
  type JsonObject,
  type ManualClock,
  type Wire,
} from '@carebench/protocol'
import { type Channels, type ChannelsOptions, createChannels } from '@carebench/server/channels'
import {
  callInMemory,
  createMemoryStore,
  createRequest,
  publishBenchmark,
  type Service,
  textOfBody,
} from '@carebench/service'
import { at, listAt, textAt } from '../contract/contract-testbed.js'
import { createInMemoryService } from '../in-memory-service.js'

/** A started task run with an HL7 interface and a file exchange, and its wires. */
export interface WiredWorld {
  readonly service: Service
  readonly clock: ManualClock
  readonly wires: Channels
  readonly mllp: Wire
  readonly sftp: Wire & { readonly username: string; readonly password: string }
  readonly runId: string
  readonly taskRunId: string
  readonly hl7Id: string
  /** The sandbox of a type, as the start returned it. */
  sandboxOf(type: string): unknown
  readonly organizationKey: string
  readonly solverKey: string
  /** The token of the run. */
  readonly token: string
  /** Calls as the agent, below the path of its run. */
  agent(method: string, path: string, body?: string | Uint8Array, contentType?: string): Promise<unknown>
  /** Creates another run of the benchmark. Resolves with the response to the start of its task run. */
  startAnother(): Promise<{ readonly status: number; readonly body: unknown; readonly token: string }>
  call(token: string, method: string, target: string, body?: unknown): Promise<{ status: number; body: unknown }>
  /**
   * Replaces the channels and the service by those of another process on the same storage. The former ones have not
   * closed anything, as if their process had crashed.
   */
  takenOver(): Promise<Pick<WiredWorld, 'wires' | 'mllp'>>
  close(): Promise<void>
}

type Steps = NonNullable<BenchmarkDefinition['tasks'][number]['scenario']>['steps']

/** The initial contents of the systems of a world. */
export interface WiredContents {
  readonly files?: { path: string; content: string }[]
  readonly messages?: string[]
  /** What its HL7 interface accepts. Default: everything. */
  readonly hl7?: JsonObject
  /** The steps of its scenario. */
  readonly steps?: Steps
}

/** Publishes a benchmark with these systems, starts its task run, and opens the wires. */
export async function openWiredWorld(
  options: Partial<ChannelsOptions> = {},
  { files = [], messages = [], hl7 = {}, steps = [] }: WiredContents = {},
): Promise<WiredWorld> {
  const clock = createManualClock(Date.parse('2026-03-02T18:00:00Z'))
  const store = createMemoryStore()
  const processes: Channels[] = []
  const begin = async () => {
    const wires = await createChannels({
      kinds: ['mllp', 'sftp'],
      address: '127.0.0.1',
      ports: 'any',
      hostKeySeed: new Uint8Array(32).fill(5),
      service: () => service,
      ...options,
    })
    processes.push(wires)
    const service = createInMemoryService(clock, undefined, { store, wires })
    return { wires, service }
  }
  const { wires, service } = await begin()
  const { organizationKey, solverKey } = await service.provisionOrganization('Alder Creek')
  await publishBenchmark(callInMemory(service, organizationKey), wiredBenchmark(files, messages, hl7, steps), {
    allowFindings: true,
  })
  await service.finishAudits()
  const send = async (token: string, method: string, target: string, bytes?: Uint8Array, type = 'application/json') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    const response = await service.handle(createRequest(method, target, headers, bytes))
    const text = textOfBody(response)
    return { status: response.status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text }
  }
  const call: WiredWorld['call'] = (token, method, target, body) =>
    send(token, method, target, body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body)))
  const startRun = async () => {
    const run = (await call(solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'wired@1' })).body
    const token = textAt(run, 'bearer_token')
    return { run, token, started: await call(token, 'POST', textAt(run, 'task_runs', 0, 'start_url')) }
  }
  const { run, token, started } = await startRun()
  const runId = textAt(run, 'benchmark_run_id')
  const sandboxOf = (type: string) => listAt(started.body, 'sandboxes').find((one) => at(one, 'type') === type)
  const wireOf = (type: string) => (listAt(sandboxOf(type), 'wires') as Wire[])[0]
  const mllp = wireOf('HL7')
  const sftp = wireOf('Files')
  if (mllp === undefined || sftp === undefined) throw new Error(`There are no wires: ${JSON.stringify(started)}`)
  const { username = '', password = '' } = sftp
  return {
    service,
    clock,
    wires,
    mllp,
    sftp: { ...sftp, username, password },
    runId,
    taskRunId: textAt(run, 'task_runs', 0, 'id'),
    hl7Id: textAt(sandboxOf('HL7'), 'id'),
    sandboxOf,
    organizationKey,
    solverKey,
    token,
    async agent(method, path, body, contentType = 'text/plain') {
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
      const answer = await send(token, method, `/v1/benchmark-runs/${runId}/${path}`, bytes, contentType)
      if (answer.status >= 400) throw new Error(JSON.stringify(answer))
      return answer.body
    },
    async startAnother() {
      const other = await startRun()
      return { ...other.started, token: other.token }
    },
    call,
    async takenOver() {
      const next = await begin()
      const target = `/sandboxes/${textAt(sandboxOf('HL7'), 'id')}`
      const headers = { authorization: `Bearer ${organizationKey}` }
      const body: unknown = JSON.parse(textOfBody(await next.service.handle(createRequest('GET', target, headers))))
      const [taken] = listAt(body, 'wires') as Wire[]
      if (taken === undefined) throw new Error(`There are no wires: ${JSON.stringify(body)}`)
      return { wires: next.wires, mllp: taken }
    },
    async close() {
      for (const process of processes.reverse()) await process.close()
    },
  }
}

/** Lists the events of a sandbox, oldest first, each as its `type` and the name or id of its item. */
export async function listEvents({ call, organizationKey }: WiredWorld, sandboxId: string): Promise<string[]> {
  const { body } = await call(organizationKey, 'GET', `/sandboxes/${sandboxId}/events?limit=100`)
  return listAt(body, 'data')
    .map((event) => {
      const data = at(event, 'data')
      const name = isJsonObject(data) ? (data.control_id ?? data.path) : ''
      return `${textAt(event, 'type')} ${name}`
    })
    .reverse()
}

/** A payer that approves every request. */
const payer = {
  accept_unknown_members: true,
  accept_unknown_providers: true,
  default_determination: { status: 'approved' },
}

function wiredBenchmark(
  files: { path: string; content: string }[],
  messages: string[],
  hl7: JsonObject,
  steps: Steps,
): BenchmarkDefinition {
  return {
    name: 'wired',
    timeout: 3600,
    environment: {
      name: 'Hospital',
      simulators: [
        { type: 'HL7', name: 'Engine', config: hl7 },
        { type: 'Files', name: 'Exchange' },
        { type: 'Fax', name: 'Fax' },
        { type: 'Message', name: 'Messages' },
        { type: 'Payer', name: 'Payer', config: payer },
      ],
      datasets: [
        { type: 'HL7', name: 'Messages', config: { messages } },
        { type: 'Files', name: 'Files', config: { files } },
      ],
    },
    tasks: [
      {
        name: 'exchange',
        ...(steps.length > 0 && { scenario: { steps } }),
        criteria: [{ label: 'A report is there', assertion: { assert: 'sftp-file-present', path: 'outbound/*.csv' } }],
      },
    ],
  }
}
