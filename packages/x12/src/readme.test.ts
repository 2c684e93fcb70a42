/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as x12 from './index.js'
import { sampleText, sampleTime } from './sample.js'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const examples = Array.from(readme.matchAll(/```ts\n([\s\S]*?)```/g), ([, code = '']) => code)

/** Runs an example as written, its import taken from the source, and gives what it logs. */
function run(code: string, values: Readonly<Record<string, unknown>>): unknown[][] {
  const logged: unknown[][] = []
  const console = { log: (...parts: unknown[]) => logged.push(parts) }
  const body = code.replace(/^import (\{[^}]*\}) from '@carebench\/x12'$/m, 'const $1 = x12')
  expect(body).not.toMatch(/^import/m)
  const all = { x12, console, ...values }
  new Function(...Object.keys(all), body)(...Object.values(all))
  return logged
}

it('has three examples that do what they say', () => {
  expect(examples).toHaveLength(3)
  const [read = '', build = '', validate = ''] = examples
  const text = sampleText()
  expect(run(read, { text })).toEqual([
    ['271', '1500'],
    ['1', ['30', '35']],
    ['C', ['30']],
    ['C', ['98', '30']],
  ])
  expect(run(build, { at: sampleTime })).toEqual([['999']])
  const bad = text.replace('EB*C*FAM', 'EB*ZZ*FAM')
  expect(run(validate, { bad, at: sampleTime })).toEqual([
    [
      expect.stringMatching(
        /^Expected one of the codes 1, 2, .* got "ZZ" \(EB01, segment 15, loop 2110C, byte 522\)\.$/,
      ),
    ],
    ['999', false],
    [true],
  ])
})

it('has a row for each form of path', () => {
  const rows = Array.from(readme.matchAll(/^\| (`[^|]*) \|/gm), ([, cell = '']) => cell)
  const paths = rows.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, path = '']) => path))
  expect(paths.length).toBeGreaterThan(8)
  for (const path of paths) expect(() => x12.compilePath(path)).not.toThrow()
})
