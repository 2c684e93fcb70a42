import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { trialPath } from '../../runner/results/trial-result.js'
import { runInProcess } from '../../testing/run-in-process.js'

function said(member: string, item: string | null) {
  const assertion = { assert: 'output-match', fields: [{ path: member, expected: true }] }
  return { label: `It says ${member}`, assertion, item }
}

const items = [
  { key: 'refill', label: 'Renew the prescription' },
  { key: 'denial', label: 'Answer the denial' },
  { key: 'renewal', label: 'Renew the authorization', due: '2026-03-05T09:00:00Z' },
]
const ends_at = '2026-03-02T17:00:00Z'
const criteria = [...items.map(({ key }) => said(key, key)), said('note', null)]
const evidence = { version: 1, output: { refill: true, note: true }, initial: {} }

const benchmark = {
  name: 'days',
  overrides: { clock: 'stepped' },
  environment: { name: 'Desk', simulators: [{ type: 'Files', name: 'Inbox' }], datasets: [] },
  tasks: [
    { name: 'A day', task_item: { instruction: 'Work.' }, starts_at: '2026-03-02T08:00:00Z', ends_at, items, criteria },
  ],
}

let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carebench-items-'))
  writeFileSync(join(folder, 'days.json'), JSON.stringify(benchmark))
  const output = JSON.stringify(evidence.output)
  writeFileSync(join(folder, 'agent.mjs'), `export default async () => (${output})\n`)
  return () => rmSync(folder, { recursive: true, force: true })
})

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8')
}

describe('a run of a task with items', () => {
  it('keeps the result of each item, counts those that were due, and shows criteria by item', async () => {
    const page = join(folder, 'summary.md')
    const agent = `module:${join(folder, 'agent.mjs')}`
    const file = join(folder, 'days.run.json')
    writeFileSync(
      file,
      JSON.stringify({ version: 1, benchmark: join(folder, 'days.json'), agents: [agent], summary: page }),
    )
    const { out, err } = await runInProcess(['run', file, '--folder', join(folder, 'results')])
    expect(out, err).toMatch(/^agent {2}0 of 1, 1 of 2 items/m)
    expect(readFileSync(page, 'utf8')).toContain('0 of 1, 1 of 2 items')
    expect(out).toMatch(/^items of +passed.*\nagent, 1 task +1 of 2 +50 % \(.*\) +1 +0 +0$/m)
    expect(JSON.parse(read('results/results.json')).agents[0].items).toMatchObject({
      ...{ due: 2, passed: 1, left_undone: 1, by_act: 0, critical: 0, tasks: 1 },
      ...{ sizes: [], families: [] },
    })
    expect(read('results/report/index.html')).toMatch(/<h2 id="items-title">Items<.*agent, 1 task.*1 of 2/s)
    const trial = join('results', trialPath({ agent: 'agent', task: 'A day', trial: 1 }))
    const result = JSON.parse(read(join(trial, 'attempt-1/result.json')))
    expect(result).toMatchObject({
      verdict: 'partial',
      score: 0.5,
      items: {
        refill: { verdict: 'pass', score: 1, due: true, broken: { minor: 0 } },
        renewal: { verdict: 'fail', score: 0, due: false },
      },
    })
    const shown = read(join('results/report', `${trial.slice('results/'.length)}.html`))
    expect(shown).toMatch(/<h4>Renew the prescription.*pass.*1\.00.*<h4>Answer the denial.*fail.*0\.00/s)
    expect(shown).toMatch(/<h4>Renew the authorization.*not due, does not count.*<h4>The whole task<\/h4>/s)
    expect(shown).toMatch(/1 of 2 that were due passed.*Answer the denial.*1 minor: left undone or not right/s)
  })
})

describe('carebench verify and report', () => {
  it('print the items', async () => {
    writeFileSync(join(folder, 'criteria.json'), JSON.stringify({ criteria, options: { items, ends_at } }))
    writeFileSync(join(folder, 'evidence.json'), JSON.stringify(evidence))
    const { code, out } = await runInProcess(['verify', join(folder, 'criteria.json'), join(folder, 'evidence.json')])
    expect(code).toBe(1)
    expect(out).toContain('passed      1.00   refill: It says refill\n')
    expect(out).toContain('refill             1.00   pass\ndenial             0.00   fail\n')
    expect(out).toContain('renewal            0.00   fail, not due\n')
    expect(out).toContain('score   0.50\nverdict partial\n')
    const unknown = JSON.stringify({ criteria, options: { items: items.slice(1) } })
    writeFileSync(join(folder, 'unknown.json'), unknown)
    const refused = await runInProcess(['verify', join(folder, 'unknown.json'), join(folder, 'evidence.json')])
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('got "refill"')])
  })
})
