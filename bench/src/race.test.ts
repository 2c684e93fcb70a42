import { describe, expect, it, vi } from 'vitest'
import { type Contender, type Pace, runRace } from './race.js'

const pace: Pace = { rounds: 4, warmUps: 0, slice: 0, mostTurns: 5 }

/** A contender whose calls cost this much in each round, in microseconds, as its own clock tells. */
function contender(name: string, costs: readonly number[], more: Partial<Contender> = {}) {
  const turns: number[] = []
  let clock = 0
  let reads = 0
  return {
    turns,
    name,
    run: (turn: number) => {
      turns.push(turn)
      clock += costs[(reads - 1) >> 1] ?? 0
    },
    answer: () => 'same',
    cpu: async () => {
      reads++
      return clock
    },
    ...more,
  }
}

const race = { case: 'a case', expected: 'same', turns: 5 }

describe('a race', () => {
  it('holds each round against the same round of the floor', async () => {
    // The machine is four times as slow in the second half, for both.
    const floor = contender('floor', [10, 10, 40, 40], { floor: 'floor' })
    const other = contender('other', [20, 20, 80, 120])
    const [first, second] = await runRace({ ...race, contenders: [floor, other] }, pace)
    expect(first).toMatchObject({ contender: 'floor', figure: 25, ratios: { floor: { median: 1, low: 1, high: 1 } } })
    expect(second).toMatchObject({
      contender: 'other',
      figure: 50,
      ratios: { floor: { median: 2, low: 2, high: 2.25 } },
    })
    expect(floor.turns).toEqual(Array.from({ length: 20 }, (_, turn) => turn))
    expect(second?.rounds).toBe(4)
  })

  it('takes the fastest of the contenders that are one floor', async () => {
    const contenders = [
      contender('scan', [30, 30, 30, 30], { floor: 'located' }),
      contender('join', [10, 10, 10, 10], { floor: 'located' }),
      contender('other', [20, 20, 20, 20]),
    ]
    const results = await runRace({ ...race, contenders }, pace)
    expect(results.map(({ ratios }) => ratios.located?.median)).toEqual([3, 1, 2])
  })

  it('measures nothing if an answer is not as expected', async () => {
    const sound = contender('sound', [])
    const wrong = contender('wrong', [], { answer: async () => 'other' })
    const racing = runRace({ ...race, contenders: [sound, wrong] }, pace)
    await expect(racing).rejects.toThrow('a case: wrong gave a different answer than expected.')
    expect([sound.turns, wrong.turns]).toEqual([[], []])
  })

  it('takes turns, in every other round backwards, and prepares each contender', async () => {
    const order: string[] = []
    const contenders = ['a', 'b'].map((name) =>
      contender(name, [1, 1, 1, 1], {
        begin: async () => order.push(`begin ${name}`),
        run: () => order.push(name),
        end: () => order.push(`end ${name}`),
        answer: () => 'same',
      }),
    )
    await runRace({ ...race, turns: 1, contenders }, { ...pace, rounds: 2 })
    const one = (name: string) => [`begin ${name}`, name, `end ${name}`]
    const answers = ['begin a', 'end a', 'begin b', 'end b']
    expect(order).toEqual([...answers, ...one('a'), ...one('b'), ...one('b'), ...one('a')])
  })

  it('keeps as many calls under way as it is asked', async () => {
    let underWay = 0
    let most = 0
    const run = async () => {
      most = Math.max(most, ++underWay)
      await Promise.resolve()
      underWay--
    }
    await runRace({ ...race, inFlight: 3, contenders: [contender('one', [], { run })] }, pace)
    expect([most, underWay]).toEqual([3, 0])
  })

  it('fills a slice with calls, and lets the slow run in fewer rounds', async () => {
    let clock = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => clock)
    const calls = { fast: 0, slow: 0 }
    const lasting = (name: keyof typeof calls, milliseconds: number) => ({
      name,
      answer: () => 'same',
      run: () => {
        calls[name]++
        clock += milliseconds
      },
    })
    const contenders = [lasting('fast', 0.01), lasting('slow', 9)]
    const results = await runRace(
      { case: 'a case', expected: 'same', contenders },
      { ...pace, rounds: 8, warmUps: 8, slice: 1, mostTurns: 90 },
    )
    now.mockRestore()
    expect(results.map(({ rounds }) => rounds)).toEqual([8, 1])
    // It finds 1, 16, and from then on as many as it may.
    expect(calls).toEqual({ fast: 1 + 16 + 14 * 90, slow: 2 })
  })
})
