import { describe, expect, it } from 'vitest'
import { makeTask } from '../build-benchmark.js'
import { createClinic } from '../clinic/clinic.js'
import { personIn } from '../desk/desk.js'
import { paSubmit } from '../families/pa-submit/family.js'
import { ladder } from './agents.js'
import { align, exchange } from './alignment.js'
import { type LadderResult, ladderPage, listMissed } from './ladder-table.js'
import { withSlips } from './noise.js'

const results = (rung: string, level: 'E' | 'M' | 'H', verdicts: readonly string[]): LadderResult[] =>
  verdicts.map((verdict, index) => ({
    rung,
    task: `pa-submit-${index}`,
    level,
    verdict,
    score: verdict === 'pass' ? 1 : 0,
  }))

/** Returns the missed requirements, except those for agents without results. */
function missedBy(own: readonly LadderResult[]): readonly string[] {
  return listMissed(own).filter((miss) => !miss.startsWith('no figures of '))
}

describe('the table', () => {
  it('reports agents without figures', () => {
    const all = ladder.flatMap(({ rung }) => results(rung, 'E', [rung === 'A8' ? 'pass' : 'fail']))
    expect(listMissed(all)).toEqual([])
    expect(listMissed(all.filter(({ rung }) => rung !== 'A9'))).toEqual(['no figures of A9'])
  })

  it('lists the requirements that a family misses', () => {
    expect(missedBy(results('A2', 'E', ['pass', 'fail', 'fail', 'fail']))).toEqual([])
    expect(missedBy(results('A2', 'E', ['pass', 'pass', 'fail', 'fail']))).toEqual(['A2 passes more than 25 % on E'])
    expect(
      missedBy([...results('A0', 'E', ['pass']), ...results('A8', 'H', ['partial']), ...results('A9', 'H', ['pass'])]),
    ).toEqual(['A0 passes', 'A8 fails', 'A9 passes on H'])
    expect(missedBy(results('A3', 'M', ['pass', 'fail', 'fail', 'fail']))).toEqual(['A3 passes more than 10 % on M'])
    expect(missedBy(results('A3', 'E', ['pass', 'fail', 'fail', 'fail']))).toEqual([])
    const slips = [...results('A7-1', 'M', ['fail', 'pass']), ...results('A7-2', 'M', ['pass', 'pass'])]
    expect(missedBy(slips)).toEqual(['A7-2 passes more often than with fewer slips'])
  })

  it('has a row for each agent, with the interval of each level', () => {
    const page = ladderPage({
      split: 'test',
      canary: 'a canary',
      digest: 'd',
      missing: ['lab-inbox'],
      results: results('A2', 'E', ['pass', 'fail']),
    })
    expect(page).toContain('| A2 | 50 % (9 %–91 %) |  |  | 50 % (9 %–91 %) |')
    const long = results('A2', 'H', ['pass', 'fail']).map((one) => ({ ...one, level: 'X' as const }))
    const pageOfLong = ladderPage({ split: 'test-x', canary: '', digest: '', missing: [], results: long })
    expect(pageOfLong).toContain('| A2 | 50 % (9 %–91 %) | 50 % (9 %–91 %) |')
    const slips = { ...results('A7-1', 'H', ['pass'])[0], task: 'pa-submit-1' } as LadderResult
    const repeated = [slips, slips, { ...slips, verdict: 'fail' }, { ...slips, task: 'pa-submit-2', verdict: 'fail' }]
    expect(ladderPage({ split: 'test', canary: '', digest: '', missing: [], results: repeated })).toMatch(
      /\| A7-1 \| {2}\| {2}\| 50 % \(/,
    )
    expect(page).toContain('for want of a worker: lab-inbox')
    expect(page).toContain('a canary')
  })
})

describe('shared parts of the agents', () => {
  it('finds the person of a task item, however the instruction names them', () => {
    const find = (instruction: string) => personIn({ instruction })
    expect(find('Work the items of patient MRN12345.').mrn).toBe('MRN12345')
    for (const text of [
      'Eun-ji Noor, born 1957-05-24: open items.',
      'Items for Eun-ji Noor (date of birth 1957-05-24).',
      'For Eun-ji Noor, 1957-05-24, do this.',
    ]) {
      expect(find(text)).toEqual({ mrn: '', given: 'Eun-ji', family: 'Noor', born: '1957-05-24' })
    }
  })

  it('exchanges strings, segments of paths, and texts that records hold as base64', () => {
    const content = (text: string) => ({ id: `doc-${text.length}`, data: btoa(`${text} `.repeat(20)) })
    const alignment = new Map<string, string>()
    align(alignment, content('one'), content('three'))
    expect(
      exchange(alignment, { path: 'fhir/DocumentReference/doc-3', text: 'one '.repeat(20), other: 'one' }),
    ).toEqual({
      path: 'fhir/DocumentReference/doc-5',
      text: 'three '.repeat(20),
      other: 'one',
    })
  })

  it('makes the same slips for the same trial, and none for 0 acts', () => {
    const task = makeTask(paSubmit.make({ seed: 42, level: 'M', branch: 'approved', clinic: createClinic(1) }), 0)
    const calls = JSON.stringify(task.solutions?.[0]?.calls)
    expect(withSlips(task, 3, 1)).toEqual(withSlips(task, 3, 1))
    expect(JSON.stringify(withSlips(task, 0, 1))).toBe(calls)
    const changed = [1, 2, 3, 4, 5].filter((trial) => JSON.stringify(withSlips(task, 2, trial)) !== calls)
    expect(changed).toHaveLength(5)
  })

  it('never undoes a slip by another one', () => {
    const task = makeTask(paSubmit.make({ seed: 42, level: 'E', branch: 'not-required', clinic: createClinic(1) }), 0)
    const most = task.solutions?.[0]?.calls.length ?? 0
    for (let trial = 1; trial <= 40; trial++) {
      const states = Array.from({ length: most + 1 }, (_, acts) => JSON.stringify(withSlips(task, acts, trial)))
      const steps = states.filter((state, index) => index === 0 || state !== states[index - 1])
      expect(new Set(steps).size, steps.join('\n')).toBe(steps.length)
    }
  })
})
