import type { Agent, Trial } from '../agent.js'
import { TrialStopError } from '../ended.js'
import { type CommandAgentOptions, createProcessAgent, type PreparedAgent } from './command-agent.js'
import { readPassed } from './environment.js'
import { probeTools } from './mcp-probe.js'
import { isOlder, readProgramVersion } from './program-version.js'

/** Options of {@link createMcpAgent}. */
export interface McpAgentOptions extends CommandAgentOptions {
  /**
   * The prompt, passed on stdin, or in the arguments if they contain `{prompt}`; default {@link defaultMcpPrompt}. The
   * tool `start_task` returns the instruction of the task.
   */
  readonly prompt?: string
  /** Files for the agent's folder, by relative path; names in braces are replaced as in arguments. Default none. */
  readonly homeFiles?: Readonly<Record<string, string>>
  /** Non-secret variables of the agent; names in braces are replaced as in arguments. */
  readonly variables?: Readonly<Record<string, string>>
  /**
   * The oldest supported version of the program. If set, the program's version is read with `--version`, and becomes
   * part of the identity.
   */
  readonly oldestVersion?: string
}

/** The prompt of an agent over MCP, equal for all tasks. */
export const defaultMcpPrompt =
  'Call the tool start_task of the MCP server clinic and follow the instruction that it returns. Use only tools of ' +
  'that server. When you are done, call submit.'

/** The prompt of an agent over MCP in a check, which stops the agent as soon as it has listed the tools. */
const checkPrompt = 'Answer with the word ready. Call no tool.'

/**
 * Creates an agent from a command that speaks MCP, such as a coding agent. It gets the prompt on stdin, unless
 * `{prompt}` is in its arguments, and the address of the trial's MCP server in `mcp.json` in its folder
 * (`CAREBENCH_MCP_CONFIG`). In arguments, `{mcp_url}`, `{mcp_config}`, `{home}` and `{prompt}` are replaced; the token
 * is only in the variable `CAREBENCH_TOKEN`. The agent submits with the tool `submit`; if it ends without it, the state
 * that it leaves is its submission. JSON lines on stdout that are not a submission are its log.
 */
export function createMcpAgent(options: McpAgentOptions): Agent {
  const {
    prompt = defaultMcpPrompt,
    homeFiles = {},
    variables = {},
    oldestVersion,
    environment = process.env,
  } = options
  const [program] = options.command
  const version = oldestVersion === undefined ? null : readProgramVersion(program, environment)
  return createProcessAgent({
    ...options,
    kind: 'mcp',
    identity: {
      prompt,
      home_files: homeFiles,
      variables,
      ...(oldestVersion !== undefined && { program_version: version }),
    },
    prepare: (trial, home) => prepareProgram(options, prompt, trial, home),
    prepareCheck: (trial, home) => prepareProgram(options, checkPrompt, trial, home),
    async check(run, signal) {
      if (version !== null && oldestVersion !== undefined && isOlder(version, oldestVersion)) {
        const message =
          `Expected ${program} of version ${oldestVersion} or newer, found ${version}; install that version by its ` +
          'number'
        throw new TrialStopError({ kind: 'infra', reason: 'mcp_connect', message })
      }
      await probeTools(run, signal)
      return {
        message: `${[program, version].filter(Boolean).join(' ')} lists the tools of its MCP server`,
        cost: null,
      }
    },
  })
}

function prepareProgram(
  { command, homeFiles = {}, variables = {}, passEnv = [], environment = process.env }: McpAgentOptions,
  prompt: string,
  trial: Trial,
  home: string,
): PreparedAgent {
  const config = `${home}/mcp.json`
  // Only addresses, no keys: every process of the machine can read the arguments.
  const addresses = passEnv.filter((name) => name.endsWith('_BASE_URL'))
  const passed = Object.fromEntries(addresses.map((name) => [name, readPassed(name, environment)]))
  const values = { ...passed, mcp_url: trial.mcpUrl, mcp_config: config, home, prompt }
  return {
    // Some programs would append stdin to the prompt in their arguments.
    input: command.some((argument) => argument.includes('{prompt}')) ? '' : `${prompt}\n`,
    command: ([program, ...args]) => [program, ...args.map((argument) => fill(argument, values))],
    files: { 'mcp.json': serializeConfiguration(trial), ...mapValues(homeFiles, (text) => fill(text, values)) },
    variables: { CAREBENCH_MCP_CONFIG: config, ...mapValues(variables, (text) => fill(text, values)) },
  }
}

/** Writes the configuration that most MCP clients read. The token is a variable that they expand. */
function serializeConfiguration(trial: Trial): string {
  const server = { type: 'http', url: trial.mcpUrl, headers: { Authorization: `Bearer \${CAREBENCH_TOKEN}` } }
  return `${JSON.stringify({ mcpServers: { clinic: server } }, null, 2)}\n`
}

/** Replaces the known names in braces; leaves other braces unchanged, because JSON has them too. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)
}

function mapValues(
  record: Readonly<Record<string, string>>,
  change: (text: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(record).map(([name, text]) => [name, change(text)]))
}
