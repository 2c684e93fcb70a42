import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, it } from 'vitest'
import { workspaceRoot } from '../workspace-sources.js'

/** The problems of a Dockerfile, as `line: what`. */
function listProblems(text: string): string[] {
  return validate(text).map(({ range, message }) => `${range.start.line + 1}: ${message}`)
}

const dockerfile = readFileSync(join(workspaceRoot, 'Dockerfile'), 'utf8')

it('passes the linter', () => {
  expect(listProblems(dockerfile)).toEqual([])
})

it('rejects a misspelt instruction or flag, and a missing user', () => {
  const changed = [
    dockerfile.replace('EXPOSE 8443', 'EXPOES 8443'),
    dockerfile.replace('--interval=10s', '--intervall=10s'),
    dockerfile.replace('USER node', 'USER'),
  ]
  for (const text of changed) expect(listProblems(text)).toHaveLength(1)
})

it('builds with the version of pnpm that the repository pins, and runs as a user without rights', () => {
  const { packageManager }: { readonly packageManager: string } = JSON.parse(
    readFileSync(join(workspaceRoot, 'package.json'), 'utf8'),
  )
  const versions = new Set(dockerfile.match(/pnpm@[\d.]+/g))
  expect([...versions]).toEqual([packageManager])
  expect(dockerfile.slice(dockerfile.lastIndexOf('FROM'))).toMatch(/^USER node$/m)
})
