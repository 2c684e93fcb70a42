/**
 * Verifier: 10 field checks on a record that is found by its key, for 1, 10 and 100 criteria on 1,000, 10,000 and 100,000
 * portal rows or FHIR resources, given as a snapshot (nothing kept between verifications) and prepared (indexes kept).
 *
 * The contenders take turns in every round; the figure of each is its median round, in microseconds a criterion. All
 * give the same number of passed checks for each criterion before anything is timed. The floors are written by hand
 * (`verifier/floors.ts`) and make the result of each field, as evidence has it, but no sentence: a scan a criterion, an
 * inverted join, and an index that is kept. `ratio` is the time against the better of scan and join, or against the kept
 * index for what finds its record there. What carebench does beyond the floors: the explanation of each criterion, the
 * name of the record, axes, score and verdict.
 *
 * Run: pnpm --filter @carebench/bench bench verifier.ts [rows…]
 */
import { compileCriteria, prepareEvidence, verify } from '@carebench/verifier'
import { join, joinAndCount, keepIndex, lookUp, scan } from './verifier/floors.js'
import { fhirpathCompiled, jsonataOverDocument, jsonpathPlus, jsonRulesEngine, type Peer } from './verifier/peers.js'
import { fhirResources, portalRows, type Workload } from './verifier/workload.js'

interface Contender extends Peer {
  /** What its ratio is taken against. */
  readonly floor: 'located' | 'kept'
  /** How many of the passes of a round it runs: slow ones run few. */
  readonly share: number
}

const contendersOf = (workload: Workload): readonly Contender[] => {
  const criteria = compileCriteria(workload.criteria)
  const index = keepIndex(workload)
  const prepared = prepareEvidence(workload.evidence)
  const passedOf = (evidence: Parameters<typeof verify>[0]['evidence']): readonly number[] =>
    verify({ criteria, evidence }).criterion_runs.map((run) => Math.round(run.score * 10))
  const counts = (judged: readonly { readonly passed: number }[]): readonly number[] => judged.map((one) => one.passed)
  const peers = [jsonRulesEngine(workload, index), jsonpathPlus(workload, index)]
  if (workload.name === 'FHIR resources') peers.push(fhirpathCompiled(workload, index))
  const slow: readonly Contender[] = peers.map((peer) => ({ ...peer, floor: 'kept', share: 0.05 }))
  const jsonata: readonly Contender[] =
    workload.records.length > 10_000 || workload.wanted.length > 10
      ? []
      : [{ ...jsonataOverDocument(workload), floor: 'located', share: 0 }]
  return [
    { name: 'floor: scan', floor: 'located', share: 1, run: () => counts(scan(workload)) },
    { name: 'floor: inverted join', floor: 'located', share: 1, run: () => counts(join(workload)) },
    { name: 'floor: kept index', floor: 'kept', share: 1, run: () => counts(lookUp(workload, index)) },
    { name: 'inverted join, counting alone', floor: 'located', share: 1, run: () => joinAndCount(workload) },
    { name: '@carebench/verifier, snapshot', floor: 'located', share: 1, run: () => passedOf(workload.evidence) },
    { name: '@carebench/verifier, prepared', floor: 'kept', share: 1, run: () => passedOf(prepared) },
    ...slow,
    ...jsonata,
  ]
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN

const rounds = 21
/** The first rounds warm up. */
const warmUp = 5

const measure = async (workload: Workload): Promise<void> => {
  const { records, wanted } = workload
  const contenders = contendersOf(workload)
  const answer = JSON.stringify(scan(workload).map((one) => one.passed))
  for (const { name, run } of contenders) {
    const given = JSON.stringify(await run())
    if (given !== answer) throw new Error(`${name}: expected ${answer}, got ${given}`)
  }
  const times = contenders.map((): number[] => [])
  // A round of a fast contender reads about a million records.
  const passes = Math.max(1, Math.round(Math.min(200 / wanted.length, 1_000_000 / records.length)))
  for (let round = 0; round < rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      const few = Math.max(1, Math.ceil(passes * contender.share))
      const start = performance.now()
      for (let pass = 0; pass < few; pass++) await contender.run()
      if (round >= warmUp) times[index]?.push(((performance.now() - start) * 1000) / (few * wanted.length))
    }
  }
  const medians = times.map(median)
  const located = Math.min(medians[0] ?? Number.NaN, medians[1] ?? Number.NaN)
  for (const [index, { name, floor }] of contenders.entries()) {
    const time = medians[index] ?? Number.NaN
    const ratio = time / (floor === 'kept' ? (medians[2] ?? Number.NaN) : located)
    const size = { rows: records.length, criteria: wanted.length }
    const result = { bench: 'verifier', work: workload.name, ...size, name, us_per_criterion: time, ratio }
    const line = JSON.stringify(result, (_, value) =>
      typeof value === 'number' ? Number(value.toPrecision(4)) : value,
    )
    console.log(line)
  }
}

const asked = process.argv.slice(2).map(Number)
for (const makeWorkload of [portalRows, fhirResources]) {
  for (const size of asked.length > 0 ? asked : [1_000, 10_000, 100_000]) {
    for (const count of [1, 10, 100]) await measure(makeWorkload(size, count))
  }
}
