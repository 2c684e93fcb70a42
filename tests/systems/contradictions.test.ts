import { CarebenchSolver } from '@carebench/client'
import { carebenchMock } from '@carebench/msw'
import { createSeededRandom, type JsonObject } from '@carebench/protocol'
import type { ServiceLogEvent } from '@carebench/service'
import { defaultSystems, defineSystem, jsonAnswer, type Simulator, type SystemInput } from '@carebench/systems'
import { hideValue, jsonKind, listPart } from '@carebench/verifier'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { pharmacy } from './pharmacy.js'
import { pharmacyBenchmark } from './pharmacy-benchmark.js'

const bell = listPart({
  name: 'bells',
  kinds: [
    hideValue(
      jsonKind({
        collection: 'bells',
        noun: 'rings',
        madeBy: 'agent',
        identifies: {},
        name: (_, number) => `ring ${number}`,
        example: (text) => ({ text }),
      }),
    ),
  ],
  nameItem: (_, number) => `ring ${number}`,
  changes: () => [],
})

type Behaviour = Simulator<JsonObject, number, number>
const behaviour: Behaviour = {
  headers: [],
  configSchema: Type.Object({}),
  scenarioSteps: [],
  seed: () => 0,
  fork: (rings) => rings,
  handle: () => ({ response: jsonAnswer(200, null), effects: [], events: [{ type: 'bell.rung', data: null }] }),
  due: () => ({ effects: [], events: [] }),
  inject: () => ({ effects: [], events: [] }),
  apply: () => {},
  evidence: (): { readonly bells: readonly JsonObject[] } => ({ bells: [] }),
  *noise() {},
}
const ring = { method: 'GET', path: '/', name: 'ring', summary: 'Ring', status: 204 } as const
const rung = { type: 'bell.rung', summary: 'Somebody rang', example: null }
const step = { type: 'ring_bell', summary: 'Ring', schema: Type.Object({}) }

/** Defines a door bell as a system, with some members replaced. */
function doorBell(
  changes: Partial<
    Omit<
      SystemInput<'Bell', 'bell', readonly [typeof ring, ...(typeof ring)[]] | [], JsonObject, number, number>,
      'behaviour'
    >
  >,
  changed: Partial<Behaviour> = {},
) {
  return defineSystem({
    type: 'Bell',
    title: 'a door bell',
    group: { name: 'bell', summary: 'Ring the bell', jsonMediaTypes: ['application/json'] },
    calls: [ring],
    events: [rung],
    dataset: null,
    records: [bell],
    checks: [],
    behaviour: { ...behaviour, ...changed },
    ...changes,
  })
}

describe('a definition that contradicts itself', () => {
  it.each([
    ['a step that the behaviour does not take', { steps: [step] }, {}, 'add it to "behaviour.scenarioSteps"'],
    [
      'a step that is not described',
      {},
      { scenarioSteps: ['ring_bell'] },
      'describe it in "steps": { type: "ring_bell"',
    ],
    [
      'a step of the protocol',
      { steps: [{ ...step, type: 'receive_fax' }] },
      {},
      '"receive_fax", which every service knows',
    ],
    ['a step twice', { steps: [step, step] }, { scenarioSteps: ['ring_bell'] }, '"steps" has "ring_bell" twice'],
    ['an event twice', { events: [rung, rung] }, {}, '"events" has "bell.rung" twice'],
    ['a part twice', { records: [bell, bell] }, {}, '"records" has "bells" twice'],
    ['a call twice', { calls: [ring, ring] as const }, {}, '"calls" has "ring" twice'],
    [
      'arrivals that no call lists',
      { arrivals: { type: 'bell.rung', list: { path: 'rings' }, id: 'id' } },
      {},
      '"arrivals" lists "rings", which none of its "calls" reads',
    ],
    ['calls without a group', { group: null }, {}, 'add a group, or make "calls" empty'],
  ] as const)('is rejected: %s', (_, changes, changed, message) => {
    const define = () => doorBell(changes as never, changed)
    expect(define).toThrow(TypeError)
    expect(define).toThrow('The definition of the system Bell contradicts itself: ')
    expect(define).toThrow(message)
  })

  it('is accepted once it is consistent', () => {
    expect(doorBell({ steps: [step] }, { scenarioSteps: ['ring_bell', 'receive_fax'] }).type).toBe('Bell')
  })
})

describe('the error about a system that does what it does not declare', () => {
  const context = { at: '2026-01-05T09:00:00.000Z', random: createSeededRandom(1) }
  const call = { method: 'GET', path: '', query: '', headers: {}, body: null }

  it('names the event to declare', () => {
    const running = doorBell({ events: [] }).seed({}, [], context)
    expect(() => running.handle('bell', call, context)).toThrow(
      'The system Bell wrote the event "bell.rung", which it does not declare; add { type: "bell.rung", summary, ' +
        'example } to its "events".',
    )
  })

  it('names the part to declare, as soon as it is given to a service', async () => {
    const stray = doorBell({}, { evidence: () => ({ chimes: [] }) })
    await expect(carebenchMock({ systems: [...defaultSystems, stray] })).rejects.toThrow(
      'The evidence of the system Bell has the member "chimes", which is not the name of one of its parts (it ' +
        'declares "bells"); nobody would read it.',
    )
  })
})

describe('the mock with a system of your own', () => {
  it('says to a client without the system why it cannot make calls by name', async () => {
    const systems = [...defaultSystems, pharmacy]
    const mock = await carebenchMock({ systems, benchmark: pharmacyBenchmark })
    const { baseUrl, solverKey, fetch } = mock
    const solver = new CarebenchSolver({ baseUrl, solverKey, fetch })
    const run = await solver.runs.create({ benchmark: mock.benchmark })
    const session = await run.tasks[0]?.start()
    const untyped = session?.system('pharmacy') as unknown as { call(name: string): Promise<unknown> }
    await expect(untyped.call('listRefills')).rejects.toThrow(
      'the client does not know the calls of "pharmacy". Pass the system to the client',
    )
  })

  it('logs the cause of a 500', async () => {
    const logged: ServiceLogEvent[] = []
    const broken = doorBell(
      {},
      {
        *noise() {},
        seed: () => 0,
        handle: () => {
          throw new Error('The wire is cut.')
        },
      },
    )
    const mock = await carebenchMock({ systems: [...defaultSystems, broken], log: (event) => logged.push(event) })
    const environment = await mock.call('createEnvironment', { body: { name: 'Porch' } })
    const simulator = await mock.call('createSimulator', { body: { type: 'Bell', name: 'Front door' } })
    await mock.call('linkSimulator', { params: { id: environment.id, simulator_id: simulator.id } })
    const playground = await mock.call('createPlayground', { body: { environment_id: environment.id } })
    const [sandbox] = (await mock.call('listSandboxes', { query: { playground_id: playground.id } })).data
    const answer = await mock.fetch(`${mock.baseUrl}/sandboxes/${sandbox?.id}/bell`, {
      headers: { authorization: `Bearer ${mock.organizationKey}` },
    })
    expect(answer.status).toBe(500)
    expect(logged).toContainEqual(
      expect.objectContaining({ level: 'error', error: expect.objectContaining({ message: 'The wire is cut.' }) }),
    )
  })
})
