import type { McpAgentOptions } from '../mcp-agent.js'

/** How a known agent is started so that it has the tools of the trial, and as few others as it allows. */
export interface McpPreset
  extends Pick<McpAgentOptions, 'command' | 'passEnv' | 'homeFiles' | 'variables' | 'readEvent'> {
  /** Its package in the npm registry. */
  readonly package: string
  /**
   * The version that solved a task over MCP with a scripted model, and the day. Other versions may have other options.
   */
  readonly tried: { readonly version: string; readonly date: string }
  /** The oldest version that showed the tools of the trial to its model; older ones are refused. */
  readonly oldestVersion: string
  /** Arguments that name the model, at the end of the command; `{model}` in them and in `homeFiles` is replaced. */
  readonly modelArguments: readonly string[]
  /** Variables that the program gets where our environment has them, such as the address of its provider. */
  readonly passWhereSet?: readonly string[]
  /**
   * Arguments for variables that are passed and the program does not read itself. `{NAME}` in them is replaced by the
   * value of a passed variable whose name ends in `_BASE_URL`.
   */
  readonly passedArguments?: Readonly<Record<string, readonly string[]>>
  /** Whether the program has no model of its own to begin with. */
  readonly needsModel: boolean
  /** What it offers to the model beside the tools of the trial; no option of the program leaves it out. */
  readonly otherTools: readonly string[]
}

/** When the presets were last tried. */
export const triedOn = '2026-11-28'

/** Milliseconds that programs wait for the tools: they begin without them otherwise, when the machine is busy. */
export const connectTimeout = 60_000

/** The header with the token of the trial. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the programs expand the variable.
export const authorization = { Authorization: 'Bearer ${CAREBENCH_TOKEN}' }
