import { ApiError, ClientError } from '@carebench/client'
import { UnmetGoalError, UsageError } from '../terminal/exit-reason.js'

/**
 * Runs work that calls a server, and explains a failure in one line: a {@link UsageError} if the user can fix it, an
 * {@link UnmetGoalError} if the server could not do it now. Other errors are thrown unchanged.
 *
 * @param keyVariable - the environment variable that holds the key of these calls
 */
export async function explainFailures<Result>(
  work: () => Promise<Result>,
  keyVariable = 'CAREBENCH_ORGANIZATION_KEY',
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) throw explainRefusal(error, keyVariable)
    if (error instanceof ClientError) throw explainNoAnswer(error)
    throw error
  }
}

function explainRefusal(error: ApiError, keyVariable: string): Error {
  const { code, status, message, errors, requestId } = error
  if (code === 'UNAUTHORIZED') {
    const hint = `the key in ${keyVariable} is unknown to the server, or was revoked`
    return new UsageError(`${hint}. An in-memory server creates new keys at each start`, { cause: error })
  }
  const details = errors.map((finding) => ` ${finding.path} ${finding.message}`).join(';')
  if (status < 500 && status !== 429)
    return new UsageError(`the server refused: ${message}${details}`, { cause: error })
  const request = requestId === undefined ? '' : ` (request ${requestId})`
  return new UnmetGoalError(`the server failed: ${status} ${code}: ${message}${request}`, { cause: error })
}

/** Returns advice for a message that says that a server's certificate is not trusted; undefined for other messages. */
export function trustHint(message: string): string | undefined {
  return /self[- ]signed|unable to (verify|get)|certificate/i.test(message)
    ? 'Set CAREBENCH_CA to the PEM file of the certificate to trust; carebench serve prints its path'
    : undefined
}

function explainNoAnswer(error: ClientError): Error {
  if (error.code === 'timeout' || error.code === 'aborted') return new UnmetGoalError(error.message, { cause: error })
  if (error.code === 'unexpected_answer')
    return new UsageError(`${error.message} Check CAREBENCH_URL`, { cause: error })
  const hint = trustHint(error.message) ?? 'Check that the server is running and that CAREBENCH_URL is its URL'
  return new UsageError(`${error.message.replace(/\.?$/, '.')} ${hint}`, { cause: error })
}
