import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeTrialRecord } from '../testing/make-records.js'
import { makeRunFolder } from '../testing/make-run-folder.js'
import { runInProcess } from '../testing/run-in-process.js'

function makeFolder(outcomes: string): string {
  return makeRunFolder({ agents: { mine: { A: outcomes } }, records: makeTrialRecord })
}

it('checks the results of a folder against gates, with an exit code for each', async () => {
  const folder = makeFolder('ppfi')
  const gate = async (...options: string[]) => {
    const { code, err } = await runInProcess(['report', folder, ...options])
    return [code, err]
  }
  // Three of four trials are scored, and two of these pass.
  expect(await gate('--fail-under', '0.66', '--min-coverage', '0.75')).toEqual([0, ''])
  expect(await gate('--fail-under', '0.67')).toEqual([1, 'carebench: mine passed 2 of 3 trials; fail_under is 0.67\n'])
  expect(await gate('--min-coverage', '0.8')).toEqual([
    3,
    'carebench: 3 of 4 trials of mine are scored; min_coverage is 0.8\n',
  ])
  expect(await gate('--min-coverage', '1', '--fail-under', '1')).toEqual([
    3,
    'carebench: 3 of 4 trials of mine are scored; min_coverage is 1\nmine passed 2 of 3 trials; fail_under is 1\n',
  ])
  const better = makeFolder('pppp')
  expect(await gate('--fail-on-regression', better)).toEqual([0, ''])
  expect(await gate('--fail-on-regression', better, '--significance', '1', '--fail-under', '1')).toEqual([
    5,
    expect.stringMatching(/^carebench: mine regressed: .*\nmine passed 2 of 3 trials; fail_under is 1\n$/),
  ])
})

it('writes JUnit XML with a case for each planned trial', async () => {
  const folder = makeRunFolder({ agents: { mine: { A: 'pci-' } }, records: makeTrialRecord })
  const file = join(folder, 'junit.xml')
  const { code } = await runInProcess(['report', folder, '--junit', file])
  expect(code).toBe(0)
  const cases = readFileSync(file, 'utf8').match(/<testsuite [\s\S]*<\/testsuite>/)?.[0]
  expect(cases).toBe(`<testsuite name="mine" tests="4" failures="1" errors="1" skipped="1" time="3.000">
    <testcase classname="mine" name="A, trial 1" time="1.500"/>
    <testcase classname="mine" name="A, trial 2" time="1.500">
      <failure type="fail" message="fail, score 0.00: 1 criterion not passed">The agent ended with \
completed/done.&#10;failed: It is done&#10;  0 of 1 check passed on the output. Expected &quot;status&quot; to be \
&quot;done&quot;, found &quot;open&quot;.</failure>
    </testcase>
    <testcase classname="mine" name="A, trial 3" time="0.000">
      <error type="unscored" message="unscored: infrastructure error (rate_limit)"></error>
    </testcase>
    <testcase classname="mine" name="A, trial 4" time="0.000">
      <skipped message="unscored: not begun"/>
    </testcase>
  </testsuite>`)
})

it('reports what it can read of a damaged folder, and exits with 2', async () => {
  const folder = makeFolder('pp')
  writeFileSync(join(folder, 'trials/mine/a-559aea/t02/attempt-1/record.json.gz'), 'x')
  const { code, out, err } = await runInProcess(['report', folder])
  expect([code, out, err]).toEqual([
    2,
    expect.stringContaining('A     pass     1.00'),
    expect.stringMatching(/^Pages: .*\ncarebench: .*t02\/attempt-1\/record\.json\.gz cannot be read/),
  ])
})

it('does not judge a rate without a scored trial', async () => {
  const folder = makeRunFolder({ agents: { mine: { A: 'p' }, down: { A: 'i' } }, records: makeTrialRecord })
  const { code, err } = await runInProcess(['report', folder, '--fail-under', '0.5'])
  expect([code, err]).toEqual([3, 'carebench: 0 of 1 trials of down are scored\n'])
})

it.each([
  [
    'gates on records',
    (folder: string) => [join(folder, 'trials'), '--fail-under', '1'],
    'gates and --summary are for results folders',
  ],
  ['a share above 1', (folder: string) => [folder, '--min-coverage', '95'], 'Expected a share from 0 to 1'],
  ['an invalid baseline', (folder: string) => [folder, '--fail-on-regression', '/x'], '/x is not the folder of a run'],
])('refuses %s', async (_, argv, message) => {
  const { code, err } = await runInProcess(['report', ...argv(makeFolder('p'))])
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})

const trial = 'trials/mine/a-559aea/t01/result.json'

it.each([
  ['a result that the runner did not write', trial, '{"key": {}, "ended": {}}', 'has /key/agent, which is required'],
  [
    'a result without required members',
    trial,
    '{"key": {"agent": "mine", "task": "A", "trial": 1}}',
    'result.json has /attempt, which is required',
  ],
  ['a line that is not JSON', 'index.jsonl', 'x\n', 'index.jsonl must hold one JSON object per line'],
  [
    'a plan with too many trials',
    'run.json',
    '{"benchmark":"a","agents":[],"tasks":[],"trials":1e9}',
    'run.json has /trials, which must be a whole number from 1 to 1000, got 1000000000',
  ],
])('names %s in the folder of somebody else', async (_, name, content, message) => {
  const folder = makeFolder('p')
  writeFileSync(join(folder, name), content)
  const { code, err } = await runInProcess(['compare', folder, folder])
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})
