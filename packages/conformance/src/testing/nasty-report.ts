import type { Report, Result } from '../run/report.js'

/** Text of a server that tries to become markup, and to control a terminal. */
export const nasty = '</script><img src=x onerror=alert(1)>\u001b[31m & "\u0000'
/** Returns a failed requirement whose every text from the server is {@link nasty}. */
export function result(more: Partial<Result>): Result {
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

/** Returns a report whose every text from the server is {@link nasty}. */
export function report(...results: readonly Result[]): Report {
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

/** Returns the control characters in a text that a terminal would interpret. */
export function controls(text: string) {
  return [...text].filter((character) => character !== '\n' && /\p{Cc}/u.test(character))
}
