import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importTasks } from './import-tasks.js'
import { readSourceTasks } from './source-task.js'

const [file, directory = 'medagentbench'] = process.argv.slice(2)

/** Writes `benchmark.json` into the folder `to`, and prints how many tasks were imported and why others were not. */
function run(from: string, to: string): void {
  const tasks = readSourceTasks(readFileSync(from, 'utf8'))
  const { benchmark, skipped } = importTasks(tasks)
  console.log(`${tasks.length - skipped.length} of ${tasks.length} tasks are expressed in full.`)
  const byReason = new Map<string, number>()
  for (const { reason } of skipped) byReason.set(reason, (byReason.get(reason) ?? 0) + 1)
  for (const [reason, count] of byReason) console.log(`${count} left out: ${reason}.`)
  if (benchmark === null) return
  mkdirSync(to, { recursive: true })
  const path = join(to, 'benchmark.json')
  writeFileSync(path, `${JSON.stringify(benchmark, null, 2)}\n`)
  console.log(`Wrote ${path}. Check it with: carebench audit ${to}`)
}

if (file === undefined) {
  console.error('Expected a MedAgentBench file: pnpm start test_data_v2.json [DIRECTORY]')
  process.exitCode = 2
} else {
  try {
    run(file, directory)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
