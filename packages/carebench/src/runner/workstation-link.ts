import { isJsonObject, type JsonValue } from '@carebench/protocol'
import type { Trial } from './agent.js'
import { TrialStopError } from './ended.js'

/**
 * Creates a link that opens the workstation of a trial once, and returns its address.
 *
 * @throws {TrialStopError} if the service does not create one
 */
export async function createWorkstationLink(
  trial: Pick<Trial, 'baseUrl' | 'workstationUrl' | 'token' | 'signal'>,
): Promise<string> {
  const { baseUrl, workstationUrl, token, signal } = trial
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(workstationUrl, { method: 'POST', signal, headers })
  const value = (await response.json()) as JsonValue
  if (response.ok && isJsonObject(value) && typeof value.url === 'string') return new URL(value.url, baseUrl).href
  const message = `The workstation was not opened: status ${response.status}, ${JSON.stringify(value).slice(0, 300)}`
  throw new TrialStopError({ kind: 'infra', reason: 'service', message })
}
