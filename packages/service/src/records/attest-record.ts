import {
  attestationText,
  type DifferencesRecord,
  type RecordAttestation,
  type TaskRunRecord,
} from '@carebench/verifier'
import type { ServiceContext } from '../context/context.js'
import type { VersionDoc } from '../documents/collections/authoring.js'
import { runs, type TaskRunDoc } from '../documents/collections/running.js'

/** Adds the signed attestation of the service to a sealed record, if the service signs records. */
export async function attestRecord<Of extends TaskRunRecord | DifferencesRecord>(
  { recordSigner, store }: ServiceContext,
  record: Of,
  taskRun: TaskRunDoc,
  version: VersionDoc,
): Promise<Of> {
  if (recordSigner === null) return record
  const run = await store.get(runs, taskRun.benchmark_run_id)
  if (run === undefined) throw new Error(`The run of the task run ${taskRun.id} is missing.`)
  const name = version.tasks.find(({ id }) => id === taskRun.task_id)?.name ?? ''
  const statement: RecordAttestation['statement'] = {
    version: 1,
    seal: record.seal.digest,
    task_run_id: taskRun.id,
    solver_id: run.doc.solver_id,
    scored: run.doc.scored,
    task: name,
    benchmark: {
      name: version.benchmark_name,
      version: version.version,
      digest: version.digest,
      tasks: version.tasks.length,
    },
  }
  const signature = await recordSigner.sign(attestationText(statement))
  const attestation: RecordAttestation = { algorithm: 'Ed25519', key: recordSigner.key, statement, signature }
  return { ...record, seal: { ...record.seal, attestation } }
}
