import { lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { validatorFor } from '@carebench/protocol'
import { starterFiles } from '../../authoring/starter.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { jsonText } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'

export interface InitOptions {
  readonly name?: string
}

/**
 * Writes the files of a small benchmark, and prints their names. Throws a {@link UsageError} for an invalid name, or if
 * a file exists already or cannot be written.
 */
export function init(terminal: Terminal, folder: string, { name = basename(resolve(folder)) }: InitOptions): void {
  const files = starterFiles(name)
  const findings = validatorFor('createBenchmark.body')({ name }) ?? []
  if (findings.length > 0) throw new UsageError(`--name ${JSON.stringify(name)}: a name ${findings[0]?.message}`)
  const taken = Object.keys(files).find((file) => isTaken(join(folder, file)))
  if (taken !== undefined) throw new UsageError(`${join(folder, taken)} already exists; nothing was written`)
  try {
    mkdirSync(folder, { recursive: true })
    for (const [file, content] of Object.entries(files)) {
      writeFileSync(join(folder, file), jsonText(content, 2), { flag: 'wx' })
    }
  } catch (cause) {
    throw new UsageError(`${folder} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
  terminal.out(
    `${Object.keys(files)
      .map((file) => join(folder, file))
      .join('\n')}\n`,
  )
  terminal.err(`\nNext:\n  carebench validate ${folder}\n  carebench audit ${folder}\n  carebench publish ${folder}\n`)
}

/** Whether a path exists, including a broken link. */
function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
