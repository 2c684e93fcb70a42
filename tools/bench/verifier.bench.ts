// What does a criterion of ten field checks cost, on a record found by its key among 1,000 to 100,000?
//
// Measured for 1, 10 and 100 criteria, on portal rows and FHIR resources; a figure covers all criteria together. In
// `snapshot` the evidence is a plain snapshot and nothing is kept between verifications; in `prepared` its indexes are
// kept.
//
// Records and criteria are parsed from JSON, as in a service, so that equal strings are separate objects: constants of
// the program would be compared by their address.
//
// The floors are written by hand for these records only (verifier/floors.ts). `results` computes the result of each
// field and nothing else. `explained` produces the same criterion runs as carebench to the letter (which is checked):
// sentences, the name of the record, the score. Where the record must be located, the floor is the faster of a scan per
// criterion and an inverted join: a Map of the wanted keys and one pass over the records. For resources, `explained`
// also checks what the answer depends on besides the key: only resources of the type count, and of two with the same id
// only the later one. So it reads the type of each resource, and then looks for another resource with the id of each
// match.

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

/** Up to this number of rows per criterion, most of the work is explanation, and another goal applies. */
const fewRows = 100

/** Returns for each criterion how many of its checks pass. */
type Count = Peer['run']

function contender(name: string, count: Count) {
  return { name, run: count, answer: count }
}

function toContender({ name, run: count }: Peer) {
  return contender(name, count)
}

function countJudged(judged: readonly { readonly passed: number }[]): readonly number[] {
  return judged.map(({ passed }) => passed)
}

function countRuns({ criterion_runs: runs }: Verification): readonly number[] {
  return runs.map(({ score }) => Math.round(score * 10))
}

function writeRuns({ criterion_runs: runs }: Verification): string {
  return JSON.stringify(runs)
}

async function raceLocated(bench: Bench, title: string, workload: Workload): Promise<void> {
  const { name, evidence, records, wanted } = workload
  const criteria = compileCriteria(workload.criteria)
  const goal = name === 'portal rows' && records.length / wanted.length <= fewRows ? 1.5 : 1.3
  strictEqual(writeRuns(verify({ criteria, evidence })), writeRuns(scanAndExplain(workload)))
  await bench.race({
    case: `${title}, snapshot`,
    expected: countJudged(scan(workload)),
    contenders: [
      { ...contender('scan', () => countJudged(scan(workload))), floor: 'results' },
      { ...contender('inverted join', () => countJudged(join(workload))), floor: 'results' },
      { ...contender('scan, explained', () => countRuns(scanAndExplain(workload))), floor: 'explained' },
      { ...contender('inverted join, explained', () => countRuns(joinAndExplain(workload))), floor: 'explained' },
      {
        ...contender('@carebench/verifier', () => countRuns(verify({ criteria, evidence }))),
        goals: { explained: goal },
      },
      // With more records or criteria, jsonata takes seconds per call.
      ...(records.length <= 10_000 && wanted.length <= 10 ? [toContender(jsonataOverDocument(workload))] : []),
    ],
  })
}

async function raceKept(bench: Bench, title: string, workload: Workload): Promise<void> {
  const criteria = compileCriteria(workload.criteria)
  const index = keepIndex(workload)
  const places = keepPlaces(workload)
  const evidence = prepareEvidence(workload.evidence)
  const floor = 'looked up and explained'
  strictEqual(writeRuns(verify({ criteria, evidence })), writeRuns(joinAndExplain(workload)))
  const peers = [jsonRulesEngine(workload, index), jsonpathPlus(workload, index)]
  if (workload.name === 'FHIR resources') peers.push(fhirpathCompiled(workload, index))
  await bench.race({
    case: `${title}, prepared`,
    expected: countJudged(scan(workload)),
    contenders: [
      contender('results looked up', () => countJudged(lookUp(workload, index))),
      { ...contender(floor, () => countRuns(lookUpAndExplain(workload, places))), floor },
      { ...contender('@carebench/verifier', () => countRuns(verify({ criteria, evidence }))), goals: { [floor]: 1.5 } },
      ...peers.map(toContender),
    ],
  })
}

export async function run(bench: Bench): Promise<void> {
  for (const makeWorkload of [portalRows, fhirResources]) {
    for (const count of bench.sizes(1, 1, 10, 100)) {
      for (const size of bench.sizes(1_000, 1_000, 10_000, 100_000)) {
        const workload = makeWorkload(size, count)
        const criteria = count === 1 ? '1 criterion' : `${count} criteria`
        const title = `${size.toLocaleString('en')} ${workload.name}, ${criteria}`
        await raceLocated(bench, title, workload)
        await raceKept(bench, title, workload)
      }
    }
  }
}
