import { plural } from '@carebench/text'
import { createStyle } from '../demo/style.js'
import { printable } from '../printable.js'
import type { Terminal } from '../terminal.js'
import { wrap } from '../text-layout.js'
import type { Problem } from './benchmark-files.js'

/** The problems by file, each with its place. */
export function formatProblems(problems: readonly Problem[], terminal: Terminal): string {
  const style = createStyle(terminal)
  const files = [...new Set(problems.map(({ file }) => file))]
  const count = plural(problems.length, 'problem')
  return [
    `${style.red(count)}\n`,
    ...files.map((file) => {
      const own = problems.filter((problem) => problem.file === file)
      const lines = own.flatMap(({ path, message }) => [
        `  ${printable(path === '' ? '/' : path)}`,
        ...wrap(printable(message), 4),
      ])
      return `\n${style.bold(printable(file))}\n${lines.join('\n')}\n`
    }),
  ].join('')
}
