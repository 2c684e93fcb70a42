import { describe, expect, it } from 'vitest'
import { applyBaseline, conforms, parseBaseline } from '../run/baseline.js'
import { parseCapabilities } from '../run/capabilities.js'
import type { Result } from '../run/report.js'
import { controls, nasty, report, result } from '../testing/nasty-report.js'
import { formatTerminal } from './terminal.js'

it('a response of a server cannot control a terminal', () => {
  expect(controls(formatTerminal(report(result({}))))).toEqual([])
})

it('shows the values at the pointers that failed', () => {
  const faults = Array.from({ length: 9 }, (_, index) => ({
    path: `/body/data/${index}/score`,
    expected: '1',
    actual: `"${nasty}${index}"`,
  }))
  const checks = [{ scenario: 's', passed: false, expected: 'a list', faults, exchanges: [1] }]
  const failed = report(result({ checks, cause: '/body/data/0/score: expected 1, got 0' }))
  const terminal = formatTerminal(failed)
  expect(terminal).toContain('wrong     /body/data/0/score: expected 1, got 0')
  expect(terminal.match(/also {6}\/body\/data\/[123]\/score: expected 1, got "/g)).toHaveLength(3)
  expect(controls(terminal)).toEqual([])
})

it('lists each cause of untested requirements once, or every requirement on request', () => {
  const untested = (id: Result['id'], cause: string) => result({ id, outcome: 'untestable', cause, checks: [] })
  const some = report(
    untested('pagination.ties', 'No keys.'),
    untested('pagination.prev-back', 'No benchmark.'),
    untested('pagination.prev-null', 'No benchmark.'),
  )
  const lines = formatTerminal(some).split('\n')
  expect(lines.filter((line) => /untestable: /.test(line))).toEqual([
    '2 untestable: No benchmark.',
    '1 untestable: No keys.',
  ])
  expect(formatTerminal(some, { all: true }).match(/No benchmark\./g)).toHaveLength(2)
})

describe('a baseline', () => {
  it('marks a known failure, and reports it as stale once it passes', () => {
    const baseline = parseBaseline({ failures: { 'pagination.ties': 'We know.' } })
    const known = applyBaseline({ ...report(result({})), findings: [] }, baseline)
    expect([conforms(known), known.staleBaseline]).toEqual([true, []])
    const mended = applyBaseline({ ...report(result({ outcome: 'passed', cause: null })), findings: [] }, baseline)
    expect([conforms(mended), mended.staleBaseline]).toEqual([false, ['pagination.ties']])
  })

  it.each([null, [], {}, { failures: [] }, { failures: { 'no.such': 'x' } }, { failures: { 'pagination.ties': 1 } }])(
    'refuses %o',
    (value) => {
      expect(() => parseBaseline(value)).toThrow()
    },
  )
})

it('the gaps in capabilities are requirements, topics or needs, each with its reason', () => {
  expect(parseCapabilities({ gaps: { fax: 'a', clock: 'b', 'payer.html': 'c' } })).toEqual({
    fax: 'a',
    clock: 'b',
    'payer.html': 'c',
  })
  for (const wrong of [null, {}, { gaps: [] }, { gaps: { faxx: 'a' } }, { gaps: { fax: '' } }])
    expect(() => parseCapabilities(wrong)).toThrow()
})
