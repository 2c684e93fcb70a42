import { expect, it } from 'vitest'
import { fixedSequences } from '../sequences/fixed.js'
import type { AgentCall } from '../sequences/sequence.js'
import { describeFaults, type Figures, keepSmallest } from '../sequences/verdict.js'

const piece = (label: string, longest: number, bound = 50) => ({ label, status: 200, longest, bound })
const slow: Figures = { pieces: [piece('complete', 80), piece('start', 20)], health: 300 }

it('names each piece and each wait that exceeds its bound', () => {
  expect(describeFaults(slow)).toEqual(['complete (200) 80 ms in one piece, over 50', '/healthz 300 ms, over 250'])
  expect(describeFaults({ pieces: [piece('complete', 350, 350), piece('start', 50)], health: 250 })).toEqual([])
})

it('fails a sequence that could not be played', () => {
  expect(describeFaults({ pieces: [], health: 0, failure: 'answered 500' })).toEqual(['answered 500'])
})

it('keeps the smallest figures of several plays, in order', () => {
  const again: Figures = { pieces: [piece('start', 70), piece('complete', 10)], health: 20 }
  const kept = { pieces: [piece('start', 20), piece('complete', 10)], health: 20 }
  expect(keepSmallest(slow, again)).toEqual(kept)
  expect(keepSmallest(again, slow)).toEqual(kept)
})

it('begins each fixed sequence with a write to a known group', () => {
  const groups = new Set<string>()
  for (const { calls } of fixedSequences(0.001)) {
    const made = calls({ taskItem: { instruction: 'Call +15550100142.' }, endpoints: {}, document: {} })
    const first = made.next().value as AgentCall | undefined
    expect(first).toMatchObject({ method: expect.stringMatching(/^(POST|PUT)$/), body: expect.any(String) })
    if (first !== undefined) groups.add(first.group)
  }
  expect([...groups].sort()).toEqual(['cds', 'clearinghouse', 'fhir', 'files', 'hl7', 'messages', 'payer', 'voice'])
})
