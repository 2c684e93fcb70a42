import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { type ProgramEvent, readObject, readText } from '../program-log.js'
import { type McpPreset, triedOn } from './mcp-preset.js'

/** Reads a line of `--output-format json`, which does not report tokens. */
function readEvent(event: JsonObject): readonly ProgramEvent[] {
  const data = readObject(event, 'data')
  if (event.type === 'tool.execution_complete') {
    const text = readText(readObject(data, 'result').content ?? readObject(data, 'error').message)
    return [{ kind: 'result', id: readText(data.toolCallId), text, isError: data.success !== true }]
  }
  if (event.type !== 'assistant.message') return []
  const step = readText(data.messageId)
  const requests = Array.isArray(data.toolRequests) ? data.toolRequests.filter(isJsonObject) : []
  return [
    { kind: 'model', name: readText(data.model) },
    { kind: 'text', text: readText(data.content), step },
    ...requests.map(({ toolCallId, name, arguments: args = null }) => {
      return {
        kind: 'call',
        id: readText(toolCallId),
        tool: readText(name),
        arguments: readObject(args),
        step,
      } as const
    }),
  ]
}

export const copilot = {
  package: '@github/copilot',
  tried: { version: '1.0.102', date: triedOn },
  oldestVersion: '1.0.102',
  readEvent,
  command: [
    'copilot',
    '-p',
    '{prompt}',
    '--output-format',
    'json',
    '--allow-all-tools',
    '--disable-builtin-mcps',
    '--additional-mcp-config',
    '@{mcp_config}',
    '--no-custom-instructions',
    '--no-auto-update',
    '--no-ask-user',
    '--no-remote',
    '--no-color',
    '--disable-client-telemetry',
    // An allow list would need the names of the MCP tools, so all other tools are excluded by name.
    `--excluded-tools=${[
      'apply_patch',
      'ask_user',
      'bash',
      'create',
      'edit',
      'fetch_copilot_cli_documentation',
      'glob',
      'grep',
      'list_agents',
      'list_bash',
      'read_agent',
      'read_bash',
      'report_intent',
      'session_store_sql',
      'skill',
      'sql',
      'stop_bash',
      'task',
      'update_todo',
      'view',
      'web_fetch',
      'web_search',
      'write_agent',
      'write_bash',
    ].join()}`,
  ],
  modelArguments: ['--model', '{model}'],
  needsModel: true,
  otherTools: [],
  passEnv: ['COPILOT_PROVIDER_API_KEY', 'COPILOT_PROVIDER_BASE_URL'],
  variables: { COPILOT_HOME: '{home}/.copilot', COPILOT_OFFLINE: 'true' },
} as const satisfies McpPreset
