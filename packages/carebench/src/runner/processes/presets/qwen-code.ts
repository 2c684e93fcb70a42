import type { JsonObject } from '@carebench/protocol'
import { readAmount } from '../../usage.js'
import { type ProgramEvent, readMessageEvent, readObject } from '../program-log.js'
import { authorization, connectTimeout, type McpPreset, triedOn } from './mcp-preset.js'

/** Reads a line of `-o stream-json`. */
function readEvent(event: JsonObject): readonly ProgramEvent[] {
  if (event.type !== 'result') return readMessageEvent(event)
  const counted = readObject(event, 'usage')
  const usage = {
    input: readAmount(counted.input_tokens),
    cached: readAmount(counted.cache_read_input_tokens),
    cacheWrite: null,
    output: readAmount(counted.output_tokens),
    reasoning: null,
  }
  return [{ kind: 'usage', usage, usd: null, isTotal: true }]
}

export const qwenCode = {
  package: '@qwen-code/qwen-code',
  tried: { version: '0.24.4', date: triedOn },
  // 0.15.10 hides the tools of servers behind a search.
  oldestVersion: '0.24.4',
  readEvent,
  command: [
    'qwen',
    '-o',
    'stream-json',
    '--approval-mode',
    'yolo',
    '--auth-type',
    'openai',
    '--allowed-mcp-server-names',
    'clinic',
    '--chat-recording',
    'false',
    '{prompt}',
  ],
  modelArguments: ['--model', '{model}'],
  needsModel: true,
  otherTools: [
    'enter_worktree',
    'exit_worktree',
    'get_goal',
    'list_agents',
    'record_artifact',
    'report_findings',
    'send_message',
    'task_stop',
    'update_goal',
  ],
  passEnv: ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  variables: { QWEN_CODE_SUPPRESS_YOLO_WARNING: '1' },
  homeFiles: {
    '.qwen/settings.json': JSON.stringify({
      privacy: { usageStatisticsEnabled: false },
      memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
      permissions: { deny: ['Agent', 'Bash', 'Edit', 'Read', 'Skill', 'Write'] },
      tools: { core: ['none'], toolSearch: { enabled: false } },
      mcpServers: {
        clinic: {
          httpUrl: '{mcp_url}',
          headers: authorization,
          trust: true,
          discoveryTimeoutMs: connectTimeout,
        },
      },
    }),
  },
} as const satisfies McpPreset
