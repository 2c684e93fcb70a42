import fc from 'fast-check'
import { at } from '../exchange/exchange.js'
import { idsIn } from '../scenario/publish.js'
import { expectStatus, type FuzzProperty } from './fuzz-context.js'
import { judge } from './judge.js'

type Step =
  | { readonly kind: 'page' }
  | { readonly kind: 'insert' }
  | { readonly kind: 'remove'; readonly place: number }

/**
 * During concurrent additions and removals, paging through a list returns every item that is never removed exactly
 * once, newest first.
 */
export const pagesUnderWrites: FuzzProperty = {
  name: 'Reading all pages returns each remaining item once while items are added and deleted',
  ids: ['pagination.walk-complete', 'pagination.stable-under-inserts', 'pagination.stable-under-deletes'],
  needs: 'nothing',
  check({ kit, unique, exchanges }, runs, seed) {
    const step: fc.Arbitrary<Step> = fc.oneof(
      { weight: 3, arbitrary: fc.constant({ kind: 'page' } as const) },
      fc.constant({ kind: 'insert' } as const),
      fc.nat(20).map((place) => ({ kind: 'remove', place }) as const),
    )
    return judge(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { maxLength: 10 }),
        async (count, limit, steps) => {
          const benchmark_id = await kit.create('/benchmarks', {
            name: kit.name(`fuzz ${unique()}`),
            timeout: 60,
            concurrency: 1,
          })
          const make = () => kit.create('/tasks', { benchmark_id, name: 't', task_item: null, tags: [] })
          const before: string[] = []
          for (let index = 0; index < count; index++) before.unshift(await make())
          const target = `/tasks?benchmark_id=${benchmark_id}&limit=${limit}`
          const seen: unknown[] = []
          const removed = new Set<string>()
          let cursor: unknown = ''
          const turn = async () => {
            if (typeof cursor !== 'string') return
            const page = expectStatus(
              await kit.call('GET', cursor === '' ? target : `${target}&cursor=${encodeURIComponent(cursor)}`),
              200,
            )
            const items = idsIn(page)
            const gone = items.filter((id) => removed.has(String(id)))
            if (gone.length > 0) throw new Error(`The page contains ${gone.join(', ')}, which had been deleted`)
            seen.push(...items)
            cursor = at(page.body, '_meta', 'next')
          }
          // Items that are added before the first request are included.
          await turn()
          for (const action of steps) {
            if (action.kind === 'page') await turn()
            else if (action.kind === 'insert') await make()
            else {
              const id = before[action.place % Math.max(before.length, 1)]
              if (id !== undefined && !removed.has(id)) {
                expectStatus(await kit.call('DELETE', `/tasks/${id}`), 200, 204)
                removed.add(id)
              }
            }
          }
          for (let page = 0; typeof cursor === 'string' && page < 40; page++) await turn()
          const stays = before.filter((id) => !removed.has(id) || seen.includes(id))
          if (seen.join() !== stays.join())
            throw new Error(
              `The pages had ${seen.length} items (${seen.join(', ')}), expected ${stays.length} (${stays.join(', ')})`,
            )
        },
      ),
      Math.ceil(runs / 10),
      seed,
      exchanges,
    )
  },
}
