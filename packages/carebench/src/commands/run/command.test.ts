import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import runFile from '@carebench/protocol/schemas/run-file-1.json' with { type: 'json' }
import { beforeAll, describe, expect, it } from 'vitest'
import { mcpPresets } from '../../runner/processes/mcp-presets.js'
import type { Terminal } from '../../terminal/terminal.js'
import { answersBenchmark as benchmark } from '../../testing/answers-benchmark.js'
import { runInProcess } from '../../testing/run-in-process.js'
import { runCommand } from './command.js'

const nowhere: Terminal = {
  out: () => undefined,
  err: () => undefined,
  isTTY: false,
  errColumns: undefined,
  environment: {},
  now: () => 0,
}

let folder: string
let source: string
let right: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carebench-run-'))
  source = join(folder, 'benchmark.json')
  right = join(folder, 'right.mjs')
  writeFileSync(source, JSON.stringify(benchmark))
  writeFileSync(right, 'export default async (trial) => ({ answer: trial.task.name.endsWith("seven") ? 42 : null })\n')
  writeFileSync(join(folder, 'none.mjs'), 'export const agent = 1\n')
  return () => rmSync(folder, { recursive: true, force: true })
})

describe('run', () => {
  it('runs a module agent, prints a line per trial and a row per agent, and continues in its folder', async () => {
    const results = join(folder, 'results')
    const argv = ['run', source, '--agent', `right=module:${right}`, '--folder', results]
    const first = await runInProcess(argv)
    expect(first.code, first.err).toBe(0)
    expect(first.err).toMatch(/^pass 1\.00 {4}right · Report six times seven · 1 {2}\d+\.\d s$/m)
    expect(first.err).toMatch(/^fail 0\.00 {4}right · Report nothing · 1 {2}\d+\.\d s$/m)
    expect(first.out).toMatch(/^right {2}1 of 2 +50 % \(9 %–91 %\) +0\.50 +2 of 2 +– +none$/m)

    // The same command adds trials, and prints their results as JSON.
    const environment = { XDG_STATE_HOME: join(folder, 'state') }
    const second = await runInProcess([...argv, '--trials', '2', '--task', '*SEVEN', '--json'], { environment })
    const events = second.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(second.code, second.err).toBe(0)
    expect(events.map(({ event }) => event)).toEqual(['launch', 'trial_started', 'trial_ended', 'done'])
    expect(events[0]).toMatchObject({ planned: 2, scored: 1, folder: results })
    expect(events[2]).toMatchObject({ agent: 'right', trial: 2, verdict: 'pass', ended: { kind: 'completed' } })
    expect(events[3]).toMatchObject({ stopped: null, agents: [{ agent: 'right', passed: 2, coverage: 1 }] })

    // Each process published the benchmark anew; the folder has the bases of both processes' records.
    expect(readdirSync(join(results, 'bases'))).toHaveLength(2)
    const trials = join(results, 'trials/right/report-six-times-seven-')
    const records = readdirSync(results, { recursive: true, encoding: 'utf8' })
      .map((name) => join(results, name))
      .filter((name) => name.startsWith(trials) && name.endsWith('record.json.gz'))
    expect(records).toHaveLength(2)
    const picked = await runInProcess(['report', ...records, '--base', join(results, 'bases')])
    expect(picked.code, picked.err).toBe(0)
    const reported = await runInProcess(['report', results])
    expect(reported.code, reported.err).toBe(0)
    expect(reported.out).toMatch(/^right {2}3 +2 of 3/m)
    const without = await runInProcess(['report', ...records])
    expect(without.err).toContain('holds only differences from the base')

    const shown = await runInProcess(['run', 'show', results])
    expect(shown.out).toMatch(/^Report six times seven {2}1\.00 +pass pass$/m)
    const listed = await runInProcess(['run', 'ls', folder])
    expect(listed.out).toContain(`${results}  answers@1  right 2 of 2  2 of 2`)
    const watched = await runInProcess(['run', 'watch', results])
    expect(watched.out.match(/completed\/done/g)).toHaveLength(3)
    const cancelled = await runInProcess(['run', 'cancel', results])
    expect([cancelled.code, cancelled.err]).toEqual([2, expect.stringContaining('no process on this machine')])

    const requeued = await runInProcess(['run', 'requeue', results, 'right/Report nothing/1'])
    expect([requeued.code, requeued.err]).toEqual([2, expect.stringContaining('no process on this machine')])
    // While a process runs.
    writeFileSync(join(results, 'pid'), `${process.pid}\n`)
    for (const [trial, problem] of [
      ['right/Report six times seven/1', 'already has a result (pass); scored trials are never run again'],
      ['right/Report nought/1', 'is not a trial of the run'],
    ] as const) {
      const asked = await runInProcess(['run', 'requeue', results, trial])
      expect([asked.code, asked.err]).toEqual([2, expect.stringContaining(problem)])
    }
    rmSync(join(results, 'pid'))
    const unnamed = await runInProcess(['run', 'cancel', results, 'right'])
    expect([unnamed.code, unnamed.err]).toEqual([
      2,
      expect.stringContaining('a trial is named <agent>/<task>/<number>'),
    ])

    // A lower pass rate than required, with the options of the folder.
    const withGates = (gates: object) => {
      const file = join(folder, 'gates.run.json')
      writeFileSync(file, JSON.stringify({ version: 1, benchmark: source, ...gates }))
      return ['run', file, '--resume', results, '--task', '*']
    }
    const resumed = await runInProcess(withGates({ fail_under: 0.9 }), { environment })
    expect(resumed.code).toBe(1)
    expect(resumed.err).toContain('carebench: right passed 2 of 4 trials; fail_under is 0.9\n')

    // Worse than a baseline that passed everything: all missed gates are named, and the least certain one decides the
    // exit code.
    const baseline = join(folder, 'baseline')
    cpSync(results, baseline, { recursive: true })
    for (const name of readdirSync(baseline, { recursive: true, encoding: 'utf8' })) {
      if (!/t0\d\/result\.json$/.test(name)) continue
      const text = readFileSync(join(baseline, name), 'utf8')
      writeFileSync(join(baseline, name), text.replace('"fail"', '"pass"').replace('"score": 0,', '"score": 1,'))
    }
    const gates = { fail_on_regression: baseline, fail_under: 0.9 }
    const chance = await runInProcess(withGates(gates), { environment })
    expect([chance.code, chance.out]).toEqual([
      1,
      expect.stringContaining('pass → fail   Report nothing: 2 of 2 passed → 0 of 2'),
    ])
    const [page, junit] = [join(folder, 'page.md'), join(folder, 'junit.xml')]
    writeFileSync(page, 'Earlier steps')
    const worse = await runInProcess([...withGates({ ...gates, significance: 1, junit }), '--json'], {
      environment: { ...environment, GITHUB_STEP_SUMMARY: page },
    })
    expect(readFileSync(junit, 'utf8')).toContain('<testsuite name="right" tests="4" failures="2"')
    expect(readFileSync(page, 'utf8')).toMatch(
      /^Earlier steps\n\n<h2>.*<code>answers@1<\/code><\/h2>\n<ul><li>❌ <code>right regr/,
    )
    expect(worse.code).toBe(5)
    expect(worse.err).toBe(
      'carebench: right regressed: fewer trials pass (p = 0.167)\nright passed 2 of 4 trials; fail_under is 0.9\n',
    )
    const lines = worse.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.at(-1)).toMatchObject({ event: 'compared', agents: [{ regression: { found: true } }] })
    const same = await runInProcess(withGates({ fail_on_regression: results }), { environment })
    expect([same.code, same.err]).toEqual([2, expect.stringContaining('cannot be its own baseline')])

    const other = await runInProcess([
      'run',
      source,
      '--agent',
      `right=module:${right}`,
      '--folder',
      results,
      '--seed',
      '1',
    ])
    expect(other.code).toBe(2)
    expect(other.err).toContain('/seed: was null, is 1\nStart it in a folder of its own: --folder NAME')
  })

  it('plans without running', async () => {
    const planned = await runInProcess([
      'run',
      source,
      '--agent',
      `module:${right}`,
      '--dry-run',
      '--folder',
      join(folder, 'no'),
    ])
    expect(planned.out).toBe(
      `2 tasks × 1 agent × 1 trial = 2 trials of answers@1\ntasks: Report six times seven, Report nothing\nagents: ` +
        `right\nfolder: ${join(folder, 'no')} (new)\n`,
    )
  })

  it.each([
    ['no benchmark', ['run', '--agent', 'idle'], 'name the benchmark to run'],
    ['no agent', ['run', 'prior-auth'], 'name at least one agent'],
    ['a misspelt benchmark', ['run', 'prior-auht', '--agent', 'idle'], 'did you mean prior-auth?'],
    ['an unknown option', ['run', 'prior-auth', '--nonsense'], "unknown option '--nonsense'"],
    ['an unknown option, with the help that lists them', ['run', 'show', '--x'], '(carebench run show --help shows'],
    ['an invalid number', ['run', 'prior-auth', '--trials', '0'], 'Expected a whole number from 1.'],
    ['a missing run to resume', ['run', '--resume', '/nowhere'], '/nowhere is not the folder of a run'],
    ['a missing folder of runs', ['run', 'ls', '/nowhere'], 'there is no folder /nowhere'],
    [
      'a server without a version',
      ['run', 'prior-auth', '--agent', 'command:true', '--url', 'https://127.0.0.1:1'],
      'CAREBENCH_',
    ],
  ])('refuses %s', async (_, argv, message) => {
    const { code, err } = await runInProcess(argv)
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })

  it.each([
    ['an unknown task', ['--task', 'Report all'], 'no task matches Report all; the tasks are Report six times'],
    [
      'a pattern without a match after one with matches',
      ['--task', 'Report six*', '--task', 'Report six times [34]'],
      'stand for themselves; did you mean "Report six times seven"? the tasks are',
    ],
    ['a misspelt task', ['--task', 'Report six times sevn'], 'did you mean "Report six times seven"? the tasks are'],
    ['a queue without a server', ['--queue', 'postgres://localhost/none'], 'name the server with --url too'],
    ['an unknown agent', ['--agent', 'clever'], 'there is no agent clever'],
    ['an agent that cannot be loaded', ['--agent', 'module:missing.mjs'], 'missing.mjs cannot be read'],
    [
      'settings of models without a model',
      ['--set', 'temperature=0'],
      '--set is for models, but the command has no model',
    ],
    [
      'an option that run files have',
      ['--max-cost', '1'],
      '--max-cost is not an option: write max_cost in a run file, such as nightly.run.yaml',
    ],
  ])('rejects %s before it publishes the benchmark', async (_, options, message) => {
    const faulty = join(folder, 'faulty.json')
    const tasks = benchmark.tasks.map((task) => ({ ...task, criteria: [] }))
    writeFileSync(faulty, JSON.stringify({ ...benchmark, tasks }))
    const argv = ['run', faulty, '--agent', `right=module:${right}`]
    const { code, err } = await runInProcess([...argv, ...options])
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect(err).not.toContain('The audit of answers has errors')
    const published = await runInProcess([...argv, '--dry-run'])
    expect(published.err).toContain('The audit of answers has errors')
  })

  it('shows where results are shown that the audit of the benchmark has errors', async () => {
    const faulty = join(folder, 'faulty.json')
    const tasks = benchmark.tasks.map((task) => ({ ...task, criteria: [] }))
    writeFileSync(faulty, JSON.stringify({ ...benchmark, tasks }))
    const results = join(folder, 'faulty')
    const warning = 'has errors (carebench audit shows them): its scores may mislead.'
    const { out } = await runInProcess(['run', faulty, '--agent', `right=module:${right}`, '--folder', results])
    expect(out).toContain(warning)
    expect(JSON.parse(readFileSync(join(results, 'results.json'), 'utf8'))).toMatchObject({ audit_ok: false })
    const page = join(folder, 'faulty-pages')
    const report = await runInProcess(['report', results, '--pages', page])
    expect([report.code, report.err]).toEqual([0, expect.any(String)])
    expect(readFileSync(join(page, 'index.html'), 'utf8')).toContain(warning)
  })

  it('rejects unknown agents, and lists the known ones', async () => {
    const refused = async (agent: string) => (await runInProcess(['run', source, '--agent', agent, '--dry-run'])).err
    expect(await refused('clever')).toContain(
      'there is no agent clever; name good, careless, idle, solution, human, command:COMMAND, mcp:COMMAND, http://…, ' +
        `${Object.keys(mcpPresets).join(', ')}, or module:FILE`,
    )
    expect(await refused('goood')).toContain('did you mean good? there is no agent goood; name good, ')
    expect(await refused('codx')).toContain('did you mean codex? there is no agent codx')
    expect(await refused('good')).toContain('the agent good knows only the benchmarks that come with carebench')
    expect(await refused('module:missing.mjs')).toContain('missing.mjs cannot be read')
    expect(await refused(`module:${join(folder, 'none.mjs')}`)).toContain('must have a default export')
  })

  it('starts no trial if an agent cannot work', async () => {
    const results = join(folder, 'absent')
    const argv = ['run', source, '--agent', 'served=http://127.0.0.1:9/', '--folder', results, '--retry-infra', '0']
    const { code, err } = await runInProcess(argv)
    expect([code, existsSync(join(results, 'run.json'))]).toEqual([3, false])
    expect(err).toContain('served cannot work: network: The agent cannot be reached at http://127.0.0.1:9')
    expect(err).toContain('Nothing was started; --no-preflight leaves out this check')
    const tried = await runInProcess([...argv, '--no-preflight'])
    expect([tried.code, tried.err]).toEqual([3, expect.stringContaining('0 of 2 trials of served are scored')])
  })

  it('reads a benchmark and options from a file; options of the command line take precedence', async () => {
    const file = join(folder, 'nightly.run.yaml')
    const agents = `  - right=module:${right}\n  - other=module:${right}\n`
    writeFileSync(
      file,
      `version: 1\nbenchmark: ${source}\nagents:\n${agents}tasks: ['*nothing']\ntrials: 7\ntrust_agent_exit: true\n`,
    )
    const { out } = await runInProcess(['run', file, '--trials', '3', '--dry-run', '--folder', join(folder, 'no')])
    expect(out).toContain('1 task × 2 agents × 3 trials = 6 trials of answers@1')
    writeFileSync(file, `version: 1\nbenchmark: ${source}\nagent: right\ntrials: 0\n`)
    const wrong = await runInProcess(['run', file])
    expect(wrong.code).toBe(2)
    expect(wrong.err).toMatch(/^\/agent /m)
    expect(wrong.err).toMatch(/^\/trials /m)
    writeFileSync(file, `version: 1\nbenchmark: ${source}\nstall: soon\n`)
    expect((await runInProcess(['run', file])).err).toMatch(/\/stall is invalid/)
  })

  it('has an option for every member of a file', () => {
    const members = Object.keys(runFile.properties).filter(
      // The last is an older name of another one.
      (name) => !['$schema', 'version', 'benchmark', 'tools'].includes(name),
    )
    const flags = members.map((name) => `--${name.replace(/^(agent|model|task)s$/, '$1').replaceAll('_', '-')}`)
    const longs = runCommand(nowhere).options.map(({ long }) => long)
    expect(flags.filter((flag) => !longs.includes(flag))).toEqual([])
    // Options that affect only one invocation of the command are not in files.
    expect(longs.filter((long) => !flags.includes(long ?? ''))).toEqual([
      '--shard',
      '--queue',
      '--resume',
      '--no-preflight',
      '--dry-run',
      '--no-pages',
      '--json',
    ])
  })

  it('shows few options on one screen', async () => {
    const { out } = await runInProcess(['run', '--help'])
    expect(out.split('\n').length).toBeLessThanOrEqual(60)
    const options = out.match(/^ {2}(-\w, )?--[a-z-]+/gm) ?? []
    expect(options.length).toBeGreaterThan(20)
    expect(options.length).toBeLessThanOrEqual(25)
  })
})
