import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeName, encodeNameAt, scanLines } from './lines.js'

describe('scanLines', () => {
  it('finds the same lines as splitting at line ends, without empty ones', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\r', '\n', '\r\n') })
    fc.assert(
      fc.property(text, fc.nat(5), (all, from) => {
        const { starts, ends } = scanLines(all, from)
        const lines = starts.map((start, index) => all.slice(start, ends[index]))
        expect(lines).toEqual(
          all
            .slice(from)
            .split(/[\r\n]/)
            .filter((line) => line !== ''),
        )
      }),
    )
  })
})

describe('encodeNameAt', () => {
  it.each([
    ['PID|1', true],
    ['PID', true],
    ['Z1A|', true],
    ['PIDX', false],
    ['PID^', false],
    ['1ID|', false],
    ['PI', false],
    ['PI|', false],
    ['pid|', false],
    ['', false],
  ])('determines whether %j begins with a segment name', (line, named) => {
    expect(encodeNameAt(line, 0, line.length, '|'.charCodeAt(0))).toBe(named ? encodeName(line) : -1)
  })
})
