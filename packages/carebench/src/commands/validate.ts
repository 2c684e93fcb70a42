import { Command } from 'commander'
import { openBenchmarkFiles, type Problem } from '../authoring/benchmark-files.js'
import { findProblems } from '../authoring/find-problems.js'
import { createStyle } from '../demo/style.js'
import { FellShort } from '../exit-reason.js'
import { printable } from '../printable.js'
import type { Terminal } from '../terminal.js'
import { wrap } from '../text-layout.js'

const help = `
Checked are the shape of all files, names that lead nowhere, assertions by their kinds, configurations and scenarios by
their simulators, and whether the data can be loaded. Whether the criteria measure anything: carebench audit.

Examples:
  carebench validate benchmarks/triage
  carebench validate benchmark.yaml --json

Exit codes: 0 nothing is wrong, 1 something is, 2 wrong use, or a file that cannot be read.`

/** `carebench validate`: what is wrong in the files of a benchmark. */
export function validateCommand(terminal: Terminal): Command {
  return new Command('validate')
    .summary('find what is wrong in the files of a benchmark')
    .description('Find everything that is wrong in the files of a benchmark, with the file and the place.')
    .argument('<dir>', 'a folder with a benchmark.json or benchmark.yaml, or that file itself')
    .option('--json', 'print one JSON object: {file, ok, problems: [{file, path, message}]}')
    .addHelpText('after', help)
    .action(async (path: string, { json = false }: { readonly json?: boolean }) => {
      const files = openBenchmarkFiles(path)
      const problems = await findProblems(files)
      const ok = problems.length === 0
      if (json) terminal.out(`${JSON.stringify({ file: files.file, ok, problems })}\n`)
      else if (ok) terminal.out(`${printable(files.file)}: nothing is wrong.\n`)
      else terminal.out(formatProblems(problems, terminal))
      if (!ok) throw new FellShort()
    })
}

/** The problems file by file, each with its place. */
export function formatProblems(problems: readonly Problem[], terminal: Terminal): string {
  const style = createStyle(terminal)
  const files = [...new Set(problems.map(({ file }) => file))]
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
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
