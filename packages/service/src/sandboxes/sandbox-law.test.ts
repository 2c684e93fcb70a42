import { createSeededRandom } from '@carebench/protocol'
import { createMemoryStore, type Store } from '@carebench/store'
import { createHostileStore } from '@carebench/store/contract'
import { defaultSystems } from '@carebench/systems'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { blueprints, playgrounds } from '../documents/collections/playgrounds.js'
import { buildBase } from '../playground/base-cache.js'
import { replayLog } from '../playground/replay/replay.js'
import { type AgentCall, agentCall } from '../testing/agent-call.js'
import { type Answer, createServiceUnderTest, type ServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

const scale = inject('scale')

/** Calls, and pauses of some milliseconds between them. */
const steps = fc.array(fc.oneof({ arbitrary: agentCall, weight: 3 }, fc.integer({ min: 1, max: 4_000 })), {
  minLength: 10,
  maxLength: 14,
})

const groups = { fhir: 'FHIR', portal: 'Payer' } as const

interface Place {
  readonly token: string
  readonly playground: string
  readonly endpoints: Readonly<Record<string, string>>
}

async function sandboxEndpoints(under: ServiceUnderTest, playground: string): Promise<Record<string, string>> {
  const { body } = await under.call(under.organizationKey, 'GET', `/sandboxes?playground_id=${playground}`)
  return Object.assign({}, ...(body.data as { endpoints: object }[]).map(({ endpoints }) => endpoints))
}

/** Returns a started task run, with functions that call as its agent and as an observer. */
async function startRun(under: ServiceUnderTest) {
  const [task] = smallBenchmark().tasks
  if (task === undefined) throw new Error('The small benchmark has tasks.')
  const run = await under.createRun(
    await under.publish(smallBenchmark({ timeout: 86_400, tasks: [task], overrides: { seed: 42 } })),
  )
  const [taskRun] = run.task_runs
  const started = await under.call(run.bearer_token, 'POST', taskRun?.start_url ?? '')
  const playground = String(started.body.playground_id)
  const agent: Place = { token: run.bearer_token, playground, endpoints: run.endpoints }
  const key = under.organizationKey
  const observer: Place = { token: key, playground, endpoints: await sandboxEndpoints(under, playground) }
  const snapshot = (await under.call(key, 'GET', `/task-runs/${taskRun?.id}`)).body.snapshot as { seed: number }
  return { agent, observer, seed: snapshot.seed, completeUrl: taskRun?.complete_url ?? '' }
}

async function standAlone(under: ServiceUnderTest, seed: number): Promise<Place> {
  const { body } = await under.call(under.organizationKey, 'GET', '/environments')
  const [environment] = body.data as { id: string }[]
  const request = { environment_id: environment?.id, seed }
  const made = await under.call(under.organizationKey, 'POST', '/playgrounds', request)
  const playground = String(made.body.id)
  return { token: under.organizationKey, playground, endpoints: await sandboxEndpoints(under, playground) }
}

function send(under: ServiceUnderTest, { token, endpoints }: Place, { method, group, path, body }: AgentCall) {
  return under.call(token, method, `${endpoints[group]}/${path}`, body)
}

/** Returns the response to an agent, without addresses and request ids. */
function seen({ endpoints }: Place, { status, headers, text }: Answer): unknown {
  const { location = '', etag, 'content-type': type } = headers
  const neutral = (value: string) =>
    Object.values(endpoints).reduce((rest, endpoint) => rest.replaceAll(endpoint, '<base>'), value)
  return [status, type, etag, neutral(location), neutral(text).replace(/"request_id":"[^"]*"/, '')]
}

async function readLog({ log }: Store, { playground }: Place) {
  return JSON.stringify(await log.read(playground))
}

it('answers calls to a standalone sandbox like those to a run with the same seed', async () => {
  let answered = 0
  await fc.assert(
    fc.asyncProperty(steps, async (program) => {
      const under = await createServiceUnderTest()
      const { agent, seed } = await startRun(under)
      const alone = await standAlone(under, seed)
      for (const step of program) {
        if (typeof step === 'number') {
          under.clock.advance(step)
          continue
        }
        const [inRun, outside] = [await send(under, agent, step), await send(under, alone, step)]
        expect(seen(alone, outside)).toEqual(seen(agent, inRun))
        if (inRun.status < 300) answered++
      }
      expect(await readLog(under.store, alone)).toBe(await readLog(under.store, agent))
      const stored = await under.store.get(playgrounds, alone.playground)
      if (stored?.doc.origin.kind !== 'stand_alone') throw new Error('The playground must be stored.')
      const blueprint = await under.store.get(blueprints, stored.doc.origin.blueprint_id)
      if (blueprint === undefined) throw new Error('The blueprint must be stored.')
      const simulators = new Map(defaultSystems.map((simulator) => [simulator.type, simulator]))
      const entries = await under.store.log.read(alone.playground)
      expect(replayLog(buildBase(blueprint.doc, simulators), seed, entries)).toBeNull()
    }),
    { numRuns: 6 * scale, examples: [[[{ method: 'GET', group: 'portal', path: 'prior-auths' }]]] },
  )
  expect(answered).toBeGreaterThan(0)
})

it('changes neither the responses to an agent nor its log when a run is observed', async () => {
  let refused = 0
  let looked = 0
  const watched = fc.array(fc.record({ step: fc.oneof(agentCall, fc.nat(4_000)), looks: fc.array(agentCall) }), {
    maxLength: 8,
  })
  const law = fc.asyncProperty(watched, async (program) => {
    const carryOut = async (withLooks: boolean) => {
      const under = await createServiceUnderTest()
      const { agent, observer, completeUrl } = await startRun(under)
      const answers: unknown[] = []
      for (const { step, looks } of program) {
        for (const lookup of withLooks ? looks : []) {
          const { status } = await send(under, observer, lookup)
          if (status === 409) refused++
          else if (status < 300) looked++
          if (lookup.method !== 'GET') expect([400, 409]).toContain(status)
          await under.call(
            observer.token,
            'GET',
            `${(observer.endpoints[lookup.group] ?? '').replace(/\/\w+$/, '')}/events`,
          )
        }
        if (typeof step === 'number') under.clock.advance(step)
        else answers.push(seen(agent, await send(under, agent, step)))
      }
      const { body } = await under.call(agent.token, 'POST', completeUrl)
      return JSON.stringify([answers, body.score, await under.store.log.read(agent.playground)])
    }
    const ids = /(env|sim|ds|ver|task|crit|run|tr|pg|sbx)_[0-9a-z]{26}/g
    expect((await carryOut(true)).replaceAll(ids, '')).toBe((await carryOut(false)).replaceAll(ids, ''))
  })
  const read: AgentCall = { method: 'GET', group: 'fhir', path: 'Task?status=requested' }
  const write: AgentCall = { method: 'DELETE', group: 'fhir', path: 'Task/t1' }
  await fc.assert(law, { numRuns: 3 * scale, examples: [[[{ step: read, looks: [read, write] }]]] })
  expect(Math.min(refused, looked)).toBeGreaterThan(0)
})

it('writes the same log whatever the address and the tokens of the calls', async () => {
  const under = await createServiceUnderTest()
  await under.publish(smallBenchmark())
  const logs: string[] = []
  for (const [origin, host] of [
    ['', undefined],
    ['https://clinic.example', 'clinic.example'],
    ['https://[::1]:8443', '[::1]:8443'],
  ] as const) {
    for (const byToken of [false, true]) {
      const place = await standAlone(under, 7)
      const base = `${origin}${place.endpoints.fhir}/`
      const sandbox = base.split('/').at(-3) ?? ''
      const { body } = await under.call(place.token, 'GET', `/sandboxes/${sandbox}`)
      const { client_id, client_secret } = body.credentials as { client_id: string; client_secret: string }
      const form = `grant_type=client_credentials&client_id=${client_id}&client_secret=${client_secret}`
      const issued = await under.call(null, 'POST', `${place.endpoints.fhir}/auth/token`, form, {
        'content-type': 'application/x-www-form-urlencoded',
      })
      const token = byToken ? String(issued.body.access_token) : place.token
      const call = (method: string, path: string, content?: unknown) =>
        under.call(token, method, `${place.endpoints.fhir}/${path}`, content, host === undefined ? {} : { host })
      const reference = `${base}Patient/p1`
      const made = await call('POST', 'Basic', {
        resourceType: 'Basic',
        code: { text: 'Note' },
        subject: { reference },
      })
      expect([made.status, made.headers.location]).toEqual([201, expect.stringContaining(base)])
      const entry = [{ fullUrl: `${base}Basic/x`, request: { method: 'GET', url: reference } }]
      expect((await call('POST', '', { resourceType: 'Bundle', type: 'batch', entry })).text).toContain('"p1"')
      const found = await call('GET', `Basic?subject=${encodeURIComponent(reference)}`)
      expect([found.body.total, found.text.split(base).length]).toEqual([1, 3])
      const log = await readLog(under.store, place)
      logs.push(log)
      expect(log).not.toMatch(/clinic\.example|::1|sandboxes|vrl_acc/)
    }
  }
  expect(new Set(logs).size).toBe(1)
})

it('ends a playground once on a store that conflicts, fails and loses responses, \
with every acknowledged call', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.array(agentCall, { minLength: 3, maxLength: 10 }), async (seed, calls) => {
      const memory = createMemoryStore()
      const chances = { conflict: 0, failBefore: 0, failAfter: 0 }
      const store = createHostileStore(memory, {
        random: createSeededRandom(seed),
        get conflict() {
          return chances.conflict
        },
        get failBefore() {
          return chances.failBefore
        },
        get failAfter() {
          return chances.failAfter
        },
      })
      const under = await createServiceUnderTest({ store })
      await under.publish(smallBenchmark())
      const place = await standAlone(under, seed)
      Object.assign(chances, { conflict: 0.2, failBefore: 0.1, failAfter: 0.1 })
      const insist = async (work: () => Promise<Answer>): Promise<Answer> => {
        for (let attempt = 1; ; attempt++) {
          const answer = await work()
          if (answer.status !== 503 || attempt === 100) return answer
        }
      }
      const target = `/playgrounds/${place.playground}/teardown`
      const tearDown = () => insist(() => under.call(place.token, 'POST', target))
      const half = Math.floor(calls.length / 2)
      const before = await Promise.all(calls.slice(0, half).map((call) => send(under, place, call)))
      const [during, ...torn] = await Promise.all([
        Promise.all(calls.slice(half).map((call) => send(under, place, call))),
        tearDown(),
        tearDown(),
      ])
      for (const { status, body } of torn) expect([status, body.status]).toEqual([200, 'torn_down'])
      Object.assign(chances, { conflict: 0, failBefore: 0, failAfter: 0 })
      const entries = await memory.log.read(place.playground)
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
      expect(entries.filter(({ action }) => action.kind === 'seal')).toEqual([entries.at(-1)])
      const acknowledged = [...before, ...during].filter(({ status }) => status === 201).length
      expect(entries.filter(({ response }) => response?.status === 201).length).toBeGreaterThanOrEqual(acknowledged)
      for (const group of Object.keys(groups)) {
        expect((await under.call(place.token, 'GET', `${place.endpoints[group]}/x`)).status).toBe(409)
      }
      expect((await tearDown()).text).toBe(torn[0]?.text)
    }),
    { numRuns: 5 * scale },
  )
})
