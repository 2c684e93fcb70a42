import { createSeededRandom } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { createHostileStore } from './contract/hostile-store.js'
import { createMemoryStore } from './memory/memory-store.js'
import { createRequest } from './request.js'
import { serviceOn } from './testing/service-under-test.js'

describe('a service whose log fails', () => {
  it('answers all the same', async () => {
    const lines: string[] = []
    const store = createHostileStore(createMemoryStore(), { random: createSeededRandom(1), failBefore: 1 })
    const service = serviceOn(store, {
      log({ message }) {
        lines.push(message)
        throw new Error('The disk is full.')
      },
    })
    const authorization = `Bearer vk_${'a'.repeat(43)}`
    const answer = await service.handle(createRequest('GET', '/environments', { authorization }))
    expect([answer.status, lines]).toEqual([503, [expect.stringContaining('storage')]])
  })
})
