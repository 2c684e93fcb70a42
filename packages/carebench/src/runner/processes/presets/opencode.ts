import type { JsonObject } from '@carebench/protocol'
import { readAmount } from '../../usage.js'
import { addAmounts, type ProgramEvent, readObject, readText } from '../program-log.js'
import { connectTimeout, type McpPreset, triedOn } from './mcp-preset.js'

/** Reads a line of `--format json`. */
function readEvent(event: JsonObject): readonly ProgramEvent[] {
  const part = readObject(event, 'part')
  const step = readText(part.messageID)
  if (event.type === 'text') return [{ kind: 'text', text: readText(part.text), step }]
  if (event.type === 'tool_use') {
    const state = readObject(part, 'state')
    const id = readText(part.callID)
    return [
      { kind: 'call', id, tool: readText(part.tool), arguments: readObject(state, 'input'), step },
      { kind: 'result', id, text: readText(state.output ?? state.error), isError: state.status !== 'completed' },
    ]
  }
  if (event.type !== 'step_finish') return []
  const { input, output, reasoning, cache } = readObject(part, 'tokens')
  const { read, write } = readObject(cache)
  const usage = {
    input: addAmounts([input, read, write]),
    cached: readAmount(read),
    cacheWrite: readAmount(write),
    output: addAmounts([output, reasoning]),
    reasoning: readAmount(reasoning),
  }
  return [{ kind: 'usage', usage, usd: readAmount(part.cost), isTotal: false }]
}

export const opencode = {
  package: 'opencode-ai',
  tried: { version: '1.18.33', date: triedOn },
  oldestVersion: '1.18.33',
  readEvent,
  command: ['opencode', 'run', '--pure', '--auto', '--format', 'json', '{prompt}'],
  modelArguments: ['--model', '{model}'],
  needsModel: true,
  otherTools: [],
  passEnv: [],
  variables: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
  homeFiles: {
    '.config/opencode/opencode.json': JSON.stringify({
      share: 'disabled',
      autoupdate: false,
      permission: { '*': 'deny', 'clinic_*': 'allow' },
      mcp: {
        clinic: {
          type: 'remote',
          url: '{mcp_url}',
          oauth: false,
          timeout: connectTimeout,
          headers: { Authorization: 'Bearer {env:CAREBENCH_TOKEN}' },
        },
      },
    }),
  },
} as const satisfies McpPreset
