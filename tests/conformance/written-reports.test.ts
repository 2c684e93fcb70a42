import { describe, expect, it } from 'vitest'
import { formatGithub } from '../../packages/carebench/src/commands/conformance/format-github.js'
import { formatHtml } from '../../packages/carebench/src/commands/conformance/format-html.js'
import { formatJunit } from '../../packages/carebench/src/commands/conformance/format-junit.js'
import { controls, nasty, report, result } from '../../packages/conformance/src/testing/nasty-report.js'

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

  it('is escaped in JUnit, and cannot control a workflow', () => {
    const xml = formatJunit(report(result({})))
    expect(xml).not.toContain('<img')
    expect(controls(xml)).toEqual([])
    expect(xml).toContain('failures="2"')
    expect(formatGithub(report(result({ cause: 'a\n::error::b' }))).split('\n')[0]).toMatch(/^::error .*%0A::error::b$/)
  })
})

it('shows the values at the pointers that failed in JUnit', () => {
  const faults = Array.from({ length: 9 }, (_, index) => ({
    path: `/body/data/${index}/score`,
    expected: '1',
    actual: `"${nasty}${index}"`,
  }))
  const checks = [{ scenario: 's', passed: false, expected: 'a list', faults, exchanges: [1] }]
  const failed = report(result({ checks, cause: '/body/data/0/score: expected 1, got 0' }))
  const xml = formatJunit(failed)
  expect(xml.match(/\/body\/data\/\d\/score: expected 1, got &quot;/g)).toHaveLength(9)
  expect(controls(xml)).toEqual([])
})
