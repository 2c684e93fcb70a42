import { type McpPreset, mcpPresets } from '@carebench/runner'
import { expect, it } from 'vitest'
import { blocksOf } from './shell-walk.js'

/** A preset as a shell would start it: variables, then the command. */
function printPreset(name: string, { command, passEnv = [], variables = {}, homeFiles = {} }: McpPreset): string {
  const set = [
    ...passEnv.map((variable) => `${variable}=…`),
    ...Object.entries(variables).map(([key, value]) => `${key}=${value}`),
  ]
  const words = command.map((word) => (/^[\w./{}-]+$/.test(word) ? word : `'${word}'`))
  const files = Object.entries(homeFiles).map(([path, text]) => `  {home}/${path}: ${text}`)
  return [`${name}: ${[...set, ...words].join(' ')}`, ...files].join('\n')
}

it('the guide prints the presets as they are', () => {
  const printed = Object.entries(mcpPresets).map(([name, preset]) => printPreset(name, preset))
  expect(blocksOf('docs/evaluating-an-mcp-agent.md')('text presets')).toBe(`${printed.join('\n')}\n`)
})
