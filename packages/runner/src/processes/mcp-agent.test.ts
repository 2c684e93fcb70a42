import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeTrial } from '../testing/make-trial.js'
import { createMcpAgent, defaultMcpPrompt } from './mcp-agent.js'
import { mcpPresets } from './mcp-presets.js'

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
      carebench: { type: 'http', url: trial.mcpUrl, headers: { Authorization: `Bearer \${CAREBENCH_TOKEN}` } },
    },
  })
  expect(last).toMatch(new RegExp(`^{"url": "${trial.mcpUrl}"} /\\S+ ${trial.mcpUrl} {other}$`))
})

it('has presets that name no secret, whose identity is that of their command', () => {
  for (const [name, preset] of Object.entries(mcpPresets)) {
    const environment = Object.fromEntries(preset.passEnv.map((variable) => [variable, 'sk-0123456789']))
    const agent = createMcpAgent({ name, ...preset, environment })
    expect(agent.identity).toMatchObject({
      command: preset.command,
      pass_env: preset.passEnv,
      variables: preset.variables,
    })
    expect(JSON.stringify(agent.identity)).not.toContain('sk-0123456789')
  }
})
