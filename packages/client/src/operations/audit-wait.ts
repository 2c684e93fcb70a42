import { withDeadline } from '../http/deadline.js'
import { pause } from '../http/pause.js'
import type { CallOptions, Transport } from '../http/transport.js'
import { callOperation } from './operation-caller.js'
import type { AuditedVersion } from './resources.js'

/** A published version: the id of its benchmark, and its number. */
export interface VersionParams {
  readonly id: string
  readonly version: number
}

/** The first and the maximum pause between two reads of the version, in milliseconds. */
const shortPause = 50
const longPause = 2000

/** Default timeout of an audit, in milliseconds. */
const longAudit = 600_000

/** Reads a version until its audit is no longer pending. */
export function waitForAudit(
  transport: Transport,
  params: VersionParams,
  { signal, timeout = longAudit, ...options }: CallOptions = {},
): Promise<AuditedVersion> {
  const call = () => `The audit of version ${params.version}`
  return withDeadline({ call, timeout, signal }, async (stop) => {
    for (let wait = shortPause; ; wait = Math.min(2 * wait, longPause)) {
      const read = { ...options, signal: stop.signal }
      const version = await callOperation(transport, 'getBenchmarkVersion', { params }, read)
      if (version.audit !== 'pending') return version
      await pause(wait, stop.signal)
    }
  })
}
