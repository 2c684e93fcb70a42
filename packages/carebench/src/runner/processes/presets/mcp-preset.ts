import type { McpAgentOptions } from '../mcp-agent.js'

/** How to start a known agent with the tools of the trial, and as few others as possible. */
export interface McpPreset
  extends Pick<McpAgentOptions, 'command' | 'passEnv' | 'homeFiles' | 'variables' | 'readEvent'> {
  /** Its package in the npm registry. */
  readonly package: string
  /**
   * The version that solved a task over MCP with a scripted model, and the date. Other versions may have other options.
   */
  readonly tried: { readonly version: string; readonly date: string }
  /** The oldest version that shows the tools of the trial to its model; older ones are rejected. */
  readonly oldestVersion: string
  /** Arguments that name the model, at the end of the command; `{model}` in them and in `homeFiles` is replaced. */
  readonly modelArguments: readonly string[]
  /**
   * Variables that the program gets if they are set in the environment of the runner, such as the address of its
   * provider.
   */
  readonly passWhereSet?: readonly string[]
  /**
   * Arguments for passed variables that the program does not read itself. `{NAME}` in them is replaced by the value of
   * a passed variable whose name ends in `_BASE_URL`.
   */
  readonly passedArguments?: Readonly<Record<string, readonly string[]>>
  /** Whether the program has no default model. */
  readonly needsModel: boolean
  /** Other tools that it offers to the model; no option of the program removes them. */
  readonly otherTools: readonly string[]
}

/** When the presets were last tried. */
export const triedOn = '2026-11-28'

/** How long programs wait for the tools, in milliseconds; on a busy machine they would otherwise begin without them. */
export const connectTimeout = 60_000

/** The header with the token of the trial. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the programs expand the variable.
export const authorization = { Authorization: 'Bearer ${CAREBENCH_TOKEN}' }
