import type { McpAgentOptions } from './mcp-agent.js'

/** How a known agent is started so that it has the tools of the trial and no others. */
export type McpPreset = Pick<McpAgentOptions, 'command' | 'passEnv' | 'homeFiles' | 'variables'>

/**
 * Starting points for agents with a command line of their own. **None of them has been run with carebench**: they are written
 * after the documentation of these programs, whose options change. Try one with `--trials 1`, and read `stdout.txt` and
 * `stderr.txt` of the trial. Add the model to the command, since it is part of what is compared.
 */
export const mcpPresets = {
  'claude-code': {
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
      'mcp__carebench__*',
      '--permission-mode',
      'dontAsk',
      '--no-session-persistence',
    ],
    passEnv: ['ANTHROPIC_API_KEY'],
    variables: { CLAUDE_CONFIG_DIR: '{home}', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
  },
  codex: {
    command: [
      'codex',
      'exec',
      '--json',
      '--ephemeral',
      '--ignore-user-config',
      '--skip-git-repo-check',
      '--sandbox',
      'read-only',
      '-c',
      'mcp_servers.carebench.url="{mcp_url}"',
      '-c',
      'mcp_servers.carebench.bearer_token_env_var="CAREBENCH_TOKEN"',
      '{prompt}',
    ],
    passEnv: ['OPENAI_API_KEY'],
    variables: { CODEX_HOME: '{home}' },
  },
  gemini: {
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
    passEnv: ['GEMINI_API_KEY'],
    variables: { GEMINI_CLI_HOME: '{home}' },
    homeFiles: {
      '.gemini/settings.json': JSON.stringify({
        mcpServers: {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: Gemini CLI expands the variable.
          carebench: { httpUrl: '{mcp_url}', headers: { Authorization: 'Bearer ${CAREBENCH_TOKEN}' }, trust: true },
        },
        tools: { core: [] },
      }),
    },
  },
} as const satisfies Record<string, McpPreset>

export type McpPresetName = keyof typeof mcpPresets
