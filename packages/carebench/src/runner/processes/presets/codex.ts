import type { JsonObject } from '@carebench/protocol'
import { readAmount } from '../../usage.js'
import { type ProgramEvent, readObject, readText } from '../program-log.js'
import { connectTimeout, type McpPreset, triedOn } from './mcp-preset.js'

/** Reads a line of `--json`. */
function readEvent(event: JsonObject): readonly ProgramEvent[] {
  if (event.type === 'turn.completed') {
    const counted = readObject(event, 'usage')
    const usage = {
      input: readAmount(counted.input_tokens),
      cached: readAmount(counted.cached_input_tokens),
      cacheWrite: readAmount(counted.cache_write_input_tokens),
      output: readAmount(counted.output_tokens),
      reasoning: readAmount(counted.reasoning_output_tokens),
    }
    return [{ kind: 'usage', usage, usd: null, isTotal: true }]
  }
  if (event.type !== 'item.completed') return []
  const item = readObject(event, 'item')
  const id = readText(item.id)
  if (item.type === 'agent_message') return [{ kind: 'text', text: readText(item.text) }]
  if (item.type !== 'mcp_tool_call') return []
  const isError = item.status !== 'completed' || readObject(item, 'result').is_error === true
  const text = readText(readObject(item, 'result').content ?? readObject(item, 'error').message)
  return [
    { kind: 'call', id, tool: readText(item.tool), arguments: readObject(item, 'arguments') },
    { kind: 'result', id, text, isError },
  ]
}

export const codex = {
  package: '@openai/codex',
  tried: { version: '0.171.0', date: triedOn },
  oldestVersion: '0.171.0',
  readEvent,
  command: [
    'codex',
    'exec',
    '--json',
    '--ephemeral',
    '--ignore-user-config',
    '--skip-git-repo-check',
    '--sandbox',
    'read-only',
    ...[
      'shell_tool',
      'unified_exec',
      'view_image',
      'goals',
      'multi_agent',
      'image_generation',
      'apps',
      'plugins',
    ].flatMap((feature) => ['--disable', feature]),
    ...[
      'web_search="disabled"',
      'mcp_servers.clinic.url="{mcp_url}"',
      'mcp_servers.clinic.bearer_token_env_var="CAREBENCH_TOKEN"',
      'mcp_servers.clinic.required=true',
      `mcp_servers.clinic.startup_timeout_sec=${connectTimeout / 1000}`,
      // Otherwise every call is rejected, because there is no user to approve it.
      'mcp_servers.clinic.default_tools_approval_mode="approve"',
    ].flatMap((setting) => ['-c', setting]),
    '{prompt}',
  ],
  modelArguments: ['--model', '{model}'],
  passedArguments: { OPENAI_BASE_URL: ['-c', 'openai_base_url="{OPENAI_BASE_URL}"'] },
  needsModel: false,
  otherTools: ['list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource', 'request_user_input'],
  passEnv: ['CODEX_API_KEY'],
  passWhereSet: ['OPENAI_BASE_URL'],
  variables: { CODEX_HOME: '{home}' },
} as const satisfies McpPreset
