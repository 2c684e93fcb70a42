import { createManualClock, createSeededRandom } from '@carebench/protocol'
import { createMemoryStore } from '@carebench/store'
import { createHostileStore } from '@carebench/store/contract'
import { describe, expect, it } from 'vitest'
import { digestToken } from './auth/token.js'
import { createIdSource } from './documents/id-source.js'
import { createRequest } from './http/request.js'
import { createService } from './service.js'
import { serviceOn } from './testing/service-under-test.js'

describe('a service whose log fails', () => {
  it('still answers', async () => {
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

describe('the options of a service', () => {
  const options = {
    store: createMemoryStore(),
    clock: createManualClock(),
    random: createSeededRandom(1),
    ids: createIdSource(createManualClock(), createSeededRandom(2)),
    systems: [],
    secret: new Uint8Array(32).fill(7),
    cursorKeys: [{ id: '1', secret: new Uint8Array(32).fill(9) }],
  }

  it('have a digest function that is used for every token, and recognizes the same tokens as the default', async () => {
    const asked: string[] = []
    const sha256 = (text: string) => {
      asked.push(text)
      return digestToken(text)
    }
    const { organizationKey, solverKey } = await createService({ ...options, sha256 }).provisionOrganization('Clinic')
    expect(asked.slice(-2)).toEqual([organizationKey, solverKey])
    for (const service of [createService(options), createService({ ...options, sha256 })]) {
      const read = (token: string) =>
        service.handle(createRequest('GET', '/environments', { authorization: `Bearer ${token}` }))
      expect((await read(organizationKey)).status).toBe(200)
      expect((await read(`${organizationKey.slice(0, -1)}_`)).status).toBe(401)
    }
    expect(asked.at(-1)).toBe(`${organizationKey.slice(0, -1)}_`)
  })

  it.each([{ secret: new Uint8Array(31) }, { previousSecrets: [new Uint8Array(0)] }])(
    'are rejected if a secret is too short',
    (short) => {
      expect(() => createService({ ...options, ...short })).toThrow('secret must have at least 32 random bytes, got')
    },
  )

  it.each([
    ['upper case', (text: string) => digestToken(text).toUpperCase()],
    ['the text itself', (text: string) => text],
    ['half of it', (text: string) => digestToken(text).slice(0, 32)],
    ['always the same', () => digestToken('')],
  ])('are rejected if the digest function is wrong: %s', (_, sha256) => {
    expect(() => createService({ ...options, sha256 })).toThrow(/lower-case hex.*got/)
  })
})
