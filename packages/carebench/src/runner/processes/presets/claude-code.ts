import type { JsonObject } from '@carebench/protocol'
import { readAmount } from '../../usage.js'
import { addAmounts, type ProgramEvent, readMessageEvent, readObject } from '../program-log.js'
import { connectTimeout, type McpPreset, triedOn } from './mcp-preset.js'

/** Reads a line of `--output-format stream-json`. */
function readEvent(event: JsonObject): readonly ProgramEvent[] {
  if (event.type !== 'result') return readMessageEvent(event)
  const counted = readObject(event, 'usage')
  const { input_tokens: fresh, cache_read_input_tokens: cached, cache_creation_input_tokens: written } = counted
  const usage = {
    input: addAmounts([fresh, cached, written]),
    cached: readAmount(cached),
    cacheWrite: readAmount(written),
    output: readAmount(counted.output_tokens),
    reasoning: readAmount(readObject(counted, 'output_tokens_details').thinking_tokens),
  }
  return [{ kind: 'usage', usage, usd: readAmount(event.total_cost_usd), isTotal: true }]
}

export const claudeCode = {
  package: '@anthropic-ai/claude-code',
  tried: { version: '2.1.332', date: triedOn },
  oldestVersion: '2.1.197',
  readEvent,
  command: [
    'claude',
    '-p',
    '--output-format',
    'stream-json',
    '--verbose',
    '--mcp-config',
    '{mcp_config}',
    '--strict-mcp-config',
    '--tools',
    '',
    '--allowedTools',
    'mcp__clinic__*',
    '--permission-mode',
    'dontAsk',
    '--no-session-persistence',
  ],
  modelArguments: ['--model', '{model}'],
  needsModel: false,
  otherTools: [],
  passEnv: ['ANTHROPIC_API_KEY'],
  passWhereSet: ['ANTHROPIC_BASE_URL'],
  variables: {
    CLAUDE_CONFIG_DIR: '{home}',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    MCP_CONNECTION_NONBLOCKING: '0',
    MCP_CONNECT_TIMEOUT_MS: `${connectTimeout}`,
    MCP_TIMEOUT: `${connectTimeout}`,
  },
} as const satisfies McpPreset
