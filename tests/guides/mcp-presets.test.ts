import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mcpPresets, untriedAgents } from '../../packages/carebench/src/runner/processes/mcp-presets.js'
import type { McpPreset } from '../../packages/carebench/src/runner/processes/presets/mcp-preset.js'
import { blocksOf } from './shell-walk.js'

const guide = 'docs/guides/evaluating-an-mcp-agent.md'
const presets = Object.entries(mcpPresets) as [string, McpPreset][]

/** A preset as a shell would start it: variables, then the command. */
function printPreset(name: string, preset: McpPreset): string {
  const { command, modelArguments, passEnv = [], variables = {}, homeFiles = {} } = preset
  const set = [
    ...passEnv.map((variable) => `${variable}=…`),
    ...Object.entries(variables).map(([key, value]) => `${key}=${value}`),
  ]
  const words = [...command, ...modelArguments].map((word) => (/^[\w./{}@,=-]+$/.test(word) ? word : `'${word}'`))
  const files = Object.entries(homeFiles).map(([path, text]) => `  {home}/${path}: ${text.trimEnd()}`)
  return [`${name}: ${[...set, ...words].join(' ')}`, ...files].join('\n')
}

it('the guide prints the presets as they are', () => {
  const printed = presets.map(([name, preset]) => printPreset(name, preset))
  expect(blocksOf(guide)('text presets')).toBe(`${printed.join('\n')}\n`)
})

it('the guide says which version was tried when, and what each program offers beside the tools of the trial', () => {
  const text = readFileSync(guide, 'utf8')
  const rows = text.split('\n').filter((line) => /^\| `[a-z-]+` +\| `/.test(line))
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  expect(cells.map(([, name, packed, version, date, , , tools]) => [name, packed, version, date, tools])).toEqual(
    presets.map(([name, { package: packed, tried, otherTools }]) => [
      name,
      packed,
      tried.version,
      tried.date,
      [...otherTools].sort().join(', ') || '–',
    ]),
  )
  for (const { package: packed, version, reason } of untriedAgents) {
    expect(text).toContain(`- \`${packed}\` ${version}: ${reason}.`)
  }
})
