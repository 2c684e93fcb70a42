import type { KnownAudit } from '@carebench/protocol'
import { keepAudit } from '@carebench/service'
import { clinicSize } from '../clinic/clinic.js'
import { digestOfVersion } from '../desk/workbench.js'
import type { Instance } from '../family.js'
import { instanceDigest } from '../instance-digest.js'
import { makeBenchmark } from '../split-files.js'
import type { Engine } from './engine-digest.js'
import { addBegun, endBegun, readBegun, readKept, writeKept } from './kept-files.js'
import { countOutcomes, type KeptResult, type KeptValidity, resultsStillTrue } from './kept-validity.js'
import { type KnownInstance, makeGroups, planValidation, type ValidationChoice } from './plan-validation.js'
import { composeAudit, taskAuditsIn } from './split-audit.js'
import type { SplitSource } from './split-source.js'
import type { KeptTaskAudit } from './validate-instances.js'
import { validateInWorkers } from './worker-pool.js'

export interface ValidationSetting extends ValidationChoice {
  readonly engine: Engine
  readonly workers: number
  /** Whether to store results in the folders of the splits. */
  readonly keeps: boolean
  readonly tell: (line: string) => void
  /** Default: in worker processes. */
  readonly validate?: typeof validateInWorkers
}

/** The results of a split after a validation. */
export interface ValidatedSplit {
  readonly split: string
  readonly counts: ReturnType<typeof countOutcomes>
  /** The broken checks, as `id check`. */
  readonly broken: readonly string[]
  /** Ids of chosen instances that still have no result for their current version. */
  readonly unknown: readonly string[]
}

interface OpenInstance extends KnownInstance {
  readonly digest: string
  readonly engine: string
}

interface OpenSplit {
  readonly source: SplitSource
  readonly instances: readonly OpenInstance[]
  readonly results: Map<string, KeptResult>
  readonly audits: Map<string, KeptTaskAudit>
}

/** Validates the selected instances of splits. Resolves with the known results of each split. */
export async function validateSplits(
  sources: readonly SplitSource[],
  setting: ValidationSetting,
): Promise<readonly ValidatedSplit[]> {
  const splits = sources.map((source) => openSplit(source, setting.engine))
  const all = splits.flatMap(({ instances }) => instances)
  const open = planValidation(all, setting)
  setting.tell(`${open.length} of ${all.length} instances to validate`)
  for (const split of splits) await validateOpen(split, open, setting)
  const older = all.filter((one) => !one.isCurrent && !open.includes(one)).length
  if (older > 0) {
    setting.tell(`${older} results are of another engine; without --changed and --sample they are made again`)
  }
  const found: ValidatedSplit[] = []
  for (const split of splits) {
    if (setting.keeps) await keepResults(split, setting.tell)
    found.push(summarize(split, setting.families))
  }
  return found
}

function openSplit(source: SplitSource, engine: Engine): OpenSplit {
  const audits = new Map(taskAuditsIn(readKept<KnownAudit>(source.folder, 'audit.json')))
  const drawn = source.drawn.flatMap(({ family, instances }) =>
    instances.map((instance) => ({
      family,
      instance,
      digest: instanceDigest(instance),
      engine: engine.digestFor(family, instance),
    })),
  )
  const digests = new Map(drawn.map(({ instance, digest }) => [instance.id, digest]))
  const kept = readKept<KeptValidity>(source.folder, 'validity.json')?.results ?? []
  const begun = readBegun(source.folder)
  for (const { result, audit } of begun) if (digests.get(result.id) === result.digest) audits.set(result.id, audit)
  const known = resultsStillTrue([...kept, ...begun.map(({ result }) => result)], digests)
  const instances = drawn.map((one): OpenInstance => {
    const result = known.get(one.instance.id)
    // A result whose audit is missing still counts as a result, but has to be made again.
    const isCurrent = result?.engine === one.engine && audits.has(one.instance.id)
    return { ...one, hasResult: result !== undefined, isCurrent, hasAudit: isOfThisEngine(audits.get(one.instance.id)) }
  })
  return { source, instances, results: new Map(known), audits: new Map(audits) }
}

async function validateOpen(
  { source, instances, results, audits }: OpenSplit,
  open: readonly OpenInstance[],
  { workers, keeps, audits: isAudit, tell, validate = validateInWorkers }: ValidationSetting,
): Promise<void> {
  const own = instances.filter((one) => open.includes(one))
  const byId = new Map(own.map((one) => [one.instance.id, one]))
  const groups = makeGroups(own, workers).map((group) => ({
    family: group[0]?.family.name ?? '',
    instances: group.map(({ instance }) => pickDraw(instance)),
    secret: source.secret,
    audits: isAudit,
  }))
  const started = Date.now()
  let done = 0
  const usage = await validate(groups, workers, ({ id, checks = results.get(id)?.checks ?? [], audit }) => {
    const one = byId.get(id)
    if (one === undefined) throw new RangeError(`expected a result of an open instance, got ${id}`)
    // A new audit does not renew the checks: their result keeps its engine.
    const engine = isAudit ? (results.get(id)?.engine ?? '') : one.engine
    const result = { id, digest: one.digest, engine, checks }
    results.set(id, result)
    audits.set(id, audit)
    if (keeps) addBegun(source.folder, { result, audit })
    done++
    const wrong = checks.filter(({ outcome }) => outcome === 'broken')
    // Lists `oracle` first, because a broken solution breaks most other checks.
    const faults = wrong
      .toSorted((one, other) => Number(other.check === 'oracle') - Number(one.check === 'oracle'))
      .map(({ check, detail }) => `${check} broken: ${detail}`)
      .join('; ')
    const left = Math.ceil(((Date.now() - started) / done / 60_000) * (own.length - done))
    tell(`[${done} of ${own.length}, ${left} min left] ${id}: ${faults || 'no check broken'}`)
  })
  if (done === 0) return
  const each = (usage.cpu / done).toFixed(1)
  tell(`${done} instances, ${each} s of processor time each, at most ${usage.memory.toFixed(0)} MiB a worker`)
}

/** An example of an audit by the current engine, for comparison. */
const present = /* @__PURE__ */ keepAudit({ digest: '', audit: { ok: true, errors: 0, warnings: 0, tasks: [] } })

/** Whether a service built from these sources accepts an audit. */
function isOfThisEngine(audit: KeptTaskAudit | undefined): boolean {
  return audit?.engine_version === present.engine_version && audit.verifier_version === present.verifier_version
}

function pickDraw({ id, seed, level, branch }: Instance) {
  return { id, seed, level, branch }
}

function summarize(
  { source: { setting }, instances, results }: OpenSplit,
  families: readonly string[],
): ValidatedSplit {
  const chosen = instances.filter(({ family }) => families.length === 0 || families.includes(family.name))
  const own = chosen.flatMap(({ instance }) => results.get(instance.id) ?? [])
  const broken = own.flatMap(({ id, checks }) =>
    checks.filter(({ outcome }) => outcome === 'broken').map(({ check }) => `${id} ${check}`),
  )
  const unknown = chosen.map(({ instance }) => instance.id).filter((id) => !results.has(id))
  return { split: setting.split, counts: countOutcomes(own), broken, unknown }
}

async function keepResults(
  { source, instances, results, audits }: OpenSplit,
  tell: (line: string) => void,
): Promise<void> {
  const { canary, split } = source.setting
  const kept = instances.flatMap(({ instance }) => results.get(instance.id) ?? [])
  const validity: KeptValidity = { canary, people: clinicSize, results: kept }
  writeKept(source.folder, 'validity.json', validity)
  const benchmark = makeBenchmark(source.drawn, source.setting)
  const names = benchmark.tasks.map(({ name }) => name)
  const audit = composeAudit(await digestOfVersion(benchmark), names, audits)
  if (audit === undefined) tell(`${split}: audit.json is not written, because instances have not been validated`)
  else writeKept(source.folder, 'audit.json', { canary, ...audit })
  if (audit !== undefined) endBegun(source.folder)
}
