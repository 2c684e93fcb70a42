import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { expect, it } from 'vitest'
import { workspaceRoot } from '../workspace-sources.js'

const file = join(workspaceRoot, 'compose.yaml')

it('passes the linter', () => {
  const results: readonly { readonly filePath: string; readonly messages: readonly unknown[] }[] = new DCLinter({
    rules: { 'require-quotes-in-ports': [1, { quoteType: 'double' }] },
    quiet: false,
    debug: false,
    exclude: [],
  }).lintFiles([file], false)
  expect(results.map(({ filePath }) => filePath)).toEqual([file])
  expect(results.flatMap(({ messages }) => messages)).toEqual([])
})

it('names files for its secrets that neither git nor the image takes', () => {
  const secrets = [...readFileSync(file, 'utf8').matchAll(/^ {4}file: (.+)$/gm)].map(([, name = '']) => name)
  expect(secrets.length).toBeGreaterThan(0)
  for (const ignore of ['.gitignore', '.dockerignore']) {
    const patterns = readFileSync(join(workspaceRoot, ignore), 'utf8').split('\n')
    expect(secrets.filter((name) => !patterns.includes(`*.${name.split('.').at(-1)}`))).toEqual([])
  }
})
