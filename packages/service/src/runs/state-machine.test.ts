import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { equal, linearizations, type Observation } from '../testing/linearizations.js'
import type { RunShape } from '../testing/modelled-benchmark.js'
import { type RunModel, settled, step } from '../testing/run-model.js'
import { type RunRequest, runRequests } from '../testing/run-request.js'
import { expectedState, RunWorld } from '../testing/run-world.js'

const scale = inject('scale')

const shapes: fc.Arbitrary<RunShape> = fc.record({
  concurrency: fc.integer({ min: 1, max: 3 }),
  timeouts: fc.array(fc.constantFrom(1_000, 30_000, 60_000, 20_000_000), { minLength: 1, maxLength: 3, size: 'max' }),
})

const creation = { kind: 'create', token: 'right', node: 0, surface: 'v1', scored: false } as const
const right = { token: 'right', node: 0, run: 0 } as const
const creations = fc.boolean().map((scored): RunRequest => ({ ...creation, scored }))

/** One request as a command: its response must be that of the model. */
class RequestCommand implements fc.AsyncCommand<{ state: RunModel }, RunWorld> {
  constructor(readonly request: RunRequest) {}

  check({ state }: { readonly state: RunModel }): boolean {
    return this.request.kind !== 'create' || state.runs.length < 3
  }

  async run(holder: { state: RunModel }, world: RunWorld): Promise<void> {
    const { model, answer } = step(holder.state, this.request)
    expect(await world.perform(holder.state, this.request)).toEqual(answer)
    holder.state = model
  }

  toString(): string {
    return JSON.stringify(this.request)
  }
}

type Weights = Partial<Record<RunRequest['kind'], number>>

/** The frequency of each kind of request; kinds without a number do not occur. */
const inTurn = {
  start: 5,
  complete: 4,
  'cancel task': 1,
  'read task': 2,
  'cancel run': 1,
  'read run': 2,
  work: 5,
  advance: 2,
  settle: 1,
  verifier: 2,
} satisfies Weights
/** Requests that can interfere with each other. */
const together = {
  start: 9,
  complete: 6,
  'cancel task': 3,
  'read task': 2,
  'cancel run': 3,
  'read run': 4,
  work: 4,
  advance: 3,
  settle: 2,
} satisfies Weights

function drawRequests(weights: Weights, nodes: number): fc.Arbitrary<RunRequest> {
  const kinds = Object.entries(runRequests(nodes)) as [RunRequest['kind'], fc.Arbitrary<RunRequest>][]
  return fc.oneof(...kinds.map(([kind, arbitrary]) => ({ arbitrary, weight: weights[kind] ?? 0 })))
}

describe('runs', () => {
  it('follow the specification, one request after another', async () => {
    const command = drawRequests({ ...inTurn, create: 1 }, 1).map((request) => new RequestCommand(request))
    const anyCommands = fc.commands([command], { maxCommands: 40, size: 'max' })
    await fc.assert(
      fc.asyncProperty(shapes, creations, anyCommands, async (shape, creation, commands) => {
        const world = await RunWorld.create(shape, 1)
        const holder = { state: world.model(shape) }
        await fc.asyncModelRun(() => ({ model: holder, real: world }), [new RequestCommand(creation), ...commands])
        expect(await world.state()).toEqual(expectedState(settled(holder.state)))
      }),
      { numRuns: 12 * scale },
    )
  })

  describe.each([1, 2])('on %i services that share a storage', (nodes) => {
    it('end in a state that some order of the concurrent requests explains', async () => {
      const before = fc.array(drawRequests(inTurn, nodes), { maxLength: 12, size: 'max' })
      const meeting = fc.array(drawRequests(together, nodes), { minLength: 2, maxLength: 4, size: 'max' })
      // A reader must never see a half-finished end.
      const starts = Array.from({ length: 3 }, (_, task): RunRequest => ({ kind: 'start', ...right, task }))
      const ends = drawRequests({ complete: 5, 'cancel task': 1, 'cancel run': 3, advance: 2 }, nodes)
      const reads = drawRequests({ 'read run': 2, 'read task': 3, work: 1 }, nodes)
      const glimpse = fc.tuple(fc.constant(starts), fc.tuple(ends, reads, reads))
      const rounds = fc.array(fc.oneof({ arbitrary: fc.tuple(before, meeting), weight: 2 }, glimpse), {
        minLength: 1,
        maxLength: 2,
      })
      await fc.assert(
        fc.asyncProperty(shapes, rounds, fc.scheduler(), async (shape, rounds, scheduler) => {
          const gate = { open: true }
          const pause = () => (gate.open ? Promise.resolve() : scheduler.schedule(Promise.resolve()))
          const world = await RunWorld.create(shape, nodes, pause)
          let model = world.model(shape)
          const perform = async (request: RunRequest) => {
            const { model: next, answer } = step(model, request)
            expect(await world.perform(model, request)).toEqual(answer)
            model = next
          }
          await perform(creation)
          for (const [first, requests] of rounds) {
            for (const request of first) await perform(request)
            const begin = settled(model)
            gate.open = false
            const answers = requests.map(async (request): Promise<Observation> => {
              await pause()
              return { request, answer: await world.perform(begin, request) }
            })
            const observations = await scheduler.waitFor(Promise.all(answers))
            gate.open = true
            const calls = observations.filter(({ request }) => request.kind !== 'advance')
            const explanations = linearizations(begin, calls, world.clock.now())
            if (explanations.length === 0) throw new Error(`No order explains ${JSON.stringify(observations)}.`)
            const state = await world.state()
            const right = explanations.find((explanation) => equal(expectedState(explanation), state))
            // None: the assertion shows how the state differs from that of the first explanation.
            expect(state).toEqual(expectedState(right ?? explanations[0] ?? begin))
            model = right ?? begin
          }
        }),
        { numRuns: 8 * scale },
      )
    })
  })

  it('that were submitted before the deadline complete, even if they are accessed after it meanwhile', async () => {
    const at = { token: 'right', run: 0, task: 0 } as const
    const later = fc.array(fc.constantFrom<RunRequest['kind']>('read task', 'settle', 'read run', 'start'), {
      minLength: 1,
      maxLength: 3,
    })
    await fc.assert(
      fc.asyncProperty(later, fc.boolean(), fc.scheduler(), async (kinds, elsewhere, scheduler) => {
        const gate = { open: true }
        const shape = { concurrency: 1, timeouts: [60_000] }
        const pause = () => (gate.open ? Promise.resolve() : scheduler.schedule(Promise.resolve()))
        const world = await RunWorld.create(shape, 2, pause)
        const node = Number(elsewhere)
        const start: RunRequest = { kind: 'start', node: 0, ...at }
        const { model } = step(step(world.model(shape), creation).model, start)
        for (const request of [creation, start]) await world.perform(model, request)
        gate.open = false
        const completion = world.perform(model, { kind: 'complete', surface: 'v1', node: 0, ...at })
        while (!(await world.isAdmitted(0, 0))) {
          if (scheduler.count() > 0) await scheduler.waitOne()
        }
        await world.perform(model, { kind: 'advance', run: 0, task: 0, to: 'deadline', offset: 0 })
        const looks = kinds.map((kind) => {
          if (kind === 'settle') return world.perform(model, { kind, node })
          if (kind === 'read run') return world.perform(model, { kind, surface: 'v1', node, ...at })
          return world.perform(model, { kind: kind === 'start' ? 'start' : 'read task', node, ...at })
        })
        const [{ status }] = await scheduler.waitFor(Promise.all([completion, ...looks]))
        gate.open = true
        expect(status).toBe(200)
        const after = step(model, { kind: 'complete', surface: 'v1', node: 0, ...at }).model
        expect(await world.state()).toEqual(expectedState(after))
      }),
      { numRuns: 4 * scale },
    )
  })
})
