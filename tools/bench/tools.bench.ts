// How much of a model's context do the tools of carebench-1 take?
//
// The tools are those of every system of carebench-1, as an OpenAI chat request has them and as the MCP server of a run
// lists them, with the schemas of results. Characters stand for tokens: o200k has one for each 3.9 characters of these
// texts, so the bound of 39,000 characters is 10,000 tokens. A run fails above the bounds, in smoke runs too.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultSystems } from '@carebench/systems'
import { giveUp } from '../../packages/carebench/src/runner/tools/tool.js'
import { chooseTools } from '../../packages/carebench/src/runner/tools/tool-set.js'
import { runTools } from '../../packages/service/src/mcp/run-tools.js'
import { createSystemTools, type ToolDescription } from '../../packages/service/src/mcp/system-tools.js'
import { workspaceRoot } from '../../tests/workspace-sources.js'
import type { Bench } from './src/benchmark.js'

const splits = ['dev', 'test'] as const

/** Maximum number of tools that a model is sent with each request, all or in search mode, and of their characters. */
const bounds = { tools: 60, chat: 39_000, mcp: 58_500, search: 12 } as const

interface Definition {
  readonly environment: { readonly simulators: readonly { readonly type: string; readonly key?: string }[] }
}

export async function run(bench: Bench): Promise<void> {
  for (const split of splits) {
    const tools = listTools(split)
    const chat = [...tools, giveUp]
      .filter(({ name }) => name !== 'start_task')
      .map(({ name, description, inputSchema: parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      }))
    const mcp = tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema,
      outputSchema,
      annotations,
    }))
    const choosable = tools.map((tool) => ({
      ...tool,
      isRare: false,
      call: () => Promise.reject(new Error('Not called.')),
    }))
    const search = chooseTools(choosable, 'search').length
    const figures = { search, tools: chat.length, chat: JSON.stringify(chat).length, mcp: JSON.stringify(mcp).length }
    for (const [name, unit] of [
      ['tools', 'tools'],
      ['search', 'tools'],
      ['chat', 'characters'],
      ['mcp', 'characters'],
    ] as const) {
      const figure = figures[name]
      bench.report({ case: `carebench-1, ${split}`, contender: name, figure, unit })
      if (figure > bounds[name]) {
        throw new Error(`Expected at most ${bounds[name]} ${unit} of ${name} in ${split}, got ${figure}.`)
      }
    }
  }
}

function listTools(split: (typeof splits)[number]): readonly ToolDescription[] {
  const path = join(workspaceRoot, 'benchmarks/carebench-1', split, 'benchmark.json')
  const { environment } = JSON.parse(readFileSync(path, 'utf8')) as Definition
  const placed = environment.simulators.flatMap(({ type, key }) => {
    const system = defaultSystems.find((candidate) => candidate.type === type)
    return system === undefined ? [] : [{ system, key }]
  })
  return [...runTools.values(), ...createSystemTools(placed, [...runTools.keys()]).values()]
}
