import { isJsonObject, type JsonObject } from '@carebench/protocol'
import type { Tool, ToolResult } from './tool.js'

/** The tools that a model gets at first: all, the commonly needed ones, or two that find and call the others. */
export type ToolSet = 'all' | 'core' | 'search'

/** A tool that a server lists; `isRare` if it is rarely needed. */
export interface ChoosableTool extends Tool {
  readonly isRare: boolean
}

/** The tools that every set has. */
const always = ['clock', 'wait', 'submit']
/** Maximum number of tools that one search describes. */
const maxMatches = 8

/** Returns the tools of a set. Those of `search` are equal for all systems, except for what can be found. */
export function chooseTools(tools: readonly ChoosableTool[], set: ToolSet): readonly Tool[] {
  if (set === 'all') return tools
  if (set === 'core') return tools.filter(({ isRare }) => !isRare)
  const [own, others] = [
    tools.filter(({ name }) => always.includes(name)),
    tools.filter(({ name }) => !always.includes(name)),
  ]
  return [...own, createFindTool(others), createCallTool(others)]
}

function createFindTool(tools: readonly Tool[]): Tool {
  return {
    name: 'find_tools',
    description:
      'Find tools by name and text, with what they take; call them with call_tool. Their names begin with ' +
      `${listGroups(tools)}.`,
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Words, such as: portal appeal.' } },
      required: ['query'],
    },
    async call({ query }) {
      if (typeof query !== 'string') return refused('query must be a string')
      const matches = rank(tools, query).slice(0, maxMatches)
      const found = matches.map(({ name, description, inputSchema }) => ({ name, description, arguments: inputSchema }))
      const names = tools.map(({ name }) => name)
      return { text: JSON.stringify(found.length > 0 ? { tools: found } : { tools: [], names }), isError: false }
    },
  }
}

function createCallTool(tools: readonly Tool[]): Tool {
  return {
    name: 'call_tool',
    description: 'Call a tool that find_tools has found.',
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string' }, arguments: { type: 'object' } },
      required: ['name', 'arguments'],
    },
    async call({ name, arguments: args = {} }, signal) {
      const tool = tools.find((candidate) => candidate.name === name)
      if (tool === undefined) {
        return refused(`name must be one of ${tools.map((one) => one.name).join(', ')}, got ${JSON.stringify(name)}`)
      }
      if (!isJsonObject(args)) return refused(`arguments must be an object, got ${JSON.stringify(args)}`)
      return tool.call(args satisfies JsonObject, signal)
    },
  }
}

/**
 * Ranks tools by matching words of a query in names, then in descriptions and arguments; tools without a match are left
 * out.
 */
function rank(tools: readonly Tool[], query: string): readonly Tool[] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const scored = tools.map((tool) => {
    const text = `${tool.description} ${JSON.stringify(tool.inputSchema)}`.toLowerCase()
    const points = words.map((word) => (tool.name.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0))
    return { tool, points: points.reduce((sum, one) => sum + one, 0) }
  })
  return scored
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .map(({ tool }) => tool)
}

function listGroups(tools: readonly Tool[]): string {
  return [...new Set(tools.map(({ name }) => `${name.split('_', 1)[0]}_`))].join(', ')
}

function refused(fault: string): ToolResult {
  return { text: `Nothing was sent. ${fault}.`, isError: true, isInvalid: true }
}
