import { existsSync, readFileSync } from 'node:fs'
import type { BenchmarkDefinition, KnownAudit } from '@carebench/protocol'
import { fixtureAudits, fixtures } from '../../../fixtures/src/index.js'
import { everyMatcher } from './every-matcher.js'

/** A benchmark, and the names of its tasks on which sequences are played. */
export interface TriedBenchmark {
  readonly definition: BenchmarkDefinition
  readonly tasks: readonly string[]
}

/**
 * Reads the benchmarks on which sequences are played, with their known audits: `every-matcher`, all fixtures, and the
 * hardest development task of each family of carebench-1; with `isSmall`, only three small benchmarks.
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
  // The last task of a family is the hardest, and replaces the others in the map.
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
