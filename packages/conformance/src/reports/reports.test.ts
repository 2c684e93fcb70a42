import { describe, expect, it } from 'vitest'
import { applyBaseline, conforms, parseBaseline } from '../run/baseline.js'
import { parseCapabilities } from '../run/capabilities.js'
import type { Report, Result } from '../run/report.js'
import { formatGithub } from './github.js'
import { formatHtml } from './html.js'
import { formatJunit } from './junit.js'
import { formatTerminal } from './terminal.js'

const nasty = '</script><img src=x onerror=alert(1)>\u001b[31m & "\u0000'
function result(more: Partial<Result>): Result {
  return {
    id: 'pagination.ties',
    section: 'Pagination',
    level: 'MUST',
    profile: 'extended',
    statement: 'Ties.',
    outcome: 'failed',
    cause: nasty,
    checks: [
      {
        scenario: 's',
        passed: false,
        expected: nasty,
        faults: [{ path: '', expected: nasty, actual: nasty }],
        exchanges: [1],
      },
    ],
    checkCount: 1,
    known: false,
    ...more,
  }
}

function report(...results: readonly Result[]): Report {
  return {
    format: 'carebench-conformance/1',
    target: `https://example.org/${nasty}`,
    profile: 'extended',
    runId: 'r1',
    startedAt: '2026-03-02T18:00:00.000Z',
    milliseconds: 1200,
    requests: 1,
    interrupted: false,
    counts: { passed: 0, failed: 1, warned: 0, untestable: 0, 'not-applicable': 0, 'not-observable': 0 },
    results,
    exchanges: [
      {
        number: 1,
        method: 'GET',
        target: '/x',
        requestHeaders: {},
        requestBody: nasty,
        status: 200,
        headers: { 'x-a': nasty },
        body: nasty,
        milliseconds: 1,
        failure: null,
      },
    ],
    leftovers: [nasty],
    staleBaseline: [],
    findings: [{ property: nasty, ids: [], message: nasty, seed: 7, path: '0', script: nasty }],
  }
}

/** What a terminal would obey. */
function controls(text: string) {
  return [...text].filter((character) => character !== '\n' && /\p{Cc}/u.test(character))
}

describe('a response of a server', () => {
  it('never becomes markup of the page, which loads nothing', () => {
    const page = formatHtml(report(result({})))
    expect(page).not.toContain('<img')
    expect(page.match(/<\/script>/g)).toHaveLength(2)
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'")
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+';/)
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\//)
    const json = /<script id="report" type="application\/json">(.*)<\/script>/.exec(page)?.[1] ?? ''
    expect(JSON.parse(json).exchanges[0].body).toBe(nasty)
  })

  it('is escaped in JUnit, and cannot control a terminal or a workflow', () => {
    const xml = formatJunit(report(result({})))
    expect(xml).not.toContain('<img')
    expect(controls(xml)).toEqual([])
    expect(xml).toContain('failures="2"')
    expect(controls(formatTerminal(report(result({}))))).toEqual([])
    expect(formatGithub(report(result({ cause: 'a\n::error::b' }))).split('\n')[0]).toMatch(/^::error .*%0A::error::b$/)
  })
})

it('shows the values at the pointers that failed, in the terminal and in JUnit', () => {
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
  const xml = formatJunit(failed)
  expect(xml.match(/\/body\/data\/\d\/score: expected 1, got &quot;/g)).toHaveLength(9)
  expect(controls(xml)).toEqual([])
})

it('says once why requirements were not tested, or for each on request', () => {
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

it('capabilities are requirements, topics and needs, each with its reason', () => {
  expect(parseCapabilities({ gaps: { fax: 'a', clock: 'b', 'payer.html': 'c' } })).toEqual({
    fax: 'a',
    clock: 'b',
    'payer.html': 'c',
  })
  for (const wrong of [null, {}, { gaps: [] }, { gaps: { faxx: 'a' } }, { gaps: { fax: '' } }])
    expect(() => parseCapabilities(wrong)).toThrow()
})
