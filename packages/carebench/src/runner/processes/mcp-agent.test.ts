import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder, makeTrial, serveHttp } from '../../testing/make-trial.js'
import { createCommandAgent } from './command-agent.js'
import { createMcpAgent, defaultMcpPrompt } from './mcp-agent.js'
import { type McpPresetName, mcpPresets, readMcpPreset } from './mcp-presets.js'

it('gives a command the prompt, and the address of its MCP server without the token', async () => {
  const script = 'cat; cat "$1"; echo; cat .agent/settings.json; echo " $AGENT_HOME $2 $3"'
  const agent = createMcpAgent({
    name: 'shell',
    command: ['/bin/sh', '-c', script, 'sh', '{mcp_config}', '{mcp_url}', '{other}'],
    homeFiles: { '.agent/settings.json': '{"url": "{mcp_url}"}' },
    variables: { AGENT_HOME: '{home}' },
  })
  expect(agent).toMatchObject({ kind: 'mcp', isolation: 'none', identity: { prompt: defaultMcpPrompt } })
  const { trial } = makeTrial()
  expect((await agent.run(trial)).ended).toEqual({ kind: 'completed', reason: 'done' })
  const [prompt, ...rest] = readFileSync(join(trial.folder, 'stdout.txt'), 'utf8').trimEnd().split('\n')
  expect(prompt).toBe(defaultMcpPrompt)
  const last = rest.pop()
  expect(JSON.parse(rest.join('\n'))).toEqual({
    mcpServers: {
      clinic: { type: 'http', url: trial.mcpUrl, headers: { Authorization: `Bearer \${CAREBENCH_TOKEN}` } },
    },
  })
  expect(last).toMatch(new RegExp(`^{"url": "${trial.mcpUrl}"} /\\S+ ${trial.mcpUrl} {other}$`))
})

it('fills in the address of a provider that is passed, and no key', async () => {
  const agent = createMcpAgent({
    name: 'shell',
    command: ['/bin/sh', '-c', 'echo "$1 $2"', 'sh', '{OPENAI_BASE_URL}', '{OPENAI_API_KEY}'],
    passEnv: ['OPENAI_BASE_URL', 'OPENAI_API_KEY'],
    environment: { ...process.env, OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_API_KEY: 'sk-1234567890' },
  })
  const { trial } = makeTrial()
  await agent.run(trial)
  // Every passed value is redacted.
  expect(readFileSync(join(trial.folder, 'stdout.txt'), 'utf8')).toBe('[secret] {OPENAI_API_KEY}\n')
})

/** Prints whether it has the task file, before and after it has sent the messages in its arguments. */
const client = `
const { existsSync } = require('node:fs')
const send = (method) => fetch(process.env.CAREBENCH_MCP_URL, {
  method: 'POST',
  headers: { authorization: 'Bearer ' + process.env.CAREBENCH_TOKEN },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
})
const look = () => console.log(existsSync(process.env.CAREBENCH_TASK_FILE))
const [pause, ...methods] = process.argv.slice(1)
look()
;(async () => {
  for (const method of methods) await (await send(method)).text()
  look()
  setTimeout(() => {}, Number(pause))
})()
`

function makeClient(...args: readonly string[]) {
  return createMcpAgent({ name: 'client', command: [process.execPath, '-e', client, ...args] })
}

it('is stopped in its check when it has listed the tools, and rejected if it ends before', async () => {
  const { signal } = new AbortController()
  const check = await makeClient('100000', 'initialize', 'tools/list').check?.(signal)
  expect(check).toMatchObject({ message: expect.stringContaining('lists the tools of its MCP server') })
  await expect(makeClient('0', 'initialize').check?.(signal)).rejects.toMatchObject({
    ended: { kind: 'infra', reason: 'mcp_connect', message: expect.stringContaining('Last line of stdout: false') },
  })
  await expect(createMcpAgent({ name: 'a', command: ['/absent'] }).check?.(signal)).rejects.toMatchObject({
    ended: { kind: 'infra', reason: 'spawn' },
  })
})

it('gets no variable that identifies the task before it has listed the tools', async () => {
  const names = ['CAREBENCH_SEED', 'CAREBENCH_DEADLINE']
  const command = [
    process.execPath,
    '-p',
    `${JSON.stringify(names)}.filter((name) => name in process.env).join()`,
  ] as const
  const print = async (create: typeof createCommandAgent) => {
    const { trial } = makeTrial({ connected: new AbortController().signal })
    await create({ name: 'env', command }).run(trial)
    return readFileSync(join(trial.folder, 'stdout.txt'), 'utf8').trim()
  }
  expect(await print(createMcpAgent)).toBe('')
  expect(await print(createCommandAgent)).toBe(names.join())
})

it('gets the task, and is scored, once it has listed the tools', async () => {
  const connected = new AbortController()
  const baseUrl = await serveHttp((_, response) => {
    connected.abort()
    response.end('{}')
  })
  const { trial } = makeTrial({ baseUrl, connected: connected.signal })
  expect(await makeClient('0', 'tools/list').run(trial)).toMatchObject({ ended: { kind: 'completed', reason: 'done' } })
  expect(readFileSync(join(trial.folder, 'stdout.txt'), 'utf8')).toBe('false\ntrue\n')
  const { trial: another } = makeTrial({ baseUrl, connected: new AbortController().signal })
  expect(await makeClient('0').run(another)).toMatchObject({ ended: { kind: 'infra', reason: 'mcp_connect' } })
})

it('counts as crashed if it does not list the tools in a later trial, because it can count its trials', async () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const baseUrl = await serveHttp((_, response) => {
    first.abort()
    response.end('{}')
  })
  const counter = join(makeFolder('carebench-counter-'), 'starts')
  const script = `
  const { existsSync, writeFileSync } = require('node:fs')
  if (!existsSync(process.argv[1])) fetch(process.env.CAREBENCH_MCP_URL, { method: 'POST', body: '{}' })
  writeFileSync(process.argv[1], '')`
  const agent = createMcpAgent({ name: 'counter', command: [process.execPath, '-e', script, counter] })
  const ends = []
  for (const { signal } of [first, second]) {
    ends.push((await agent.run(makeTrial({ baseUrl, connected: signal }).trial)).ended)
  }
  expect(ends).toMatchObject([{ kind: 'completed' }, { kind: 'agent', reason: 'crash' }])
})

it('has the version of its program in its identity, and rejects an old version', async () => {
  const program = join(makeFolder('carebench-program-'), 'program')
  writeFileSync(program, '#!/bin/sh\necho "program v2.9.1 (build 7)"\n')
  chmodSync(program, 0o700)
  const agentFrom = (oldestVersion: string) => createMcpAgent({ name: 'a', command: [program], oldestVersion })
  expect(agentFrom('2.9.1').identity).toMatchObject({ program_version: '2.9.1' })
  const { signal } = new AbortController()
  await expect(agentFrom('2.10.0').check?.(signal)).rejects.toMatchObject({
    ended: {
      message: `Expected ${program} of version 2.10.0 or newer, found 2.9.1; install that version by its number`,
    },
  })
  // It is new enough, but it does not speak MCP.
  await expect(agentFrom('2.8.9').check?.(signal)).rejects.toMatchObject({ ended: { reason: 'mcp_connect' } })
})

it('has presets without secrets, with the identity of their command', () => {
  for (const name of Object.keys(mcpPresets) as McpPresetName[]) {
    const preset = readMcpPreset(name, 'model-1')
    const environment = Object.fromEntries((preset.passEnv ?? []).map((variable) => [variable, 'sk-0123456789']))
    const agent = createMcpAgent({ name, ...preset, environment })
    expect(agent.identity).toMatchObject({
      command: preset.command,
      pass_env: preset.passEnv,
      variables: preset.variables,
    })
    expect(JSON.stringify(agent.identity)).not.toContain('sk-0123456789')
  }
})

it('passes the address of the provider in the environment to presets that read one', () => {
  const addresses = {
    'claude-code': 'ANTHROPIC_BASE_URL',
    codex: 'OPENAI_BASE_URL',
    gemini: 'GOOGLE_GEMINI_BASE_URL',
    'qwen-code': 'OPENAI_BASE_URL',
  } as const
  for (const [name, variable] of Object.entries(addresses) as [keyof typeof addresses, string][]) {
    const environment = { [variable]: 'http://127.0.0.1:9/v1', OTHER_BASE_URL: 'http://127.0.0.1:9' }
    const { passEnv, command } = readMcpPreset(name, 'model-1', { environment })
    expect(passEnv?.filter((one) => one.endsWith('_BASE_URL'))).toEqual([variable])
    expect(readMcpPreset(name, 'model-1', { environment, passEnv: [variable] })).toMatchObject({ passEnv, command })
  }
  const settings = readMcpPreset('codex', 'model-1', { environment: { OPENAI_BASE_URL: 'x' } }).command
  expect(settings).toContain('openai_base_url="{OPENAI_BASE_URL}"')
  expect(readMcpPreset('codex', 'model-1', { environment: { OPENAI_BASE_URL: '' } }).passEnv).toEqual(['CODEX_API_KEY'])
})

it('names the model in the arguments or in a file, escaped for its format', () => {
  expect(readMcpPreset('claude-code').command).toEqual(mcpPresets['claude-code'].command)
  expect(readMcpPreset('claude-code', 'model-1').command.slice(-2)).toEqual(['--model', 'model-1'])
  const { homeFiles = {} } = readMcpPreset('continue', 'a "quoted" model')
  expect(JSON.parse(homeFiles['config.yaml'] ?? '').models).toMatchObject([{ model: 'a "quoted" model' }])
  expect(() => readMcpPreset('opencode')).toThrow('Expected the model of opencode')
})

it('ignores the events that a command prints, and passes the prompt once', async () => {
  const command = [
    '/bin/sh',
    '-c',
    'cat; printf \'{"type":"result","status":"success","usage":{}}\\n\'',
    'sh',
    '{prompt}',
  ] as const
  const { trial } = makeTrial()
  const end = await createMcpAgent({ name: 'shell', command }).run(trial)
  expect(end.ended).toEqual({ kind: 'completed', reason: 'done' })
  expect(end.output).toBeUndefined()
  expect(readFileSync(join(trial.folder, 'stdout.txt'), 'utf8')).toBe(
    '{"type":"result","status":"success","usage":{}}\n',
  )
})
