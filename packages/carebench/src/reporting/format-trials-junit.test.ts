import { expect, it } from 'vitest'
import { readRunFolder } from '../files/run-folder.js'
import { makeRunFolder } from '../testing/make-run-folder.js'
import { formatRunSummary } from './format-run-summary.js'
import { formatTrialsJunit } from './format-trials-junit.js'

it('skips an undecided trial, and says what could not be decided', () => {
  const made = readRunFolder(
    makeRunFolder({
      agents: { mine: { A: 'f' } },
      records: () => ({
        result: { criterion_runs: [{ label: 'States facts', outcome: 'undecided', details: 'Not verified: "6.l".' }] },
      }),
    }),
  )
  const scored = made.scored.map((result) => ({ ...result, undecided: { criteria: 1, alone: true } }))
  expect(formatTrialsJunit([{ ...made, scored }])).toContain(
    '<skipped message="undecided, score 0.00: 1 criterion not passed. Not verified: &quot;6.l&quot;."/>',
  )
})

it('shows a crash before the criteria, in JUnit and in the summary', () => {
  const made = readRunFolder(
    makeRunFolder({
      agents: { mine: { A: 'f' } },
      records: () => ({ result: { criterion_runs: [{ label: 'A is done', outcome: 'failed', details: 'No.' }] } }),
    }),
  )
  const ended = { kind: 'agent', reason: 'crash', message: 'boom at agent.mjs:3' } as const
  const folder = { ...made, scored: made.scored.map((result) => ({ ...result, ended })) }
  const end = 'The agent ended with agent/crash: boom at agent.mjs:3'
  expect(formatTrialsJunit([folder])).toContain(
    `<failure type="fail" message="fail, score 0.00: 1 criterion not passed. ${end}">${end}&#10;failed: A is ` +
      'done&#10;  No.</failure>',
  )
  expect(formatRunSummary({ folder, comparison: undefined, missed: [] })).toContain(
    '<td><code>agent/crash: boom at agent.mjs:3</code><br><code>A is done</code></td>',
  )
})
