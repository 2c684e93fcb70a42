import {
  type AuditedVersion,
  type Benchmark,
  type BenchmarkVersion,
  formatInstant,
  type JsonObject,
  limits,
} from '@carebench/protocol'
import { insert, remove, update, type Write } from '@carebench/store'
import { type AuditProgress, readAuditProgress } from '../../audit/pending-audits.js'
import type { ServiceContext } from '../../context/context.js'
import { allDocuments } from '../../documents/all-documents.js'
import {
  type BenchmarkDoc,
  benchmarks,
  bindings,
  criteria,
  environments,
  tasks,
  type VersionDoc,
  versions,
} from '../../documents/collections/authoring.js'
import { decideAndCommit, touch } from '../../documents/decide-and-commit.js'
import { getOwned, notFound } from '../../documents/owned.js'
import { listRemovals } from '../../documents/removals.js'
import { conflict } from '../../documents/write-result.js'
import { baseOfVersion } from '../../records/record-base.js'
import { isRunnable } from '../../runs/runnable-version.js'
import { publishVersion } from '../../versions/publish-version.js'
import { inSteps } from '../../work/in-steps.js'
import type { Handlers } from '../handler.js'
import { listDocuments, listOwned } from '../listing.js'

const nameTaken = 'Another benchmark of the organization has this name.'

export const benchmarkHandlers: Handlers<
  | 'listBenchmarks'
  | 'createBenchmark'
  | 'getBenchmark'
  | 'updateBenchmark'
  | 'deleteBenchmark'
  | 'listBenchmarkVersions'
  | 'publishBenchmarkVersion'
  | 'getBenchmarkVersion'
  | 'getBenchmarkVersionBase'
> = {
  listBenchmarks: (context, call) => listOwned(context, call, benchmarks, benchmarkToWire),

  createBenchmark(context, { caller, body }) {
    const now = formatInstant(context.clock.now())
    const doc: BenchmarkDoc = {
      id: context.ids.next('bench'),
      created_at: now,
      updated_at: now,
      organization_id: caller.organizationId,
      name: body.name,
      description: body.description ?? null,
      environment_id: body.environment_id ?? null,
      timeout: body.timeout ?? limits.timeout.default,
      concurrency: body.concurrency ?? limits.concurrency.default,
      overrides: body.overrides ?? {},
      visibility: body.visibility ?? 'Private',
      archived: false,
      versions: 0,
    }
    const decide = async () => {
      const reference =
        doc.environment_id === null ? [] : await refer(context, doc.environment_id, caller.organizationId)
      return { writes: [insert(benchmarks, doc), ...reference], result: benchmarkToWire(doc) }
    }
    return decideAndCommit(context, decide, nameTaken)
  },

  async getBenchmark(context, { caller, params }) {
    return benchmarkToWire((await getOwned(context, benchmarks, params.id, caller.organizationId)).doc)
  },

  async updateBenchmark(context, { caller, params, body }) {
    const decide = async () => {
      const { doc, revision } = await getOwned(context, benchmarks, params.id, caller.organizationId)
      const { environment_id: environmentId = null } = body
      const reference = environmentId === null ? [] : await refer(context, environmentId, caller.organizationId)
      if (body.name !== undefined && body.name !== doc.name && doc.versions > 0) {
        throw conflict(
          `The name cannot be changed: published versions of the benchmark (${doc.versions}) are called ` +
            `${JSON.stringify(doc.name)}.`,
        )
      }
      const changed: BenchmarkDoc = { ...doc, ...body, updated_at: formatInstant(context.clock.now()) }
      return { writes: [update(benchmarks, changed, revision), ...reference], result: benchmarkToWire(changed) }
    }
    return decideAndCommit(context, decide, nameTaken)
  },

  deleteBenchmark: (context, { caller, params }) =>
    decideAndCommit(context, async () => {
      const { doc, revision } = await getOwned(context, benchmarks, params.id, caller.organizationId)
      if (doc.versions > 0) {
        if (doc.archived) throw notFound()
        const archived: BenchmarkDoc = { ...doc, archived: true, updated_at: formatInstant(context.clock.now()) }
        return { writes: [update(benchmarks, archived, revision)], result: undefined }
      }
      const owned = await partRemovals(context, doc.id)
      return { writes: [remove(benchmarks, doc.id, revision), ...owned], result: undefined }
    }),

  async listBenchmarkVersions(context, { caller, params, query }) {
    await getOwned(context, benchmarks, params.id, caller.organizationId)
    return listDocuments(context, {
      collection: versions,
      filter: [{ name: 'benchmark', value: params.id }],
      organizationId: caller.organizationId,
      query,
      toWire: async (doc) => {
        resumeAudit(context, doc)
        return versionToWire(doc, await readAuditProgress(context, doc))
      },
    })
  },

  async publishBenchmarkVersion(context, { caller, params, body }) {
    // Before the lock, so that waiting does not show another organization that the benchmark is being published.
    await getOwned(context, benchmarks, params.id, caller.organizationId)
    // One after another, because concurrent publications would make each other start again.
    return context.locks.run(`publish ${params.id}`, () =>
      publishVersion(
        context,
        { benchmarkId: params.id, organizationId: caller.organizationId, allowFindings: body.allow_findings ?? false },
        (version) => auditedVersionToWire(version, initialProgress(version)),
      ),
    )
  },

  async getBenchmarkVersion(context, { caller, params }) {
    await getOwned(context, benchmarks, params.id, caller.organizationId)
    const found = await context.store.getByUnique(versions, 'number', `${params.id}/${params.version}`)
    if (found === undefined) throw notFound()
    resumeAudit(context, found.doc)
    return auditedVersionToWire(found.doc, await readAuditProgress(context, found.doc))
  },

  async getBenchmarkVersionBase(context, { caller, params }) {
    await getOwned(context, benchmarks, params.id, caller.organizationId)
    const found = await context.store.getByUnique(versions, 'number', `${params.id}/${params.version}`)
    if (found === undefined) throw notFound()
    // Plain JSON, returned exactly as it was digested.
    return (await inSteps(baseOfVersion(found.doc), context.clock)) as unknown as JsonObject
  },
}

/** Returns the writes that delete the tasks of a benchmark with their criteria and bindings. */
async function partRemovals(context: ServiceContext, benchmarkId: string): Promise<Write[]> {
  const byBenchmark = { name: 'benchmark', value: benchmarkId }
  const writes: Write[] = []
  for (const { id } of await allDocuments(context.store, tasks, byBenchmark)) {
    const byTask = { name: 'task', value: id }
    writes.push(...(await listRemovals(context, criteria, byTask)), ...(await listRemovals(context, bindings, byTask)))
  }
  return [...writes, ...(await listRemovals(context, tasks, byBenchmark))]
}

async function refer(context: ServiceContext, id: string, organizationId: string): Promise<Write[]> {
  return [touch(environments, await getOwned(context, environments, id, organizationId))]
}

function benchmarkToWire(doc: BenchmarkDoc): Benchmark {
  // Lists the members, which is faster than copying the document and omitting some.
  return {
    id: doc.id,
    created_at: doc.created_at,
    updated_at: doc.updated_at,
    name: doc.name,
    description: doc.description,
    environment_id: doc.environment_id,
    timeout: doc.timeout,
    concurrency: doc.concurrency,
    overrides: doc.overrides,
    visibility: doc.visibility,
    archived: doc.archived,
  }
}

/** Resumes the audit of a version, because the process that published it may have ended before the audit. */
function resumeAudit(context: ServiceContext, { id, audit }: VersionDoc): void {
  if (audit === 'pending') context.audits.begin(id)
}

function initialProgress({ audit, tasks: { length } }: VersionDoc): AuditProgress | undefined {
  return audit === 'pending' ? { done: 0, total: length } : undefined
}

function versionToWire(doc: VersionDoc, progress: AuditProgress | undefined): BenchmarkVersion {
  const { audit } = doc
  return {
    id: doc.id,
    benchmark_id: doc.benchmark_id,
    version: doc.version,
    task_count: doc.tasks.length,
    criterion_count: doc.tasks.reduce((count, task) => count + task.criteria.length, 0),
    digest: doc.digest,
    runnable: isRunnable(doc),
    audit: typeof audit === 'string' ? audit : { ok: audit.ok, errors: audit.errors, warnings: audit.warnings },
    ...(progress !== undefined && { audit_progress: progress }),
    created_at: doc.created_at,
  }
}

function auditedVersionToWire(doc: VersionDoc, progress: AuditProgress | undefined): AuditedVersion {
  return { ...versionToWire(doc, progress), audit: doc.audit }
}
