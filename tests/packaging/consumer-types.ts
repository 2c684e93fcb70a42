import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeBlock } from '../guides/code-blocks.js'
import { run } from './packed-packages.js'
import { workspaceRoot } from './publishable-packages.js'

const compiler = join(workspaceRoot, 'node_modules/typescript/bin/tsc')

const strict = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
}

/** How a project resolves modules. */
export type Resolution = 'NodeNext' | 'Bundler'

/** Throws if a strict project that imports all entries does not compile with their declarations. */
export function checkTypes(entries: readonly string[], project: string, resolution: Resolution): void {
  const lines = entries.map(
    (entry, index) => `import * as entry${index} from '${entry}'\nexport const value${index} = entry${index}\n`,
  )
  writeFileSync(join(project, 'consumer.ts'), lines.join(''))
  const modules =
    resolution === 'NodeNext' ? { module: resolution } : { module: 'ESNext', moduleResolution: resolution }
  compile(project, { ...strict, ...modules, skipLibCheck: false }, ['consumer.ts'])
}

/** Throws if a code block of a page does not compile by itself in a project. */
export function checkBlocks(blocks: readonly CodeBlock[], project: string): void {
  const folder = join(project, 'pages')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const files = blocks.map(({ page, line }) => `pages/${page.replaceAll('/', '_')}-line-${line}.ts`)
  for (const [index, { code }] of blocks.entries()) {
    writeFileSync(join(project, files[index] ?? ''), `${code}\nexport {}\n`)
  }
  // Two pages use the MCP client. It is large, so that the project does not install it.
  const sdk = join(workspaceRoot, 'tests/node_modules/@modelcontextprotocol/sdk/dist/esm/*')
  const paths = { '@modelcontextprotocol/sdk/*': [sdk] }
  compile(project, { ...strict, module: 'NodeNext', skipLibCheck: true, paths }, files)
}

function compile(project: string, compilerOptions: object, files: readonly string[]): void {
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  run(process.execPath, [compiler, '-p', '.'], project)
}
