import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatJunit } from './junit.js'

it('counts each outcome in its suite and in total', () => {
  const xml = formatJunit({
    name: 'all',
    suites: [
      {
        name: 'one',
        seconds: 1.5,
        cases: [
          { name: 'a', outcome: 'passed' },
          { name: 'b', outcome: 'failure', message: 'm', text: 'line\nline' },
        ],
      },
      { name: 'two', cases: [{ name: 'c', className: 'x', outcome: 'skipped', message: 'why' }] },
    ],
  })
  expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="all" tests="3" failures="1" errors="0" time="1.500">
  <testsuite name="one" tests="2" failures="1" errors="0" skipped="0" time="1.500">
    <testcase classname="one" name="a"/>
    <testcase classname="one" name="b">
      <failure type="failure" message="m">line&#10;line</failure>
    </testcase>
  </testsuite>
  <testsuite name="two" tests="1" failures="0" errors="0" skipped="1">
    <testcase classname="x" name="c">
      <skipped message="why"/>
    </testcase>
  </testsuite>
</testsuites>
`)
})

it('accepts any text, and writes no character that XML forbids', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const of = (value: string) =>
        formatJunit({
          name: value,
          suites: [{ name: value, cases: [{ name: value, outcome: 'error', message: value, text: value }] }],
        })
      const tags = (xml: string) => [...xml.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replaceAll(/"[^"]*"/g, '""'))
      expect(tags(of(text))).toEqual(tags(of('x')))
      expect(of(text)).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u)
    }),
  )
})
