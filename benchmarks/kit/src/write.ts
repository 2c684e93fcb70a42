import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClinic } from './clinic/clinic.js'
import { families } from './families/families.js'
import { withFamiliesTable } from './families-table.js'
import { frozenFolder } from './frozen-folder.js'
import { drawFamilies, filesOfSplit } from './split-files.js'
import { settingFor, splitNames } from './splits.js'

// Draws all instances again and writes the frozen benchmarks, one folder for each split, with a manifest of their
// digests. Also updates the table of families in the README.

const clinic = createClinic()
for (const split of splitNames) {
  const setting = settingFor(split, clinic)
  const { benchmark, manifest } = filesOfSplit(drawFamilies(families, setting), setting)
  mkdirSync(join(frozenFolder, split), { recursive: true })
  writeFileSync(join(frozenFolder, split, 'benchmark.json'), `${JSON.stringify(benchmark, null, 1)}\n`)
  writeFileSync(join(frozenFolder, split, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`)
  for (const { name, tried, refused, instances } of manifest.families) {
    console.log(`${split} ${name}: ${instances} instances of ${tried} drawn; refused ${JSON.stringify(refused)}`)
  }
}
const readme = join(frozenFolder, 'README.md')
writeFileSync(readme, withFamiliesTable(readFileSync(readme, 'utf8'), families))
