import { fixtureAudits, fixtures } from '@carebench/fixtures'
import type { FixtureName } from '@carebench/fixtures/names'
import type { BenchmarkDefinition, KnownAudit } from '@carebench/protocol'
import { type CallOperation, publishBenchmark } from '@carebench/service'
import type { Progress } from '../terminal/progress.js'

/** A benchmark with its shipped audits. */
export interface LoadedBenchmark {
  readonly definition: BenchmarkDefinition
  readonly knownAudits: readonly KnownAudit[]
}

/** Returns the fixtures of these names, with their audits. */
export function fixturesNamed(names: readonly FixtureName[]): readonly LoadedBenchmark[] {
  return names.map((name) => ({ definition: fixtures[name], knownAudits: [fixtureAudits[name]] }))
}

/**
 * Publishes benchmarks, and returns their references. Publishes benchmarks with audit findings too, as `carebench run`
 * does.
 *
 * @param mayExist - whether they may have been published before; then skips those whose newest version has the digest
 * of a shipped audit
 */
export async function publishAll(
  call: CallOperation,
  loaded: readonly LoadedBenchmark[],
  progress: Progress,
  mayExist: boolean,
): Promise<readonly string[]> {
  const references: string[] = []
  for (const [index, { definition, knownAudits }] of loaded.entries()) {
    const place = { number: index + 1, total: loaded.length }
    const { name } = definition
    if (mayExist) progress.step(`Looking for ${name}`, place)
    const present = mayExist ? await findPublished(call, name) : undefined
    const isKnown = knownAudits.some(({ digest }) => digest === present?.digest)
    const isNew = !isKnown || present?.version === undefined
    if (isNew) progress.step(`Publishing ${name}`, place)
    const options = {
      checkFirst: false,
      allowFindings: true,
      onAudit: () => progress.step(`Auditing ${name}`, place),
      ...(present !== undefined && { benchmarkId: present.id }),
    }
    const { version } = isNew ? await publishBenchmark(call, definition, options) : present
    references.push(`${definition.name}@${version}`)
  }
  return references
}

/**
 * Finds a benchmark by name, with its newest version; undefined if there is no such benchmark. It may have no version,
 * if an earlier process ended before publishing one.
 */
async function findPublished(call: CallOperation, name: string) {
  for (let cursor: string | undefined; ; ) {
    const { data, _meta } = await call('listBenchmarks', {
      query: { limit: '100', ...(cursor !== undefined && { cursor }) },
    })
    const found = data.find((benchmark) => benchmark.name === name)
    if (found !== undefined) {
      const { id } = found
      const [newest] = (await call('listBenchmarkVersions', { params: { id }, query: { limit: '1' } })).data
      return { id, version: newest?.version, digest: newest?.digest }
    }
    if (_meta.next === null || _meta.next === undefined) return undefined
    cursor = _meta.next
  }
}
