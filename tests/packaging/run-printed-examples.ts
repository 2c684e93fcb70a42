import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { printedExamples } from '../guides/printed-examples.js'
import { run } from './packed-packages.js'

/**
 * Runs the examples of READMEs and guides in a project, with a given `node` program. Throws if the output of one is not
 * what its page shows.
 */
export function runPrintedExamples(project: string, node: string): void {
  const wrong: string[] = []
  for (const [index, { page, code, printed }] of printedExamples.entries()) {
    const file = `printed-${index}.mjs`
    writeFileSync(join(project, file), transformSync(code, { loader: 'ts', format: 'esm' }).code)
    const output = run(node, [file], project)
    const isShown = page.startsWith('docs/') ? output === printed : output !== '' && output.includes(printed)
    if (!isShown) wrong.push(`${page} shows ${JSON.stringify(printed)}, its example printed ${JSON.stringify(output)}`)
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}
