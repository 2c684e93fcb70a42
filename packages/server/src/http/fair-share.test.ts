import { describe, expect, it } from 'vitest'
import { type Admission, defaultLimits, FairShare, type Refused, readToken, type ServerLimits } from './fair-share.js'

/** Returns a share on a clock of its own. */
function open(limits: Partial<ServerLimits>) {
  let now = 0
  const share = new FairShare({ ...defaultLimits, ...limits }, () => now)
  const admit = (address: string, token?: string): Admission => {
    const admitted = share.admit(token, address)
    if ('message' in admitted) throw new Error(admitted.message)
    return admitted
  }
  return {
    share,
    wait: (milliseconds: number) => {
      now += milliseconds
    },
    admit,
    /** A request with a token that is accepted. */
    accepted: (token: string, holder: string | null, address = '192.0.2.1'): Admission => {
      const admitted = admit(address, token)
      const refused = admitted.accept(holder)
      if (refused !== undefined) throw new Error(refused.message)
      return admitted
    },
    refusal: (address: string, token?: string): Refused | undefined => {
      const admitted = share.admit(token, address)
      return 'message' in admitted ? admitted : undefined
    },
  }
}

describe('a caller', () => {
  it('may make requests at a rate, and a burst after a pause', () => {
    const { admit, refusal, wait } = open({ requestsPerSecond: 2, burst: 3 })
    for (let count = 0; count < 3; count++) admit('a').release()
    expect(refusal('a')).toEqual({
      message: 'One caller may make 2 requests per second.',
      retryAfter: 1,
      limit: 'rate',
    })
    admit('b').release()
    wait(500)
    admit('a').release()
    expect(refusal('a')).toBeDefined()
    wait(60_000)
    for (let count = 0; count < 3; count++) admit('a').release()
    expect(refusal('a')).toBeDefined()
  })

  it('learns when to retry', () => {
    const { admit, refusal } = open({ requestsPerSecond: 0.1, burst: 1 })
    admit('a').release()
    expect(refusal('a')?.retryAfter).toBe(10)
  })

  it('may make the calls of a batch at the same rate', () => {
    const { accepted, refusal, wait } = open({ requestsPerSecond: 10, burst: 30 })
    const first = accepted('agent', null)
    expect(first.charge(19)).toBe(undefined)
    expect(first.charge(19)).toEqual({
      message: 'One caller may make 10 requests per second.',
      retryAfter: 1,
      limit: 'rate',
    })
    for (let count = 0; count < 10; count++) accepted('agent', null).release()
    expect(refusal('192.0.2.1', 'agent')).toBeDefined()
    wait(60_000)
    // A large charge is allowed after a pause; the next request then has to wait longer.
    expect(accepted('agent', null).charge(99)).toBe(undefined)
    expect(refusal('192.0.2.1', 'agent')?.retryAfter).toBe(8)
    wait(8000)
    expect(refusal('192.0.2.1', 'agent')).toBe(undefined)
  })

  it('may have a number of requests and bytes in progress, whatever other callers have', () => {
    const { admit, refusal } = open({ concurrent: 2, bytes: 100 })
    const [first] = [admit('a'), admit('a')]
    expect(refusal('a')?.message).toContain('At most 2 requests')
    expect(first?.take(60)).toBeUndefined()
    first?.release()
    first?.release()
    const next = admit('a')
    expect(refusal('a')).toBeDefined()
    expect(next.take(100)).toBeUndefined()
    expect(next.take(1)).toMatchObject({ message: expect.stringContaining('100 bytes') })
    expect(admit('b').take(100)).toBeUndefined()
  })
})

describe('responses', () => {
  it('count until they have been sent, but a single one may have any size', () => {
    const { accepted } = open({ bytes: 100 })
    const first = accepted('a', null)
    expect(first.hold(1000, false)).toBeUndefined()
    expect(accepted('a', null).hold(1, false)).toMatchObject({
      message: expect.stringContaining('100 bytes'),
      retryAfter: 1,
    })
    expect(accepted('b', null).hold(100, false)).toBeUndefined()
    first.release()
    expect(accepted('a', null).hold(100, false)).toBeUndefined()
  })

  it('that must be sent always count', () => {
    const { accepted } = open({ bytes: 100 })
    const [first, second] = [accepted('a', null), accepted('a', null)]
    first.hold(100, false)
    expect(second.hold(1000, true)).toBeUndefined()
    first.release()
    expect(accepted('a', null).take(1)).toBeDefined()
    second.release()
    expect(accepted('a', null).take(100)).toBeUndefined()
  })

  it('and bodies of ended requests do not count', () => {
    const { accepted } = open({ bytes: 100, totalBytes: 100 })
    const ended = accepted('a', null)
    ended.release()
    ended.take(100)
    ended.hold(100, true)
    expect(accepted('a', null).take(100)).toBeUndefined()
  })
})

it('reads a token in any spelling of its header', () => {
  const spellings = ['Bearer vrl_run_1', 'bearer vrl_run_1', 'BEARER   vrl_run_1', ' Bearer\tvrl_run_1 ']
  expect(new Set(spellings.map(readToken))).toEqual(new Set(['vrl_run_1']))
  const others = [undefined, '', 'vrl_run_1', `Bearer ${'x'.repeat(2000)}`, 'Bearer a b']
  expect(new Set(others.map(readToken))).toEqual(new Set([undefined]))
})

describe('a token', () => {
  it('is a separate caller once it has been accepted', () => {
    const { accepted, refusal } = open({ requestsPerSecond: 1, burst: 3 })
    for (let count = 0; count < 3; count++) accepted('known', null).release()
    expect(refusal('192.0.2.1', 'known')).toBeDefined()
    // Its first request was also one of its address.
    for (let count = 0; count < 2; count++) accepted('other', null).release()
    accepted('third', null).release()
    expect(refusal('192.0.2.1', 'new')).toBeDefined()
    expect(refusal('192.0.2.1')).toBeDefined()
    accepted('other', null).release()
  })

  it('shares with the other tokens of its holder, also on its first request', () => {
    const { admit, accepted, refusal } = open({ concurrent: 2, bytes: 100, burst: 20 })
    const first = accepted('run token', 'run 1')
    const second = accepted('access token 1', 'run 1')
    expect(refusal('192.0.2.1', 'run token')?.message).toContain('At most 2 requests')
    expect(admit('192.0.2.1', 'access token 2').accept('run 1')?.message).toContain('At most 2 requests')
    expect(first.take(60)).toBeUndefined()
    expect(second.take(60)?.message).toContain('100 bytes')
    accepted('token of another run', 'run 2').release()
    second.release()
    accepted('access token 2', 'run 1')
    expect(refusal('192.0.2.1', 'access token 2')).toBeDefined()
  })

  it('shares the rate with the other tokens of its holder', () => {
    const { admit, accepted, refusal } = open({ burst: 5, requestsPerSecond: 0.001 })
    accepted('run token', 'run 1').release()
    accepted('access token', 'run 1').release()
    for (let count = 0; count < 3; count++) admit('192.0.2.1', 'run token').release()
    expect(refusal('192.0.2.1', 'access token')).toBeDefined()
    expect(admit('192.0.2.1', 'new access token').accept('run 1')?.message).toContain('requests per second')
  })

  it('that was rejected counts for its address each time', () => {
    const { admit, accepted, refusal } = open({ burst: 4, requestsPerSecond: 0.001 })
    accepted('known', null, '192.0.2.2').release()
    for (const token of ['made up 1', 'made up 2', 'made up 2', 'made up 2']) {
      const made = admit('192.0.2.1', token)
      made.refuse()
      made.release()
    }
    expect(refusal('192.0.2.1', 'made up 2')).toBeDefined()
    expect(refusal('192.0.2.1', 'made up 3')).toBeDefined()
    admit('192.0.2.1', 'known').release()
    admit('192.0.2.3', 'made up 3').release()
    const revoked = admit('192.0.2.2', 'known')
    revoked.refuse()
    revoked.release()
    for (let count = 0; count < 3; count++) admit('192.0.2.2', 'known').release()
    expect(refusal('192.0.2.2', 'known')).toBeDefined()
  })

  it('may be one of many that begin at the same time at one address', () => {
    const { admit } = open({ concurrent: 2 })
    const all = Array.from({ length: 10 }, (_, run) => admit('192.0.2.1', `token ${run}`))
    expect(all.map((one, run) => one.accept(`run ${run}`))).toEqual(Array(10).fill(undefined))
  })
})

it('limits the bytes in progress of all callers together', () => {
  const { admit } = open({ bytes: 100, totalBytes: 150 })
  const first = admit('a')
  expect(first.take(100)).toBeUndefined()
  expect(admit('b').take(60)).toMatchObject({ message: expect.stringContaining('150 bytes') })
  first.release()
  expect(admit('b').take(60)).toBeUndefined()
})

it('forgets the least recently used callers that have nothing in progress', () => {
  const { admit, accepted, refusal } = open({ burst: 1, requestsPerSecond: 0.001 })
  const held = admit('held')
  admit('first').release()
  admit('second').release()
  expect(refusal('first')).toBeDefined()
  for (let count = 0; count < 9_998; count++) admit(`caller ${count}`).release()
  expect([refusal('held'), refusal('first')]).toEqual([expect.any(Object), expect.any(Object)])
  admit('second').release()
  held.release()
  accepted('token', null, 'elsewhere').release()
})
