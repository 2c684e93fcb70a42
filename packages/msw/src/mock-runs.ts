import {
  ApiError,
  type BenchmarkRun,
  type JsonObject,
  type JsonOperationId,
  type OperationAnswer,
  type TaskRunWithCriterionRuns,
} from '@carebench/protocol'

/** Calls one operation of the internal API with the mock's organization key. */
export type MockCaller = <K extends JsonOperationId>(
  operation: K,
  input?: {
    readonly params?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string>>
    readonly body?: unknown
  },
) => Promise<OperationAnswer<K>>

/** The runs of a mock, as its organization reads them, with wire keys (snake_case). */
export interface MockRuns {
  /** Lists all runs, oldest first. */
  list(): Promise<readonly BenchmarkRun[]>
  /** Reads the run that was created last. Rejects with an Error if there is none. */
  latest(): Promise<BenchmarkRun>
  /** Reads a run. Rejects with an ApiError `RESOURCE_NOT_FOUND` for an unknown id. */
  get(runId: string): Promise<BenchmarkRun>
  /** Lists the task runs of a run with their criterion runs, in the order in which the run has them. */
  taskRuns(runId: string): Promise<readonly TaskRunWithCriterionRuns[]>
  /** Reads the sealed record of a completed task run: its log and the evidence that was verified. */
  record(taskRunId: string): Promise<JsonObject>
}

/** Creates the reader of the runs that the caller can read. */
export function createMockRuns(call: MockCaller): MockRuns {
  const walk = async <Item>(
    fetchPage: (cursor: Readonly<Record<string, string>>) => Promise<{
      readonly data: readonly Item[]
      readonly _meta: { readonly next: string | null }
    }>,
  ): Promise<Item[]> => {
    const items: Item[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await fetchPage(cursor === '' ? { limit: '100' } : { limit: '100', cursor })
      items.push(...page.data)
      cursor = page._meta.next
    }
    return items
  }
  const runs: MockRuns = {
    async list() {
      return (await walk((query) => call('listBenchmarkRuns', { query }))).toReversed()
    },
    async latest() {
      const { data } = await call('listBenchmarkRuns', { query: { limit: '1' } })
      if (data[0] === undefined)
        throw new Error('The mock has no run: none was created since the mock was created or reset.')
      return data[0]
    },
    get: (id) => call('getBenchmarkRun', { params: { id } }),
    async taskRuns(runId) {
      const { task_runs: taskRuns } = await runs.get(runId)
      return Promise.all(taskRuns.map(({ id }) => call('getTaskRun', { params: { id } })))
    },
    async record(id) {
      const record: unknown = await call('getTaskRunRecord', { params: { id } })
      if (typeof record === 'object' && record !== null) return record as JsonObject
      throw new ApiError('INTERNAL', 'The service returned a record that is not an object.')
    },
  }
  return runs
}
