import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { KnownAudit } from '@carebench/protocol'
import { buildBenchmark, canary } from '../build-benchmark.js'
import { clinicSize, createClinic } from '../clinic/clinic.js'
import { digestOfVersion } from '../desk/workbench.js'
import { drawSplit } from '../draw-split.js'
import { families } from '../families/families.js'
import { frozenFolder } from '../frozen-folder.js'
import { instanceDigest } from '../instance-digest.js'
import { firstSeeds, type SplitName, splitNames } from '../splits.js'
import { readEngine } from './engine-digest.js'
import { countOutcomes, type KeptResult, type KeptValidity, resultsStillTrue } from './kept-validity.js'
import { groupsOf, planValidation } from './plan-validation.js'
import { composeAudit, taskAuditsIn } from './split-audit.js'
import { validateInWorkers } from './worker-pool.js'

const help = `Validates the instances of carebench-1 that have no result for their present digest and engine, and keeps the results.

  pnpm benchmark:validity [dev|test] [options]

  --family NAME  only this family; repeatable
  --changed      only instances that have changed since their result, whatever the engine was then
  --sample       one instance of each family and level, unless the present engine has validated it; with --changed, both
  --workers N    processes to validate in (default: one for each core)
  --check        write nothing

Exit codes: 0 no check is broken, 1 a check of a result is broken, 2 usage error.`

const { values, positionals } = readArguments()
const workers = Number(values.workers ?? availableParallelism())
const wanted = splitNames.filter((name) => positionals.length === 0 || positionals.includes(name))

const clinic = createClinic()
const engine = await readEngine(clinic)
const splits = wanted.map((split) => {
  const kept = readKept<KeptValidity>(split, 'validity.json')
  const audits = taskAuditsIn(readKept<KnownAudit>(split, 'audit.json'))
  const drawn = families.flatMap((family) =>
    drawSplit(family, family.splits[split], { clinic, firstSeed: firstSeeds[split] }).instances.map((instance) => ({
      family,
      instance,
      digest: instanceDigest(instance),
      engine: engine.digestFor(family, instance),
    })),
  )
  const known = resultsStillTrue(
    kept?.results ?? [],
    new Map(drawn.map(({ instance, digest }) => [instance.id, digest])),
  )
  const instances = drawn.map((one) => {
    const result = known.get(one.instance.id)
    // Results from before audits were kept say as much about the instance.
    const isCurrent = result?.engine === one.engine && audits.has(one.instance.id)
    return { ...one, split, hasResult: result !== undefined, isCurrent }
  })
  return { split, instances, results: new Map(known), audits: new Map(audits) }
})

const all = splits.flatMap(({ instances }) => instances)
const open = planValidation(all, {
  families: values.family ?? [],
  changed: values.changed === true,
  sample: values.sample === true,
})
console.log(`${open.length} of ${all.length} instances to validate`)
const started = Date.now()
let done = 0
const groups = groupsOf(open, workers).map((group) => ({
  family: group[0]?.family.name ?? '',
  instances: group.map(({ instance: { seed, level, branch } }) => ({ seed, level, branch })),
}))
const usage = await validateInWorkers(groups, workers, ({ id, checks, audit }) => {
  const one = open.find(({ instance }) => instance.id === id)
  const own = splits.find(({ split }) => split === one?.split)
  if (one === undefined || own === undefined) throw new RangeError(`expected a result of an open instance, got ${id}`)
  own.results.set(id, { id, digest: one.digest, engine: one.engine, checks })
  own.audits.set(id, audit)
  done++
  const wrong = checks.filter(({ outcome }) => outcome === 'broken')
  const told = wrong.map(({ check, detail }) => `${check} broken: ${detail}`).join('; ')
  const left = Math.ceil(((Date.now() - started) / done / 60_000) * (open.length - done))
  console.log(`[${done} of ${open.length}, ${left} min left] ${id}: ${told || 'no check broken'}`)
})
if (done > 0) {
  const each = (usage.cpu / done).toFixed(1)
  console.log(`${done} instances, ${each} s of processor time each, at most ${usage.memory.toFixed(0)} MiB a worker`)
}

const older = all.filter(
  ({ isCurrent, instance }) => !isCurrent && !open.some((one) => one.instance === instance),
).length
if (older > 0) console.log(`${older} results are of another engine; without --changed and --sample they are made again`)

let broken = 0
for (const { split, instances, results, audits } of splits) {
  const kept: readonly KeptResult[] = instances.flatMap(({ instance }) => results.get(instance.id) ?? [])
  const own = kept.filter(
    ({ id }) => values.family === undefined || values.family.some((name) => id.startsWith(`${name}-`)),
  )
  console.log(split)
  console.table(countOutcomes(own))
  broken += own.flatMap(({ checks }) => checks).filter(({ outcome }) => outcome === 'broken').length
  if (values.check === true) continue
  const validity: KeptValidity = { canary, people: clinicSize, results: kept }
  writeJson(split, 'validity.json', validity)
  const benchmark = buildBenchmark(
    `carebench-1-${split}`,
    clinic,
    instances.map(({ instance }) => instance),
  )
  const names = benchmark.tasks.map(({ name }) => name)
  const audit = composeAudit(await digestOfVersion(benchmark), names, audits)
  if (audit === undefined) console.log(`${split}: audit.json is not written, because instances have not been validated`)
  else writeJson(split, 'audit.json', { canary, ...audit })
}
if (broken > 0) {
  console.error(`${broken} checks are broken.`)
  process.exitCode = 1
}

function readArguments() {
  try {
    const read = parseArgs({
      allowPositionals: true,
      options: {
        family: { type: 'string', multiple: true },
        changed: { type: 'boolean' },
        sample: { type: 'boolean' },
        workers: { type: 'string' },
        check: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
    if (read.values.help === true) {
      console.log(help)
      process.exit(0)
    }
    const unknown = [
      ...read.positionals.filter((name) => !(splitNames as readonly string[]).includes(name)),
      ...(read.values.family ?? []).filter((name) => families.every((family) => family.name !== name)),
    ]
    if (unknown.length > 0) {
      const names = families.map(({ name }) => name).join(', ')
      throw new TypeError(
        `expected splits (${splitNames.join(', ')}) and families (${names}), got ${unknown.join(', ')}`,
      )
    }
    if (read.values.workers !== undefined && !/^[1-9]\d?$/.test(read.values.workers)) {
      throw new TypeError(`expected --workers from 1 to 99, got ${read.values.workers}`)
    }
    return read
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
    process.exit(2)
  }
}

function readKept<Content>(split: SplitName, file: string): Content | undefined {
  const path = join(frozenFolder, split, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

function writeJson(split: SplitName, file: string, content: unknown): void {
  writeFileSync(join(frozenFolder, split, file), `${JSON.stringify(content, null, 1)}\n`)
}
