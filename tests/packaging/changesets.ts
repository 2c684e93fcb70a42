import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceRoot } from './publishable-packages.js'

/**
 * The commit that changes are compared with: `CAREBENCH_BASE`, or where this branch left main. Undefined on main itself
 * and without git. Throws if the commit named by `CAREBENCH_BASE` cannot be found.
 */
export function findBase(): string | undefined {
  const { CAREBENCH_BASE: named = '' } = process.env
  const head = git('rev-parse', 'HEAD')
  for (const branch of named === '' ? ['origin/main', 'main'] : [named]) {
    const base = git('merge-base', 'HEAD', branch)
    if (base !== undefined) return base === head && named === '' ? undefined : base
  }
  if (named !== '') throw new Error(`CAREBENCH_BASE: expected a commit that shares history with HEAD, got ${named}.`)
  return undefined
}

/** Whether a package is named by a changeset that was added or changed since a commit or is not committed yet. */
export function changesetsThatName(name: string, base: string): boolean {
  const files = [
    ...namesIn(git('diff', '--name-only', '--diff-filter=AM', base, '--', '.changeset') ?? ''),
    ...namesIn(git('ls-files', '--others', '--exclude-standard', '--', '.changeset') ?? ''),
  ]
  return files.some((file) => file.endsWith('.md') && readPackages(join(workspaceRoot, file)).includes(name))
}

/** The packages that a changeset names. */
function readPackages(file: string): string[] {
  if (!existsSync(file)) return []
  const head = /^---\n([\s\S]*?)^---$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  return [...head.matchAll(/^["']?([^"'\n]+)["']?: *(?:major|minor|patch)$/gm)].map(([, name = '']) => name)
}

/** The lines of an output of git. */
export function namesIn(output: string): string[] {
  return output.split('\n').filter((line) => line !== '')
}

function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: workspaceRoot, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
