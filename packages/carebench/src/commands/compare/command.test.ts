import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRegression } from '../../comparing/regression.js'
import { makeRunFolder } from '../../testing/make-run-folder.js'
import { runInProcess } from '../../testing/run-in-process.js'

describe('compare', () => {
  it('prints rates, flipped, new and missing tasks, cost and time', async () => {
    const before = makeRunFolder({
      agents: { mine: { A: 'ppp', B: 'fff', C: 'ppf', Old: 'ppp' } },
      identity: { model: 'one', prompt_sha256: 'a' },
      usd: 0.5,
    })
    const after = makeRunFolder({
      agents: { mine: { A: 'ffc', B: 'pp-', C: 'iii', New: 'ppp' }, other: { A: 'ppp' } },
      identity: { model: 'two', prompt_sha256: 'b' },
      usd: 0.75,
    })
    const { code, out, err } = await runInProcess(['compare', before, after])
    expect([code, err]).toEqual([0, ''])
    expect(out).toBe(`small@1, 3 tasks in both runs
baseline ${before}
now      ${after}
not in the baseline: New
only in the baseline: Old

mine
  another agent than in the baseline: model, system prompt
  scored        9 of 9 → 5 of 9
  pass rate     56 % (27 % to 81 %) → 40 % (12 % to 77 %)
                0.0 points (−100.0 to +100.0), no p-value: 2 tasks of both, at least 6 are needed for one
  score         0.56 → 0.40
                0.000 (−1.000 to +1.000), no p-value: 2 tasks of both, at least 6 are needed for one
  cost          $0.5000 → $0.7500 a trial (+50 %)
  time          1.5 s → 1.5 s a trial, median (+0 %)
                1.5 s to 1.5 s → 1.5 s to 1.5 s, 25th to 75th percentile
  critical      0 trials → 1 trial (1 by an act, 0 left undone or not right)
                newly at A
  major         0 trials by an act → 0 trials by an act
  pass → fail   A: 3 of 3 passed → 0 of 3
  fail → pass   B: 0 of 3 passed → 2 of 2
  not compared  C: 2 of 3 passed → 0 of 0
  no regression beyond chance (fewer passes: p = 0.590; more critical criteria broken: p = 0.500; a
  regression needs p ≤ 0.025)

other: not compared, because the baseline has no such agent
`)
    const json = JSON.parse((await runInProcess(['compare', before, after, '--json'])).out)
    expect(json).toMatchObject({
      version: 1,
      new_tasks: ['New'],
      missing_tasks: ['Old'],
      agents: [
        { differs: ['identity/model', 'identity/prompt_sha256'], newly_critical: ['A'], regression: { found: false } },
      ],
    })
  })

  it('exits with 5 for a regression beyond chance, and not for one that may be chance', async () => {
    const before = makeRunFolder({ agents: { mine: { A: 'ppppp', B: 'pppff' } } })
    const gate = (folder: string, ...options: string[]) =>
      runInProcess(['compare', before, folder, '--fail-on-regression', ...options])
    const worse = await gate(makeRunFolder({ agents: { mine: { A: 'fffff', B: 'fffff' } } }))
    expect([worse.code, worse.err]).toEqual([
      5,
      expect.stringMatching(/^carebench: mine regressed: fewer trials pass \(p < 0\.001\)\n$/),
    ])
    const chance = makeRunFolder({ agents: { mine: { A: 'ppppf', B: 'pppff' } } })
    expect((await gate(chance)).code).toBe(0)
    // Any loss counts if all false alarms are accepted.
    expect((await gate(chance, '--significance', '1')).code).toBe(5)
    expect((await gate(before, '--significance', '1')).code).toBe(0)
    // More critical failures are a regression, even if as many trials pass.
    const harmful = makeRunFolder({ agents: { mine: { A: 'ppppp', B: 'pppcc' } } })
    expect((await gate(harmful)).code).toBe(0)
    const hopeless = makeRunFolder({ agents: { mine: { C: 'fffff' } } })
    const harmfulToo = makeRunFolder({ agents: { mine: { C: 'ccccc' } } })
    const refused = await runInProcess(['compare', hopeless, harmfulToo, '--fail-on-regression'])
    expect([refused.code, refused.err]).toEqual([5, expect.stringContaining('more trials break a critical criterion')])
  })

  it('does not count unscored trials', async () => {
    const before = makeRunFolder({ agents: { mine: { A: 'ppppp' } } })
    const after = makeRunFolder({ agents: { mine: { A: 'pi-i-' } } })
    const { code, out } = await runInProcess(['compare', before, after, '--fail-on-regression', '--significance', '1'])
    expect([code, out]).toEqual([0, expect.stringContaining('100 % (57 % to 100 %) → 100 % (21 % to 100 %)')])
  })

  it('compares agents of different names if both are named, or are the only ones', async () => {
    const both = makeRunFolder({ agents: { good: { A: 'ppppp' }, bad: { A: 'fffff' } } })
    const named = await runInProcess(['compare', both, both, '--baseline-agent', 'good', '--agent', 'bad'])
    expect(named.out).toContain('bad, with good as its baseline')
    expect(named.out).toContain('REGRESSION: fewer trials pass (p = 0.004)')
    const one = makeRunFolder({ agents: { first: { A: 'p' } } })
    const two = makeRunFolder({ agents: { second: { A: 'p' } } })
    expect((await runInProcess(['compare', one, two])).out).toContain('second, with first as its baseline')
    const unclear = await runInProcess(['compare', both, two])
    expect([unclear.code, unclear.err]).toEqual([2, expect.stringContaining('no agent is in both runs')])
    const unknown = await runInProcess(['compare', both, both, '--agent', 'ugly'])
    expect(unknown.err).toContain('has no agent ugly; its agents are good, bad')
  })

  it('accepts people as a baseline with their active time, and rejects scripts in place of people', async () => {
    const model = makeRunFolder({ agents: { model: { A: 'p' } } })
    const people = makeRunFolder({ agents: { 'reader-1': { A: 'p' } }, isolation: 'person' })
    const { out } = await runInProcess(['compare', people, model])
    expect(out).toContain('Note: reader-1 is a person: a human baseline. Its time is active time.')
    expect(out).toMatch(/^ {2}time {10}1\.2 s → 1\.5 s a trial, median/m)
    const scripts = makeRunFolder({ agents: { scripted: { A: 'p' } }, isolation: 'scripted' })
    const { code, err } = await runInProcess(['compare', scripts, model])
    expect([code, err]).toEqual([2, expect.stringContaining('no people yet: scripted of')])
  })

  const plain = { agents: { mine: { A: 'p' } } }
  it.each([
    ['another version', { ...plain, benchmark: 'small@2', digest: 'd2' }, 'holds results of small@1, not small@2'],
    ['other content', { ...plain, digest: 'd2' }, 'holds results of small@1 with other content (digests d1 and d2)'],
    ['other worlds', { ...plain, seed: 2, seededWorlds: true }, 'met different worlds; run both with the same --seed'],
    ['other tasks', { agents: { mine: { B: 'p' } } }, 'have no task in common'],
  ])('refuses %s', async (_, options, message) => {
    const before = makeRunFolder({ ...plain, seed: 1 })
    const { code, err } = await runInProcess(['compare', before, makeRunFolder({ seed: 1, ...options })])
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })

  it('notes different seeds if worlds do not depend on them', async () => {
    const folders = [1, 2].map((seed) => makeRunFolder({ ...plain, seed }))
    expect((await runInProcess(['compare', ...folders])).out).toContain('Note: The seeds differ (1, 2)')
    const none = await runInProcess(['compare', '/nowhere', '/nowhere'])
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('/nowhere is not the folder of a run')])
  })
})

it('calls an unchanged agent worse at most as often as the accepted rate, whatever its pass rates', () => {
  // All outcomes of two trials at each of two tasks by an agent and its unchanged self, with their probabilities.
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (p, q) => {
      const chance = (events: number, rate: number) =>
        (events === 1 ? 2 : 1) * rate ** events * (1 - rate) ** (2 - events)
      const counts = [0, 1, 2]
      const none = { first: { events: 0, trials: 2 }, second: { events: 0, trials: 2 } }
      let alarms = 0
      for (const a of counts)
        for (const b of counts)
          for (const c of counts)
            for (const d of counts) {
              const tasks = [
                { passes: { first: { events: a, trials: 2 }, second: { events: b, trials: 2 } }, critical: none },
                { passes: { first: { events: c, trials: 2 }, second: { events: d, trials: 2 } }, critical: none },
              ]
              if (!findRegression(tasks, 0.1).found) continue
              alarms += chance(a, p) * chance(b, p) * chance(c, q) * chance(d, q)
            }
      expect(alarms).toBeLessThanOrEqual(0.05 + 1e-9)
    }),
  )
})

describe('compare --by surface', () => {
  const agents = { mine: { 'a-1': 'ppp', 'a-2': 'ppf', 'b-1': 'ppp', 'b-2': 'fff' } }

  it('pairs the tasks of two surfaces, by their families', async () => {
    const [byTools, byPages] = (['tools', 'browser'] as const).map((surface) => makeRunFolder({ agents, surface }))
    const { code, out } = await runInProcess(['compare', byTools ?? '', byPages ?? '', '--by', 'surface'])
    expect(code).toBe(0)
    expect(out).toContain('  surface       tools → browser\n')
    expect(out).toMatch(/pass rate .*\n +0\.0 points .*over 2 families/)
  })

  it('rejects runs with the same surface, or with an unknown one', async () => {
    const byTools = makeRunFolder({ agents, surface: 'tools' })
    const old = makeRunFolder({ agents })
    const same = await runInProcess(['compare', byTools, byTools, '--by', 'surface'])
    expect([same.code, same.err]).toEqual([
      2,
      expect.stringContaining('has tools in the baseline and tools in the run'),
    ])
    const unknown = await runInProcess(['compare', old, byTools, '--by', 'surface'])
    expect(unknown.err).toContain('mine has no single known surface in the baseline')
  })
})

describe('compare --by family', () => {
  const tasks = (family: string, first: string, second: string) => ({
    [`${family}-1`]: first,
    [`${family}-20`]: second,
  })

  it('counts families instead of tasks, and does not claim a small difference', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `f${String.fromCharCode(97 + index)}`)
    const folderOf = (...outcomes: string[]) => {
      const own = names.map((name, index) => tasks(name, 'ffff', outcomes[index % outcomes.length] ?? ''))
      return makeRunFolder({ agents: { mine: Object.assign({}, ...own) } })
    }
    const before = folderOf('ffff')
    const better = await runInProcess(['compare', before, folderOf('pppf', 'pppp'), '--by', 'family'])
    expect([better.code, better.err]).toEqual([0, ''])
    expect(better.out).toContain('over 8 families, p = ')
    expect(better.out).toMatch(/^ {2}families {6}fa {2}2 tasks: 0 of 8 → 3 of 8, \+37\.5 points \(/m)
    expect(better.out).toContain('The pass rates differ on work like this, beyond chance.')

    const same = await runInProcess(['compare', before, before, '--by', 'family', '--json'])
    const { by_family } = JSON.parse(same.out).agents[0]
    expect(by_family).toMatchObject({ claim: 'none', pass_rate_difference: { value: 0 } })
    expect(by_family.families).toHaveLength(8)
  })

  it('prints no p-value of fewer than six families, and the trials with major harm by an act', async () => {
    const before = makeRunFolder({ agents: { mine: { ...tasks('fa', 'pp', 'pm'), ...tasks('fb', 'pp', 'pp') } } })
    const after = makeRunFolder({ agents: { mine: { ...tasks('fa', 'fm', 'mm'), ...tasks('fb', 'pp', 'pp') } } })
    const { out } = await runInProcess(['compare', before, after, '--by', 'family'])
    expect(out.match(/over 2 families, no p-value: 2 families of both, at least 6/g)).toHaveLength(2)
    expect(out).toContain('major         1 trial by an act → 3 trials by an act')
  })

  it('rejects tasks whose names contain no family, and a single family', async () => {
    const plain = makeRunFolder({ agents: { mine: { A: 'p' } } })
    const one = makeRunFolder({ agents: { mine: tasks('a', 'p', 'f') } })
    for (const [folder, why] of [
      [plain, 'the name "A" does not end with a number'],
      [one, 'needs tasks of at least two families, got a alone'],
    ] as const) {
      const { code, err } = await runInProcess(['compare', folder, folder, '--by', 'family'])
      expect([code, err]).toEqual([2, expect.stringContaining(why)])
    }
  })
})
