import { existsSync, readFileSync } from 'node:fs'
import type { BenchmarkDefinition, KnownAudit } from '@carebench/protocol'
import { fixtureAudits, fixtures } from '../../../fixtures/src/index.js'
import { everyMatcher } from './every-matcher.js'

/** A benchmark, and the names of the tasks of it that sequences are tried on. */
export interface TriedBenchmark {
  readonly definition: BenchmarkDefinition
  readonly tasks: readonly string[]
}

/**
 * All fixtures, carebench-1 with an instance of each family, and a benchmark with every matcher; with `isSmall`, a
 * few of them.
 */
export function readBenchmarks(
  folder: string,
  isSmall: boolean,
): { readonly benchmarks: readonly TriedBenchmark[]; readonly audits: readonly KnownAudit[] } {
  const small = [everyMatcher, fixtures.referral, fixtures['claims-followup']].map(wholly)
  if (isSmall) return { benchmarks: small, audits: Object.values(fixtureAudits) }
  const path = `${folder}/benchmarks/carebench-1/dev`
  if (!existsSync(path))
    throw new Error(`Expected the development split of carebench-1 in ${path}; run it in a checkout.`)
  const definition: BenchmarkDefinition = readJson(`${path}/benchmark.json`)
  // The last of a family is the hardest.
  const families = new Map(definition.tasks.map(({ tags = [], name }) => [tags[0], name]))
  return {
    benchmarks: [everyMatcher, ...Object.values(fixtures)]
      .map(wholly)
      .concat({ definition, tasks: [...families.values()] }),
    audits: [...Object.values(fixtureAudits), readJson(`${path}/audit.json`)],
  }
}

function wholly(definition: BenchmarkDefinition): TriedBenchmark {
  return { definition, tasks: definition.tasks.map(({ name }) => name) }
}

function readJson(path: string) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
