import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClinic } from './clinic/clinic.js'
import { families } from './families/families.js'
import { drawFamilies, filesOfSplit } from './split-files.js'
import { canBeDrawn, settingOfSeed } from './splits.js'

// Draws instances for training: `pnpm benchmark:draw --seed 200000 --output DIR`.

const { values } = parseArgs({ options: { seed: { type: 'string' }, output: { type: 'string' } } })
const seed = /^\d{1,9}$/.test(values.seed ?? '') ? Number(values.seed) : Number.NaN
const output = values.output ?? ''
if (!canBeDrawn(seed)) {
  fail(`--seed: expected a whole number from 200000 on, beyond the seeds of the splits; got ${values.seed ?? 'none'}.`)
} else if (output === '' || (existsSync(output) && readdirSync(output).length > 0)) {
  fail(`--output: expected a folder that is missing or empty; got ${output === '' ? 'none' : output}.`)
} else {
  const setting = settingOfSeed(seed, createClinic())
  const { benchmark, manifest } = filesOfSplit(drawFamilies(families, setting), setting)
  mkdirSync(output, { recursive: true })
  writeFileSync(join(output, 'benchmark.json'), `${JSON.stringify(benchmark, null, 1)}\n`)
  writeFileSync(join(output, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`)
  console.log(`${benchmark.tasks.length} tasks are in ${output}.`)
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 2
}
