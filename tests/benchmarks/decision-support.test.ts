import { readFileSync } from 'node:fs'
import { ApiError, CarebenchSolver, type JsonObject, type TaskSession } from '@carebench/client'
import { type BenchmarkDefinition, createManualClock } from '@carebench/protocol'
import { callInMemory, publishBenchmark } from '@carebench/service'
import { beforeEach, describe, expect, it } from 'vitest'
import { createInMemoryService, fetchFrom } from '../in-memory-service.js'

// Decision support over the public interface, used by three kinds of agents.

/** The JSON of an answer: it may have any shape. */
type Json = ReturnType<typeof JSON.parse>

const definition: Json = JSON.parse(
  readFileSync(new URL('second-benchmarks/advised-order.json', import.meta.url), 'utf8'),
)
const baseUrl = 'https://carebench.example.org'

async function createTestbed() {
  const clock = createManualClock(Date.parse('2026-01-05T09:00:00Z'))
  const service = createInMemoryService(clock)
  const { organizationKey, solverKey } = await service.provisionOrganization('Fjord')
  await publishBenchmark(callInMemory(service, organizationKey), definition as BenchmarkDefinition)
  const inMemory = fetchFrom(service)
  /** The headers of answers about decision support. */
  const headers: Headers[] = []
  const fetch: typeof inMemory = async (...call) => {
    const answer = await inMemory(...call)
    if (String(call[0]).includes('/cds/')) headers.push(answer.headers)
    return answer
  }
  const solver = new CarebenchSolver({ baseUrl, solverKey, fetch })
  const begin = async () => {
    const run = await solver.runs.create({ benchmark: 'advised-order@1' })
    const session = await run.tasks[0]?.start()
    if (session === undefined) throw new Error('The benchmark has a task.')
    return { session, id: run.id }
  }
  const get = async (path: string): Promise<Json> => {
    const headers = { authorization: `Bearer ${organizationKey}` }
    return (await fetch(`${baseUrl}${path}`, { headers })).json()
  }
  return { begin, get, headers }
}

let testbed: Awaited<ReturnType<typeof createTestbed>>
beforeEach(async () => {
  testbed = await createTestbed()
})

const wanted: JsonObject = {
  resourceType: 'MedicationRequest',
  id: 'draft-1',
  status: 'draft',
  intent: 'order',
  medicationCodeableConcept: {
    coding: [{ system: 'http://www.nlm.nih.gov/research/umls/rxnorm', code: '308182' }],
  },
  subject: { reference: 'Patient/solveig' },
}
const asking = {
  hook: 'order-sign',
  hookInstance: '6c0f9a54-7a70-4c1e-9d3b-51f4b0a6a7d1',
  context: {
    userId: 'Practitioner/lin',
    patientId: 'solveig',
    draftOrders: { resourceType: 'Bundle', type: 'collection', entry: [{ resource: wanted }] },
  },
}
function active(order: JsonObject): JsonObject {
  const { id: _, ...kept } = order
  return { ...kept, status: 'active' }
}

/** An agent that calls every service of the hook and follows the cards. It knows only the task of the benchmark. */
async function careful({ cds, fhir }: TaskSession) {
  const { services }: Json = await cds.discover()
  let order = wanted
  for (const { id, hook } of services) {
    if (hook !== asking.hook) continue
    const { cards }: Json = await cds.call(id, asking)
    for (const { uuid, indicator, suggestions = [] } of cards) {
      const suggested = suggestions.find((candidate: Json) => candidate.isRecommended === true)
      if (indicator === 'info' || suggested === undefined) continue
      order = suggested.actions[0].resource
      const outcomeTimestamp = '2026-01-05T09:00:00Z'
      const acceptedSuggestions = [{ id: suggested.uuid }]
      await cds.feedback(id, [{ card: uuid, outcome: 'accepted', acceptedSuggestions, outcomeTimestamp }])
    }
  }
  await fhir.create(active(order) as Json)
}

describe('an order with decision support', () => {
  it('scores in full for an agent that follows the cards, less for one that ignores them, 0 for an idle one \
[kinds.sent, cds.feedback]', async () => {
    const results: unknown[] = []
    for (const act of [careful, ({ fhir }: TaskSession) => fhir.create(active(wanted) as Json), () => undefined]) {
      const { session } = await testbed.begin()
      await act(session)
      const { verdict, score } = await session.complete()
      results.push([verdict, score])
    }
    expect(results).toEqual([
      ['pass', 1],
      ['partial', expect.toSatisfy((score) => score < 0.3)],
      ['fail', 0],
    ])
  })

  it('gets advice based on the current record [cds.call]', async () => {
    const { session } = await testbed.begin()
    const { cards }: Json = await session.cds.call('allergy-check', asking)
    expect(cards).toMatchObject([{ summary: 'solveig is allergic to Penicillin.', indicator: 'critical' }])
    await session.fhir.delete('AllergyIntolerance', 'pen')
    expect(await session.cds.call('allergy-check', asking)).toEqual({ cards: [] })
    await expect(session.cds.call('allergy-check', { ...asking, hookInstance: 'one' })).rejects.toThrow(ApiError)
  })
})

describe('discovery', () => {
  it('lists the services without their rules, to pages of any origin [cds.discovery, cds.cors]', async () => {
    const { session } = await testbed.begin()
    const found = await session.cds.discover()
    expect(found).toMatchObject({
      services: [
        { id: 'allergy-check', hook: 'order-sign', prefetch: { allergies: expect.stringContaining('Allergy') } },
        { id: 'chart-notes', hook: 'patient-view' },
      ],
    })
    expect(JSON.stringify(found)).not.toMatch(/rules|308182|allergic/)
    await session.cds.call('allergy-check', asking)
    const shared = testbed.headers.map((headers) => [...headers].filter(([name]) => name.startsWith('access-control')))
    expect(shared).toEqual([[['access-control-allow-origin', '*']], []])
  })
})
