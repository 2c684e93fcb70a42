import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './packed-packages.js'

/**
 * Throws if an entry cannot be imported in a project, or exports nothing. The reports in `api` pin the names of
 * exports.
 */
export function checkEntries(entries: readonly string[], project: string, node = process.execPath): void {
  const script = `const empty = []
for (const entry of ${JSON.stringify(entries)}) if (Object.keys(await import(entry)).length === 0) empty.push(entry)
console.log(empty.join(', '))`
  writeFileSync(join(project, 'entries.mjs'), script)
  const empty = run(node, ['entries.mjs'], project).trim()
  if (empty !== '') throw new Error(`These entries export nothing: ${empty}.`)
}
