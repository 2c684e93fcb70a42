import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { workspaceRoot } from '../workspace-sources.js'

const folder = join(workspaceRoot, 'docs/decisions')
const decisions = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'index.md')

it('has a number for each decision, the one of its heading, that no other has', () => {
  expect(decisions.length).toBeGreaterThan(100)
  const numbers = decisions.map((name) => /^\d{3}(?=-)/.exec(name)?.[0] ?? name)
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  const headed = decisions.map((name) => /^# (\d{3}) /.exec(readFileSync(join(folder, name), 'utf8'))?.[1] ?? name)
  expect(headed).toEqual(numbers)
})
