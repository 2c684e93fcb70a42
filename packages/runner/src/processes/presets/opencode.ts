import { connectTimeout, type McpPreset, triedOn } from './mcp-preset.js'

export const opencode = {
  package: 'opencode-ai',
  tried: { version: '1.18.33', date: triedOn },
  oldestVersion: '1.18.33',
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
      permission: { '*': 'deny', 'carebench_*': 'allow' },
      mcp: {
        carebench: {
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
