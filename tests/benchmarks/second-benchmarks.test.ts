import { readdirSync, readFileSync } from 'node:fs'
import { CarebenchSolver, type SimulatedSystem, type TaskSession } from '@carebench/client'
import { type BenchmarkDefinition, createManualClock, type JsonValue, validatorFor } from '@carebench/protocol'
import { callInMemory, publishBenchmark } from '@carebench/service'
import { describe, expect, it } from 'vitest'
import { createInMemoryService, fetchFrom } from '../in-memory-service.js'

/** The JSON of a file or an answer: it may have any shape. */
type Json = ReturnType<typeof JSON.parse>

// Each benchmark was written from its system's documentation alone. Settings, data and purpose differ from the
// fixtures.
const folder = new URL('second-benchmarks/', import.meta.url)
const names = readdirSync(folder).map((file) => file.replace('.json', ''))

/** Publishes a benchmark, and starts a run of it. */
async function open(name: string) {
  const definition: Json = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))
  expect(validatorFor('benchmarkDefinition')(definition)).toBeNull()
  const clock = createManualClock(Date.parse('2026-01-05T09:00:00Z'))
  const service = createInMemoryService(clock)
  const { organizationKey, solverKey } = await service.provisionOrganization('Second')
  const call = callInMemory(service, organizationKey)
  await publishBenchmark(call, definition as BenchmarkDefinition)
  const fetch = fetchFrom(service)
  const get = async (path: string): Promise<Json> => {
    const answer = await fetch(`https://carebench.example.org${path}`, {
      headers: { authorization: `Bearer ${organizationKey}` },
    })
    return answer.json()
  }
  const [{ id }] = (await get('/benchmarks')).data
  const solver = new CarebenchSolver({ baseUrl: 'https://carebench.example.org', solverKey, fetch })
  const start = async () => {
    const run = await solver.runs.create({ benchmark: `${name}@1` })
    const session = await run.tasks[0]?.start()
    if (session === undefined) throw new Error('The benchmark has no task.')
    return session
  }
  return { definition, clock, start, audit: (await get(`/benchmarks/${id}/versions/1`)).audit }
}

/** Makes the calls of the recorded solution, as an agent does. */
async function solve(
  session: TaskSession,
  { definition, clock }: Pick<Awaited<ReturnType<typeof open>>, 'definition' | 'clock'>,
) {
  const [solution] = definition.tasks[0].solutions
  const captured = new Map<string, string>()
  const filled = (value: Json): Json =>
    JSON.parse(JSON.stringify(value).replace(/\{\{(\w+)\}\}/g, (braces, name) => captured.get(name) ?? braces))
  for (const { method, path, body, text, headers, delay_seconds = 0, capture = {} } of solution.calls) {
    clock.advance(delay_seconds * 1000)
    const [group, ...below] = path.split('/')
    const system: SimulatedSystem = session.system(group, text === undefined ? 'application/json' : 'text/plain')
    const sent: JsonValue | undefined = text ?? (body && filled(body))
    const answer: Json = await system.request(method, below.join('/'), sent, headers && { headers })
    for (const [name, pointer] of Object.entries<string>(capture)) {
      const found = pointer.split('/').slice(1)
      captured.set(name, String(found.reduce<Json>((inner, key) => inner[key], answer)))
    }
  }
  return session.complete(solution.output === undefined ? {} : { output: solution.output })
}

describe.each(names)('%s', (name) => {
  it('is published without errors, passed by its solution, and not passed by doing nothing', async () => {
    const testbed = await open(name)
    expect(testbed.audit).toMatchObject({ ok: true, errors: 0 })
    const [task] = testbed.audit.tasks
    expect(task).toMatchObject({ null_floor: 0, spam_floor: 0, solutions: [{ score: 1, verdict: 'pass' }] })
    expect(task.solutions[0].noticed).toBeGreaterThan(5)
    const solved = await solve(await testbed.start(), testbed)
    expect(solved.checks.filter(({ result }) => result !== 'pass')).toEqual([])
    expect([solved.verdict, solved.score]).toEqual(['pass', 1])
    const idle = await (await testbed.start()).complete()
    expect([idle.verdict, idle.score]).toEqual(['fail', 0])
  })
})

it('covers the expected simulators', () => {
  expect(names.sort()).toEqual(['advised-order', 'counseling-intake', 'image-hand-off', 'immunization-registry'])
})
