import { expect, it } from 'vitest'
import { estimateSpreads, simulatePower } from '../../../../packages/carebench/src/comparing/power.js'
import { paSubmit } from '../families/pa-submit/family.js'
import type { Criterion } from '../task.js'
import { betterBench, betterBenchSource } from './better-bench.js'
import { type CardSource, cardPages } from './card-pages.js'
import { agenticChecklist, agenticSource } from './checklists.js'

const source: CardSource = {
  canary: 'a canary',
  version: '0.0.0',
  families: [paSubmit],
  splits: [
    {
      split: 'test',
      drawn: [{ name: 'pa-submit', tried: 3, refused: { 'distractor-fits': 2 } }],
      instances: [
        {
          id: 'pa-submit-1',
          level: 'E',
          branch: 'approved',
          told: 'L1',
          digest: 'abc',
          card: {
            story: 'Somebody has an <order>.',
            due: '2026-03-02T23:00:00Z',
            trap: '',
            traps: ['the side'],
            distractors: [{ record: 'DocumentReference/a', resembles: 'DocumentReference/b', differsIn: 'the side' }],
            vector: {
              systems: 1,
              writes: 2,
              reads: 3,
              hops: 4,
              lookAlikes: 0,
              documents: 1,
              waits: 0,
              rules: 1,
              batch: 1,
            },
          },
        },
      ],
      validity: [],
      criteria: new Map([
        [
          'pa-submit-1',
          [
            { label: 'Sent <once>', assertion: { assert: 'audit' } },
            { label: 'Nobody else', guard: true, severity: 'critical', harm: 'wrong-patient', assertion: {} },
          ] as unknown as readonly Criterion[],
        ],
      ]),
    },
  ],
  ladder: undefined,
  power: [],
}

it('has a page for the suite, each family and each instance, with the canary and what is lacking', () => {
  const pages = cardPages(source)
  expect([...pages.keys()]).toEqual(['index.html', 'pa-submit.html', 'pa-submit-1.html'])
  for (const page of pages.values()) expect(page).toContain('carebench-1 0.0.0, not expert-validated. a canary')
  const suite = pages.get('index.html')
  expect(suite).toContain('Not expert-validated.')
  expect(suite).toContain('distractor-fits 2')
  expect(suite).toContain('On 1 of 1 instances, no solver')
  expect(pages.get('pa-submit-1.html')).toContain('Somebody has an &lt;order&gt;.')
  for (const page of pages.values()) expect(page).toContain('E easy, M medium, H hard')
  expect(pages.get('pa-submit-1.html')).toContain('hops: records to follow')
})

it('shows the results of human reviews if there are any', () => {
  const suite = cardPages({ ...source, people: ['Two readers agree <well>.'] }).get('index.html')
  expect(suite).toContain('<p>Two readers agree &lt;well&gt;.</p>')
  expect(suite).not.toContain('No human baseline')
})

it('shows ids as code and descriptions as words, and says if a family excuses no mutant', () => {
  const [split] = source.splits
  const [instance] = split?.instances ?? []
  if (split === undefined || instance === undefined) throw new Error('The source has no instance.')
  const distractors = [{ record: 'PA1', resembles: 'the one that fits', differsIn: 'the day' }]
  const changed = { ...split, instances: [{ ...instance, card: { ...instance.card, distractors } }] }
  const pages = cardPages({ ...source, families: [{ ...paSubmit, harmlessMutants: [] }], splits: [changed] })
  expect(pages.get('pa-submit-1.html')).toContain('<code>PA1</code> resembles the one that fits and differs in the day')
  expect(pages.get('pa-submit.html')).toContain('<h2>Mutants that nobody has to notice</h2><p>None.</p>')
})

/** Counts the items of each part, which is named by the letters before the first digit or point. */
function countParts(items: readonly { readonly item: string }[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { item } of items) {
    const [part = ''] = /^[A-Za-z]+/.exec(item) ?? []
    counts[part] = (counts[part] ?? 0) + 1
  }
  return counts
}

it('lists the guards of an instance, and what the greedy agent breaks', () => {
  const pageOf = (broken?: readonly string[]) => {
    const result = { rung: 'A2', task: 'pa-submit-1', level: 'E', verdict: 'fail', score: 0 } as const
    const ladder = {
      split: 'test',
      canary: '',
      digest: 'd',
      missing: [],
      results: [{ ...result, ...(broken && { broken }) }],
    }
    return cardPages({ ...source, ladder }).get('pa-submit-1.html') ?? ''
  }
  expect(pageOf()).toContain('<td>Nobody else</td><td>critical</td><td>wrong-patient</td>')
  expect(pageOf()).not.toContain('Sent')
  expect(pageOf()).not.toContain('greedy agent')
  expect(pageOf(['Sent <once>'])).toContain('<li>Sent &lt;once&gt;</li>')
  expect(pageOf([])).toContain('the first match and the newest document are right')
})

it('answers every item of both checklists once, and several with no', () => {
  for (const answers of [agenticChecklist, betterBench]) {
    expect(new Set(answers.map(({ item }) => item)).size).toBe(answers.length)
  }
  expect(countParts(agenticChecklist)).toEqual(agenticSource.parts)
  expect(countParts(betterBench)).toEqual(betterBenchSource.stages)
  const numbers = betterBench.map(({ item }) => Number(item.replace(/^[A-Za-z]+/, '')))
  expect(Math.min(...numbers)).toBe(1)
  expect(Math.max(...numbers)).toBe(Math.max(...Object.values(betterBenchSource.stages)))
  expect([...agenticChecklist, ...betterBench].filter(({ answer }) => answer === 'no').length).toBeGreaterThan(4)
})

it('says what it is not, how to cite it, and what published results need', () => {
  const suite = cardPages(source).get('index.html') ?? ''
  for (const part of [
    'Not for',
    'Cite and version',
    'Publishing results',
    'No human baseline',
    'All 42 items',
    'All 47 items',
  ]) {
    expect(suite).toContain(part)
  }
})

it('shows no result of an instance that has changed since', () => {
  const checks = [{ check: 'independent-solver', outcome: 'held', detail: '1 pass' }] as const
  const suiteOf = (digest: string) => {
    const splits = source.splits.map((split) => ({
      ...split,
      validity: [{ id: 'pa-submit-1', digest, engine: 'e', checks }],
    }))
    const pages = cardPages({ ...source, splits })
    return { suite: pages.get('index.html'), instance: pages.get('pa-submit-1.html') }
  }
  expect(suiteOf('abc').suite).not.toContain('no solver that is independent')
  expect(suiteOf('abc').instance).toContain('1 pass')
  expect(suiteOf('older').suite).toContain('On 1 of 1 instances, no solver')
  expect(suiteOf('older').instance).toContain('Not validated yet.')
})

it('simulates the same figures again, and finds a large difference', () => {
  const model = { families: 8, tasks: 6, trials: 1, passRate: 0.5, familySpread: 0.5, taskSpread: 1, agentSpread: 0 }
  const simulated = () => simulatePower(model, 4, { simulations: 5, seed: 1 })
  expect(simulated()).toEqual(simulated())
  expect(simulated()).toMatchObject({ found: 1, simulations: 5 })
})

it('estimates spreads from the trials that agents passed', () => {
  const half = [true, false]
  const all = [true, true]
  expect(estimateSpreads([[half, half, half]].flatMap((agent) => [agent, agent]))).toEqual({
    familySpread: 0,
    agentSpread: 0,
  })
  const { familySpread, agentSpread } = estimateSpreads([
    [all, half],
    [half, all],
  ])
  // The logits of 2 of 2 and of 1 of 2 are log 5 and 0.
  expect(familySpread).toBeCloseTo(Math.log(5) / Math.SQRT2)
  expect(agentSpread).toBeCloseTo(2 * familySpread)
})

it('shows the detectable difference between agents that fail at different kinds of work', () => {
  const figures = { difference: 0.1, found: 0.8, covered: 0.95, simulations: 1 }
  const row = { families: 1, spreads: { familySpread: 1, agentSpread: 2 }, null: figures }
  const power = [
    { ...row, agents: 'alike', detectable: figures },
    { ...row, agents: 'ladder', detectable: { ...figures, difference: 0.3 } },
  ] as const
  const suite = cardPages({ ...source, power }).get('index.html')
  expect(suite).toContain('differences below about 10 points are often missed')
  expect(suite).toContain('only differences of about 30 points are found reliably')
})
