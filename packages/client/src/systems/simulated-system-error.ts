/** The call and the response of a {@link SimulatedSystemError}. */
export interface SimulatedRefusal {
  readonly method: string
  /** The path with the query, relative to the base URL. */
  readonly path: string
  readonly status: number
  /** The system's payload: JSON if the response says so, else a string; undefined if empty. */
  readonly body: unknown
  /** The id under which the service logged the request. */
  readonly requestId: string | undefined
}

/**
 * Thrown when a simulated system rejected a call with its own payload: an OperationOutcome of the FHIR server, field
 * errors of the portal. The message contains the first reason in the payload, if there is one.
 */
export class SimulatedSystemError extends Error {
  override readonly name = 'SimulatedSystemError'
  readonly method: string
  readonly path: string
  readonly status: number
  readonly body: unknown
  readonly requestId: string | undefined

  constructor({ method, path, status, body, requestId }: SimulatedRefusal) {
    const [withoutQuery] = path.split('?')
    const reason = tellReason(body)
    super(
      `${method} ${withoutQuery} was answered ${status} by the simulated ` +
        `system${reason === undefined ? '.' : `: ${reason}`}`,
    )
    this.method = method
    this.path = path
    this.status = status
    this.body = body
    this.requestId = requestId
  }
}

const maxReasonLength = 300

/** Returns the first reason in an OperationOutcome (`issue`) or in a list of field errors (`errors`). */
function tellReason(body: unknown): string | undefined {
  const [issue] = listIn(body, 'issue')
  const [error] = listIn(body, 'errors')
  const reason =
    textIn(issue, 'diagnostics') ?? textIn(findMember(issue, 'details'), 'text') ?? textIn(error, 'message')
  return reason === undefined || reason.length <= maxReasonLength ? reason : `${reason.slice(0, maxReasonLength)}…`
}

function findMember(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
}

function listIn(value: unknown, key: string): readonly unknown[] {
  const list = findMember(value, key)
  return Array.isArray(list) ? list : []
}

function textIn(value: unknown, key: string): string | undefined {
  const text = findMember(value, key)
  return typeof text === 'string' && text !== '' ? text : undefined
}
