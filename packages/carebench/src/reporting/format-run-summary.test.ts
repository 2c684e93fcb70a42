import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareRuns } from '../comparing/compare-runs.js'
import { findMissedGates } from '../comparing/gates.js'
import { type RunFolder, readRunFolder } from '../files/run-folder.js'
import { makeRunFolder } from '../testing/make-run-folder.js'
import { formatRunSummary } from './format-run-summary.js'

function makeFolder(task = 'A'): RunFolder {
  const folder = makeRunFolder({
    agents: { mine: { [task]: 'pfi-' } },
    records: (label, _, passed) => ({
      result: { criterion_runs: [{ label: `${label} is done`, outcome: passed ? 'passed' : 'failed', details: '' }] },
    }),
  })
  return readRunFolder(folder)
}

/** Returns the page without its code elements. */
function outside(page: string): string {
  return page.replaceAll(/<code>[^<>]*<\/code>/g, '<code>')
}

it('summarizes gates, agents, the comparison and the trials without a pass', () => {
  const folder = makeFolder()
  const baseline = readRunFolder(makeRunFolder({ agents: { mine: { A: 'pppp' } } }))
  const comparison = compareRuns(baseline, { ...folder, path: 'runs/now' })
  const missed = findMissedGates(folder.summary.agents, { minCoverage: 1 })
  const text = formatRunSummary({
    folder,
    comparison: { ...comparison, folders: { baseline: 'a', candidate: 'b' } },
    missed,
  })
  expect(text).toBe(`

<h2>carebench run: <code>small@1</code></h2>
<ul><li>❌ <code>2 of 4 trials of mine are scored; min_coverage is 1</code></li></ul>
<table>
<thead><tr><th>agent</th><th>passed</th><th>pass rate (95 %)</th><th>score</th><th>scored</th>\
<th>if unscored fail or pass</th><th>undecided</th><th>cost</th></tr></thead>
<tbody>
<tr><td><code>mine</code></td><td>1 of 2</td><td>50 % (9 % to 91 %)</td><td>0.50</td><td>2 of 4</td>\
<td>25 % to 75 %</td><td>–</td><td>–</td></tr>
</tbody>
</table>
<p>Compared with <code>a</code></p>
<table>
<thead><tr><th>agent</th><th>pass rate</th><th>difference</th><th>pass → fail</th><th>fail → pass</th>\
<th>regression</th></tr></thead>
<tbody>
<tr><td><code>mine</code></td><td>100 % → 50 %</td><td>−50.0 points (−98.8 to +96.2)</td><td>1</td><td>0</td>\
<td>no</td></tr>
</tbody>
</table>
<details><summary>3 trials without a pass</summary>
<table>
<thead><tr><th>agent</th><th>task</th><th>trial</th><th>result</th><th>why</th></tr></thead>
<tbody>
<tr><td><code>mine</code></td><td><code>A</code></td><td>2</td><td>fail 0.00</td><td><code>A is done</code></td></tr>
<tr><td><code>mine</code></td><td><code>A</code></td><td>3</td><td>unscored</td><td>\
<code>unscored: infrastructure error (rate_limit)</code></td></tr>
<tr><td><code>mine</code></td><td><code>A</code></td><td>4</td><td>unscored</td><td>\
<code>unscored: not begun</code></td></tr>
</tbody>
</table>
</details>

`)
})

it('keeps every text inside its code element, whatever it is', () => {
  const folder = makeFolder()
  const nasty = fc.constantFrom(
    '</code>',
    '|',
    '`',
    '\n\n# x',
    '\r\r[x](https://x.example)',
    '@octocat',
    '#1',
    'https://x.example',
    '<img src=x>',
    '&lt;',
    '\u202e',
    '\u001b[31m',
  )
  const text = fc
    .array(fc.oneof(nasty, fc.string({ unit: 'binary-ascii' })), { maxLength: 6 })
    .map((parts) => parts.join(''))
  /** The same results with a text in place of everything that a benchmark or an agent can choose. */
  const withText = (chosen: string): RunFolder => ({
    ...folder,
    benchmark: chosen,
    plan: folder.plan.map((key) => ({ ...key, agent: chosen, task: chosen })),
    scored: folder.scored.slice(0, 1).map((result) => ({
      ...result,
      key: { ...result.key, agent: chosen, task: chosen },
      ended: { kind: 'agent', reason: 'crash', message: chosen },
    })),
    attempts: folder.attempts.map((line) => ({ ...line, agent: chosen, task: chosen, ended: chosen })),
    summary: { ...folder.summary, agents: folder.summary.agents.map((agent) => ({ ...agent, agent: chosen })) },
  })
  const pageOf = (chosen: string) => {
    const missed = [{ gate: 'fail_under', agent: chosen, message: chosen }] as const
    return formatRunSummary({ folder: withText(chosen), comparison: undefined, missed })
  }
  fc.assert(
    fc.property(text, (chosen) => {
      const page = pageOf(chosen)
      expect(outside(page)).toBe(outside(pageOf('x')))
      // One block of HTML: Markdown would begin after a blank line.
      expect(page.trim()).not.toMatch(/\n\s*\n|(?!\n)[\p{Cc}\p{Cf}]/u)
    }),
  )

  const label = 'x</code>\n\n| [a](https://x.example) @octocat `#1`'
  const page = formatRunSummary({ folder: makeFolder(label), comparison: undefined, missed: [] })
  expect(page).toContain('<code>x&lt;/code&gt; | [a](https://x.example) @octocat `#1` is done</code>')
  expect(outside(page)).toBe(outside(formatRunSummary({ folder, comparison: undefined, missed: [] })))
})
