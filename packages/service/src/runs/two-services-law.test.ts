import { createSeededRandom } from '@carebench/protocol'
import { createMemoryStore } from '@carebench/store'
import { createHostileStore, type HostileOptions } from '@carebench/store/contract'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { taskRuns } from '../documents/collections/running.js'
import { type Answer, createServiceUnderTest, makeCalls, serviceOn } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

const scale = inject('scale')

const ids = ['t1', 't2'] as const
const statuses = ['draft', 'requested', 'completed'] as const

/** A call of an agent, and the service that receives it. */
type Step = { readonly node: number } & (
  | { readonly kind: 'put'; readonly id: string; readonly status: string }
  | { readonly kind: 'delete' | 'read'; readonly id: string }
  | { readonly kind: 'search'; readonly status: string }
)

const node = fc.nat({ max: 1 })
const id = fc.constantFrom(...ids)
const status = fc.constantFrom(...statuses)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ node, kind: fc.constant('put' as const), id, status }),
  fc.record({ node, kind: fc.constantFrom('delete' as const, 'read' as const, 'read' as const), id }),
  fc.record({ node, kind: fc.constant('search' as const), status }),
)

/** Returns two services on one store with a started task run; the faults of `chances` begin afterwards. */
async function twoServices(seed: number, chances: Partial<HostileOptions>) {
  const memory = createMemoryStore()
  const under = await createServiceUnderTest({ store: memory })
  const run = await under.createRun(await under.publish(smallBenchmark()))
  const [taskRun] = run.task_runs
  await under.call(run.bearer_token, 'POST', taskRun?.start_url ?? '')
  const store = createHostileStore(memory, { random: createSeededRandom(seed), ...chances })
  const nodes = [0, 1].map(() => makeCalls(serviceOn(store, { clock: under.clock }), under.solverKey))
  /** Repeats a call while the service is unavailable. */
  const call = async (node: number, method: string, target: string, body?: unknown): Promise<Answer> => {
    for (let attempt = 1; ; attempt++) {
      const answer = await nodes[node]?.call(run.bearer_token, method, target, body)
      if (answer === undefined) throw new RangeError(`There is no service ${node}.`)
      if (answer.status !== 503 || attempt === 100) return answer
    }
  }
  const entries = async () => {
    const stored = await memory.get(taskRuns, taskRun?.id ?? '')
    return memory.log.read(stored?.doc.playground_id ?? '')
  }
  const { fhir = '' } = run.endpoints
  return { call, entries, fhir, completeUrl: taskRun?.complete_url ?? '' }
}

describe.each<[string, Partial<HostileOptions>]>([
  ['that works', {}],
  ['that fails and loses responses', { conflict: 0.2, failBefore: 0.05, failAfter: 0.05 }],
])('two services on one store %s', (_, chances) => {
  it('show each acknowledged write to every later read, and keep every read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.array(step, { maxLength: 14, size: 'max' }), async (seed, steps) => {
        const { call, entries, fhir, completeUrl } = await twoServices(seed, chances)
        const model = new Map<string, string>([['t1', 'requested']])
        const finding = (wanted: string) => ids.filter((candidate) => model.get(candidate) === wanted)
        for (const step of steps) {
          const { node } = step
          if (step.kind === 'search') {
            const { status, body } = await call(node, 'GET', `${fhir}/Task?status=${step.status}`)
            const found = (body.entry ?? []) as { resource: { id: string } }[]
            expect([status, found.map(({ resource }) => resource.id).sort()]).toEqual([200, finding(step.status)])
            continue
          }
          const target = `${fhir}/Task/${step.id}`
          if (step.kind === 'put') {
            const resource = { resourceType: 'Task', id: step.id, status: step.status, intent: 'order' }
            expect((await call(node, 'PUT', target, resource)).status).toBeLessThan(300)
            model.set(step.id, step.status)
          } else if (step.kind === 'delete') {
            await call(node, 'DELETE', target)
            model.delete(step.id)
          } else {
            const { status, body } = await call(node, 'GET', target)
            expect(status < 300 ? body.status : null).toBe(model.get(step.id) ?? null)
          }
        }
        const logged = await entries()
        expect(logged.map(({ seq }) => seq)).toEqual(logged.map((_, index) => index + 1))
        // A call whose response was lost may have been repeated: then it is logged twice.
        if (chances.failAfter === undefined) expect(logged).toHaveLength(steps.length)
        else expect(logged.length).toBeGreaterThanOrEqual(steps.length)

        expect((await call(1, 'POST', completeUrl)).status).toBe(200)
        for (const node of [0, 1]) expect((await call(node, 'GET', `${fhir}/Task`)).status).toBe(409)
      }),
      { numRuns: 10 * scale },
    )
  })
})

it('answers all of many concurrent calls with two services on one store', async () => {
  const { call, entries, fhir } = await twoServices(1, {})
  const body = { resourceType: 'Basic', code: { text: 'note' } }
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 3 === 0 ? call(index % 2, 'POST', `${fhir}/Basic`, body) : call(index % 2, 'GET', `${fhir}/Basic`),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]))
  expect(await entries()).toHaveLength(40)
})
