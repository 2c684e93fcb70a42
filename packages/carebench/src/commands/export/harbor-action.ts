import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeTextFile } from '../../files/written-file.js'
import { readDefinition } from '../../running/benchmark-source.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'
import { version } from '../../terminal/version.js'
import { createHarborTask } from './harbor-task.js'

/** Writes the tasks of a benchmark as Harbor tasks into a new or empty folder. */
export async function exportHarbor(terminal: Terminal, source: string, output: string): Promise<void> {
  if (existsSync(output) && readdirSync(output).length > 0) {
    throw new UsageError(`${output} must be missing or empty, so that no task of another benchmark is left in it`)
  }
  const { definition } = await showProgress(terminal, { quiet: false }, (progress) => {
    progress.step(`Reading ${source}`)
    return readDefinition(source, { terminal, progress })
  })
  for (const index of definition.tasks.keys()) {
    const files = createHarborTask(definition, index + 1, version)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(output, path)), { recursive: true })
      writeTextFile(join(output, path), text)
    }
  }
  terminal.out(`${definition.tasks.length} tasks are in ${output}.\n`)
}
