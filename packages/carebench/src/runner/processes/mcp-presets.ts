import type { McpAgentOptions } from './mcp-agent.js'
import { claudeCode } from './presets/claude-code.js'
import { codex } from './presets/codex.js'
import { continueCli } from './presets/continue.js'
import { copilot } from './presets/copilot.js'
import { gemini } from './presets/gemini.js'
import type { McpPreset } from './presets/mcp-preset.js'
import { opencode } from './presets/opencode.js'
import { qwenCode } from './presets/qwen-code.js'

/** A known agent without a preset, and why. */
export interface UntriedAgent {
  readonly package: string
  /** The examined version. */
  readonly version: string
  readonly reason: string
}

/**
 * Command lines of common agents. We ran each real program with a scripted model: it reached the tools of a trial,
 * solved a task with them and submitted. We did not run any with a real model.
 */
export const mcpPresets = {
  'claude-code': claudeCode,
  codex,
  continue: continueCli,
  copilot,
  gemini,
  opencode,
  'qwen-code': qwenCode,
} as const satisfies Record<string, McpPreset>

export type McpPresetName = keyof typeof mcpPresets

/** Agents without a preset, because we could not run them. Your own command may start them: `mcp:COMMAND`. */
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
    reason: 'it was installed and started, but no variable made it use the scripted model',
  },
]

/** The user's additions to a preset. */
export interface PresetAdditions {
  /** Further arguments, at the end of the command. */
  readonly arguments?: readonly string[]
  /** Names of further variables that the program gets. */
  readonly passEnv?: readonly string[]
  /** The environment of the runner, from which the program gets the address of its provider. Default: empty. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/**
 * Returns the options of {@link createMcpAgent} for a known agent.
 *
 * @param model - the program's name of the model, such as `openai/gpt-x` for OpenCode; default the program's own model
 * @throws RangeError if the program needs a model and none is given
 */
export function readMcpPreset(
  name: McpPresetName,
  model?: string,
  { arguments: further = [], passEnv: added = [], environment = {} }: PresetAdditions = {},
): Pick<McpAgentOptions, 'command' | 'passEnv' | 'homeFiles' | 'variables' | 'oldestVersion' | 'readEvent'> {
  const preset: McpPreset = mcpPresets[name]
  if (preset.needsModel && model === undefined) {
    throw new RangeError(`Expected the model of ${name}, because it has no default model: ${name}:MODEL; got ${name}.`)
  }
  const { passEnv = [], passWhereSet = [], passedArguments = {}, variables, homeFiles = {} } = preset
  const { oldestVersion, readEvent } = preset
  const passed = [...new Set([...passWhereSet.filter((variable) => environment[variable]), ...added])]
  const fill = (text: string) => (model === undefined ? text : text.replaceAll('{model}', model))
  const files = Object.entries(homeFiles).map(([path, text]) => [path, fillJson(text, fill)] as const)
  return {
    command: [
      ...preset.command,
      ...(model === undefined ? [] : preset.modelArguments.map(fill)),
      ...passed.flatMap((variable) => passedArguments[variable] ?? []),
      ...further,
    ],
    passEnv: [...new Set([...passEnv, ...passed])],
    ...(readEvent && { readEvent }),
    ...(variables && { variables }),
    homeFiles: Object.fromEntries(files),
    oldestVersion,
  }
}

/** Fills the strings in JSON text, and escapes quotes and line breaks in them. */
function fillJson(text: string, fill: (text: string) => string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => JSON.stringify(fill(JSON.parse(quoted))))
}
