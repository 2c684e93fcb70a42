import { lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { validatorFor } from '@carebench/protocol'
import { Command } from 'commander'
import { starterFiles } from '../authoring/starter.js'
import { WrongUse } from '../exit-reason.js'
import type { Terminal } from '../terminal.js'

const help = `
It writes benchmark.json, patients.json, and benchmark.schema.json, by which editors complete and check what you write. The
benchmark is valid, and its audit clean: change it step by step.

Example:
  carebench init benchmarks/triage && carebench audit benchmarks/triage

Exit codes: 0 fine, 2 wrong use.`

/** `carebench init`: the files of a small benchmark to begin with. */
export function initCommand(terminal: Terminal): Command {
  return new Command('init')
    .summary('begin a benchmark as files')
    .description('Write a small benchmark to begin with into a folder. No file is overwritten.')
    .argument('<dir>', 'the folder; it is made if it is not there')
    .option('--name <name>', 'the name of the benchmark; default: that of the folder')
    .addHelpText('after', help)
    .action((folder: string, { name = basename(resolve(folder)) }: { readonly name?: string }) => {
      const files = starterFiles(name)
      const faults = validatorFor('createBenchmark.body')({ name }) ?? []
      if (faults.length > 0) throw new WrongUse(`--name ${JSON.stringify(name)}: a name ${faults[0]?.message}`)
      const taken = Object.keys(files).find((file) => isTaken(join(folder, file)))
      if (taken !== undefined) throw new WrongUse(`${join(folder, taken)} is there already; nothing was written`)
      try {
        mkdirSync(folder, { recursive: true })
        for (const [file, content] of Object.entries(files)) {
          writeFileSync(join(folder, file), `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx' })
        }
      } catch (cause) {
        throw new WrongUse(`${folder} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, {
          cause,
        })
      }
      terminal.out(
        `${Object.keys(files)
          .map((file) => join(folder, file))
          .join('\n')}\n`,
      )
      terminal.err(
        `\nNext:\n  carebench validate ${folder}\n  carebench audit ${folder}\n  carebench publish ${folder}\n`,
      )
    })
}

/** Whether something stands at a path, if only a link that leads nowhere. */
function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
