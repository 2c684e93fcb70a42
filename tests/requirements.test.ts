import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requirements } from '@carebench/conformance'
import { describe, expect, it } from 'vitest'
import { citationFaults, listCitations, readCitations, readPending } from './requirement-citations.js'
import { workspaceRoot } from './workspace-sources.js'

const ids = requirements.map(({ id }) => id)
const citations = readCitations()

it('finds tests and citations', () => {
  expect(citations.files).toBeGreaterThan(150)
  expect(citations.cited.length).toBeGreaterThan(100)
})

it('each requirement is cited by a test or pending', () => {
  expect(citationFaults(ids, citations, readPending())).toEqual([])
})

it('each section outside the specification is a heading of the contract, and vice versa', () => {
  const contract = readFileSync(join(workspaceRoot, 'docs/reference/contract.md'), 'utf8')
  const headings = [...contract.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  const sections = new Set<string>(
    requirements.flatMap(({ profile, section }) => (profile === 'extended' ? [section] : [])),
  )
  expect([...sections].sort()).toEqual([...headings].sort())
})

describe('the reader of citations', () => {
  // Concatenated, so that this file itself cites nothing.
  const cite = (text: string) => `[${text}]`

  it('reads the ends of test titles', () => {
    const text = [
      `it('a ${cite('x.one')}', () => {})`,
      `test("b ${cite('x.two, x.three-four')}", () => {})`,
      `it.each([['q', (1)]])('c %s ${cite('x.five')}', () => {})`,
      `it.skipIf(a(b))(\n  'd ${cite('x.six')}',\n  () => {})`,
    ].join('\n')
    expect(listCitations('f.test.ts', text)).toEqual({
      cited: [
        { id: 'x.one', place: 'f.test.ts:1' },
        { id: 'x.two', place: 'f.test.ts:2' },
        { id: 'x.three-four', place: 'f.test.ts:2' },
        { id: 'x.five', place: 'f.test.ts:3' },
        { id: 'x.six', place: 'f.test.ts:5' },
      ],
      lost: [],
    })
  })

  it('reports texts that only look like citations', () => {
    const text = [
      `describe('a ${cite('x.one')}', () => {})`,
      `it.skip('b ${cite('x.two')}', () => {})`,
      `// it('c ${cite('x.three')}')`,
      `it('d', () => expect('${cite('x.four')}').toBe(1))`,
      `it(\`e ${cite('x.five')}\`, () => {})`,
    ].join('\n')
    const { cited, lost } = listCitations('f.test.ts', text)
    expect(cited).toEqual([])
    expect(lost.map(({ id }) => id).sort()).toEqual(['x.five', 'x.four', 'x.one', 'x.three', 'x.two'])
  })

  it('does not mistake indexes and paths for citations', () => {
    expect(listCitations('f.test.ts', `it('name[0].given[1]', () => get('OBX[3.1=718-7].5', 'a[1.2]'))`)).toEqual({
      cited: [],
      lost: [],
    })
  })
})

describe('the comparison', () => {
  const known = ['a.first', 'a.second']
  const cited = [{ id: 'a.first', place: 'f.test.ts:1' }]
  const pending = { ceiling: 1, pending: ['a.second'] }

  it('accepts requirements that are cited or pending', () => {
    expect(citationFaults(known, { cited, lost: [] }, pending)).toEqual([])
  })

  it.each([
    ['an unknown id', { cited: [...cited, { id: 'a.frist', place: 'g.test.ts:7' }] }, 'g.test.ts:7 cites a.frist'],
    ['the nearest id', { cited: [...cited, { id: 'a.frist', place: 'g.test.ts:7' }] }, 'mean a.first?'],
    ['a misplaced citation', { lost: cited }, 'f.test.ts:1 has'],
    ['a requirement that no test cites', { pending: { ceiling: 0, pending: [] } }, 'No test cites a.second'],
    [
      'an id that is both cited and pending',
      { pending: { ceiling: 2, pending: known } },
      'a.first is pending, and f.test.ts:1',
    ],
    ['an unknown pending id', { pending: { ceiling: 2, pending: ['a.second', 'b.c'] } }, 'b.c is pending'],
    ['the wrong order', { known: [...known, 'a.0'], pending: { ceiling: 2, pending: ['a.second', 'a.0'] } }, 'order'],
    ['a wrong ceiling', { pending: { ...pending, ceiling: 2 } }, 'There are 1 pending ids'],
  ])('reports %s', (_, change, fault) => {
    const all = { known, cited, lost: [], pending, ...change }
    expect(citationFaults(all.known, all, all.pending).join('\n')).toContain(fault)
  })
})
