import { connectTimeout, type McpPreset, triedOn } from './mcp-preset.js'

export const codex = {
  package: '@openai/codex',
  tried: { version: '0.171.0', date: triedOn },
  oldestVersion: '0.171.0',
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
      'mcp_servers.carebench.url="{mcp_url}"',
      'mcp_servers.carebench.bearer_token_env_var="CAREBENCH_TOKEN"',
      'mcp_servers.carebench.required=true',
      `mcp_servers.carebench.startup_timeout_sec=${connectTimeout / 1000}`,
      // Otherwise every call is refused, because nobody is there to approve it.
      'mcp_servers.carebench.default_tools_approval_mode="approve"',
    ].flatMap((setting) => ['-c', setting]),
    '{prompt}',
  ],
  modelArguments: ['--model', '{model}'],
  needsModel: false,
  otherTools: ['list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource', 'request_user_input'],
  passEnv: ['CODEX_API_KEY'],
  variables: { CODEX_HOME: '{home}' },
} as const satisfies McpPreset
