import { expect, it } from 'vitest'
import { plotBars } from './bars.js'
import { plotCurves } from './curves.js'
import { plotInterval } from './interval.js'
import { partsLegend, plotParts } from './parts.js'
import { plotRing } from './ring.js'
import { seriesColor } from './series.js'

function numbers(text: string, name: string) {
  return [...text.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => Number(value))
}

it('plots a ring as long as its share, and an empty one for a share of 0', () => {
  expect(plotRing(0, '0.00', 'tone-failed').text).toContain('visibility="hidden"')
  const ring = plotRing(0.5, '0.50', 'tone-partial').text
  expect(ring).not.toContain('visibility')
  expect(ring).toContain('aria-label="score 0.50"')
  const [arc, rest] = /stroke-dasharray="([^"]*)"/.exec(ring)?.[1]?.split(' ').map(Number) ?? []
  expect(arc).toBeCloseTo(rest ?? 0, 1)
})

it('plots bars as wide as their shares, and nothing without shares', () => {
  expect(plotBars([])).toBeNull()
  const bar = (share: number) => ({ name: '<b>', note: 'n', share, figure: `${share}`, tone: 'tone-passed' })
  const { text } = plotBars([bar(0.25), bar(1)]) ?? { text: '' }
  expect(numbers(text, 'width')).toEqual([100, 25, 100, 100])
  expect(text).toContain('<dt>&lt;b&gt; <small>n</small></dt>')
})

it('plots an interval from its low to its high end', () => {
  const { text } = plotInterval({ value: 0.5, low: 0, high: 1 }, 'half', 'series-0')
  expect(numbers(text, 'cx')).toEqual([120])
  expect(numbers(text, 'x1').slice(5)).toEqual([6, 6, 234])
})

it('plots parts that fill the bar, without parts of 0', () => {
  const parts = [
    { name: 'a', count: 1, color: 'x' },
    { name: 'b', count: 0, color: 'y' },
    { name: 'c', count: 3, color: 'z' },
  ]
  const { text } = plotParts(parts)
  expect(numbers(text, 'x')).toEqual([0, 250])
  expect(text).toContain('aria-label="1 a, 0 b, 3 c"')
  expect(partsLegend(parts).text.match(/<li>/g)).toHaveLength(3)
})

it('plots curves from the left edge to the right one', () => {
  const { text } = plotCurves({
    caption: 'c',
    note: 'n',
    label: 'l',
    unit: 'k',
    last: 2,
    curves: [
      {
        name: 'p@',
        points: [
          { x: 1, share: 0, figure: '0' },
          { x: 2, share: 1, figure: '1' },
        ],
        color: seriesColor(7),
        dashed: true,
      },
    ],
  })
  expect(text).toContain('<g class="series-1"><polyline class="curve dashed" points="44.0,212.0 604.0,12.0"/>')
  expect(text).toContain('<title>p@2: 1</title>')
})
