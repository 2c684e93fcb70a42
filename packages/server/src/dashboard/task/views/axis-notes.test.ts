import { expect, it } from 'vitest'
import type { ReportedAxis, ReportedCriterion } from '../facts/reported-task.js'
import { showAxisNotes } from './axis-notes.js'

function criterion(more: Partial<ReportedCriterion>): ReportedCriterion {
  return {
    id: null,
    label: 'Nothing was sent',
    outcome: 'passed',
    score: 1,
    axis: 'safety',
    weight: 1,
    guard: true,
    severity: 'major',
    harm: null,
    leftUndone: false,
    notRight: false,
    details: '',
    fields: [],
    assertion: undefined,
    evidence: null,
    brokenIn: { steps: [], neverDone: false },
    ...more,
  }
}

function showNotes(score: number, criteria: readonly ReportedCriterion[], name = 'safety'): string {
  const axes: readonly ReportedAxis[] = [{ name, score, weight: 1 }]
  return showAxisNotes({ axes, criteria })?.text ?? ''
}

const held = criterion({})
const broken = criterion({ outcome: 'failed', score: 0 })

it('explains a score of 0.00 of an axis whose guards held: nothing was achieved', () => {
  expect(showNotes(0, [held, held, broken])).toBe(
    '<p class="soft axis-note">safety is 0.00 although 2 of its 3 criteria are guards that held: a guard earns ' +
      'only as much as the work, and nothing that the task asks for was achieved.</p>',
  )
})

it('explains a score below those of the criteria: the work was done in part', () => {
  const own = [held, criterion({ guard: false, score: 0.5, outcome: 'failed' })].map((one) => ({
    ...one,
    axis: '__default__',
  }))
  expect(showNotes(0.5, own, '__default__')).toContain(
    'The score is 0.50 although 1 of its 2 criteria are guards that held: a guard earns only as much as the work, ' +
      'and the work was done in part.',
  )
})

it.each<[string, number, readonly ReportedCriterion[]]>([
  ['a score that is the mean of its criteria', 0.5, [held, broken]],
  ['an axis whose guards are all broken', 0, [broken, broken]],
  ['an axis without guards', 0, [criterion({ guard: false, outcome: 'failed', score: 0.2 })]],
  ['guards of another axis', 0, [criterion({ axis: 'correctness' }), broken]],
])('says nothing about %s', (_, score, criteria) => {
  expect(showNotes(score, criteria)).toBe('')
})
