import type { ApiError } from '@carebench/protocol'
import type { VersionDoc } from '../documents/collections/authoring.js'
import { conflict } from '../documents/write-result.js'

type Audited = Pick<VersionDoc, 'audit' | 'allow_findings'>

/** Whether runs of the version can be created: its audit is done, and has no errors or only allowed ones. */
export function isRunnable({ audit, allow_findings }: Audited): boolean {
  return typeof audit === 'object' && (audit.ok || allow_findings)
}

/** Throws an ApiError `CONFLICT` that names the state of the audit unless runs of the version can be created. */
export function assertRunnable(version: VersionDoc): void {
  if (!isRunnable(version)) throw notRunnable(version)
}

function notRunnable({ benchmark_name, version, audit }: VersionDoc): ApiError {
  const reference = `${benchmark_name}@${version}`
  if (audit === 'pending') {
    return conflict(`The audit of ${reference} is pending; the version can be run once it is done. Try again later.`)
  }
  if (audit === 'failed') {
    return conflict(`The audit of ${reference} failed with an internal error, so it cannot be run; publish it again.`)
  }
  const { errors } = audit
  return conflict(
    `The audit of ${reference} found ${errors} ${errors === 1 ? 'error' : 'errors'}, so it cannot be run; fix ` +
      `${errors === 1 ? 'it' : 'them'} and publish again, or publish with {"allow_findings":true}.`,
  )
}
