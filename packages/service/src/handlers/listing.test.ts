import { type JsonOperation, limits } from '@carebench/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import { rows, sampleRequest, tokenFor } from '../testing/sample-request.js'
import { type Answer, operatorKey } from '../testing/service-under-test.js'
import { createTwoOrganizations, type Tenant, type TwoOrganizations } from '../testing/two-organizations.js'

interface PageBody {
  readonly data: readonly { readonly id: string; readonly created_at?: string }[]
  readonly _meta: { readonly next: string | null; readonly prev: string | null; readonly limit: number }
  readonly next_cursor?: string | null
}

const lists = rows.flatMap(([id, row]) => (row.kind === 'json' && row.list ? [[id, row] as const] : []))

/** Two organizations, whose first has several items in every list. */
let world: TwoOrganizations

beforeAll(async () => {
  world = await createTwoOrganizations()
  const { under, own } = world
  const { ids, organizationKey } = own
  const add = async (method: string, target: string, body?: unknown) => {
    const answer = await under.call(organizationKey, method, target, body)
    if (answer.status >= 300) throw new Error(`${target} was answered ${answer.status}: ${answer.text}`)
    return String(answer.body.id)
  }
  for (let index = 0; index < 6; index++) {
    // Two at each time, to produce ties.
    if (index % 2 === 0) under.clock.advance(1)
    await add('POST', '/environments', { name: `e${index}` })
    await under.call(operatorKey, 'POST', '/organizations', { name: `o${index}` })
    await add('POST', '/api-keys', { name: `k${index}` })
    await add('POST', '/solvers', { alias: `s${index}`, name: 's' })
    await add('POST', `/solvers/${ids.solver_id}/api-keys`, { name: `k${index}` })
    await add('POST', '/simulators', { type: 'FHIR', name: `s${index}` })
    await add('POST', '/datasets', { type: 'HL7', name: `d${index}`, config: { messages: [] } })
    await add('POST', '/benchmarks', { name: `b${index}` })
    await add('POST', `/benchmarks/${ids.benchmark_id}/versions`, { allow_findings: true })
    const entity = await add('POST', `/datasets/${ids.dataset_id}/entities`, { type: 'p', data: index })
    await add('POST', `/tasks/${ids.task_id}/entities`, { dataset_entity_id: entity })
    const { body } = sampleRequest(findRow('createCriterion'), own)
    await add('POST', '/criteria', body)
    await add('POST', '/tasks', { benchmark_id: ids.benchmark_id, name: `t${index}` })
    await add('POST', '/playgrounds', { environment_id: ids.environment_id })
    await under.call(organizationKey, 'GET', `/sandboxes/${ids.sandbox_id}/fhir/Patient`)
  }
  // A playground with a simulator of every type.
  for (const type of ['HL7', 'Files']) {
    const simulator = await add('POST', '/simulators', { type, name: type })
    await add('POST', `/environments/${ids.environment_id}/simulators/${simulator}`)
  }
  const playground = await add('POST', '/playgrounds', { environment_id: ids.environment_id })
  // A run of many tasks, and a task run of many criteria.
  await add('POST', `/benchmarks/${ids.benchmark_id}/versions`, { allow_findings: true })
  await under.service.finishAudits()
  const run = await under.createRun('own@8')
  const first = run.task_runs[0]
  for (const path of [first?.start_url, first?.complete_url]) await under.call(run.bearer_token, 'POST', path ?? '')
  for (let index = 0; index < 4; index++) await under.createRun('own@8')
  world = {
    ...world,
    own: {
      ...own,
      ids: {
        ...ids,
        benchmark_run_id: run.benchmark_run_id,
        task_run_id: first?.id ?? '',
        playground_id: playground,
      },
    },
  }
})

function findRow(id: string) {
  const found = rows.find(([name]) => name === id)
  if (found === undefined) throw new Error(`Unknown operation ${id}.`)
  return found[1]
}

function read(
  row: JsonOperation,
  tenant: Tenant,
  more: Record<string, string | number> = {},
  token?: string,
): Promise<Answer> {
  const { path, query } = sampleRequest(row, tenant)
  const search = new URLSearchParams(query)
  for (const [name, value] of Object.entries(more)) search.set(name, String(value))
  return world.under.call(token ?? tokenFor(row, tenant), 'GET', `${path}?${search}`)
}

function readPage(answer: Answer): PageBody {
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body as unknown as PageBody
}

describe.each(lists)('%s', (id, row) => {
  it('has pages of 20, or of the requested size up to 100', async () => {
    expect(readPage(await read(row, world.own))._meta.limit).toBe(limits.page.default)
    for (const [asked, applied] of [
      ['1', 1],
      ['100', 100],
      ['101', 100],
      ['007', 7],
      ['9'.repeat(30), 100],
      ['9'.repeat(400), 100],
    ] as const) {
      expect(readPage(await read(row, world.own, { limit: asked }))._meta.limit).toBe(applied)
    }
  })

  it.each(['0', '-1', 'abc', '1.5', '', '1e1', ' 1', '0x1', `-${'9'.repeat(30)}`])(
    'rejects the limit %j [pagination.limit-invalid]',
    async (limit) => {
      const answer = await read(row, world.own, { limit })
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { error: { code: 'INVALID_REQUEST', errors: [{ path: '/limit' }] } },
      ])
    },
  )

  it.each([1, 2, 3, 5])(
    'returns each item once, forwards and backwards, in pages of %d \
[pagination.walk-complete, pagination.next-forward, pagination.next-null, pagination.prev-null, pagination.prev-back, \
pagination.prev-same-page, pagination.newest-first, pagination.ties, pagination.criterion-runs-both, \
pagination.all-lists]',
    async (limit) => {
      const whole = readPage(await read(row, world.own, { limit: 100 })).data
      expect(whole.length).toBeGreaterThan(3)
      const pages: PageBody[] = []
      let cursor: string | null = null
      do {
        const page: PageBody = readPage(await read(row, world.own, { limit, ...(cursor === null ? {} : { cursor }) }))
        if (id === 'listCriterionRuns') expect(page.next_cursor).toBe(page._meta.next)
        else expect(page).not.toHaveProperty('next_cursor')
        pages.push(page)
        cursor = page._meta.next
      } while (cursor !== null && pages.length < 100)
      expect(pages.flatMap(({ data }) => data)).toEqual(whole)
      expect(pages[0]?._meta.prev).toBe(null)
      // Newest first; at equal times, later ids first.
      if (whole[0]?.created_at !== undefined && row.resource !== 'tasks') {
        const places = whole.map(({ created_at, id: itemId }) => `${created_at} ${itemId}`)
        expect(places).toEqual([...places].sort().reverse())
      }
      // Back from the last page: the same pages again.
      let back: PageBody | undefined = pages.at(-1)
      for (let index = pages.length - 2; index >= 0; index--) {
        if (back?._meta.prev == null) throw new Error(`Page ${index + 1} of ${id} has no previous one.`)
        back = readPage(await read(row, world.own, { limit, cursor: back._meta.prev }))
        expect(back.data).toEqual(pages[index]?.data)
      }
      expect(back?._meta.prev).toBe(null)
    },
  )

  it('rejects a cursor of another list, other filters or another organization \
[pagination.cursor-tampered, pagination.cursor-other-list, pagination.cursor-other-organization, \
pagination.cursor-other-limit, errors.code-invalid-cursor, errors.invalid-cursor]', async () => {
    const { next } = readPage(await read(row, world.own, { limit: 1 }))._meta
    if (next === null) throw new Error('There must be a second page.')
    const foreign = lists.find(([other]) => other !== id)?.[1]
    const otherList = foreign === undefined ? null : readPage(await read(foreign, world.own, { limit: 1 }))._meta.next
    const middle = Math.floor(next.length / 2)
    const changed = next.slice(0, middle) + (next[middle] === 'A' ? 'B' : 'A') + next.slice(middle + 1)
    for (const cursor of [
      '',
      'x',
      'null',
      '1',
      `${next}A`,
      next.slice(0, -1),
      changed,
      `${next} `,
      'A'.repeat(513),
      'é',
      otherList ?? 'x',
    ]) {
      const answer = await read(row, world.own, { cursor })
      expect([cursor, answer.status, answer.body]).toMatchObject([cursor, 400, { error: { code: 'INVALID_CURSOR' } }])
    }
    // The page size is not part of the cursor.
    expect((await read(row, world.own, { cursor: next, limit: 7 })).status).toBe(200)
    // The operator's lists belong to no organization.
    if (row.auth === 'operator') return
    expect((await read(row, world.other, { cursor: next })).body).toMatchObject({ error: { code: 'INVALID_CURSOR' } })
  })
})

it('reports an unknown parent before an invalid cursor [lists.parent-required, lists.parent-unknown]', async () => {
  for (const [, row] of lists) {
    if (!/_id/.test(Object.keys(row.query.properties).join())) continue
    const nowhere = { ...world.own, ids: {} }
    expect((await read(row, nowhere)).status).toBe(404)
    const { path } = sampleRequest(row, world.own)
    expect((await world.under.call(world.own.organizationKey, 'GET', path)).body).toMatchObject({
      error: { code: 'INVALID_REQUEST', errors: [{ message: 'is required' }] },
    })
  }
})

it('rejects a cursor after a day [pagination.cursor-expiry, errors.expired-cursor]', async () => {
  const { next } = readPage(await read(findRow('listTasks') as JsonOperation, world.own, { limit: 1 }))._meta
  const again = () => read(findRow('listTasks') as JsonOperation, world.own, { limit: 1, cursor: next ?? '' })
  world.under.clock.advance(86_399_999)
  expect((await again()).status).toBe(200)
  world.under.clock.advance(1)
  expect((await again()).body).toMatchObject({ error: { code: 'INVALID_CURSOR' } })
})
