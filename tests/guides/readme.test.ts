import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { workspaceRoot } from '../workspace-sources.js'

const readme = readFileSync(join(workspaceRoot, 'README.md'), 'utf8')
const lines = readme.split('\n')

it('opens with the two commands', () => {
  expect(lines.slice(2, 6).join('\n')).toContain('npx -y pnpm@12.21.0 demo')
  expect(lines.slice(2, 6).join('\n')).toContain('npx -y pnpm@12.21.0 test')
})

it('has at most 120 lines of at most 120 columns', () => {
  expect(lines.length).toBeLessThanOrEqual(121)
  // The address of a picture cannot be wrapped.
  expect(lines.filter((line) => line.length > 120 && !line.includes('<img'))).toEqual([])
})

describe('its six doors', () => {
  const doors = [
    ...readme.matchAll(
      /^\*\*(.*?)\*\*[^\n]*\(\[guide\]\((\S+?)\), \[example\]\((\S+?)\)\):\n\n```\w+\n([\s\S]*?)```/gm,
    ),
  ]

  it('are six, each with two lines of code', () => {
    expect(doors).toHaveLength(6)
    expect(doors.filter(([, , , , code = '']) => code.trimEnd().split('\n').length !== 2)).toEqual([])
  })

  it('lead to a guide of the docs and to an example with a README', () => {
    const missing = doors
      .flatMap(([, , guide = '', example = '']) => [guide, `${example}/README.md`])
      .filter((path) => !existsSync(join(workspaceRoot, path)))
    expect(missing).toEqual([])
  })

  it('have a guide that names the example', () => {
    const silent = doors.filter(
      ([, , guide = '', example = '']) => !readFileSync(join(workspaceRoot, guide), 'utf8').includes(example),
    )
    expect(silent.map(([, name]) => name)).toEqual([])
  })
})
