import {
  findJsonOperation,
  type JsonObject,
  type JsonOperationId,
  type JsonValue,
  type OperationAnswer,
  operations,
  type PublicRun,
} from '@carebench/protocol'
import { wireTable } from '@carebench/protocol/wire'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { Carebench } from '../carebench.js'
import type { CompleteInput, Completion, CreateRunInput, RunState } from '../runs/run-results.js'
import { json, stubFetch } from '../testing/stub-fetch.js'
import type { CallAnswer, CallArguments, CallInput, InternalOperationId, ListOperationId } from './call-types.js'
import type { CamelKeys } from './camel-keys.js'
import type { Benchmark, Criterion, Dataset, TaskRun } from './resources.js'

describe('types', () => {
  it('of inputs are in camelCase, with the same required members', () => {
    expectTypeOf<CallInput<'linkSimulator'>['params']>().toEqualTypeOf<{ id: string; simulatorId: string }>()
    expectTypeOf<CallInput<'listTasks'>['query']>().toHaveProperty('benchmarkId').toEqualTypeOf<string>()
    expectTypeOf<CallInput<'createTask'>['body']>().toHaveProperty('benchmarkId').toEqualTypeOf<string>()
    expectTypeOf<NonNullable<CallInput<'createTask'>['body']['taskItem']>>().toEqualTypeOf<JsonObject>()
    expectTypeOf<CallInput<'createDataset'>['body']['config']>().toEqualTypeOf<JsonValue>()
    expectTypeOf<CallInput<'getBenchmark'>['body']>().toEqualTypeOf<undefined>()
    expectTypeOf<Record<never, never>>().toExtend<CallInput<'listBenchmarks'>>()
    expectTypeOf<Record<never, never>>().not.toExtend<CallInput<'getBenchmark'>>()
    expectTypeOf<[]>().toExtend<CallArguments<'listBenchmarks', never>>()
    expectTypeOf<[]>().not.toExtend<CallArguments<'listTasks', never>>()
    expectTypeOf<NonNullable<NonNullable<CallInput<'createBenchmark'>['body']>['overrides']>>()
      .toHaveProperty('passThreshold')
      .toEqualTypeOf<number | undefined>()
  })

  it('of results are in camelCase, with open JSON unchanged', () => {
    expectTypeOf<CallAnswer<'getBenchmark'>['createdAt']>().toEqualTypeOf<string>()
    expectTypeOf<CallAnswer<'getDataset'>['config']>().toEqualTypeOf<JsonValue>()
    expectTypeOf<CallAnswer<'getTaskRun'>['criterionRuns'][number]['taskRunId']>().toEqualTypeOf<string>()
    expectTypeOf<CallAnswer<'getTaskRun'>['snapshot']>().toEqualTypeOf<JsonObject | null>()
    expectTypeOf<CallAnswer<'getTaskRun'>['verdict']>().toEqualTypeOf<'pass' | 'partial' | 'fail' | null>()
    expectTypeOf<CallAnswer<'listBenchmarks'>['_meta']['next']>().toEqualTypeOf<string | null>()
    expectTypeOf<CallAnswer<'getBenchmark'>['overrides']>().toHaveProperty('axisWeights')
  })

  it('under their names are those of the table', () => {
    type Answers = { [K in JsonOperationId]: CallAnswer<K> }
    type FromTable = { [K in JsonOperationId]: CamelKeys<OperationAnswer<K>> }
    expectTypeOf<Answers>().toExtend<FromTable>()
    expectTypeOf<FromTable>().toExtend<Answers>()
  })

  it('cover every operation: those with an organization key or no token, and the run flow', () => {
    type RunFlow =
      | 'createBenchmarkRun'
      | 'readBenchmarkRun'
      | 'startTaskRun'
      | 'completeTaskRun'
      | 'readRunClock'
      | 'waitInRun'
      | 'openWorkstation'
    expectTypeOf<InternalOperationId | RunFlow>().toEqualTypeOf<JsonOperationId>()
  })

  it('have names for the resources', () => {
    expectTypeOf<CallAnswer<'getBenchmark'>>().toExtend<Benchmark>()
    expectTypeOf<CallAnswer<'getDataset'>>().toExtend<Dataset>()
    expectTypeOf<CallAnswer<'createCriterion'>>().toExtend<Criterion>()
    expectTypeOf<CallAnswer<'listTaskRuns'>['data'][number]>().toExtend<TaskRun>()
  })

  it('of the run flow are those of the contract', () => {
    expectTypeOf<CallAnswer<'completeTaskRun'>>().toExtend<Completion>()
    expectTypeOf<Completion>().toExtend<CallAnswer<'completeTaskRun'>>()
    expectTypeOf<CamelKeys<PublicRun>>().toExtend<RunState>()
    expectTypeOf<RunState>().toExtend<CamelKeys<PublicRun>>()
    expectTypeOf<CreateRunInput>().toExtend<CallInput<'createBenchmarkRun'>['body']>()
    expectTypeOf<CompleteInput>().toExtend<NonNullable<CallInput<'completeTaskRun'>['body']>>()
    expectTypeOf<keyof Completion>().toEqualTypeOf<keyof CallAnswer<'completeTaskRun'>>()
    expectTypeOf<keyof RunState>().toEqualTypeOf<keyof CallAnswer<'readBenchmarkRun'>>()
  })

  it('distinguish run tokens and Solver keys from organization keys', () => {
    expectTypeOf<'getRun'>().toExtend<InternalOperationId>()
    expectTypeOf<'createBenchmarkRun' | 'startTaskRun'>().not.toExtend<InternalOperationId>()
    expectTypeOf<'listBenchmarks'>().toExtend<ListOperationId>()
    expectTypeOf<'getBenchmark'>().not.toExtend<ListOperationId>()
  })

  it('give list the type of the items', async () => {
    const empty = json(200, { data: [], _meta: { next: null, prev: null, limit: 20 } })
    const carebench = new Carebench({ baseUrl: 'https://s.example.org', apiKey: 'vk_1', fetch: stubFetch(empty).fetch })
    const items = await carebench.list('listCriterionRuns', { query: { taskRunId: 'tr_1' } }).toArray({ max: 1 })
    expectTypeOf(items[0]?.criterionId).toEqualTypeOf<string | undefined>()
    expect(items).toEqual([])
  })
})

/** Path parameters for any operation, which ignores those that its path does not have. */
const anyInput = {
  params: new Proxy({}, { ownKeys: () => names, getOwnPropertyDescriptor: describeProperty, get: () => 'x1' }),
}
const names = ['id', 'simulatorId', 'datasetId', 'runId', 'version', 'entityId', 'keyId']
function describeProperty() {
  return { configurable: true, enumerable: true, value: 'x1' }
}

describe('every internal operation', () => {
  const internal = (Object.keys(operations) as (keyof typeof operations)[]).filter(
    (id): id is InternalOperationId =>
      operations[id].kind === 'json' && ['organization', 'none'].includes(operations[id].auth),
  )

  it('is found', () => {
    expect(internal.length).toBeGreaterThan(25)
  })

  it.each(internal)('can be called: %s', async (id) => {
    const { method, path, status, body } = findJsonOperation(id)
    const answer = status === 204 ? new Response(null, { status }) : json(status, { created_at: 'now', other_key: 1 })
    const { fetch, sent } = stubFetch(answer)
    const carebench = new Carebench({ baseUrl: 'https://s.example.org', apiKey: 'vk_1', fetch })
    // The types are tested above; here any operation gets the same input.
    const call = carebench.call.bind(carebench) as (id: string, input: unknown) => Promise<unknown>
    await call(id, body === null ? anyInput : { ...anyInput, body: {} })
    const expected = path.replaceAll(/\{\w+\}/g, 'x1')
    expect(sent[0]).toMatchObject({ method, url: `https://s.example.org${expected}` })
    expect(wireTable[id].path).toBe(path)
  })
})
