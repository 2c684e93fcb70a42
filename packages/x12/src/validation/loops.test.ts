import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sampleTransaction } from '../testing/sample.js'
import { readHierarchy } from './loops.js'

it('builds the tree of HL loops', () => {
  const { heading, roots, loops, problems } = readHierarchy(
    sampleTransaction(
      ['BHT', '0022'],
      ['HL', '1', '', '20', '1'],
      ['NM1', 'PR'],
      ['HL', '2', '1', '21', '1'],
      ['HL', '3', '2', '22', '0'],
      ['EB', '1'],
      ['EB', 'C'],
      ['HL', '4', '2', '22', '0'],
    ),
  )
  expect(heading.map(({ id }) => id)).toEqual(['ST', 'BHT'])
  expect(roots).toHaveLength(1)
  expect(loops.map(({ id, level, parent, position }) => [id, level, parent?.id, position])).toEqual([
    ['1', '20', undefined, 3],
    ['2', '21', '1', 5],
    ['3', '22', '2', 6],
    ['4', '22', '2', 9],
  ])
  expect(loops[2]?.segments.map((segment) => segment.text)).toEqual(['HL*3*2*22*0', 'EB*1', 'EB*C'])
  expect(loops[3]?.segments).toHaveLength(1)
  expect(loops[1]?.children.map(({ id }) => id)).toEqual(['3', '4'])
  expect(problems).toEqual([])
})

it('reports missing parents and duplicate numbers', () => {
  const { roots, problems } = readHierarchy(
    sampleTransaction(['HL', '1', '1', '20'], ['HL', '1', '', '21'], ['HL', '2', '9', '22']),
  )
  expect(roots).toHaveLength(3)
  expect(problems.map(({ element, position, value }) => [position, element, value])).toEqual([
    [2, 2, '1'],
    [3, 1, undefined],
    [4, 2, '9'],
  ])
  expect(problems[0]?.message).toMatch(
    /Expected the number of an HL segment before this one, got "1" \(HL02, segment 2, byte/,
  )
})

it('puts every loop under exactly one parent, without cycles', () => {
  const number = fc.constantFrom('', '1', '2', '3')
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number), { maxLength: 12 }), (pairs) => {
      const { roots, loops } = readHierarchy(
        sampleTransaction(...pairs.map(([id, parent]) => ['HL', id, parent, '20'] as const)),
      )
      const seen: unknown[] = []
      const open = [...roots]
      for (let loop = open.pop(); loop !== undefined; loop = open.pop()) {
        seen.push(loop)
        open.push(...loop.children)
      }
      expect(seen).toHaveLength(pairs.length)
      expect(new Set(seen)).toEqual(new Set(loops))
    }),
  )
})
