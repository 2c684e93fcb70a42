import { ApiError, type VersionAudit } from '@carebench/protocol'

/** Maximum number of errors in the message; the body has all of them. */
const maxReported = 3

/**
 * Returns the error for a version that cannot be run because its audit has errors; it has the whole audit beside it.
 */
export function refuseFindings(reference: string, audit: VersionAudit): ApiError {
  const errors = audit.tasks.flatMap(({ name, findings }) =>
    findings
      .filter(({ severity }) => severity === 'error')
      .map(({ code, label, message }) => {
        const where = label === null ? JSON.stringify(name) : `${JSON.stringify(name)}, ${JSON.stringify(label)}`
        return `${code} in ${where}: ${message}`
      }),
  )
  const more = errors.length > maxReported ? ` And ${errors.length - maxReported} more, listed in "audit".` : ''
  return new ApiError(
    'CONFLICT',
    `The audit found ${audit.errors} ${audit.errors === 1 ? 'error' : 'errors'}, so ${reference} cannot be run; ` +
      'fix them and publish again, or publish with {"allow_findings":true}. ' +
      `${errors.slice(0, maxReported).join(' ')}${more}`,
    { beside: { audit } },
  )
}
