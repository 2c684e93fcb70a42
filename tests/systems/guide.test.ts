import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { workspaceRoot } from '../workspace-sources.js'
import { fillAtNight } from './night-pharmacy.js'

it('the guide to custom systems shows the whole file that is tested here', () => {
  const page = readFileSync(join(workspaceRoot, 'packages/systems/README.md'), 'utf8')
  const start = page.indexOf('## Write a system of your own')
  const end = page.indexOf('### Use it')
  expect(start > 0 && end > start).toBe(true)
  const shown = [...page.slice(start, end).matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code)
  const file = readFileSync(join(import.meta.dirname, 'pharmacy.ts'), 'utf8')
  expect(shown.join('\n')).toBe(file)
})

it('the guide shows the project with two custom systems, which is run here', async () => {
  const page = readFileSync(join(workspaceRoot, 'packages/systems/README.md'), 'utf8')
  const [, shown] = /```ts\n([\s\S]*?)```/.exec(page.slice(page.indexOf('### Use it'))) ?? []
  expect(shown).toBe(readFileSync(join(import.meta.dirname, 'night-pharmacy.ts'), 'utf8'))
  expect(await fillAtNight()).toMatchObject({ verdict: 'pass', score: 1 })
})
