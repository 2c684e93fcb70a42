import { createsResource, type Operation } from '@carebench/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import { rows, sampleRequest, tokenFor } from '../testing/sample-request.js'
import type { Answer } from '../testing/service-under-test.js'
import { createTwoOrganizations, type Tenant, type TwoOrganizations } from '../testing/two-organizations.js'

function unknown(tenant: Tenant): Tenant {
  return {
    ...tenant,
    reference: 'unknown@1',
    ids: Object.fromEntries(
      Object.entries(tenant.ids).map(([name, id]) => [name, `${id.slice(0, -16)}zzzzzzzzzzzzzzzz`]),
    ),
  }
}

function send({ under }: TwoOrganizations, row: Operation, things: Tenant, token: string | null): Promise<Answer> {
  const { method, path, query, body, mediaType } = sampleRequest(row, things)
  return under.call(token, method, path + query, body, mediaType === undefined ? {} : { 'content-type': mediaType })
}

/** Returns the response without the parts that differ between any two requests. */
function readShape({ status, text }: Answer, tenant: Tenant) {
  return [status, text.replace(/"request_id":"[^"]*"/, '').replaceAll(tenant.reference, '<reference>')]
}

let shared: Promise<TwoOrganizations> | undefined

/** Returns the organizations of all operations that end nothing, and so leave each other what they need. */
function openShared(): Promise<TwoOrganizations> {
  shared ??= createTwoOrganizations()
  return shared
}

describe.each(rows)('%s', (operation, row) => {
  const names = row.path.includes('{') || /_id=/.test(sampleQuery(row))

  let world: TwoOrganizations
  beforeAll(async () => {
    world = await (row.method === 'GET' || row.method === 'PATCH' || createsResource(row)
      ? openShared()
      : createTwoOrganizations())
  })

  if (row.auth === 'organization' && names) {
    it('treats resources of another organization as unknown \
[authentication.organization-scope, errors.not-found-uniform]', async () => {
      const foreign = await send(world, row, world.own, tokenFor(row, world.other))
      expect(foreign.status).toBe(404)
      const missing = unknown(world.own)
      const absent = await send(world, row, missing, tokenFor(row, world.other))
      expect(readShape(foreign, world.own)).toEqual(readShape(absent, missing))
    })
  }

  if (row.auth === 'run') {
    it('rejects the token of another run, whether the run exists or not \
[authentication.foreign-task-run, authentication.run-token-own-run]', async () => {
      const sibling = await world.under.createRun(world.own.reference)
      for (const token of [world.other.runToken, sibling.bearer_token]) {
        const foreign = await send(world, row, world.own, token)
        const absent = await send(world, row, unknown(world.own), token)
        expect(foreign.body).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
        expect(readShape(foreign, world.own)).toEqual(readShape(absent, world.own))
      }
    })
  }

  if (row.kind === 'json' && row.body !== null) {
    it('rejects references to resources of another organization', async () => {
      const { method, path, query, body } = sampleRequest(row, world.own)
      for (const name of Object.keys(readProperties(row.body))) {
        const id = world.other.ids[name]
        if (id === undefined) continue
        const foreign = { ...(body as object), [name]: id }
        const answer = await world.under.call(tokenFor(row, world.own), method, path + query, foreign)
        expect([name, answer.status]).toEqual([name, 404])
      }
    })
  }

  if (
    row.kind === 'json' &&
    row.list &&
    row.auth !== 'operator' &&
    !/_id/.test(sampleQuery(row)) &&
    !row.path.includes('{')
  ) {
    it('lists only what the organization owns [datasets.per-organization]', async () => {
      for (const [reader, stranger] of [
        [world.own, world.other],
        [world.other, world.own],
      ] as const) {
        const { text } = await send(world, row, reader, tokenFor(row, reader))
        for (const id of Object.values(stranger.ids)) expect(text).not.toContain(id)
      }
    })
  }

  // Last: the rejected calls before it must have had no effect.
  it('answers the owner [authentication.internal-organization-key]', async () => {
    const answer = await send(world, row, world.own, tokenFor(row, world.own))
    // A site redirects to its sign-in page, or says that a link is needed.
    expect(row.kind === 'document' ? [303, 401] : [200, 201, 204, 404, 409]).toContain(answer.status)
    if (row.kind !== 'json') return
    // The run is active, which its owner may learn.
    const expected = operation === 'deleteBenchmarkRun' ? 409 : row.status
    expect([answer.status, answer.text]).toEqual([expected, answer.text])
  })
})

describe('a benchmark of another organization', () => {
  const createRun = async (visibility: 'Public' | 'Private', reference = 'other@1') => {
    const world = await createTwoOrganizations()
    const { under, own, other } = world
    await under.call(other.organizationKey, 'PATCH', `/benchmarks/${other.ids.benchmark_id}`, { visibility })
    return { ...world, answer: await under.call(own.solverKey, 'POST', '/v1/benchmark-runs', { benchmark: reference }) }
  }

  it('that is private is treated as unknown \
[authentication.solver-private-benchmarks, errors.foreign-private-benchmark]', async () => {
    const hidden = await createRun('Private')
    const absent = await createRun('Private', 'othes@1')
    expect(hidden.answer.status).toBe(404)
    expect(hidden.answer.text.replace('other@1', 'othes@1').replace(/"request_id".*/, '')).toBe(
      absent.answer.text.replace(/"request_id".*/, ''),
    )
  })

  it('that is Public can be run by every Solver, and shows no criteria \
[authentication.solver-public-benchmarks, foreign.owner, foreign.snapshot]', async () => {
    const { under, own, other, answer } = await createRun('Public')
    expect(answer.status).toBe(201)
    const run = String(answer.body.benchmark_run_id)
    const seen = await under.call(own.organizationKey, 'GET', `/benchmark-runs/${run}`)
    expect(seen.status).toBe(200)
    expect(seen.text).not.toMatch(/assertion|criteria|M-CANARY-1/)
    // The run belongs to the Solver's organization.
    expect((await under.call(other.organizationKey, 'GET', `/benchmark-runs/${run}`)).status).toBe(404)
    expect((await createRun('Public', 'other@2')).answer.status).toBe(404)
  })

  it('hides its evidence on scored runs of other organizations, and shows it to its own \
[foreign.no-evidence, foreign.benchmark-owner-reads]', async () => {
    const { under, own, other } = await createRun('Public')
    const run = await under.createRun('other@1', { scored: true })
    const taskRun = run.task_runs[1]
    await under.call(run.bearer_token, 'POST', taskRun?.start_url ?? '')
    await under.call(run.bearer_token, 'POST', taskRun?.complete_url ?? '')
    const target = `/criterion-runs?task_run_id=${taskRun?.id}`
    const guest = await under.call(own.organizationKey, 'GET', target)
    expect(guest.body).toMatchObject({ data: Array(2).fill({ details: null, evidence: null }) })
    const author = await under.call(other.organizationKey, 'GET', target)
    expect(author.body).toMatchObject({ data: [{}, { evidence: { field_results: [{}] } }] })
    const [{ id }] = guest.body.data as [{ id: string }]
    expect((await under.call(own.organizationKey, 'GET', `/criterion-runs/${id}`)).body).toMatchObject({
      evidence: null,
    })
    expect((await under.call(own.organizationKey, 'GET', `/task-runs/${taskRun?.id}`)).text).not.toContain('CANARY')
  })

  it('has separate cursors for the two organizations that read its criterion runs', async () => {
    const { under, own, other } = await createRun('Public')
    const run = await under.createRun('other@1')
    const taskRun = run.task_runs[0]
    await under.call(run.bearer_token, 'POST', taskRun?.start_url ?? '')
    await under.call(run.bearer_token, 'POST', taskRun?.complete_url ?? '')
    const target = `/criterion-runs?limit=1&task_run_id=${taskRun?.id}`
    const { next_cursor: cursor } = (await under.call(own.organizationKey, 'GET', target)).body
    expect(cursor).toMatch(/./)
    expect((await under.call(own.organizationKey, 'GET', `${target}&cursor=${cursor}`)).status).toBe(200)
    expect((await under.call(other.organizationKey, 'GET', `${target}&cursor=${cursor}`)).body).toMatchObject({
      error: { code: 'INVALID_CURSOR' },
    })
  })
})

function readProperties(schema: unknown): object {
  const { properties } = schema as { readonly properties?: object }
  return properties ?? {}
}

function sampleQuery(row: Operation): string {
  return row.kind === 'json'
    ? Object.keys(row.query.properties)
        .map((name) => `${name}=`)
        .join('&')
    : ''
}
