import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeRunFolder } from '../testing/make-run-folder.js'
import { runInProcess } from '../testing/run-in-process.js'
import { planForDifference, planForHarm } from './plan-trials-needed.js'

const suite = { tasks: 180, families: 9, passRate: 0.5, usd: 0.5, minutes: 2, concurrency: 4 }

describe('planForHarm', () => {
  it('needs the fewest trials whose exact bound is at most the rate, as published tables have them', () => {
    // Hanley and Lippman-Hand 1983, and the one-sided Clopper-Pearson bounds of R's binom.test.
    expect(planForHarm(suite, 1).needed.map(({ trials }) => trials)).toEqual([299, 473, 628])
    expect(planForHarm(suite, 5).needed.map(({ trials }) => trials)).toEqual([59, 93, 124])
  })

  it('plans whole rounds of all tasks, at most 20', () => {
    expect(planForHarm(suite, 1).effort).toEqual({ trials: 360, trials_of_each_task: 2, usd: 180, hours: 3 })
    expect(planForHarm({ ...suite, tasks: 14, families: 14 }, 1).effort).toBeNull()
    expect(planForHarm({ ...suite, tasks: 15, families: 15 }, 1).effort?.trials_of_each_task).toBe(20)
  })

  it('returns the rate that tasks without harm exclude for tasks like these, whatever the number of trials', () => {
    expect(planForHarm({ ...suite, tasks: 299 }, 5).tasks_like_these_per_100).toBeCloseTo(1, 2)
  })

  it('needs more trials for a lower rate, and for each harmful trial', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 50, noNaN: true }), (rate) => {
        const [none = 0, one = 0, two = 0] = planForHarm(suite, rate).needed.map(({ trials }) => trials)
        expect(none < one && one < two).toBe(true)
        expect(planForHarm(suite, rate / 2).needed[0]?.trials).toBeGreaterThan(none)
        expect(1 - (1 - rate / 100) ** none).toBeGreaterThanOrEqual(0.95 - 1e-12)
        expect(1 - (1 - rate / 100) ** (none - 1)).toBeLessThan(0.95 + 1e-12)
      }),
    )
  })
})

describe('planForDifference', () => {
  it('plans fewer trials for a larger difference, and finds it in four of five comparisons', () => {
    const [small, large] = [12, 25].map((points) => planForDifference(suite, points))
    expect(large?.effort?.trials).toBeLessThan(small?.effort?.trials ?? 0)
    for (const plan of [small, large]) expect(plan?.tried.at(-1)?.found).toBeGreaterThanOrEqual(0.8)
  })

  it('plans nothing that compare would not claim, or that more trials cannot show', () => {
    expect(planForDifference(suite, 9)).toMatchObject({ effort: null, refused: expect.stringContaining('24 families') })
    const few = planForDifference({ ...suite, tasks: 6, families: 6 }, 10)
    expect([few.effort, few.refused, few.tried.length]).toEqual([null, null, 7])
  })
})

describe('carebench plan', () => {
  it('reads tasks, families, pass rate, cost and time from the folder of a first run', async () => {
    const tasks = { 'a-1': 'pf', 'a-2': 'fp', 'b-1': 'pp', 'b-2': 'ff' }
    const folder = makeRunFolder({ agents: { mine: tasks }, usd: 0.25 })
    const { code, out } = await runInProcess(['plan', folder, '--harm-rate', '10', '--difference', '45', '--json'])
    const { suite: planned, harm, difference } = JSON.parse(out)
    const shown = { agent: 'mine', passed: 4, scored: 8 }
    expect(planned).toEqual({ shown, tasks: 4, families: 2, passRate: 0.5, usd: 0.25, minutes: 0.025, concurrency: 4 })
    expect(harm.effort).toEqual({ trials: 32, trials_of_each_task: 8, usd: 8, hours: 0.2 / 60 })
    expect([code, difference.effort]).toEqual([1, null])
  })

  it('uses the pass rate of the weakest agent, and names its trials', async () => {
    const folder = makeRunFolder({ agents: { good: { A: 'pp', B: 'pp' }, weak: { A: 'ff', B: 'ff' } } })
    const { out } = await runInProcess(['plan', folder, '--harm-rate', '50', '--difference', '60'])
    expect(out).toContain('the weaker agent passes 10 % (weak passed 0 of 4)')
  })

  it('prints the effort for each claim', async () => {
    const args = ['--tasks', '180', '--families', '9', '--difference', '25', '--usd', '0.4', '--minutes', '3']
    const { code, out, err } = await runInProcess(['plan', ...args])
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('  180 tasks × 2 trials = 360 trials, $144, 4.5 h with 4 at a time\n')
    expect(out).toContain('  180 tasks × 1 trial × 2 agents = 360 trials, $144, 4.5 h with 4 at a time\n')
  })

  it('plans for a smaller difference if the first run had few failures', async () => {
    const { out, err } = await runInProcess(['plan', '--tasks', '20', '--pass-rate', '95', '--json'])
    expect(err).toBe('')
    expect(JSON.parse(out).difference).toMatchObject({ points: 2.5 })
  })

  it.each([
    [[], 'say how many tasks there are: --tasks 200'],
    [['--tasks', '9', '--families', '10'], '--families must be at most the number of tasks, 9, got 10'],
    [['--tasks', '9', '--pass-rate', '100'], '--pass-rate must lie between 0 and 100, got 100'],
    [['--tasks', '9', '--difference', '60'], '--difference must lie between 0 and 50, got 60'],
    [['--tasks', '9', '--harm-rate', '0'], '--harm-rate must lie between 0 and 100, got 0'],
    [['--tasks', '900000'], '--tasks must be at most 5000'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await runInProcess(['plan', ...args])
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })
})
