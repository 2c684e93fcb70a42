import { existsSync } from 'node:fs'
import { ApiError, type AuditedVersion, type BenchmarkDefinition, type VersionAudit } from '@carebench/protocol'
import { keysToWire, wireTable } from '@carebench/protocol/wire'
import { callInMemory, publishBenchmark } from '@carebench/service'
import { plural } from '@carebench/text'
import { connectAsOrganization } from '../calling/connection.js'
import { explainFailures } from '../calling/failed-call.js'
import { createLocalService } from '../serving/local-service.js'
import { UnmetGoalError, UsageError } from '../terminal/exit-reason.js'
import type { Progress } from '../terminal/progress.js'
import { openBenchmarkFiles, type Problem } from './benchmark-files.js'
import { findProblems } from './find-problems.js'
import { showAuditedTasks } from './show-audited-tasks.js'

/** An audited benchmark, and its audit. */
export interface AuditedBenchmark {
  /** The name of the benchmark; `name@version` for a published version. */
  readonly name: string
  readonly audit: VersionAudit
}

/** Error when the files have problems that `carebench validate` reports, so that they cannot be audited. */
export class InvalidFilesError extends Error {
  override readonly name = 'InvalidFilesError'

  constructor(readonly problems: readonly Problem[]) {
    super('The files of the benchmark have problems.')
  }
}

/** Audits files in memory, or reads the audit of a version from the server in the environment. */
export async function findAudit(
  source: string,
  environment: NodeJS.ProcessEnv,
  progress: Progress,
): Promise<AuditedBenchmark> {
  if (existsSync(source)) return auditFiles(source, progress)
  const reference = /^(.+)@([1-9]\d*)$/s.exec(source)
  const [, name = '', version = ''] = reference ?? []
  // Neither a path nor a reference: the error says that the path does not exist.
  return reference === null ? auditFiles(source, progress) : readAudit(name, version, environment, progress)
}

async function auditFiles(path: string, progress: Progress): Promise<AuditedBenchmark> {
  const files = openBenchmarkFiles(path)
  const problems = await findProblems(files)
  if (problems.length > 0) throw new InvalidFilesError(problems)
  const definition = files.definition as BenchmarkDefinition
  const service = createLocalService({ seed: 0, onTaskAudit: showAuditedTasks(progress) })
  const { organizationKey } = await service.provisionOrganization('Audit')
  const count = definition.tasks.length
  progress.step(`Auditing ${plural(count, 'task')} of ${definition.name}`)
  try {
    const call = callInMemory(service, organizationKey)
    const { audit } = await publishBenchmark(call, definition, { allowFindings: true })
    return { name: definition.name, audit }
  } catch (error) {
    const refused = error instanceof ApiError ? error.status < 500 : error instanceof Error && error.name === 'Error'
    if (!refused) throw error
    throw new UsageError(`${path}: ${explainError(error)}`, { cause: error })
  }
}

function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const details = error instanceof ApiError ? error.errors.map(({ path, message }) => `${path} ${message}`) : []
  const further = details.filter((detail) => !error.message.includes(detail)).slice(0, 5)
  return [error.message, ...further].join(' ')
}

async function readAudit(
  name: string,
  version: string,
  environment: NodeJS.ProcessEnv,
  progress: Progress,
): Promise<AuditedBenchmark> {
  return explainFailures(async () => {
    const client = connectAsOrganization(environment)
    progress.step(`Reading the audit of ${name}@${version} from ${environment.CAREBENCH_URL}`)
    for await (const benchmark of client.list('listBenchmarks', { query: { limit: 100 } })) {
      if (benchmark.name !== name) continue
      const params = { id: benchmark.id, version: Number(version) }
      const answer = await client.waitForAudit(params).catch((error: unknown) => {
        const missing = error instanceof ApiError && error.code === 'RESOURCE_NOT_FOUND'
        throw missing ? new UsageError(`${JSON.stringify(name)} has no published version ${version}`) : error
      })
      // Converts the client's value back to wire keys.
      const { audit } = keysToWire(wireTable.getBenchmarkVersion.response, answer) as Partial<AuditedVersion>
      if (audit === undefined) throw new UsageError('the server does not return audits of its versions')
      if (typeof audit === 'string')
        throw new UnmetGoalError(`the server could not audit ${name}@${version}; publish it again`)
      return { name: `${name}@${version}`, audit }
    }
    throw new UsageError(`the organization has no benchmark ${JSON.stringify(name)}`)
  })
}
