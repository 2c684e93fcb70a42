import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { createClinic } from '../clinic/clinic.js'
import { families } from '../families/families.js'
import { readEngine } from './engine-digest.js'
import { openSplits, type SplitSource } from './split-source.js'
import { validateSplits } from './validate-splits.js'

const help = `Validates the instances of a split without a result for their current digest and engine, and stores the results.

  pnpm benchmark:validity [dev|test|dev-x|test-x] [options]
  pnpm benchmark:validity DIR --secret DIR [options]

  DIR            the folder of a sealed split, outside the repository (pnpm benchmark:seal)
  --secret DIR   the folder of the secret that it was drawn with

  --family NAME  only this family; repeatable
  --changed      only instances without a result for their current digest, whatever the engine of the result
  --sample       one instance of each family and level, unless it has a current result; with --changed, both
  --workers N    processes to validate in (default: one for each core)
  --audits       only renew audits of another version of the service or verifier; keeps the results of the checks
  --check        write nothing

Writes validity.json, and audit.json, with which the split can be published without another audit, into the folder of
the split. The results of a sealed split contain its branches: keep them as secret as the secret itself.

Exit codes: 0 every check of every instance holds or is unproven, 1 a check is broken, 2 usage error.`

const clinic = createClinic()
const { values, sources } = readArguments()
const engine = await readEngine(clinic)
const validated = await validateSplits(sources, {
  engine,
  workers: Number(values.workers ?? availableParallelism()),
  families: values.family ?? [],
  changed: values.changed === true,
  sample: values.sample === true,
  audits: values.audits === true,
  keeps: values.check !== true,
  tell: (line) => console.log(line),
})
for (const { split, counts, unknown } of validated) {
  console.log(split)
  console.table(counts)
  if (unknown.length > 0) console.log(`${unknown.length} instances of ${split} have no result: ${unknown.join(', ')}`)
}
const broken = validated.flatMap((one) => one.broken.map((check) => `${one.split} ${check}`))
if (broken.length > 0) {
  console.error(`${broken.length} checks are broken: ${broken.join(', ')}`)
  process.exitCode = 1
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        secret: { type: 'string' },
        family: { type: 'string', multiple: true },
        changed: { type: 'boolean' },
        sample: { type: 'boolean' },
        workers: { type: 'string' },
        audits: { type: 'boolean' },
        check: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
    if (values.help === true) {
      console.log(help)
      process.exit(0)
    }
    const unknown = (values.family ?? []).filter((name) => families.every((family) => family.name !== name))
    if (unknown.length > 0) {
      const names = families.map(({ name }) => name).join(', ')
      throw new TypeError(`expected families (${names}), got ${unknown.join(', ')}`)
    }
    if (values.workers !== undefined && !/^[1-9]\d?$/.test(values.workers)) {
      throw new TypeError(`expected --workers from 1 to 99, got ${values.workers}`)
    }
    const sources: readonly SplitSource[] = openSplits(positionals, { clinic, secret: values.secret })
    return { values, sources }
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error
    console.error(`${error.message}\n\n${help}`)
    process.exit(2)
  }
}
