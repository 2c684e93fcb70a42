import { type Benchmark, type BenchmarkVersion, formatInstant, limits } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import { type BenchmarkDoc, benchmarks, environments, type VersionDoc, versions } from '../documents/authoring.js'
import { insert, update } from '../ports/store.js'
import { publishVersion } from '../versions/publish-version.js'
import type { Handlers } from './handler.js'
import { listDocuments } from './listing.js'
import { getOwned, notFound } from './owned.js'
import { conflict, unwrapCommit } from './write-result.js'

const nameTaken = 'The name of the benchmark is taken.'

export const benchmarkHandlers: Handlers<
  | 'listBenchmarks'
  | 'createBenchmark'
  | 'getBenchmark'
  | 'updateBenchmark'
  | 'listBenchmarkVersions'
  | 'publishBenchmarkVersion'
  | 'getBenchmarkVersion'
> = {
  listBenchmarks: (context, { caller, query }) =>
    listDocuments(context, {
      collection: benchmarks,
      filter: [{ name: 'organization', value: caller.organizationId }],
      organizationId: caller.organizationId,
      query,
      toWire: benchmarkToWire,
    }),

  async createBenchmark(context, { caller, body }) {
    const environmentId = body.environment_id ?? null
    await assertEnvironment(context, environmentId, caller.organizationId)
    const now = formatInstant(context.clock.now())
    const doc: BenchmarkDoc = {
      id: context.ids.next('bench'),
      created_at: now,
      updated_at: now,
      organization_id: caller.organizationId,
      name: body.name,
      description: body.description ?? null,
      environment_id: environmentId,
      timeout: body.timeout ?? limits.timeout.default,
      concurrency: body.concurrency ?? limits.concurrency.default,
      overrides: body.overrides ?? {},
      visibility: body.visibility ?? 'Private',
      archived: false,
      versions: 0,
    }
    unwrapCommit(await context.store.commit([insert(benchmarks, doc)]), nameTaken)
    return benchmarkToWire(doc)
  },

  async getBenchmark(context, { caller, params }) {
    return benchmarkToWire((await getOwned(context, benchmarks, params.id, caller.organizationId)).doc)
  },

  async updateBenchmark(context, { caller, params, body }) {
    const { doc, version } = await getOwned(context, benchmarks, params.id, caller.organizationId)
    if (body.environment_id !== undefined) await assertEnvironment(context, body.environment_id, caller.organizationId)
    if (body.name !== undefined && body.name !== doc.name && doc.versions > 0) {
      throw conflict(
        `The benchmark has ${doc.versions} published versions; its name stays ${JSON.stringify(doc.name)}.`,
      )
    }
    const changed: BenchmarkDoc = { ...doc, ...body, updated_at: formatInstant(context.clock.now()) }
    unwrapCommit(await context.store.commit([update(benchmarks, changed, version)]), nameTaken)
    return benchmarkToWire(changed)
  },

  async listBenchmarkVersions(context, { caller, params, query }) {
    await getOwned(context, benchmarks, params.id, caller.organizationId)
    return listDocuments(context, {
      collection: versions,
      filter: [{ name: 'benchmark', value: params.id }],
      organizationId: caller.organizationId,
      query,
      toWire: versionToWire,
    })
  },

  async publishBenchmarkVersion(context, { caller, params }) {
    const benchmark = await getOwned(context, benchmarks, params.id, caller.organizationId)
    return versionToWire(await publishVersion(context, benchmark))
  },

  async getBenchmarkVersion(context, { caller, params }) {
    await getOwned(context, benchmarks, params.id, caller.organizationId)
    const found = await context.store.getByUnique(versions, 'number', `${params.id}/${params.version}`)
    if (found === undefined) throw notFound()
    return versionToWire(found.doc)
  },
}

async function assertEnvironment(context: ServiceContext, id: string | null, organizationId: string): Promise<void> {
  if (id !== null) await getOwned(context, environments, id, organizationId)
}

function benchmarkToWire(doc: BenchmarkDoc): Benchmark {
  const { organization_id: _, versions: __, ...wire } = doc
  return wire
}

function versionToWire(doc: VersionDoc): BenchmarkVersion {
  return {
    id: doc.id,
    benchmark_id: doc.benchmark_id,
    version: doc.version,
    task_count: doc.tasks.length,
    criterion_count: doc.tasks.reduce((count, task) => count + task.criteria.length, 0),
    created_at: doc.created_at,
  }
}
