import type { Carebench } from '@carebench/client'
import type { AuditCounts, BenchmarkDefinition, KnownAudit } from '@carebench/protocol'
import { keysFromWire, keysToWire, toCamelCase, wireTable } from '@carebench/protocol/wire'
import { type callInMemory, publishBenchmark } from '@carebench/service'
import { createLocalService } from '../serving/local-service.js'
import { UnmetGoalError } from '../terminal/exit-reason.js'
import type { Progress } from '../terminal/progress.js'
import { createStyle } from '../terminal/style.js'
import type { Terminal } from '../terminal/terminal.js'
import type { BenchmarkFiles } from './benchmark-files.js'
import { callLocally } from './call-locally.js'
import { formatAudit } from './format-audit.js'
import { warnOfStaleAudit } from './shipped-audit.js'
import { showAuditedTasks } from './show-audited-tasks.js'

export interface PublishedFiles {
  /** `name@version` */
  readonly reference: string
  readonly name: string
  readonly version: number
  /** False if the latest version already has this content. */
  readonly isNew: boolean
  /** Whether all its runs are scored, so that no agent can read expected values. */
  readonly scoredOnly: boolean
  readonly isPublic: boolean
  readonly audit: AuditCounts
}

export interface PublishFilesOptions {
  readonly allowFindings: boolean
  /** The audit shipped with the files, used instead of an audit here; the server makes its own. */
  readonly knownAudits: readonly KnownAudit[]
  readonly terminal: Terminal
  readonly progress: Progress
}

/**
 * Publishes a valid benchmark on a server, unless its latest version there has the same content. It is audited locally
 * first, so that nothing is created for a benchmark that would be rejected; in that case, prints the findings and
 * throws an {@link UnmetGoalError}.
 */
export async function publishFiles(
  client: Carebench,
  files: BenchmarkFiles,
  { allowFindings, knownAudits, terminal, progress }: PublishFilesOptions,
): Promise<PublishedFiles> {
  const definition = files.definition as BenchmarkDefinition
  const { name } = definition
  const readers = {
    scoredOnly: definition.overrides?.scored_only === true,
    isPublic: definition.visibility === 'Public',
  }
  progress.step(`Auditing ${name}`)
  const service = createLocalService({ seed: 0, knownAudits, onTaskAudit: showAuditedTasks(progress) })
  const local = await publishBenchmark(await callLocally(service), definition, {
    allowFindings: true,
    onAudit: () => {
      if (knownAudits.length > 0) progress.note(warnOfStaleAudit(name))
    },
  })
  if (!local.audit.ok && !allowFindings) {
    progress.clear()
    terminal.err(formatAudit({ name, audit: local.audit }, createStyle(terminal)))
    throw new UnmetGoalError('nothing was published: the audit found errors; fix them, or use --allow-findings')
  }
  progress.step(`Publishing ${name} on ${terminal.environment.CAREBENCH_URL}`)
  const present = await findBenchmark(client, name)
  const latest = present === undefined ? undefined : await latestVersion(client, present)
  if (present !== undefined && latest?.digest !== undefined && latest.digest === local.digest) {
    const { version } = latest
    if (latest.audit === 'pending') progress.step(`Waiting for the audit of ${name}@${version}`)
    const { audit, runnable } = await client.waitForAudit({ id: present, version })
    // A version that cannot be run is published again, because its findings may now be allowed.
    if (runnable !== false && typeof audit === 'object') {
      const { ok, errors, warnings } = audit
      return {
        reference: `${name}@${version}`,
        name,
        version,
        isNew: false,
        ...readers,
        audit: { ok, errors, warnings },
      }
    }
  }
  const version = await publishBenchmark(callRemotely(client), definition, {
    allowFindings,
    onProgress: progress.detail,
    ...(present === undefined ? {} : { benchmarkId: present }),
  })
  const { ok, errors, warnings, tasks } = version.audit
  for (const task of tasks) {
    for (const { severity, code, message } of task.findings) {
      progress.note(`${severity} ${code} in ${task.name}: ${message}`)
    }
  }
  const audit = { ok, errors, warnings }
  return { reference: `${name}@${version.version}`, name, version: version.version, isNew: true, ...readers, audit }
}

async function findBenchmark(client: Carebench, name: string): Promise<string | undefined> {
  for await (const benchmark of client.list('listBenchmarks', { query: { limit: 100 } })) {
    if (benchmark.name === name) return benchmark.id
  }
  return undefined
}

async function latestVersion(client: Carebench, id: string) {
  for await (const version of client.list('listBenchmarkVersions', { params: { id }, query: { limit: 1 } }))
    return version
  return undefined
}

type Call = ReturnType<typeof callInMemory>

/** Returns a function that makes calls over HTTP with the signature of calls in memory, with wire keys. */
function callRemotely(client: Carebench): Call {
  // One function for all operations, typed by `Call`.
  const send = client.call.bind(client) as (operation: string, input: object) => Promise<unknown>
  const call = async (operation: keyof typeof wireTable, { params = {}, query = {}, body }: OperationCall) => {
    const { query: queryKeys, response } = wireTable[operation]
    const camelParams = Object.entries(params).map(([name, value]) => [toCamelCase(name), value])
    // Keys of a body that are already wire keys are unchanged.
    const input = { params: Object.fromEntries(camelParams), query: keysFromWire(queryKeys, query), body }
    return keysToWire(response, await send(operation, input))
  }
  return call as Call
}

type OperationCall = Parameters<Call>[1]
