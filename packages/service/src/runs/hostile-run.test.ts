import { createSeededRandom } from '@carebench/protocol'
import { createMemoryStore } from '@carebench/store'
import { createHostileStore } from '@carebench/store/contract'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { criterionRuns, taskRuns } from '../documents/collections/running.js'
import { createRequest } from '../http/request.js'
import {
  type Answer,
  createServiceUnderTest,
  persist,
  type ServiceUnderTest,
  serviceOn,
} from '../testing/service-under-test.js'
import { approvableForm, smallBenchmark } from '../testing/small-benchmark.js'

const scale = inject('scale')

/** Repeats a call while the service is unavailable. */
async function insist(under: ServiceUnderTest, ...call: Parameters<ServiceUnderTest['call']>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await under.call(...call)
    if (answer.status !== 503 || attempt === 100) return answer
  }
}

/** Returns a service over a memory store that works normally during setup, and is hostile afterwards. */
async function createHostileService(
  seed: number,
  chances: { conflict: number; failBefore: number; failAfter: number },
) {
  const random = createSeededRandom(seed)
  const memory = createMemoryStore()
  const hostile = { conflict: 0, failBefore: 0, failAfter: 0 }
  const store = createHostileStore(memory, {
    random,
    get conflict() {
      return hostile.conflict
    },
    get failBefore() {
      return hostile.failBefore
    },
    get failAfter() {
      return hostile.failAfter
    },
  })
  const under = await createServiceUnderTest({ store })
  const run = await under.createRun(await under.publish(smallBenchmark({ concurrency: 2 })))
  return { under, memory, run, begin: () => Object.assign(hostile, chances) }
}

describe('a run on a store that conflicts, fails and loses responses', () => {
  it('ends with the same result, every commit atomic', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const { under, memory, run, begin } = await createHostileService(seed, {
          conflict: 0.2,
          failBefore: 0.05,
          failAfter: 0.05,
        })
        begin()
        const token = run.bearer_token
        const [first, second] = run.task_runs
        if (first === undefined || second === undefined) throw new Error('The run must have two task runs.')
        await Promise.all([
          insist(under, token, 'POST', first.start_url),
          insist(under, token, 'POST', second.start_url),
        ])
        const task = { resourceType: 'Task', id: 't1', status: 'completed', intent: 'order' }
        const inFirst = { 'task-run-id': first.id }
        for (let read = 0; read < 3; read++) {
          expect((await insist(under, token, 'GET', `${run.endpoints.fhir}/Task/t1`, undefined, inFirst)).status).toBe(
            200,
          )
        }
        await insist(under, token, 'PUT', `${run.endpoints.fhir}/Task/t1`, task, inFirst)
        await insist(under, token, 'GET', `${run.endpoints.fhir}/Task/t1`, undefined, inFirst)
        const inSecond = { 'task-run-id': second.id }
        await insist(under, token, 'POST', `${run.endpoints.portal}/prior-auths`, approvableForm, inSecond)
        under.clock.advance(6_000)
        const completions = await Promise.all(
          [first, first, second, second].map((taskRun) => insist(under, token, 'POST', taskRun.complete_url)),
        )
        for (const completion of completions) expect([completion.status, completion.body.score]).toEqual([200, 1])
        expect(completions[1]?.text).toBe(completions[0]?.text)
        expect(completions[3]?.text).toBe(completions[2]?.text)

        const ended = await insist(under, token, 'GET', `/v1/benchmark-runs/${run.benchmark_run_id}`)
        expect(ended.body).toMatchObject({ phase: 'completed', status: 'completed', score: 1, verdict: 'pass' })
        for (const { id } of run.task_runs) {
          const taskRun = await memory.get(taskRuns, id)
          const verified = await memory.page(criterionRuns, { filter: { name: 'taskRun', value: id }, limit: 100 })
          expect(verified.docs).toHaveLength(taskRun?.doc.result?.checks.length ?? -1)
          const entries = await memory.log.read(taskRun?.doc.playground_id ?? '')
          expect(entries.at(-1)?.action.kind).toBe('seal')
          expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
          // Every answered read is logged, and every write once, although responses of the store were lost.
          const statuses = entries.map(({ response }) => response?.status ?? null)
          expect(statuses).toEqual(id === first.id ? [200, 200, 200, 200, 200, null] : [201, null])
        }
      }),
      { numRuns: 2 * scale },
    )
  })

  it('executes every write once, and loses no read, when half of all responses are lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const { under, memory, run, begin } = await createHostileService(seed, {
          conflict: 0,
          failBefore: 0,
          failAfter: 0.5,
        })
        const [first] = run.task_runs
        const token = run.bearer_token
        await under.call(token, 'POST', first?.start_url ?? '')
        begin()
        const task = { resourceType: 'Task', status: 'draft', intent: 'order' }
        let answered = 0
        for (let round = 0; round < 4; round++) {
          const read = await under.call(token, 'GET', `${run.endpoints.fhir}/Task`)
          const created = await under.call(token, 'POST', `${run.endpoints.fhir}/Task`, task)
          // Given up after several attempts: whether it took effect is unknown, as the response says.
          if (read.status === 503 || created.status === 503) return
          answered++
        }
        await insist(under, token, 'POST', first?.complete_url ?? '')
        const stored = await memory.get(taskRuns, first?.id ?? '')
        const entries = await memory.log.read(stored?.doc.playground_id ?? '')
        expect(entries.filter(({ response }) => response?.status === 201)).toHaveLength(answered)
        expect(entries.filter(({ response }) => response?.status === 200)).toHaveLength(4)
        expect(entries.at(-1)?.action.kind).toBe('seal')
      }),
      { numRuns: 2 * scale },
    )
  })

  it('decides between completing and cancelling once and for all [completion.once]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const { under, memory, run, begin } = await createHostileService(seed, {
          conflict: 0.2,
          failBefore: 0,
          failAfter: 0,
        })
        const [first] = run.task_runs
        if (first === undefined) throw new Error('The run must have a task run.')
        await under.call(run.bearer_token, 'POST', first.start_url)
        begin()
        const [completion, cancellation] = await Promise.all([
          insist(under, run.bearer_token, 'POST', first.complete_url),
          insist(under, under.organizationKey, 'POST', `/task-runs/${first.id}/cancel`),
        ])
        expect(cancellation.status).toBe(200)
        const taskRun = await memory.get(taskRuns, first.id)
        const verified = await memory.page(criterionRuns, { filter: { name: 'taskRun', value: first.id }, limit: 100 })
        expect(taskRun?.doc.status).toBe('cancelled')
        // Either it was completed first and keeps its result, or it never was.
        const completedFirst = completion.status === 200
        expect([completion.status, taskRun?.doc.phase, verified.docs.length > 0]).toEqual(
          completedFirst ? [200, 'completed', true] : [409, 'started', false],
        )
      }),
      { numRuns: 2 * scale },
    )
  })

  it('enforces the concurrency across two services on one store', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const memory = createMemoryStore()
        const under = await createServiceUnderTest({ store: memory })
        const run = await under.createRun(await under.publish(smallBenchmark()))
        const store = createHostileStore(memory, { random: createSeededRandom(seed) })
        const others = [serviceOn(store), serviceOn(store)]
        const answers = await Promise.all(
          run.task_runs.map(({ start_url }, index) =>
            others[index]?.handle(createRequest('POST', start_url, { authorization: `Bearer ${run.bearer_token}` })),
          ),
        )
        expect(answers.map((answer) => answer?.status).sort()).toEqual([200, 409])
      }),
      { numRuns: 2 * scale },
    )
  })

  it('creates an organization at the first attempt that takes effect', async () => {
    const store = createHostileStore(createMemoryStore(), { random: createSeededRandom(5), failBefore: 0.5 })
    const { service } = await createServiceUnderTest({ store })
    const made = await persist(() => service.provisionOrganization('Second'))
    expect(made.organizationKey).toMatch(/^vk_[0-9A-Za-z]{43}$/)
  })
})
