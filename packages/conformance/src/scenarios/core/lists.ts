import { type Answer, at, listAt } from '../../exchange/exchange.js'
import { array, either, filled, integer, object, orNull, Rule } from '../../expectation/pattern.js'
import type { Kit } from '../../scenario/kit.js'
import { idsIn } from '../../scenario/publish.js'
import { scenario } from '../../scenario/scenario.js'
import { must, UnmetPreconditionError } from '../../scenario/unmet.js'

function cursorIn(answer: Answer, way: 'next' | 'prev'): string | null {
  const found = at(answer.body, '_meta', way)
  return typeof found === 'string' ? found : null
}

function withCursor(target: string, cursor: string): string {
  return `${target}&cursor=${encodeURIComponent(cursor)}`
}

/** Reads all pages from a cursor on. Throws an {@link UnmetPreconditionError} if there are more than 300. */
async function walk(k: Kit, target: string, way: 'next' | 'prev' = 'next', from?: string): Promise<Answer[]> {
  const pages = [must(await k.call('GET', from === undefined ? target : withCursor(target, from)), 200)]
  for (let cursor = cursorIn(pages[0] as Answer, way); cursor !== null; ) {
    const page = must(await k.call('GET', withCursor(target, cursor)), 200)
    pages.push(page)
    if (pages.length > 300) throw new UnmetPreconditionError(`The pages of ${target} do not end.`, page.exchange.number)
    cursor = cursorIn(page, way)
  }
  return pages
}

/** Creates tasks, some concurrently so that creation times may be equal; returns their ids and their list. */
async function makeTasks(k: Kit, label: string, count: number) {
  const benchmark_id = await k.create('/benchmarks', { name: k.name(label), timeout: 60, concurrency: 1 })
  const ids: string[] = []
  const make = (index: number) => k.create('/tasks', { benchmark_id, name: `task ${index}`, task_item: null, tags: [] })
  for (let index = 0; index < count; index += 5) {
    if (index === 0) for (let first = 0; first < 5; first++) ids.push(await make(first))
    else ids.push(...(await Promise.all([0, 1, 2, 3, 4].map((more) => make(index + more)))))
  }
  return { benchmark_id, ids, target: `/tasks?benchmark_id=${benchmark_id}` }
}

function pagePattern(most: number, limit: number) {
  return {
    status: 200,
    body: {
      data: new Rule(`an array of ${most} items`, (data) => Array.isArray(data) && data.length === most),
      _meta: { limit },
    },
  }
}

const descending = new Rule(
  'times that never grow',
  (times) =>
    Array.isArray(times) &&
    times.every((time, index) => index === 0 || Date.parse(times[index - 1]) >= Date.parse(time)),
)

export const pages = scenario({
  name: 'Pages of a list of 105 tasks',
  ids: [
    'pagination.envelope',
    'pagination.meta-members',
    'pagination.limit-default',
    'pagination.limit-applied',
    'pagination.limit-minimum',
    'pagination.limit-maximum',
    'pagination.limit-clamped',
    'pagination.next-null',
    'pagination.next-forward',
    'pagination.walk-complete',
    'pagination.prev-null',
    'pagination.prev-back',
    'pagination.prev-same-page',
    'pagination.newest-first',
    'pagination.order-fixed',
    'pagination.cursor-opaque',
    'pagination.ties',
    'pagination.cursor-other-limit',
    'pagination.cursor-length',
    'internal.list-tasks',
  ],
  needs: ['organization-key'],
  async run(k) {
    const { ids, target } = await makeTasks(k, 'pages', 105)
    await k.create('/tasks', {
      benchmark_id: await k.create('/benchmarks', { name: k.name('elsewhere'), timeout: 60, concurrency: 1 }),
      name: 'elsewhere',
      task_item: null,
      tags: [],
    })
    const first = await k.call('GET', target)
    k.answer('pagination.envelope', first, { status: 200, body: { data: array, _meta: object } })
    k.answer('pagination.meta-members', first, {
      body: { _meta: { next: filled, prev: orNull(filled), limit: integer } },
    })
    k.answer('pagination.limit-default', first, pagePattern(20, 20))
    k.answer('pagination.prev-null', first, { body: { _meta: { prev: null } } })
    k.answer('pagination.limit-minimum', await k.call('GET', `${target}&limit=1`), pagePattern(1, 1))
    k.answer('pagination.limit-maximum', await k.call('GET', `${target}&limit=100`), pagePattern(100, 100))
    for (const limit of [2, 7, 21, 99])
      k.answer('pagination.limit-applied', await k.call('GET', `${target}&limit=${limit}`), pagePattern(limit, limit))
    for (const limit of [101, 105, 1000])
      k.answer('pagination.limit-clamped', await k.call('GET', `${target}&limit=${limit}`), pagePattern(100, 100))

    const forward = await walk(k, `${target}&limit=25`)
    const [firstPage, two, three] = forward
    const last = forward.at(-1) as Answer
    const seen = forward.flatMap(idsIn)
    k.value(
      'pagination.walk-complete',
      { items: seen.length, different: new Set(seen).size, all: ids.every((id) => seen.includes(id)) },
      { items: 105, different: 105, all: true },
      ...forward,
    )
    k.value('internal.list-tasks', [...seen].sort(), [...ids].sort(), ...forward)
    k.answer('pagination.next-null', last, { body: { _meta: { next: null } } })
    k.value(
      'pagination.next-forward',
      forward.map((page) => idsIn(page).length),
      [25, 25, 25, 25, 5],
      ...forward,
    )
    const times = forward.flatMap((page) => listAt(page.body, 'data').map((item) => at(item, 'created_at')))
    k.value('pagination.newest-first', times, descending, ...forward)
    const order = ids.slice(0, 5).map((id) => seen.indexOf(id))
    k.value(
      'pagination.newest-first',
      { 'places of the first five': order },
      {
        'places of the first five': new Rule('descending', () =>
          order.every((place, index) => index === 0 || place < (order[index - 1] ?? 0)),
        ),
      },
      ...forward,
    )
    const ties = forward
      .flatMap((page) => listAt(page.body, 'data'))
      .filter(
        (item, index, all) =>
          index > 0 &&
          at(item, 'created_at') === at(all[index - 1], 'created_at') &&
          String(at(item, 'id')) > String(at(all[index - 1], 'id')),
      )
    k.value(
      'pagination.ties',
      { 'of one time, out of the order of their ids': ties.length },
      { 'of one time, out of the order of their ids': 0 },
      ...forward,
    )

    await k.part(async () => {
      if (two === undefined || firstPage === undefined || three === undefined)
        throw new UnmetPreconditionError('The list has fewer than three pages of 25.', first.exchange.number)
      const again = await k.call('GET', withCursor(`${target}&limit=25`, cursorIn(firstPage, 'next') ?? ''))
      k.value('pagination.cursor-opaque', idsIn(again), [...idsIn(two)] as string[], firstPage, again)
      const back = await k.call('GET', withCursor(`${target}&limit=25`, cursorIn(three, 'prev') ?? ''))
      k.value('pagination.prev-back', idsIn(back), [...idsIn(two)] as string[], three, back)
      const start = await k.call('GET', withCursor(`${target}&limit=25`, cursorIn(back, 'prev') ?? ''))
      k.value(
        'pagination.prev-same-page',
        [idsIn(back), idsIn(start)],
        [idsIn(two), idsIn(firstPage)] as string[][],
        three,
        back,
        start,
      )
      k.answer('pagination.prev-null', start, { body: { _meta: { prev: null } } })
      const smaller = await k.call('GET', withCursor(`${target}&limit=10`, cursorIn(firstPage, 'next') ?? ''))
      k.value('pagination.cursor-other-limit', idsIn(smaller), idsIn(two).slice(0, 10) as string[], firstPage, smaller)
      for (const page of forward) {
        for (const cursor of [cursorIn(page, 'next'), cursorIn(page, 'prev')]) {
          if (cursor !== null)
            k.value(
              'pagination.cursor-length',
              { length: cursor.length },
              { length: new Rule('at most 512', (length) => Number(length) <= 512) },
              page,
            )
        }
      }
    })
    for (const wish of ['order=asc', 'sort=created_at', 'direction=asc', 'sort_by=name', 'order_by=name']) {
      const answer = await k.call('GET', `${target}&limit=25&${wish}`)
      const sameOrder = answer.status === 200 && idsIn(answer).join() === idsIn(firstPage as Answer).join()
      k.value(
        'pagination.order-fixed',
        { asked: wish, status: answer.status, sameOrder },
        either({ status: 400 }, { status: 200, sameOrder: true }),
        answer,
      )
    }
  },
})

const badCursor = { status: 400, body: { error: { code: filled, message: filled } } }
const invalidCursor = { status: 400, body: { error: { code: 'INVALID_CURSOR' } } }

export const cursors = scenario({
  name: 'Invalid cursors, limits and parents of lists',
  ids: [
    'errors.invalid-cursor',
    'errors.code-invalid-cursor',
    'pagination.cursor-tampered',
    'pagination.cursor-other-list',
    'pagination.cursor-other-filter',
    'pagination.limit-invalid',
    'lists.parent-required',
    'lists.parent-unknown',
  ],
  needs: ['organization-key'],
  async run(k) {
    const { target } = await makeTasks(k, 'cursors', 10)
    const elsewhere = await makeTasks(k, 'other filter', 5)
    const page = must(await k.call('GET', `${target}&limit=2`), 200)
    const cursor = cursorIn(page, 'next')
    for (const bad of ['x', '00000000', '%00', 'e30', '-', 'a'.repeat(600)]) {
      const answer = await k.call('GET', `${target}&cursor=${bad}`)
      k.answer('errors.invalid-cursor', answer, badCursor)
      k.answer('errors.code-invalid-cursor', answer, invalidCursor)
    }
    await k.part(async () => {
      if (cursor === null)
        throw new UnmetPreconditionError(
          'The first page of ten tasks in pages of two has no next.',
          page.exchange.number,
        )
      const swap = (place: number) =>
        cursor.slice(0, place) + (cursor[place] === 'A' ? 'B' : 'A') + cursor.slice(place + 1)
      const middle = Math.floor(cursor.length / 2)
      for (const changed of [
        swap(0),
        swap(middle),
        swap(cursor.length - 2),
        cursor.slice(1),
        cursor.slice(0, -1),
        `${cursor}A`,
        `A${cursor}`,
      ]) {
        k.answer(
          'pagination.cursor-tampered',
          await k.call('GET', withCursor(`${target}&limit=2`, changed)),
          invalidCursor,
        )
      }
      for (const list of ['/environments', '/benchmarks', '/datasets']) {
        const answer = await k.call('GET', withCursor(`${list}?limit=2`, cursor))
        k.answer('pagination.cursor-other-list', answer, invalidCursor)
      }
      k.answer(
        'pagination.cursor-other-filter',
        await k.call('GET', withCursor(`${elsewhere.target}&limit=2`, cursor)),
        invalidCursor,
      )
    })
    for (const limit of ['0', '-1', '1.5', 'x', '1e1', '', ' 5', '0x10']) {
      k.answer('pagination.limit-invalid', await k.call('GET', `${target}&limit=${encodeURIComponent(limit)}`), {
        status: 400,
        body: { error: { code: 'INVALID_REQUEST' } },
      })
    }
    for (const [list, parent] of [
      ['/tasks', 'benchmark_id'],
      ['/task-runs', 'benchmark_run_id'],
      ['/criterion-runs', 'task_run_id'],
      ['/criteria', 'task_id'],
      ['/sandboxes', 'playground_id'],
    ] as const) {
      k.answer('lists.parent-required', await k.call('GET', list), {
        status: 400,
        body: { error: { code: 'INVALID_REQUEST' } },
      })
      k.answer('lists.parent-unknown', await k.call('GET', `${list}?${parent}=none`), 404)
    }
  },
})

export const moving = scenario({
  name: 'Pages while items are added and deleted',
  ids: ['pagination.stable-under-inserts', 'pagination.stable-under-deletes'],
  needs: ['organization-key'],
  async run(k) {
    const { ids, target, benchmark_id } = await makeTasks(k, 'moving', 15)
    const before = (await walk(k, `${target}&limit=100`)).flatMap(idsIn)
    const read: Answer[] = []
    const seen: unknown[] = []
    let next: string | null = null
    for (let page = 0; page < 8; page++) {
      const answer = must(
        await k.call('GET', next === null ? `${target}&limit=4` : withCursor(`${target}&limit=4`, next)),
        200,
      )
      read.push(answer)
      seen.push(...idsIn(answer))
      next = cursorIn(answer, 'next')
      if (next === null) break
      // A newer task is added, and one that was already returned is removed.
      await k.create('/tasks', { benchmark_id, name: 'newer', task_item: null, tags: [] })
      must(await k.call('DELETE', `/tasks/${seen.at(-2)}`), 200, 204)
    }
    k.value('pagination.stable-under-inserts', seen, before as string[], ...read)
    k.value(
      'pagination.stable-under-deletes',
      { seen: ids.filter((id) => seen.includes(id)).length, twice: seen.length - new Set(seen).size },
      { seen: 15, twice: 0 },
      ...read,
    )
  },
})

export const everyList = scenario({
  name: 'Every list by the same rules',
  ids: [
    'pagination.all-lists',
    'pagination.criterion-runs-both',
    'transport.snake-case-queries',
    'pagination.limit-default',
    'pagination.limit-clamped',
  ],
  needs: ['organization-key', 'solver-key', 'benchmark'],
  async run(k) {
    const run = await k.createRun(await k.reference())
    await run.start()
    await run.complete()
    const taskRun = must(await k.call('GET', `/task-runs/${run.taskRun()}`), 200)
    const task = at(taskRun.body, 'task_id')
    const lists = [
      '/environments?',
      '/benchmarks?',
      '/datasets?',
      `/task-runs?benchmark_run_id=${run.id}&`,
      `/criterion-runs?task_run_id=${run.taskRun()}&`,
      `/tasks/${task}/entities?`,
    ]
    if (k.profile === 'extended') {
      const { benchmark } = await k.clinic()
      lists.push(
        '/simulators?',
        '/solvers?',
        '/api-keys?',
        '/benchmark-runs?',
        '/playgrounds?',
        `/criteria?task_id=${task}&`,
        `/benchmarks/${benchmark}/versions?`,
      )
    }
    const most = (limit: number) =>
      new Rule(`an array of at most ${limit}`, (data) => Array.isArray(data) && data.length <= limit)
    for (const list of lists) {
      for (const [query, limit] of [
        ['', 20],
        ['limit=1', 1],
        ['limit=100', 100],
        ['limit=500', 100],
      ] as const) {
        const answer = await k.call('GET', (list + query).replace(/[?&]$/, ''))
        k.answer('pagination.all-lists', answer, {
          status: 200,
          body: { data: most(limit), _meta: { next: orNull(filled), prev: null, limit } },
        })
        if (query === '')
          k.answer('pagination.limit-default', answer, { body: { data: most(20), _meta: { limit: 20 } } })
        if (query === 'limit=500')
          k.answer('pagination.limit-clamped', answer, { body: { data: most(100), _meta: { limit: 100 } } })
        if (list.startsWith('/criterion-runs') && limit === 1) {
          const next = at(answer.body, '_meta', 'next')
          k.answer('pagination.criterion-runs-both', answer, {
            body: { next_cursor: typeof next === 'string' ? next : null },
          })
        }
      }
      k.answer('pagination.all-lists', await k.call('GET', `${list}cursor=nonsense`), badCursor)
    }
    for (const [list, parent, id] of [
      ['/task-runs', 'benchmark_run_id', run.id],
      ['/criterion-runs', 'task_run_id', run.taskRun()],
    ] as const) {
      k.answer('transport.snake-case-queries', await k.call('GET', `${list}?${parent}=${id}`), 200)
    }
  },
})
