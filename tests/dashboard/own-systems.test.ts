import { CarebenchSolver } from '@carebench/client'
import { ApiError, createManualClock } from '@carebench/protocol'
import {
  callInMemory,
  createRequest,
  createSystemVerifier,
  defaultSystems,
  publishBenchmark,
  type ServiceRequest,
  textOfBody,
} from '@carebench/service'
import type { Verifier } from '@carebench/verifier'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDashboard } from '../../packages/server/src/dashboard/dashboard.js'
import { call, startServer } from '../../packages/server/src/testing/running-server.js'
import { createInMemoryService, fetchFrom } from '../in-memory-service.js'
import { pharmacy } from '../systems/pharmacy.js'
import { pharmacyBenchmark } from '../systems/pharmacy-benchmark.js'
import { signIn, type Visitor } from './open-dashboard.js'

// The dashboard of a service with a custom system, and the cost of verifying again there.

const systems = [...defaultSystems, pharmacy]
const real = createSystemVerifier(systems)
const baseUrl = 'https://carebench.example.org'

/** How many further steps the verifier takes, unless `isEnough` returns true. */
let extra = { steps: 0, isEnough: () => false }
const verifier: Verifier = {
  ...real,
  *verifyInSteps(input) {
    for (let step = 0; step < extra.steps && !extra.isEnough(); step++) yield
    return yield* real.verifyInSteps(input)
  },
}

async function openTestbed() {
  const service = createInMemoryService(createManualClock(Date.parse('2026-03-02T18:00:00Z')), verifier, { systems })
  const { organizationKey, solverKey } = await service.provisionOrganization('Alder Creek')
  await publishBenchmark(callInMemory(service, organizationKey), pharmacyBenchmark, { verifier })
  const solver = new CarebenchSolver({ baseUrl, fetch: fetchFrom(service), systems: [pharmacy], solverKey })
  const run = await solver.runs.create({ benchmark: 'refills@1', scored: true })
  const [task] = run.tasks
  if (task === undefined) throw new Error('The benchmark has a task.')
  const session = await task.start()
  await session.system('pharmacy').call('fillRefill', { params: { refill_id: 'rx-1' }, body: { quantity: 90 } })
  await session.complete()
  return { service, organizationKey, run: run.id, taskRun: session.id }
}

let testbed: Awaited<ReturnType<typeof openTestbed>>
beforeAll(async () => {
  testbed = await openTestbed()
})
beforeEach(() => {
  extra = { steps: 0, isEnough: () => false }
})

/** Creates a dashboard with the options that a server passes, and signs in. */
async function visit() {
  const { service, organizationKey } = testbed
  const dashboard = createDashboard({ service, systems: service.systems, verifier: service.verifier })
  return { dashboard, visitor: await signIn(dashboard, organizationKey) }
}

async function openPage(visitor: Visitor, path: string): Promise<string> {
  return textOfBody(await visitor.get(path))
}

describe('a dashboard', () => {
  it('reads records with the systems of the service, and verifies them again with its verifier', async () => {
    const { visitor } = await visit()
    expect(await openPage(visitor, `/task-runs/${testbed.taskRun}`)).toContain('rx-1')
    const regraded = await openPage(visitor, `/task-runs/${testbed.taskRun}/regrade`)
    expect(regraded).toContain('The seal matches')
    expect(regraded).toContain('The result is the same')
    expect(await openPage(visitor, `/runs/${testbed.run}/regrade`)).toContain('1 task run confirmed')
  })

  it('shows what changed in a system of the service, in all and in each step', async () => {
    const { visitor } = await visit()
    const page = await openPage(visitor, `/task-runs/${testbed.taskRun}`)
    const changes = [...page.matchAll(/<code>pharmacy<\/code> <span class="soft">([^<]*)</g)]
    expect(changes.map(([, counts]) => counts)).toEqual(['1 changed; 2 at the end', '1 changed; 2 at the end'])
    expect(page).not.toContain('that this report cannot read')
  })

  it('shows the content of a system of the service', async () => {
    const { visitor } = await visit()
    const environment = /<option value="([^"]+)"/.exec(await openPage(visitor, '/playgrounds'))?.[1] ?? ''
    const { headers } = await visitor.send('/playgrounds', { environment })
    const playground = await openPage(visitor, (headers.location ?? '').replace('/dashboard', ''))
    const look = /\/dashboard(\/sandboxes\/[^"/]+\/look)\?path=%2Frefills"/.exec(playground)?.[1]
    expect(await openPage(visitor, `${look}?path=/refills`)).toContain('lisinopril')
  })

  it('gets systems and verifier from the service of its server', async () => {
    const { service, organizationKey } = testbed
    const server = await startServer((request) => service.handle(request), { service, limits: null })
    const signedIn = await call(
      server,
      {
        method: 'POST',
        path: '/dashboard/sign-in',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      (write) => write(`key=${organizationKey}`),
    )
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    const page = await call(server, { path: `/dashboard/runs/${testbed.run}/regrade`, headers: { cookie } })
    expect(page.text).toContain('1 task run confirmed')
  })

  it('says that a record could not be read, and not that its result was not confirmed, \
if a system is unknown', async () => {
    const { service, organizationKey } = testbed
    const visitor = await signIn(createDashboard({ service, verifier }), organizationKey)
    // Without its systems, the record is read with all of its evidence.
    expect(await openPage(visitor, `/runs/${testbed.run}/regrade`)).toContain('1 task run confirmed')
    const unreadable = {
      handle: async (request: ServiceRequest) =>
        request.target.includes('/record?')
          ? {
              status: 404,
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ error: { code: 'RESOURCE_NOT_FOUND', message: 'There is no record.' } }),
            }
          : service.handle(request),
    }
    const other = await signIn(createDashboard({ service: unreadable }), organizationKey)
    const page = await openPage(other, `/runs/${testbed.run}/regrade`)
    expect(page).toContain('1 task run not verified')
    expect(page).toContain('could not be read: There is no record.')
    expect(page).not.toContain('confirmed')
    const single = await other.get(`/task-runs/${testbed.taskRun}/regrade`)
    expect([single.status, textOfBody(single)]).toEqual([404, expect.stringContaining('There is no record.')])
  })
})

describe('verifying again', () => {
  it.each([['runs'], ['task-runs']] as const)('lets other requests be answered meanwhile (%s)', async (kind) => {
    const { visitor } = await visit()
    const path = `/${kind}/${kind === 'runs' ? testbed.run : testbed.taskRun}/regrade`
    const request = createRequest('GET', '/environments', { authorization: `Bearer ${testbed.organizationKey}` })
    let other: Promise<void> | undefined
    let answered = 0
    let answeredMeanwhile = 0
    extra = {
      steps: 1_000_000,
      isEnough: () => {
        // The other request arrives after the verification has begun.
        other ??= new Promise((resolve) => setImmediate(resolve))
          .then(() => testbed.service.handle(request))
          .then(({ status }) => {
            answered = status
          })
        answeredMeanwhile = answered
        return answered > 0
      },
    }
    expect((await visitor.get(path)).status).toBe(200)
    await other
    expect(answeredMeanwhile).toBe(200)
  })

  it('counts as one call for each criterion, and does not begin if that exceeds the limit', async () => {
    const { dashboard, visitor } = await visit()
    const criteria = pharmacyBenchmark.tasks[0]?.criteria.length ?? 0
    const path = `/dashboard/task-runs/${testbed.taskRun}/regrade`
    const charged: number[] = []
    const request = createRequest('GET', path, { cookie: visitor.cookie })
    await dashboard.handle({ ...request, charge: (calls) => void charged.push(calls) })
    expect(charged.filter((calls) => calls > 1)).toEqual([criteria])
    let begun = false
    extra = {
      steps: 1,
      isEnough: () => {
        begun = true
        return true
      },
    }
    const charge = (calls: number) => {
      if (calls > 1) throw new ApiError('RATE_LIMITED', 'Too many requests.')
    }
    expect((await dashboard.handle({ ...request, charge })).status).toBe(429)
    expect(begun).toBe(false)
  })
})
