import { authorization, type McpPreset, triedOn } from './mcp-preset.js'

export const gemini = {
  package: '@google/gemini-cli',
  tried: { version: '0.61.0', date: triedOn },
  oldestVersion: '0.61.0',
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
    'carebench',
  ],
  modelArguments: ['--model', '{model}'],
  needsModel: false,
  otherTools: [],
  passEnv: ['GEMINI_API_KEY'],
  variables: { GEMINI_CLI_HOME: '{home}' },
  homeFiles: {
    '.gemini/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true },
      mcpServers: { carebench: { httpUrl: '{mcp_url}', headers: authorization, trust: true } },
      // An empty list would leave out the tools of MCP servers too.
      tools: { core: ['mcp_carebench_*'] },
    }),
  },
} as const satisfies McpPreset
