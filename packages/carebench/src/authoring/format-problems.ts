import { plural } from '@carebench/text'
import { printable } from '../terminal/printable.js'
import { createStyle } from '../terminal/style.js'
import type { Terminal } from '../terminal/terminal.js'
import { wrap } from '../terminal/text-layout.js'
import type { Problem } from './benchmark-files.js'

/** Formats the problems by file, each with its place. */
export function formatProblems(problems: readonly Problem[], terminal: Terminal): string {
  const style = createStyle(terminal)
  const files = [...new Set(problems.map(({ file }) => file))]
  const count = plural(problems.length, 'problem')
  return [
    `${style.red(count)}\n`,
    ...files.map((file) => {
      const own = problems.filter((problem) => problem.file === file)
      const lines = own.flatMap((problem) => [
        `  ${printable(problem.path === '' ? '/' : problem.path)}${writePlace(problem)}`,
        ...wrap(printable(problem.message), 4),
      ])
      return `\n${style.bold(printable(file))}\n${lines.join('\n')}\n`
    }),
  ].join('')
}

function writePlace({ line, column, task, criterion }: Problem): string {
  const parts = [
    ...(line === undefined ? [] : [`line ${line}, column ${column}`]),
    ...(task === undefined ? [] : [`task ${JSON.stringify(task)}`]),
    ...(criterion === undefined ? [] : [`criterion ${JSON.stringify(criterion)}`]),
  ]
  return parts.length === 0 ? '' : printable(` (${parts.join(', ')})`)
}
