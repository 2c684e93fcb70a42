import type { JsonObject } from '@carebench/protocol'
import { readAmount } from '../../usage.js'
import { type ProgramEvent, readObject, readText } from '../program-log.js'
import { authorization, type McpPreset, triedOn } from './mcp-preset.js'

/** Reads a line of `-o stream-json`. */
function readEvent(event: JsonObject): readonly ProgramEvent[] {
  const { type, tool_id: id } = event
  if (type === 'init') return [{ kind: 'model', name: readText(event.model) }]
  if (type === 'message' && event.role === 'assistant') return [{ kind: 'text', text: readText(event.content) }]
  if (type === 'tool_use') {
    return [
      { kind: 'call', id: readText(id), tool: readText(event.tool_name), arguments: readObject(event, 'parameters') },
    ]
  }
  if (type === 'tool_result') {
    const text = readText(event.output ?? readObject(event, 'error').message)
    return [{ kind: 'result', id: readText(id), text, isError: event.status !== 'success' }]
  }
  if (type !== 'result') return []
  const stats = readObject(event, 'stats')
  const [total, input] = [readAmount(stats.total_tokens), readAmount(stats.input_tokens)]
  const usage = {
    input,
    cached: readAmount(stats.cached),
    cacheWrite: null,
    // Its output tokens exclude those of reasoning.
    output: total === null || input === null ? null : readAmount(total - input),
    reasoning: null,
  }
  return [{ kind: 'usage', usage, usd: null, isTotal: true }]
}

export const gemini = {
  package: '@google/gemini-cli',
  tried: { version: '0.61.0', date: triedOn },
  oldestVersion: '0.61.0',
  readEvent,
  command: [
    'gemini',
    '-p',
    '{prompt}',
    '-o',
    'stream-json',
    '--approval-mode',
    'yolo',
    '--skip-trust',
    '--allowed-mcp-server-names',
    'clinic',
  ],
  modelArguments: ['--model', '{model}'],
  needsModel: false,
  otherTools: [],
  passEnv: ['GEMINI_API_KEY'],
  passWhereSet: ['GOOGLE_GEMINI_BASE_URL'],
  variables: { GEMINI_CLI_HOME: '{home}' },
  homeFiles: {
    '.gemini/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true },
      mcpServers: { clinic: { httpUrl: '{mcp_url}', headers: authorization, trust: true } },
      // An empty list would also exclude the tools of MCP servers.
      tools: { core: ['mcp_clinic_*'] },
    }),
  },
} as const satisfies McpPreset
