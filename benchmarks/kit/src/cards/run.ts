import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchmarkDefinition } from '@carebench/protocol'
import {
  estimateSpreads,
  type PowerModel,
  type Spreads,
  simulatePower,
  smallestDetectable,
} from '../../../../packages/carebench/src/comparing/power.js'
import { canary } from '../build-benchmark.js'
import { families, familyOfTask } from '../families/families.js'
import { frozenFolder } from '../frozen-folder.js'
import type { LadderResults } from '../ladder/ladder-table.js'
import { splitNames } from '../splits.js'
import type { KeptValidity } from '../validity/kept-validity.js'
import { type CardSource, cardPages, cardStyle, type PowerRow } from './card-pages.js'

// Writes the cards of the suite, of each family and of each instance into carebench-1/cards, from the files of the
// splits. With `--power` it first simulates which differences can be detected, and keeps the figures in
// carebench-1/power.json; that takes minutes.

interface Manifest {
  readonly instances: CardSource['splits'][number]['instances']
  readonly families: CardSource['splits'][number]['drawn']
}

/** Assumptions about today's agents: they pass half of the tasks, with the spreads of the design's simulations. */
const model = { tasks: 20, trials: 3, passRate: 0.5, familySpread: 0.7, taskSpread: 1.2, agentSpread: 0.2 }
const effects = [0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.3, 1.6, 2, 2.5, 3, 4, 5]
const options = { simulations: 400, seed: 1 }
/** The rungs that pass neither almost all tasks nor almost none. */
const middleRungs = ['A4', 'A5', 'A6']

const ladder = readLadder()
if (process.argv.includes('--power')) {
  const rows = [6, 9, 24].map((many) => simulateRow('alike', { ...model, families: many }))
  if (ladder === undefined) console.log('Without the ladder, nothing is simulated with its spreads.')
  else rows.push(simulateRow('ladder', { ...model, ...spreadsOfLadder(ladder), families: families.length }))
  writeFileSync(join(frozenFolder, 'power.json'), `${JSON.stringify({ canary, model, rows }, null, 1)}\n`)
  console.table(
    rows.map(({ agents, families: many, detectable, null: same }) => ({
      agents,
      many,
      difference: detectable?.difference,
      covered: same.covered,
      found: same.found,
    })),
  )
}

function simulateRow(agents: PowerRow['agents'], own: PowerModel): PowerRow {
  const { families: many, familySpread, agentSpread } = own
  return {
    families: many,
    agents,
    spreads: { familySpread, agentSpread },
    detectable: smallestDetectable(own, effects, { ...options, power: 0.8 }) ?? null,
    null: simulatePower(own, 0, { simulations: 2000, seed: 2 }),
  }
}

function spreadsOfLadder({ results }: LadderResults): Spreads {
  return estimateSpreads(
    middleRungs.map((rung) =>
      families.map(({ name }) =>
        results
          .filter((one) => one.rung === rung && familyOfTask(one.task)?.name === name)
          .map(({ verdict }) => verdict === 'pass'),
      ),
    ),
  )
}

const manifest: { readonly version: string } = read('package.json')
const pages = cardPages({
  canary,
  version: manifest.version,
  families,
  splits: splitNames.map((split) => {
    const { instances, families: drawn } = read<Manifest>(`${split}/manifest.json`)
    const { tasks } = read<BenchmarkDefinition>(`${split}/benchmark.json`)
    const criteria = new Map(tasks.map((task) => [task.name, task.criteria]))
    return { split, instances, drawn, validity: read<KeptValidity>(`${split}/validity.json`).results, criteria }
  }),
  ladder,
  // Written by `carebench reviews FOLDERS --json > benchmarks/carebench-1/people.json`.
  ...(existsSync(join(frozenFolder, 'people.json')) && {
    people: read<{ readonly card: readonly string[] }>('people.json').card,
  }),
  power: existsSync(join(frozenFolder, 'power.json'))
    ? read<{ readonly rows: readonly PowerRow[] }>('power.json').rows
    : [],
})
const folder = join(frozenFolder, 'cards')
for (const name of readdirSync(folder)) if (/\.(html|css)$/.test(name)) rmSync(join(folder, name))
writeFileSync(join(folder, 'style.css'), `/* ${canary} */\n${cardStyle}`)
for (const [name, page] of pages) writeFileSync(join(folder, name), page)
console.log(`${pages.size} pages in carebench-1/cards`)

/** Returns the results of the ladder if it ran on the current instances: those that were last audited and validated. */
function readLadder(): LadderResults | undefined {
  if (!existsSync(join(frozenFolder, 'test/ladder.json'))) return undefined
  const ladder = read<LadderResults>('test/ladder.json')
  const validated = new Map(read<KeptValidity>('test/validity.json').results.map(({ id, digest }) => [id, digest]))
  const isOfNow = read<Manifest>('test/manifest.json').instances.every(({ id, digest }) => validated.get(id) === digest)
  if (isOfNow && ladder.digest === read<{ readonly digest: string }>('test/audit.json').digest) return ladder
  console.log(
    'The ladder was run on another version: run pnpm benchmark:ladder first. The pages say that it was not run.',
  )
  return undefined
}

function read<Content>(file: string): Content {
  return JSON.parse(readFileSync(join(frozenFolder, file), 'utf8'))
}
