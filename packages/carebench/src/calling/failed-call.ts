import { ApiError, ClientError } from '@carebench/client'
import { FellShort, WrongUse } from '../exit-reason.js'

/**
 * Runs work that calls a server, and explains a failure in one line: a {@link WrongUse} for errors that the caller can
 * fix, a {@link FellShort} for those of the server. Other exceptions are unchanged.
 */
export async function explainFailures<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) throw explainRefusal(error)
    if (error instanceof ClientError) throw explainNoAnswer(error)
    throw error
  }
}

function explainRefusal(error: ApiError): Error {
  const { code, status, message, errors, requestId } = error
  if (code === 'UNAUTHORIZED') {
    const hint = 'the key in CAREBENCH_ORGANIZATION_KEY is unknown to the server, or was revoked'
    return new WrongUse(`${hint}. An in-memory server creates new keys at each start`, { cause: error })
  }
  const details = errors.map((one) => ` ${one.path} ${one.message}`).join(';')
  if (status < 500 && status !== 429) return new WrongUse(`the server refused: ${message}${details}`, { cause: error })
  const request = requestId === undefined ? '' : ` (request ${requestId})`
  return new FellShort(`the server failed: ${status} ${code}: ${message}${request}`, { cause: error })
}

const untrusted = /self[- ]signed|unable to (verify|get)|certificate/i

function explainNoAnswer(error: ClientError): Error {
  if (error.code === 'timeout' || error.code === 'aborted') return new FellShort(error.message, { cause: error })
  if (error.code === 'unexpected_answer') return new WrongUse(`${error.message} Check CAREBENCH_URL`, { cause: error })
  const hint = untrusted.test(error.message)
    ? 'Set CAREBENCH_CA to the PEM file of the certificate to trust; carebench serve prints its path'
    : 'Check that the server is running and that CAREBENCH_URL is its URL'
  return new WrongUse(`${error.message.replace(/\.?$/, '.')} ${hint}`, { cause: error })
}
