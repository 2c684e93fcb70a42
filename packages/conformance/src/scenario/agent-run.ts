import { type Answer, at, type Call } from '../exchange/exchange.js'
import { must, textIn, UnmetPreconditionError } from './unmet.js'

export interface RunOptions {
  readonly scored?: boolean
  /** Ids or names of tasks. */
  readonly tasks?: readonly unknown[]
  readonly seed?: number
  readonly agent?: string
  readonly group?: string
  /** Default: the Solver key of the first organization. */
  readonly key?: string
}

/** A run as its agent uses it. */
export interface AgentRun {
  readonly id: string
  readonly token: string
  readonly created: Answer
  /** Ids of the task runs, in the order of their URLs in the response. */
  readonly taskRuns: readonly string[]
  /** Calls with the run token. */
  readonly call: Call
  /**
   * Returns the id of a task run by its index. Throws an {@link UnmetPreconditionError} if there is no such task run.
   */
  taskRun(index?: number): string
  start(index?: number): Promise<Answer>
  complete(index?: number, body?: unknown): Promise<Answer>
  read(): Promise<Answer>
  /** Calls a simulated system: `fhir/Patient`. */
  readonly system: Call
}

/**
 * Creates a run. The specification does not name the members for ids and URLs, so task runs are found by their URLs
 * anywhere in the response, and the run by a member of the response or of a task run. Throws an UnmetPreconditionError
 * if the call fails or the response has no token or run id.
 */
export async function createAgentRun(
  as: (token: string | null) => Call,
  organizationCall: Call,
  benchmark: string,
  { key, ...options }: RunOptions & { readonly key: string },
): Promise<AgentRun> {
  const created = must(await as(key)('POST', '/v1/benchmark-runs', { benchmark, ...options }), 200, 201)
  const token = textIn(created, 'bearer_token')
  const taskRuns = taskRunsIn(created.body)
  const call = as(token)
  const id = await findRunId(created, taskRuns, organizationCall)
  const taskRun = (index = 0): string => {
    const found = taskRuns[index]
    if (found === undefined) {
      throw new UnmetPreconditionError(
        `The run has ${taskRuns.length} URLs of task runs (/v1/task-runs/…); this needs ${index + 1}`,
        created.exchange.number,
      )
    }
    return found
  }
  return {
    id,
    token,
    created,
    taskRuns,
    call,
    taskRun,
    start: async (index) => call('POST', `/v1/task-runs/${taskRun(index)}/start`),
    complete: async (index, body) => call('POST', `/v1/task-runs/${taskRun(index)}/complete`, body),
    read: () => call('GET', `/v1/benchmark-runs/${id}`),
    system: (method, path, body, headers) => call(method, `/v1/benchmark-runs/${id}/${path}`, body, headers),
  }
}

/** Returns the ids in all URLs of task runs. */
function taskRunsIn(value: unknown): readonly string[] {
  const found = new Set<string>()
  const search = (node: unknown): void => {
    if (typeof node === 'string') {
      const id = /(?:^|\/)v1\/task-runs\/([^/?#]+)/.exec(node)?.[1]
      if (id !== undefined) found.add(id)
    } else if (typeof node === 'object' && node !== null) for (const inner of Object.values(node)) search(inner)
  }
  search(value)
  return [...found]
}

async function findRunId(created: Answer, taskRuns: readonly string[], organizationCall: Call): Promise<string> {
  for (const member of ['benchmark_run_id', 'id']) {
    const id = at(created.body, member)
    if (typeof id === 'string') return id
  }
  return textIn(await organizationCall('GET', `/task-runs/${taskRuns[0]}`), 'benchmark_run_id')
}
