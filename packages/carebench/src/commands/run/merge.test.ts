import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { planTrials, trialsOfShard } from '../../runner/runs/plan-trials.js'
import { answersBenchmark } from '../../testing/answers-benchmark.js'
import { runInProcess } from '../../testing/run-in-process.js'

let folder: string
function at(name: string): string {
  return join(folder, name)
}

function run(name: string, ...options: readonly string[]) {
  const agent = `right=module:${at('right.mjs')}`
  const argv = ['run', at('benchmark.json'), '--agent', agent, '--trials', '2', '--seed', '1', '--no-pages']
  return runInProcess([...argv, '--folder', at(name), ...options])
}

function merge(into: string, ...names: readonly string[]) {
  return runInProcess(['run', 'merge', ...names.map(at), '--into', at(into)])
}

function readSummary(name: string) {
  const { agents } = JSON.parse(readFileSync(join(at(name), 'results.json'), 'utf8'))
  return agents.map(({ cost_usd: _, ...agent }: Record<string, unknown>) => agent)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carebench-merge-'))
  writeFileSync(at('benchmark.json'), JSON.stringify(answersBenchmark))
  writeFileSync(
    at('right.mjs'),
    'export default async (trial) => ({ answer: trial.task.name.endsWith("seven") ? 42 : 0 })\n',
  )
  for (const shard of ['1', '2']) {
    const { code, err, out } = await run(`shard${shard}`, '--shard', `${shard}/2`)
    expect(code, err).toBe(0)
    expect(out).toMatch(/^right +\d of 2 .* 2 of 2 /m)
  }
  return () => rmSync(folder, { recursive: true, force: true })
})

describe('shards', () => {
  it('contain every trial exactly once', () => {
    const plans = fc.record({
      agents: fc.nat(3),
      tasks: fc.nat(5),
      trials: fc.nat(4),
      count: fc.integer({ min: 1, max: 9 }),
    })
    fc.assert(
      fc.property(plans, ({ agents, tasks, trials, count }) => {
        const names = (prefix: string, length: number) => Array.from({ length }, (_, at) => `${prefix}${at}`)
        const plan = planTrials({ agents: names('a', agents), tasks: names('t', tasks), trials })
        const shards = names('', count).map((_, at) => trialsOfShard(plan, { index: at + 1, count }))
        expect(shards.flat().toSorted((a, b) => plan.indexOf(a) - plan.indexOf(b))).toEqual(plan)
        const sizes = shards.map(({ length }) => length)
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('merge into the folder that one process would have written', async () => {
    const merged = await merge('merged', 'shard2', 'shard1')
    expect([merged.code, merged.err]).toEqual([0, ''])
    expect(merged.out).toMatch(/^right {2}2 of 4 .* 4 of 4 /m)
    expect((await run('whole')).code).toBe(0)
    expect(readSummary('merged')).toEqual(readSummary('whole'))
    // It is a results folder like any other: the same command finds that everything is scored.
    const again = await run('merged', '--json')
    expect(again.out).not.toContain('trial_started')
    expect((await runInProcess(['regrade', at('merged')])).code).toBe(0)
  })

  it('can be merged before all have run, and continue in the merged folder', async () => {
    expect((await merge('half', 'shard1')).out).toMatch(/ 2 of 4 /)
    const rest = await run('half', '--json')
    expect(rest.out.match(/"trial_started"/g)).toHaveLength(2)
  })

  it.each([
    ['a trial that was tried in two folders', ['shard1', 'shard1'], 'a trial counts once'],
    ['other plans', ['shard1', 'other'], '/trials of run.json differs'],
    ['other seeds', ['shard1', 'seeded'], '/seed: was 1, is 2'],
    ['a folder without results', ['shard1', '.'], 'is not the folder of a run'],
  ])('reject %s, and leave no folder', async (_, names, message) => {
    if (names.includes('other')) await run('other', '--trials', '1')
    if (names.includes('seeded')) await run('seeded', '--shard', '2/2', '--seed', '2')
    const { code, err } = await merge('refused', ...names)
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
    const there = await merge('shard2', 'shard1')
    expect([there.code, there.err]).toEqual([2, expect.stringContaining('already exists')])
  })

  it('are rejected if one has results of the trials of another, or leaves out different tasks', async () => {
    const [line = ''] = readFileSync(join(at('shard2'), 'index.jsonl'), 'utf8').split('\n')
    const { agent, task, trial, attempt } = JSON.parse(line)
    const said = { version: 1, at: '2026-03-02T09:00:00.000Z', by: 'A. Reader', task, reason: 'It is hard.' }
    const invalid = { ...said, agent, trial, attempt, kind: 'invalid', verdict: null }
    const forged = [
      ['assessments.jsonl', JSON.stringify(invalid), 'which was not tried there'],
      ['assessments.jsonl', JSON.stringify({ ...said, kind: 'left_out' }), 'leave out different tasks'],
      ['index.jsonl', line, 'which was not tried there'],
    ] as const
    for (const [file, text, message] of forged) {
      rmSync(at('forged'), { recursive: true, force: true })
      cpSync(at('shard1'), at('forged'), { recursive: true })
      appendFileSync(join(at('forged'), file), `${text}\n`)
      const { code, err } = await merge('refused', 'shard2', 'forged')
      expect([code, err]).toEqual([2, expect.stringContaining(message)])
    }
  })

  it('keep the trials of tasks that all leave out', async () => {
    const line = readFileSync(join(at('shard1'), 'index.jsonl'), 'utf8').split('\n')[0] ?? ''
    const { task } = JSON.parse(line)
    const decision = { version: 1, at: '2026-03-02T09:00:00.000Z', by: 'Reader', task, kind: 'left_out', reason: '?' }
    for (const name of ['shard1', 'shard2']) {
      cpSync(at(name), at(`less-${name}`), { recursive: true })
      appendFileSync(join(at(`less-${name}`), 'assessments.jsonl'), `${JSON.stringify(decision)}\n`)
    }
    expect((await merge('less', 'less-shard1', 'less-shard2')).code).toBe(0)
    const again = { ...decision, kind: 'counted' }
    appendFileSync(join(at('less'), 'assessments.jsonl'), `${JSON.stringify(again)}\n`)
    expect((await runInProcess(['run', 'show', at('less')])).out).toMatch(/ 4 of 4 /)
  })

  it.each(['0/2', '3/2', '1', 'x'])('are refused as %s', async (shard) => {
    const { code, err } = await run('no', '--shard', shard)
    expect([code, err]).toEqual([2, expect.stringContaining('such as 2/5')])
  })
})
