import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseConnections, parseCount, parseDuration, parseSeconds, parseTokens } from '../../running/quantities.js'
import { runInProcess } from '../../testing/run-in-process.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carebench-models-'))
  writeFileSync(
    join(folder, 'prices.yaml'),
    'source: list\nasOf: 2026-11-22\nmodels:\n  local/a: { input: 1, output: 2 }\n',
  )
  writeFileSync(join(folder, 'wrong.yaml'), 'models:\n  local/a: { input: one }\n')
  writeFileSync(join(folder, 'broken.yaml'), 'models: [\n')
  writeFileSync(join(folder, 'old.json'), '{"schema_version":"ATIF-v1.0"}')
  return () => rmSync(folder, { recursive: true, force: true })
})

const local = ['--base-url', 'http://127.0.0.1:1/v1']

function plan(argv: readonly string[], members: object = {}) {
  const file = join(folder, 'plan.run.json')
  const value = { version: 1, benchmark: 'prior-auth', ...members }
  writeFileSync(file, JSON.stringify(value).replaceAll('FOLDER', folder))
  return runInProcess(['run', file, '--dry-run', '--folder', join(folder, 'results'), ...argv])
}

describe('models of a run', () => {
  it('can be several in one run, also one model under two names', async () => {
    const argv = ['--model', 'local/org/a', '--model', 'cold=local/org/a', ...local]
    const members = { temperature: 0, max_tokens: ['output:50k'], prices: 'FOLDER/prices.yaml' }
    const { code, out, err } = await plan(argv, members)
    expect(code, err).toBe(0)
    expect(out).toContain('3 tasks × 2 agents × 1 trial = 6 trials')
    expect(out).toContain('agents: local-org-a, cold\n')
  })

  it('are planned with their possible costs', async () => {
    const prices = 'FOLDER/prices.yaml'
    const open = await plan(['--model', 'local/a', '--model', 'local/b', '--trials', '5', ...local], { prices })
    const price = '$1 for input and $2 for output per million tokens (list, 2026-11-22)'
    expect(open.out).toContain(`cost of local-a: 15 × ${price}: at most $150.00`)
    expect(open.out).toContain('cost of local-b: unknown, because it has no price; add one with prices')
    expect(open.out).toContain('cost of the run: no bound\n')
    const argv = ['--model', 'local/a', '--budget', '1', '--json', ...local]
    const machine = await plan(argv, { max_cost: 0.5, prices })
    expect(JSON.parse(machine.out)).toMatchObject({
      at_most_usd: 1,
      costs: [{ agent: 'local-a', trials: 3, at_most_usd: 1.5, expected_from: 'solutions' }],
    })
  })

  it('have their own and the common settings in a run file', async () => {
    const file = join(folder, 'own.run.yaml')
    const model = '{ model: a=local/x, base_url: "http://127.0.0.1:1/v1", price: { input: 1, output: 2 } }'
    writeFileSync(file, `version: 1\nbenchmark: prior-auth\nmodels:\n  - ${model}\nset: ["options.top_k=20"]\n`)
    const argv = ['run', file, '--dry-run', '--json', '--folder', join(folder, 'results')]
    const { code, out, err } = await runInProcess(argv)
    expect(code, err).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ costs: [{ agent: 'a', price: { input: 1 }, at_most_usd: 30 }] })
  })

  it('are rejected for a misspelled member of a run file, with the nearest and the known members', async () => {
    const file = join(folder, 'misspelt.run.yaml')
    writeFileSync(file, 'version: 1\nbenchmark: prior-auth\ntrails: 2\nmodels: [{ model: a=local/x, base_ulr: x }]\n')
    const { code, err } = await runInProcess(['run', file])
    expect(code).toBe(2)
    expect(err).toMatch(/^\/trails is not a known field; did you mean "trials"\? Known are \$schema, .*, version$/m)
    expect(err).toMatch(
      /^\/models\/0\/base_ulr is not a known field; did you mean "base_url"\? Known are api_version, /m,
    )
  })

  it.each([
    [[], {}, 'name at least one agent or model'],
    [[], { tool_set: 'core', agents: ['idle'] }, 'tool_set is for models, but the command has no model'],
    [['--model', 'qwen3'], {}, 'Expected a model as <provider>/<model>'],
    [
      ['--model', 'local/a', ...local],
      { tools: 'http', tool_set: 'core' },
      'tool_set chooses among typed tools: leave it out with the surface http',
    ],
    [
      ['--model', 'local/qwen3'],
      {},
      'Unknown provider "local". Use openai, anthropic, google, azure, bedrock, vertex, or give the base URL',
    ],
    [['--model', 'openai/x'], {}, 'The provider openai needs a key. Set OPENAI_API_KEY.'],
    [['--model', 'local/a', '--base-url', 'localhost'], {}, 'Expected the base URL as an http or https address'],
    [['--model', 'local/b', ...local], { max_cost: 1, prices: 'FOLDER/prices.yaml' }, 'needs the price of local/b'],
    [['--model', 'local/b', ...local, '--budget', '1'], {}, 'needs the price of local/b'],
    [
      ['--model', 'local/a', ...local],
      { prices: 'FOLDER/wrong.yaml' },
      'wrong.yaml: The price file has faults: models["local/a"].input',
    ],
    [['--model', 'local/a', ...local], { prices: 'FOLDER/broken.yaml' }, 'broken.yaml is not YAML'],
    [['--model', 'local/a', ...local], { system: 'FOLDER/none.md' }, 'none.md cannot be read'],
    [
      [],
      { model_from: 'FOLDER/old.json' },
      'old.json is not a trajectory in ATIF 1.7: /schema_version must be "ATIF-v1.7"',
    ],
    [[], { model_from: '/nowhere/none' }, 'there is no such file or folder'],
    [['--agent', 'good', '--model', 'local/a', ...local], {}, 'scripted agents skip waiting times'],
    [['--model', 'local/a', ...local, '--set', 'temperature'], {}, 'Expected NAME=VALUE, such as temperature=0.'],
    [['--model', 'local/a', ...local, '--set', 'heat=1'], {}, 'local/a has no setting heat; settings are base_url'],
    [['--model', 'local/a', ...local, '--set', 'thinking=9'], {}, 'takes thinking as true or false, got 9'],
    [['--model', 'local/a'], { tools: 'shell' }, '/surface is invalid: Expected tools, http, browser'],
  ])('are refused: %j %j', async (argv, members, message) => {
    const { code, err } = await plan(argv, members)
    expect(err).toContain(message)
    expect(code).toBe(2)
  })
})

describe('quantities', () => {
  it('are read as people write them', () => {
    expect(['60', '32k', '1.5m', '2K'].map(parseCount)).toEqual([60, 32_000, 1_500_000, 2000])
    expect(['90s', '10m', '1.5h'].map(parseDuration)).toEqual([90_000, 600_000, 5_400_000])
    expect(['0', '90', '1.5', '90s', '10m'].map(parseSeconds)).toEqual([0, 90, 1.5, 90, 600])
    expect(parseTokens('output:5k', parseTokens('1m'))).toEqual({ total: 1_000_000, output: 5000 })
    expect(parseConnections('anthropic=20', parseConnections('4'))).toEqual({ '': 4, anthropic: 20 })
  })

  it('reject times that a timer or a results folder cannot represent', () => {
    expect(parseDuration('596h')).toBe(596 * 3_600_000)
    for (const text of ['597h', `${'9'.repeat(30)}h`]) {
      expect(() => parseDuration(text)).toThrow('at most 24 days')
      expect(() => parseSeconds(text)).toThrow('at most 24 days')
    }
    expect(() => parseSeconds('9'.repeat(30))).toThrow('at most 24 days')
  })

  it.each(['', '0', '-1', '1.5', 'k', '1g', '1 k'])('are not read from %j', (text) => {
    expect(() => parseCount(text)).toThrow('Expected a whole number such as')
    expect(() => parseDuration(text)).toThrow('Expected a time such as')
    expect(() => parseTokens(`input:${text}`)).toThrow('Expected a whole number such as')
    expect(() => parseConnections(`a=${text}`)).toThrow('Expected a whole number such as')
  })
})
