import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceRoot } from '../workspace-sources.js'

/** An example on a page, and what the page says that it prints; empty if it says nothing. */
export interface PrintedExample {
  readonly code: string
  readonly printed: string
}

/** Examples as files of a project of their own. */
export interface ExampleProject {
  /** What the compiler says; empty if it is content. */
  compile(): string
  /** What an example prints. Throws if it prints errors. */
  run(name: string): string
  remove(): void
}

/** Finds the first example of a page, given relative to the root of the repository, by its two groups: code, what is printed. */
export function exampleOf(page: string, pattern: RegExp): PrintedExample {
  const found = pattern.exec(readFileSync(join(workspaceRoot, page), 'utf8'))
  if (found === null) throw new Error(`${page} has no example like ${pattern}.`)
  return { code: found[1] ?? '', printed: found[2] ?? '' }
}

/** Writes examples, by name, into a project. */
export function createExampleProject(examples: ReadonlyMap<string, PrintedExample>): ExampleProject {
  // Beside the tests, so that the examples resolve packages as a user's project does.
  const parent = join(workspaceRoot, 'tests', '.examples')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'page-'))
  for (const [name, { code }] of examples) writeFileSync(join(folder, `${name}.ts`), code)
  const config = { extends: join(workspaceRoot, 'tsconfig.base.json'), include: ['.'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  return {
    compile() {
      const { status, stdout } = spawnSync(join(workspaceRoot, 'node_modules/.bin/tsc'), ['-p', folder], {
        encoding: 'utf8',
      })
      return status === 0 ? stdout : `${status}: ${stdout}`
    },
    run(name) {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        ['--conditions=@carebench/source', '--import', 'tsx', join(folder, `${name}.ts`)],
        { cwd: workspaceRoot, encoding: 'utf8' },
      )
      if (stderr !== '') throw new Error(`The example of ${name} prints errors: ${stderr}`)
      return stdout
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
