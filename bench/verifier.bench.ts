// What does a criterion of ten field checks cost, on a record found by its key among 1,000 to 100,000?
//
// Measured for 1, 10 and 100 criteria, on portal rows and FHIR resources; a figure covers all criteria together. In `located`
// the evidence is a plain snapshot and nothing is kept between verifications; in `index kept` it was prepared.
//
// The floors are written by hand for these records only (verifier/floors.ts). `results` computes the result of each field and
// nothing else. `explained` produces the same criterion runs as carebench to the letter (which is checked): sentences, the
// name of the record, the score. Where the record must be located, the floor is the faster of a scan per criterion and an
// inverted join: a Map of the wanted keys and one pass over the records.

import { strictEqual } from 'node:assert/strict'
import { compileCriteria, prepareEvidence, verify } from '@carebench/systems/verifier'
import type { Verification } from '@carebench/verifier'
import type { Bench } from './src/benchmark.js'
import {
  join,
  joinAndExplain,
  keepIndex,
  keepPlaces,
  lookUp,
  lookUpAndExplain,
  scan,
  scanAndExplain,
} from './verifier/floors.js'
import { fhirpathCompiled, jsonataOverDocument, jsonpathPlus, jsonRulesEngine, type Peer } from './verifier/peers.js'
import { fhirResources, portalRows, type Workload } from './verifier/workload.js'

/** How many of its checks each criterion passes. */
type Count = Peer['run']

function contender(name: string, count: Count) {
  return { name, run: count, answer: count }
}

function contenderOf({ name, run: count }: Peer) {
  return contender(name, count)
}

function countJudged(judged: readonly { readonly passed: number }[]): readonly number[] {
  return judged.map(({ passed }) => passed)
}

function countRuns({ criterion_runs: runs }: Verification): readonly number[] {
  return runs.map(({ score }) => Math.round(score * 10))
}

function runsOf({ criterion_runs: runs }: Verification): string {
  return JSON.stringify(runs)
}

async function raceLocated(bench: Bench, title: string, workload: Workload): Promise<void> {
  const { evidence, records, wanted } = workload
  const criteria = compileCriteria(workload.criteria)
  strictEqual(runsOf(verify({ criteria, evidence })), runsOf(scanAndExplain(workload)))
  await bench.race({
    case: `${title}, located`,
    expected: countJudged(scan(workload)),
    contenders: [
      { ...contender('scan', () => countJudged(scan(workload))), floor: 'results' },
      { ...contender('inverted join', () => countJudged(join(workload))), floor: 'results' },
      { ...contender('scan, explained', () => countRuns(scanAndExplain(workload))), floor: 'explained' },
      { ...contender('inverted join, explained', () => countRuns(joinAndExplain(workload))), floor: 'explained' },
      contender('@carebench/verifier, snapshot', () => countRuns(verify({ criteria, evidence }))),
      // For more, it takes seconds per call.
      ...(records.length <= 10_000 && wanted.length <= 10 ? [contenderOf(jsonataOverDocument(workload))] : []),
    ],
  })
}

async function raceKept(bench: Bench, title: string, workload: Workload): Promise<void> {
  const criteria = compileCriteria(workload.criteria)
  const index = keepIndex(workload)
  const places = keepPlaces(workload)
  const evidence = prepareEvidence(workload.evidence)
  strictEqual(runsOf(verify({ criteria, evidence })), runsOf(joinAndExplain(workload)))
  const peers = [jsonRulesEngine(workload, index), jsonpathPlus(workload, index)]
  if (workload.name === 'FHIR resources') peers.push(fhirpathCompiled(workload, index))
  await bench.race({
    case: `${title}, index kept`,
    expected: countJudged(scan(workload)),
    contenders: [
      { ...contender('look-up', () => countJudged(lookUp(workload, index))), floor: 'results' },
      { ...contender('look-up, explained', () => countRuns(lookUpAndExplain(workload, places))), floor: 'explained' },
      contender('@carebench/verifier, prepared', () => countRuns(verify({ criteria, evidence }))),
      ...peers.map(contenderOf),
    ],
  })
}

export async function run(bench: Bench): Promise<void> {
  for (const makeWorkload of [portalRows, fhirResources]) {
    for (const count of bench.sizes(1, 10, 100)) {
      for (const size of bench.sizes(1_000, 10_000, 100_000)) {
        const workload = makeWorkload(size, count)
        const title = `${size.toLocaleString('en')} ${workload.name}, ${count} criteria`
        await raceLocated(bench, title, workload)
        await raceKept(bench, title, workload)
      }
    }
  }
}
