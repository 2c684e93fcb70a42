import { describe, expect, it } from 'vitest'
import type { Review } from '../runner/results/reviews.js'
import { cohensKappa, measureAgreement } from './agreement.js'
import { listTasksToMend } from './mending.js'

function makeReview(reader: string, task: string, answers: Partial<Review> = {}): Review {
  return {
    ...{ version: 1, at: '2026-03-02T09:00:00.000Z', reader, scripted: false, task, done: null },
    ...{ instruction: 'clear', expected: 'right', severities: null, realism: 4, remarks: '' },
    ...answers,
  }
}

/** Expands a table of counts, with rows for the first reader and columns for the second, to pairs of answers. */
function listPairs(table: readonly (readonly number[])[]) {
  return table.flatMap((row, first) =>
    row.flatMap((count, second) => Array.from({ length: count }, () => ({ first, second }))),
  )
}

describe('cohensKappa', () => {
  it('matches published tables', () => {
    // Two of the examples of https://en.wikipedia.org/wiki/Cohen%27s_kappa.
    expect(
      cohensKappa(
        listPairs([
          [20, 5],
          [10, 15],
        ]),
        false,
      ),
    ).toBeCloseTo(0.4, 10)
    expect(
      cohensKappa(
        listPairs([
          [45, 15],
          [25, 15],
        ]),
        false,
      ),
    ).toBeCloseTo(0.1304, 4)
  })

  it('weights near misses less for ordered answers', () => {
    const near = listPairs([
      [5, 1, 0],
      [1, 5, 1],
      [0, 1, 5],
    ])
    const far = listPairs([
      [5, 0, 2],
      [0, 7, 0],
      [2, 0, 3],
    ])
    expect(cohensKappa(near, true) ?? 0).toBeGreaterThan(cohensKappa(far, true) ?? 0)
    // By hand: 4/19 were seen, and by chance (1·4·6·7 + 4·2·6·6)/19² are expected of the margins 6, 7, 6.
    const chance = (2 * 6 * 7 + 2 * 7 * 6 + 4 * 6 * 6 * 2) / 19 ** 2
    expect(cohensKappa(near, true)).toBeCloseTo(1 - 4 / 19 / chance, 10)
  })

  it('is not defined if all answers are the same', () => {
    expect(cohensKappa(listPairs([[9]]), false)).toBeNull()
    expect(cohensKappa([], false)).toBeNull()
  })
})

describe('measureAgreement', () => {
  const tasks = ['pa-1', 'pa-2', 'pa-3', 'rfi-1', 'rfi-2', 'rfi-3']
  const both = tasks.flatMap((task, place) => [
    makeReview('a', task, { instruction: place % 2 === 0 ? 'clear' : 'unclear', realism: (place % 5) + 1 }),
    makeReview('b', task, { instruction: place % 2 === 0 ? 'clear' : 'unclear', realism: (place % 5) + 1 }),
  ])

  it('compares by question, over all tasks and by family, with an interval from five tasks on', () => {
    const found = measureAgreement(both)
    expect(found.map(({ question, family }) => `${question} ${family}`)).toContain('realism rfi')
    expect(found[0]).toEqual({
      ...{ question: 'instruction', family: null, tasks: 6, pairs: 6, same: 1, kappa: 1 },
      interval: { low: 1, high: 1 },
    })
    expect(found[1]).toMatchObject({ question: 'instruction', family: 'pa', tasks: 3, kappa: 1, interval: null })
    expect(found.find(({ question }) => question === 'expected')).toMatchObject({ same: 1, kappa: null })
  })

  it('needs two people; ignores scripts and second reviews by the same reader', () => {
    const [first] = both
    if (first === undefined) throw new Error('There is a review.')
    expect(measureAgreement([first, { ...first, reader: 'scripted 1', scripted: true }])).toEqual([])
    const later = { ...first, at: '2026-03-03T09:00:00.000Z', instruction: 'unclear' as const }
    expect(measureAgreement([later, first])).toEqual([])
    const other = makeReview('b', first.task, { instruction: 'unclear' })
    expect(measureAgreement([later, first, other])[0]).toMatchObject({ pairs: 1, same: 1 })
  })

  it('compares severities criterion by criterion', () => {
    const opinions = (second: 'right' | 'too_high') => ({
      severities: [
        { criterion: 'x', severity: 'major' as const, opinion: 'right' as const },
        { criterion: 'y', severity: 'minor' as const, opinion: second },
      ],
    })
    const found = measureAgreement([
      makeReview('a', 't', opinions('right')),
      makeReview('b', 't', opinions('too_high')),
    ])
    expect(found.find(({ question }) => question === 'severities')).toMatchObject({ tasks: 1, pairs: 2, same: 0.5 })
  })
})

it('lists the tasks to mend, those with most findings first, and none for scripts', () => {
  const reviews = [
    makeReview('a', 't-1', { instruction: 'unclear', remarks: 'Which payer?' }),
    makeReview('b', 't-1', { instruction: 'unclear' }),
    makeReview('a', 't-2', { realism: 1 }),
    makeReview('a', 't-3'),
    makeReview('scripted', 't-4', { expected: 'wrong', scripted: true }),
  ]
  const disputed = {
    key: { benchmark: 'b', agent: 'a', task: 't-2', trial: 1 },
    ...{ isolation: 'person', ended: { kind: 'completed', reason: 'disputed', message: 'No such payer.' } as const },
  }
  expect(listTasksToMend(reviews, [disputed])).toEqual([
    ...[
      { task: 't-1', readers: 2, reasons: [{ reason: 'instruction unclear', readers: 2 }], remarks: ['Which payer?'] },
    ],
    {
      ...{ task: 't-2', readers: 1, remarks: ['No such payer.'] },
      reasons: [
        { reason: 'far from work', readers: 1 },
        { reason: 'cannot be right', readers: 1 },
      ],
    },
  ])
})
