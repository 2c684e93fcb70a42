import { spawnSync } from 'node:child_process'
import { expect, it, onTestFinished } from 'vitest'
import { createMcpAgent } from '../../packages/carebench/src/runner/processes/mcp-agent.js'
import {
  type McpPresetName,
  mcpPresets,
  readMcpPreset,
} from '../../packages/carebench/src/runner/processes/mcp-presets.js'
import { readResults } from '../../packages/carebench/src/runner/results/read-folder.js'
import { runTrials } from '../../packages/carebench/src/runner/runs/run-trials.js'
import { type ModelScript, startModelServer } from '../../packages/carebench/src/testing/model-server.js'
import { createRunnerTestbed } from './runner-testbed.js'

/** How to make a program use another address for its provider. A user would set up a proxy in the same way. */
interface Detour {
  readonly model: string
  /** Variables with the key and, where the program reads one, the address. */
  readonly environment: (url: string) => Readonly<Record<string, string>>
  readonly homeFile?: (text: string, url: string) => string
}

const key = 'sk-0123456789'
const detours: Readonly<Record<McpPresetName, Detour>> = {
  'claude-code': {
    model: 'claude-sonnet-4-5',
    environment: (url) => ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url }),
  },
  codex: {
    model: 'gpt-5',
    environment: (url) => ({ CODEX_API_KEY: key, OPENAI_BASE_URL: `${url}/v1` }),
  },
  continue: {
    model: 'gpt-4.1',
    environment: () => ({ OPENAI_API_KEY: key }),
    homeFile: (text, url) => text.replace('"provider":', `"apiBase":"${url}/v1","provider":`),
  },
  copilot: {
    model: 'gpt-4.1',
    environment: (url) => ({ COPILOT_PROVIDER_API_KEY: key, COPILOT_PROVIDER_BASE_URL: `${url}/v1` }),
  },
  gemini: {
    model: 'gemini-2.5-pro',
    environment: (url) => ({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url }),
  },
  opencode: {
    model: 'openai/gpt-5',
    environment: () => ({ OPENAI_API_KEY: key }),
    homeFile: (text, url) =>
      text.replace('"share":', `"provider":{"openai":{"options":{"baseURL":"${url}/v1"}}},"share":`),
  },
  'qwen-code': {
    model: 'qwen3-coder',
    environment: (url) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1` }),
  },
}

/** What each program prints about itself: the three calls, tokens, and the cost. */
const printed: Readonly<
  Record<McpPresetName, { readonly calls: 0 | 4; readonly tokens: boolean; readonly cost: boolean }>
> = {
  'claude-code': { calls: 4, tokens: true, cost: true },
  codex: { calls: 4, tokens: true, cost: false },
  continue: { calls: 0, tokens: false, cost: false },
  copilot: { calls: 4, tokens: false, cost: false },
  gemini: { calls: 4, tokens: true, cost: false },
  opencode: { calls: 4, tokens: true, cost: true },
  'qwen-code': { calls: 4, tokens: true, cost: false },
}

/** Starts the task, reads the chart, and submits the city. Works with whatever names the program gives the tools. */
const script: ModelScript = ({ turn, tools, results }) => {
  const usage = { input: 1000, cached: 300, output: 50, reasoning: 20 }
  const call = (tool: string, args: Readonly<Record<string, unknown>>) => {
    const name = tools.find((known) => known.endsWith(tool))
    if (name === undefined) return { text: 'City.', usage }
    return { calls: [{ name, arguments: JSON.parse(JSON.stringify(args)) }], usage }
  }
  if (turn === 0) return call('start_task', {})
  if (turn === 1) return call('fhir_read_resource', { type: 'Patient', resource_id: 'nobody' })
  if (turn === 2) return call('fhir_read_resource', { type: 'Patient', resource_id: 'p1' })
  const city = /city\W+(\w+)/.exec(results.join())?.[1]
  return turn === 3 ? call('submit', { output: { city } }) : { text: 'Done.', usage }
}

const ours = /(?:^|\W|_)(?:clock|fhir_\w+|start_task|submit|wait)$/

for (const [name, preset] of Object.entries(mcpPresets) as [McpPresetName, (typeof mcpPresets)[McpPresetName]][]) {
  const [program] = preset.command
  const isMissing = spawnSync(program, ['--version'], { stdio: 'ignore' }).error !== undefined
  it.skipIf(isMissing)(`${name} does a task (needs ${program} of ${preset.package} on the PATH)`, async () => {
    const server = await startModelServer(script)
    onTestFinished(server.close)
    const { model, environment, ...detour } = detours[name]
    const variables = environment(server.url)
    const { homeFiles = {}, ...settings } = readMcpPreset(name, model, { passEnv: Object.keys(variables) })
    const agent = createMcpAgent({
      name,
      ...settings,
      homeFiles: Object.fromEntries(
        Object.entries(homeFiles).map(([path, text]) => [path, detour.homeFile?.(text, server.url) ?? text]),
      ),
      environment: { ...process.env, ...variables },
    })
    const testbed = await createRunnerTestbed()
    const options = { ...testbed.options([agent]), tasks: ['City'], infrastructureRetries: 0 }
    const { summary } = await runTrials(options)
    expect(summary.agents).toMatchObject([{ passed: 1, ends: { 'completed/done': 1 } }])
    const [result] = readResults(options.folder)
    const prints = printed[name]
    expect(result?.counts.tool_calls).toBe(prints.calls)
    const tokens = { input: 5000, cached: 1500, output: 250 }
    expect(result?.usage).toEqual(prints.tokens ? expect.objectContaining(tokens) : null)
    expect(result?.cost.source).toBe(prints.cost ? 'program' : 'none')
    const offered = server.requests.flatMap(({ tools }) => tools).filter((tool) => !ours.test(tool))
    expect([...new Set(offered)].sort()).toEqual([...preset.otherTools].sort())
  })
}
