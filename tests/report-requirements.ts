import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requirements } from '@carebench/conformance'
import { readCitations, readPending } from './requirement-citations.js'
import { workspaceRoot } from './workspace-sources.js'

// Removes cited requirements from the pending list (adds nothing), and prints the progress of each section.

const cited = new Set(readCitations().cited.map(({ id }) => id))
const pending = readPending().pending.filter((id) => !cited.has(id))
writeFileSync(
  join(workspaceRoot, 'tests/requirements-pending.json'),
  `${JSON.stringify({ ceiling: pending.length, pending }, null, 2)}\n`,
)

const sections = new Map<string, { all: number; cited: number }>()
for (const { id, section } of requirements) {
  const row = sections.get(section) ?? { all: 0, cited: 0 }
  sections.set(section, { all: row.all + 1, cited: row.cited + (cited.has(id) ? 1 : 0) })
}
for (const [section, row] of sections) {
  console.log(`${section.padEnd(30)} ${String(row.cited).padStart(4)} of ${String(row.all).padStart(3)} checked`)
}
const done = requirements.filter(({ id }) => cited.has(id)).length
console.log(
  `${'All'.padEnd(30)} ${String(done).padStart(4)} of ${requirements.length} checked, ${pending.length} pending`,
)
