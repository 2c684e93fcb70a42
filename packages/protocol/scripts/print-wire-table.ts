/** Prints the wire table as plain JSON: dist/wire-table.js takes the place of src/wire-table.ts in the published package. */
import { writeFileSync } from 'node:fs'
import { wireTable } from '../src/wire-table.js'

writeFileSync(
  new URL('../dist/wire-table.js', import.meta.url),
  `export const wireTable = JSON.parse(${JSON.stringify(JSON.stringify(wireTable))})\n`,
)
