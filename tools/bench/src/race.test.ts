import { describe, expect, it, vi } from 'vitest'
import { type Contender, computeCut, type Pace, pairRounds, runRace } from './race.js'

const pace: Pace = { rounds: 4, warmUps: 0, warmUp: 0, slice: 0, maxTurns: 5, longest: 0 }

/** Returns a contender whose calls cost these microseconds in each round, by a clock of its own. */
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
  it('compares each round with the same round of the floor', async () => {
    // The machine is four times as slow in the second half, for both.
    const floor = contender('floor', [10, 10, 40, 40], { floor: 'floor' })
    const other = contender('other', [20, 20, 80, 120])
    const [first, second] = await runRace({ ...race, contenders: [floor, other] }, pace)
    expect(first).toMatchObject({ contender: 'floor', figure: 25, ratios: { floor: { median: 1 } } })
    expect(second).toMatchObject({
      contender: 'other',
      figure: 50,
      ratios: { floor: { median: 2 } },
    })
    expect(floor.turns).toEqual(Array.from({ length: 20 }, (_, turn) => turn))
    expect(second?.rounds).toBe(4)
  })

  it('takes the fastest of several contenders as the floor that they share', async () => {
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

  it('compares the answer of a contender with its own expected value if it has one', async () => {
    const own = contender('own', [], { answer: () => ({ size: 2 }), expected: { size: 2 } })
    const racing = (expected: unknown) =>
      runRace({ ...race, contenders: [contender('common', []), { ...own, expected }] }, pace)
    await expect(racing({ size: 2 })).resolves.toHaveLength(2)
    await expect(racing({ size: 1 })).rejects.toThrow('own gave a different answer than expected.')
  })

  it('runs contenders in turn, in reverse in every other round, each between its `begin` and `end`', async () => {
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

  it('makes as many concurrent calls as `inFlight` says', async () => {
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

  it('fills a slice with calls, and runs a slow contender in fewer rounds', async () => {
    const { lasting, calls, restore } = watchCalls()
    const contenders = [lasting('fast', 0.01), lasting('slow', 9)]
    const results = await runRace(
      { case: 'a case', expected: 'same', contenders },
      { ...pace, rounds: 8, warmUps: 8, slice: 1, maxTurns: 90, longest: 1 },
    )
    restore()
    expect(results.map(({ rounds }) => rounds)).toEqual([8, 1])
    // The fast one makes 1 call in the first round, 16 in the second, and then the maximum.
    expect(calls).toEqual({ fast: 1 + 16 + 14 * 90, slow: 2 })
  })

  it('warms each contender up for a minimum of CPU time, or for ten times as long if it waits', async () => {
    const { lasting, calls, restore, now } = watchCalls()
    const cpu = async () => now() * 1000
    const waiting = { ...lasting('waiting', 50), cpu: async () => 0 }
    const contenders = [{ ...lasting('short', 5), cpu }, { ...lasting('long', 50), cpu }, waiting]
    await runRace({ ...race, turns: 1, contenders }, { ...pace, rounds: 1, warmUps: 2, warmUp: 30 })
    restore()
    expect(calls).toEqual({ short: 6 + 1, long: 2 + 1, waiting: 6 + 1 })
  })
})

describe('a goal', () => {
  const floor = contender('floor', [10], { floor: 'hand' })
  /** Runs a race in which each call takes nine slices, and returns the rounds of each contender. */
  const raceSlowly = async (contenders: readonly Contender[]) => {
    let clock = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => {
      clock += 9
      return clock
    })
    const slow = { ...pace, rounds: 16, warmUps: 8, slice: 1, longest: 1 }
    const results = await runRace({ case: 'a case', expected: 'same', contenders }, slow)
    now.mockRestore()
    return results.map(({ rounds }) => rounds)
  }

  it('is part of the result, as is the name of a floor', async () => {
    const racing = await runRace(
      { ...race, size: '5 rows', contenders: [floor, contender('own', [10], { goals: { hand: 1.3 } })] },
      { ...pace, rounds: 1 },
    )
    expect(racing).toMatchObject([
      { size: '5 rows', contender: 'floor', floor: 'hand' },
      { size: '5 rows', contender: 'own', goals: { hand: 1.3 } },
    ])
  })

  it('is rejected if no contender is the floor', async () => {
    const racing = runRace({ ...race, contenders: [floor, contender('own', [], { goals: { feet: 1.3 } })] }, pace)
    await expect(racing).rejects.toThrow('a case: own has a goal to "feet", but nothing is this floor.')
  })

  it('keeps the contender and its only floor in all rounds, however slow they are', async () => {
    const own = contender('own', [10], { goals: { hand: 1.3 } })
    expect(await raceSlowly([floor, own, contender('other', [10])])).toEqual([16, 16, 2])
    // A slow contender is warmed up with one call.
    expect(own.turns).toHaveLength(17)
  })

  it('skips slow contenders of a floor in most rounds if there are several', async () => {
    const own = contender('own', [10], { goals: { hand: 1.3 } })
    const floors = [floor, contender('other', [10], { floor: 'hand' })]
    expect(await raceSlowly([...floors, own])).toEqual([2, 2, 16])
  })
})

describe('the bounds of a ratio', () => {
  const rounds = (values: readonly number[]) => new Map(values.map((value, round) => [round, value]))
  const ones = (count: number) => rounds(Array.from({ length: count }, () => 1))

  it('exist from thirty rounds on', () => {
    const values = Array.from({ length: 30 }, (_, index) => index + 1)
    // Tables of the sign test: of 30 values the 10th and the 21st.
    expect(pairRounds(rounds(values.toReversed()), ones(30))).toEqual({ median: 15.5, low: 10, high: 21 })
    expect(pairRounds(rounds(values.slice(1)), ones(29))).toEqual({ median: 16 })
  })

  it.each([
    [5, 0],
    [6, 0],
    [8, 0],
    [9, 1],
    [30, 9],
    [40, 13],
    [100, 39],
  ])('of %d rounds leave out %d at each end', (count, cut) => {
    expect(computeCut(count)).toBe(cut)
  })

  it('span the true median in 19 of 20 races', () => {
    let state = 7
    const random = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    let held = 0
    for (let race = 0; race < 2_000; race++) {
      // Skewed, as disturbances are. The median is 2 ** 0.5.
      const { low = 0, high = 0 } = pairRounds(rounds(Array.from({ length: 40 }, () => 2 ** random())), ones(40))
      if (low <= Math.SQRT2 && Math.SQRT2 <= high) held++
    }
    expect(held).toBeGreaterThan(1_880)
    expect(held).toBeLessThan(1_980)
  })
})

/** Stops the clock. `lasting` returns a contender whose calls advance it; `calls` counts the calls of each. */
function watchCalls() {
  let clock = 0
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock)
  const calls: Record<string, number> = {}
  return {
    calls,
    now: () => clock,
    restore: () => now.mockRestore(),
    lasting: (name: string, milliseconds: number) => ({
      name,
      answer: () => 'same',
      run: () => {
        calls[name] = (calls[name] ?? 0) + 1
        clock += milliseconds
      },
    }),
  }
}
