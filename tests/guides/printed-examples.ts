import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceRoot } from '../workspace-sources.js'

/** An example on a page, and the output that the page shows; empty if it shows none. */
export interface PrintedExample {
  readonly page: string
  readonly code: string
  readonly printed: string
}

/**
 * Pages with patterns for the example that is run, usually the first, and its output. Packages test the examples of
 * other READMEs, and pack:check compiles all.
 */
const pages: readonly (readonly [page: string, example: RegExp])[] = [
  ...['conformance', 'fhir', 'msw', 'protocol', 'systems', 'service', 'server', 'store', 'text'].map(
    (name) => [`packages/${name}/README.md`, /```ts\n([\s\S]*?)```\s*(?:It prints `([^`]*)`)?/] as const,
  ),
  ['packages/server/README.md', /## Pages[\s\S]*?```ts\n([\s\S]*?)```\s*It prints `([^`]*)`/],
  ['packages/systems/README.md', /## Synthetic patients[\s\S]*?```ts\n([\s\S]*?)```\s*It prints `([^`]*)`/],
  ['packages/systems/README.md', /## Verify the evidence[\s\S]*?```ts\n([\s\S]*?)```\s*It prints `([^`]*)`/],
  ...['reference/statistics', 'guides/records-and-regrading', 'guides/scoring-in-your-service'].map(
    (name) => [`docs/${name}.md`, /```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/] as const,
  ),
]

/** Examples as modules of a separate project. */
export interface ExampleProject {
  /** Runs the example with this index in this process. */
  run(index: number): Promise<void>
  remove(): void
}

/** The example of each page. */
export const printedExamples: readonly PrintedExample[] = pages.map(([page, pattern]) => findExample(page, pattern))

/**
 * Finds the first example of a page (a path from the repository root) by a pattern with two groups: code and output.
 */
function findExample(page: string, pattern: RegExp): PrintedExample {
  const found = pattern.exec(readFileSync(join(workspaceRoot, page), 'utf8'))
  if (found === null) throw new Error(`${page} has no example like ${pattern}.`)
  return { page, code: found[1] ?? '', printed: found[2] ?? '' }
}

/** Writes examples into a project. */
export function createExampleProject(examples: readonly PrintedExample[]): ExampleProject {
  // Beside the tests, so that the examples resolve packages like a user's project.
  const parent = join(workspaceRoot, 'tests', '.examples')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'pages-'))
  const fileOf = (index: number) => join(folder, `example-${index}.ts`)
  for (const [index, { code }] of examples.entries()) writeFileSync(fileOf(index), code)
  return {
    async run(index) {
      await import(/* @vite-ignore */ fileOf(index))
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
