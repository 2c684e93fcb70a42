import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mcpPresets, untriedAgents } from '../runner/processes/mcp-presets.js'
import type { McpPreset } from '../runner/processes/presets/mcp-preset.js'
import { createElsewhereAgent, readProcessSetting, reviewIdentities } from './process-agents.js'

const nothing = readProcessSetting({}, {}, [])

it.each([
  [
    'command:python3 examples/evaluate-your-agent/agent.py --fast',
    {
      name: 'agent',
      kind: 'command',
      identity: { command: ['python3', 'examples/evaluate-your-agent/agent.py', '--fast'] },
    },
  ],
  ["command:/bin/sh -e 'my agent.sh'", { name: 'my-agent', identity: { command: ['/bin/sh', '-e', 'my agent.sh'] } }],
  ['mcp:my-agent {mcp_config}', { name: 'my-agent', kind: 'mcp', isolation: 'none' }],
  ['http://127.0.0.1:8080/tasks', { name: '127.0.0.1', kind: 'http', isolation: 'remote' }],
])('understands %s', (spec, expected) => {
  expect(createElsewhereAgent(spec, undefined, nothing)).toMatchObject(expected)
  expect(createElsewhereAgent(spec, 'mine', nothing)).toMatchObject({ name: 'mine' })
})

it('passes their keys and those of the user to presets', () => {
  const setting = readProcessSetting({ passEnv: ['LEVEL'] }, { ANTHROPIC_API_KEY: 'a', LEVEL: '1' }, [])
  expect(createElsewhereAgent('claude-code', undefined, setting)).toMatchObject({
    name: 'claude-code',
    identity: { pass_env: ['ANTHROPIC_API_KEY', 'LEVEL'] },
  })
  expect(createElsewhereAgent('claude-code:model-1', undefined, setting)).toMatchObject({
    name: 'claude-code',
    identity: { command: expect.arrayContaining(['--model', 'model-1']) },
  })
  for (const [spec, last] of [
    ["claude-code:model-1 --max-turns 40 --note 'a b'", ['model-1', '--max-turns', '40', '--note', 'a b']],
    ['claude-code --max-turns 40', ['--no-session-persistence', '--max-turns', '40']],
  ] as const) {
    const command = createElsewhereAgent(spec, undefined, setting)?.identity.command
    expect(Array.isArray(command) ? command.slice(-last.length) : command).toEqual(last)
  }
  const passed = readProcessSetting({}, { OPENAI_BASE_URL: 'x', CODEX_API_KEY: 'a' }, [])
  expect(createElsewhereAgent('codex', undefined, passed)?.identity).toMatchObject({
    command: expect.arrayContaining(['openai_base_url="{OPENAI_BASE_URL}"']),
    pass_env: ['CODEX_API_KEY', 'OPENAI_BASE_URL'],
  })
  expect(createElsewhereAgent('another', undefined, setting)).toBeUndefined()
})

it('warns of agents that could change unnoticed, until they have a version', () => {
  const warnings = (agentVersion?: readonly string[]) => {
    const setting = readProcessSetting(agentVersion === undefined ? {} : { agentVersion }, {}, [])
    const specs = ['command:python3 -m agent', 'command:python3 package.json', 'http://127.0.0.1:8080']
    const agents = specs.map((spec, index) => createElsewhereAgent(spec, `a${index}`, setting))
    return reviewIdentities(
      agents.filter((agent) => agent !== undefined),
      setting,
    ).map((line) => line.slice(0, 11))
  }
  expect(warnings()).toEqual(['Warning: a0', 'Warning: a2'])
  expect(warnings(['a0=1'])).toEqual(['Warning: a2'])
  expect(warnings(['a0=1', '2'])).toEqual([])
  const preset = createElsewhereAgent('claude-code', undefined, readProcessSetting({}, { ANTHROPIC_API_KEY: 'a' }, []))
  const warningsOfVersion = (version: string | null) =>
    reviewIdentities(
      preset === undefined ? [] : [{ ...preset, identity: { ...preset.identity, program_version: version } }],
      readProcessSetting({}, {}, []),
    )
  expect(warningsOfVersion('2.1.332')).toEqual([])
  expect(warningsOfVersion(null)).toHaveLength(1)
  expect(() => warnings(['b=1'])).toThrow('agent_version: there is no agent b; the agents are a0, a1, a2')
})

it('the guide lists the presets with the version that was tried and the day', () => {
  const page = readFileSync(new URL('../../../../docs/guides/evaluating-an-mcp-agent.md', import.meta.url), 'utf8')
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  for (const [name, { package: packed, tried }] of Object.entries<McpPreset>(mcpPresets)) {
    expect(rows.map((cells) => cells.slice(1, 5))).toContainEqual([name, packed, tried.version, tried.date])
  }
  for (const { package: packed } of untriedAgents) expect(page).toContain(packed)
})

it.each([
  ['command:', 'Expected a command, such as command:python3 agent.py.'],
  ['command:python3 absent.py', '--agent: there is no file absent.py in '],
  ['http://me:hidden@example.org', 'without a user or password; got "http://example.org"'],
  ['http://', 'Invalid URL'],
  ['opencode', 'Expected the model of opencode'],
  ['claude-code', 'Expected the variable ANTHROPIC_API_KEY in the environment'],
])('refuses %s', (spec, message) => {
  expect(() => createElsewhereAgent(spec, undefined, nothing)).toThrow(message)
})

it.each([
  [{ sandbox: 'docker' }, '--sandbox must be bwrap or none, got docker'],
  [{ agentTokenEnv: 'AGENT_TOKEN' }, 'agent_token_env: the variable AGENT_TOKEN is not set'],
  [{ sandboxRead: ['.'] }, 'sandbox_read needs --sandbox bwrap'],
  [{ sandboxHost: ['a:1'] }, 'sandbox_host needs --sandbox bwrap'],
  [{ sandbox: 'bwrap', sandboxHost: ['example.org'] }, 'Expected a host and a port, for example api.example.com:443'],
])('refuses %j', (options, message) => {
  expect(() => readProcessSetting(options, {}, [])).toThrow(message)
})
