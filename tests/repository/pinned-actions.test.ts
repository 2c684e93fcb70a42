import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { workspaceRoot } from '../workspace-sources.js'

/** The actions of a workflow that are not pinned: a tag can be moved to other code, the hash of a commit cannot. */
function unpinnedActions(text: string): string[] {
  return [...text.matchAll(/^\s*(?:-\s+)?uses:\s*(.*)$/gm)]
    .map(([, used = '']) => used)
    .filter((used) => !/^(?:\.\/\S+|[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+(?:\.\d+)*)$/.test(used))
}

const folder = join(workspaceRoot, '.github/workflows')
const workflows = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name))

it.each(workflows)('%s pins each action by the hash of a commit, and names its version', (name) => {
  expect(unpinnedActions(readFileSync(join(folder, name), 'utf8'))).toEqual([])
})

it('finds actions by tag, by branch, by a short hash, and without a version', () => {
  const hash = '0123456789abcdef0123456789abcdef01234567'
  const unpinned = ['a/b@v5', 'a/b@main', 'a/b@0123456', `a/b@${hash}`, 'docker://alpine:3', `a/b@${hash}0 # v1`]
  expect(unpinnedActions(unpinned.map((used) => `      - uses: ${used}\n`).join(''))).toEqual(unpinned)
  expect(unpinnedActions(`      - uses: a/b/c@${hash} # v1.2\n      - id: x\n        uses: ./own\n`)).toEqual([])
  expect(workflows.length).toBeGreaterThan(0)
})
