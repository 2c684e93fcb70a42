import type { McpAgentOptions } from './mcp-agent.js'

/** How a known agent is started so that it has the tools of the trial, and as few others as it allows. */
export interface McpPreset extends Pick<McpAgentOptions, 'command' | 'passEnv' | 'homeFiles' | 'variables'> {
  /** Its package in the npm registry. */
  readonly package: string
  /** The version that solved a task over MCP with a scripted model, and the day. Other versions may have other options. */
  readonly tried: { readonly version: string; readonly date: string }
  /** The oldest version that showed the tools of the trial to its model; older ones are refused. */
  readonly oldestVersion: string
  /** Arguments that name the model, at the end of the command; `{model}` in them and in `homeFiles` is replaced. */
  readonly modelArguments: readonly string[]
  /** Whether the program has no model of its own to begin with. */
  readonly needsModel: boolean
  /** What it offers to the model beside the tools of the trial; the program cannot be told to leave it out. */
  readonly otherTools: readonly string[]
}

/** A known agent without a preset, and why. */
export interface UntriedAgent {
  readonly package: string
  /** The version that was looked at. */
  readonly version: string
  readonly reason: string
}

const triedOn = '2026-11-28'

/** Milliseconds that programs wait for the tools: they begin without them otherwise, when the machine is busy. */
const connectTimeout = 60_000

// biome-ignore lint/suspicious/noTemplateCurlyInString: the programs expand the variable.
const authorization = { Authorization: 'Bearer ${CAREBENCH_TOKEN}' }

/**
 * Command lines of common agents, each run with its real program: it reached the tools of a trial, solved a task with them and
 * handed in, answered by a scripted model. None has been compared with a real model by us.
 */
export const mcpPresets = {
  'claude-code': {
    package: '@anthropic-ai/claude-code',
    tried: { version: '2.1.332', date: triedOn },
    oldestVersion: '2.1.197',
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
    modelArguments: ['--model', '{model}'],
    needsModel: false,
    otherTools: [],
    passEnv: ['ANTHROPIC_API_KEY'],
    variables: {
      CLAUDE_CONFIG_DIR: '{home}',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      MCP_CONNECTION_NONBLOCKING: '0',
      MCP_CONNECT_TIMEOUT_MS: `${connectTimeout}`,
      MCP_TIMEOUT: `${connectTimeout}`,
    },
  },
  codex: {
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
  },
  continue: {
    package: '@continuedev/cli',
    tried: { version: '1.5.47', date: triedOn },
    oldestVersion: '1.5.47',
    command: [
      'cn',
      '-p',
      '{prompt}',
      '--config',
      '{home}/config.yaml',
      '--format',
      'json',
      ...[
        'Bash',
        'CheckBackgroundJob',
        'Checklist',
        'Diff',
        'Edit',
        'Event',
        'Fetch',
        'List',
        'MultiEdit',
        'Read',
        'ReportFailure',
        'Search',
        'Skills',
        'UploadArtifact',
        'Write',
      ].flatMap((tool) => ['--exclude', tool]),
      '--allow',
      '*',
    ],
    modelArguments: [],
    needsModel: true,
    otherTools: ['AskQuestion', 'Exit'],
    passEnv: ['OPENAI_API_KEY'],
    variables: { CONTINUE_GLOBAL_DIR: '{home}/.continue', CONTINUE_TELEMETRY_ENABLED: '0' },
    homeFiles: {
      'config.yaml': `${JSON.stringify({
        name: 'carebench',
        version: '1.0.0',
        schema: 'v1',
        models: [
          {
            name: 'model',
            provider: 'openai',
            model: '{model}',
            apiKey: '$' + '{{ secrets.OPENAI_API_KEY }}',
            roles: ['chat'],
            capabilities: ['tool_use'],
          },
        ],
        mcpServers: [
          {
            name: 'carebench',
            type: 'streamable-http',
            url: '{mcp_url}',
            requestOptions: { headers: { Authorization: 'Bearer $' + '{{ secrets.CAREBENCH_TOKEN }}' } },
          },
        ],
      })}\n`,
    },
  },
  copilot: {
    package: '@github/copilot',
    tried: { version: '1.0.102', date: triedOn },
    oldestVersion: '1.0.102',
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
      // Tools of MCP servers can be left in by name only, so that everything else is named.
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
  },
  gemini: {
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
  },
  opencode: {
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
  },
  'qwen-code': {
    package: '@qwen-code/qwen-code',
    tried: { version: '0.24.4', date: triedOn },
    // 0.15.10 hides the tools of servers behind a search.
    oldestVersion: '0.24.4',
    command: [
      'qwen',
      '-o',
      'stream-json',
      '--approval-mode',
      'yolo',
      '--auth-type',
      'openai',
      '--allowed-mcp-server-names',
      'carebench',
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
          carebench: {
            httpUrl: '{mcp_url}',
            headers: authorization,
            trust: true,
            discoveryTimeoutMs: connectTimeout,
          },
        },
      }),
    },
  },
} as const satisfies Record<string, McpPreset>

export type McpPresetName = keyof typeof mcpPresets

/** Agents that have no preset, because we could not run them. A command of your own may start them: `mcp:COMMAND`. */
export const untriedAgents: readonly UntriedAgent[] = [
  {
    package: '@augmentcode/auggie',
    version: '0.36.0',
    reason: 'it works with the models of its own service only, and needs an account there',
  },
  {
    package: '@charmland/crush',
    version: '0.96.1',
    reason: 'its installation fetches a program from outside the npm registry, which failed',
  },
  {
    package: '@mariozechner/pi-coding-agent',
    version: '0.73.1',
    reason: 'it has no MCP client of its own',
  },
  {
    package: '@sourcegraph/amp',
    version: '0.0.1790142911',
    reason: 'it works with the models of its own service only, and needs an account there',
  },
  {
    package: 'cline',
    version: '3.0.65',
    reason: 'it was installed and began, but no variable led it to the scripted model',
  },
]

/**
 * The options of {@link createMcpAgent} for a known agent.
 *
 * @param model - what the program calls the model, such as `openai/gpt-x` for OpenCode; default the program's own
 * @throws RangeError if the program needs a model and none is given
 */
export function readMcpPreset(
  name: McpPresetName,
  model?: string,
): Pick<McpAgentOptions, 'command' | 'passEnv' | 'homeFiles' | 'variables' | 'oldestVersion'> {
  const preset: McpPreset = mcpPresets[name]
  if (preset.needsModel && model === undefined) {
    throw new RangeError(
      `Expected the model of ${name}, because it has none to begin with: ${name}:MODEL; got ${name}.`,
    )
  }
  const { passEnv, variables, homeFiles = {}, oldestVersion } = preset
  const fill = (text: string) => (model === undefined ? text : text.replaceAll('{model}', model))
  const files = Object.entries(homeFiles).map(([path, text]) => [path, fillJson(text, fill)] as const)
  return {
    command: [...preset.command, ...(model === undefined ? [] : preset.modelArguments.map(fill))],
    ...(passEnv && { passEnv }),
    ...(variables && { variables }),
    homeFiles: Object.fromEntries(files),
    oldestVersion,
  }
}

/** The files are JSON, whose texts spell quotes and line breaks in a way of their own. */
function fillJson(text: string, fill: (text: string) => string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => JSON.stringify(fill(JSON.parse(quoted))))
}
