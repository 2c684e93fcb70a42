import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './packed-packages.js'

const pinFile = join(import.meta.dirname, 'export-names.json')

/** The names that each entry exports at run time. */
export function readExports(
  entries: readonly string[],
  project: string,
  node = process.execPath,
): Record<string, string[]> {
  const script = `const found = {}
for (const entry of ${JSON.stringify(entries)}) found[entry] = Object.keys(await import(entry)).sort()
console.log(JSON.stringify(found))`
  writeFileSync(join(project, 'exports.mjs'), script)
  return JSON.parse(run(node, ['exports.mjs'], project))
}

/** Writes the names of some entries, or of all: what else is pinned then goes. */
export function writePins(
  found: Readonly<Record<string, readonly string[]>>,
  { isAll }: { readonly isAll: boolean },
): void {
  const kept = isAll ? found : { ...readPins(), ...found }
  const sorted = Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(pinFile, `${JSON.stringify(sorted, null, 2)}\n`)
}

/** Throws if entries export other names than the pinned ones; if `isAll`, also if a pinned entry is missing. */
export function checkPins(
  found: Readonly<Record<string, readonly string[]>>,
  { isAll }: { readonly isAll: boolean },
): void {
  const pinned = readPins()
  const entries = isAll ? new Set([...Object.keys(found), ...Object.keys(pinned)]) : Object.keys(found)
  const differences: string[] = []
  for (const entry of entries) {
    const added = (found[entry] ?? []).filter((name) => !pinned[entry]?.includes(name))
    const removed = (pinned[entry] ?? []).filter((name) => !found[entry]?.includes(name))
    if (added.length + removed.length > 0 || (found[entry] === undefined) !== (pinned[entry] === undefined)) {
      differences.push(`${entry}: added [${added.join(', ')}], removed [${removed.join(', ')}]`)
    }
  }
  if (differences.length > 0) {
    const fix = 'If that is meant, run pnpm pack:check --update and add a changeset.'
    throw new Error(`The exports are not the pinned ones.\n${differences.join('\n')}\n${fix}`)
  }
}

function readPins(): Record<string, string[]> {
  return existsSync(pinFile) ? JSON.parse(readFileSync(pinFile, 'utf8')) : {}
}
