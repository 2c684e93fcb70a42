import { compileCriteria, prepareEvidence, type Verification, verify } from '@carebench/verifier'
import {
  join,
  joinAndExplain,
  keepIndex,
  keepPlaces,
  lookUp,
  lookUpAndExplain,
  scan,
  scanAndExplain,
} from './floors.js'
import { fhirpathCompiled, jsonataOverDocument, jsonpathPlus, jsonRulesEngine, type Peer } from './peers.js'
import { fhirResources, portalRows, type Workload } from './workload.js'

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
  const passedOf = ({ criterion_runs: runs }: Verification): readonly number[] =>
    runs.map((run) => Math.round(run.score * 10))
  demandSame(scanAndExplain(workload), verify({ criteria, evidence: workload.evidence }))
  demandSame(joinAndExplain(workload), verify({ criteria, evidence: prepared }))
  const places = keepPlaces(workload)
  const scanShare = workload.records.length * workload.wanted.length > 1_000_000 ? 0.05 : 1
  const counts = (judged: readonly { readonly passed: number }[]): readonly number[] => judged.map((one) => one.passed)
  const peers = [jsonRulesEngine(workload, index), jsonpathPlus(workload, index)]
  if (workload.name === 'FHIR resources') peers.push(fhirpathCompiled(workload, index))
  const slow: readonly Contender[] = peers.map((peer) => ({ ...peer, floor: 'kept', share: 0.05 }))
  const jsonata: readonly Contender[] =
    workload.records.length > 10_000 || workload.wanted.length > 10
      ? []
      : [{ ...jsonataOverDocument(workload), floor: 'located', share: 0 }]
  return [
    { name: 'floor: scan', floor: 'located', share: scanShare, run: () => counts(scan(workload)) },
    { name: 'floor: inverted join', floor: 'located', share: 1, run: () => counts(join(workload)) },
    { name: 'floor: kept index', floor: 'kept', share: 1, run: () => counts(lookUp(workload, index)) },
    {
      name: 'floor: scan, explained',
      floor: 'located',
      share: scanShare,
      run: () => passedOf(scanAndExplain(workload)),
    },
    {
      name: 'floor: inverted join, explained',
      floor: 'located',
      share: 1,
      run: () => passedOf(joinAndExplain(workload)),
    },
    {
      name: 'floor: kept index, explained',
      floor: 'kept',
      share: 1,
      run: () => passedOf(lookUpAndExplain(workload, places)),
    },
    {
      name: '@carebench/verifier, snapshot',
      floor: 'located',
      share: 1,
      run: () => passedOf(verify({ criteria, evidence: workload.evidence })),
    },
    {
      name: '@carebench/verifier, prepared',
      floor: 'kept',
      share: 1,
      run: () => passedOf(verify({ criteria, evidence: prepared })),
    },
    ...slow,
    ...jsonata,
  ]
}

/** Explained by hand and by carebench, a verification is the same to the letter. */
const demandSame = (byHand: Verification, ours: Verification): void => {
  const [expected, given] = [byHand, ours].map(({ criterion_runs: runs }) => JSON.stringify(runs))
  if (expected !== given) throw new Error(`Expected the explanations ${expected}, got ${given}`)
}

/** A tenth of the times are below. */
const lowOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] ?? Number.NaN

/** The first rounds warm up. */
const warmUp = 20
const rounds = 120

/** Slow contenders run in few of the rounds. */
const slowRounds = 12

/** What a criterion takes where an index is kept, by hand and by carebench. */
interface Kept {
  readonly floor: number
  readonly prepared: number
}

const measure = async (workload: Workload): Promise<Kept> => {
  const { records, wanted } = workload
  const contenders = contendersOf(workload)
  const answer = JSON.stringify(scan(workload).map((one) => one.passed))
  for (const { name, run } of contenders) {
    const given = JSON.stringify(await run())
    if (given !== answer) throw new Error(`${name}: expected ${answer}, got ${given}`)
  }
  const times = contenders.map((): number[] => [])
  // Short rounds, so that some of them are not disturbed.
  const passes = Math.max(1, Math.round(Math.min(300 / wanted.length, 100_000 / records.length)))
  for (let round = 0; round < rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      if (contender.share < 1 && round % (rounds / slowRounds) !== 0) continue
      const few = Math.max(1, Math.ceil(passes * contender.share))
      const start = performance.now()
      for (let pass = 0; pass < few; pass++) await contender.run()
      if (round >= warmUp) times[index]?.push(((performance.now() - start) * 1000) / (few * wanted.length))
    }
  }
  const lows = new Map(contenders.map(({ name }, index) => [name, lowOf(times[index] ?? [])]))
  const least = (...names: readonly string[]): number => Math.min(...names.map((name) => lows.get(name) ?? Number.NaN))
  const floors = {
    located: least('floor: scan, explained', 'floor: inverted join, explained'),
    kept: least('floor: kept index, explained'),
  }
  const floorsOfResults = {
    located: least('floor: scan', 'floor: inverted join'),
    kept: least('floor: kept index'),
  }
  for (const { name, floor } of contenders) {
    const time = least(name)
    const size = { rows: records.length, criteria: wanted.length }
    const ratios = { ratio: time / floors[floor], ratio_to_results: time / floorsOfResults[floor] }
    const result = { bench: 'verifier', work: workload.name, ...size, name, us_per_criterion: time, ...ratios }
    const line = JSON.stringify(result, (_, value) =>
      typeof value === 'number' ? Number(value.toPrecision(3)) : value,
    )
    console.log(line)
  }
  return { floor: floors.kept, prepared: least('@carebench/verifier, prepared') }
}

/** Measures all workloads of these sizes, or of the usual ones. */
export const measureAll = async (asked: readonly number[]): Promise<void> => {
  for (const makeWorkload of [portalRows, fhirResources]) {
    for (const count of [1, 10, 100]) {
      let least: Kept | undefined
      for (const rows of asked.length > 0 ? asked : [1_000, 10_000, 100_000]) {
        const workload = makeWorkload(rows, count)
        const kept = await measure(workload)
        least ??= kept
        // Of what does not depend on the records, both stay near 1; what a cache no longer holds costs both alike.
        const growth = { floor: kept.floor / least.floor, prepared: kept.prepared / least.prepared }
        console.log(JSON.stringify({ bench: 'verifier growth', work: workload.name, rows, criteria: count, ...growth }))
      }
    }
  }
}
