import { connect } from 'node:net'
import { TrialStopError } from '../ended.js'

/**
 * Connects to the host of an address, and sends nothing.
 *
 * @throws {TrialStopError} if no server listens there
 * @throws the reason of the signal when it is aborted
 */
export async function connectOnce(address: string, signal: AbortSignal): Promise<void> {
  const { hostname, port, protocol } = new URL(address)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) })
    const timer = setTimeout(() => socket.destroy(new Error('no response within 10 seconds')), 10_000)
    const leave = () => socket.destroy(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    socket.once('close', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
    })
    socket.once('error', (error) => {
      if (signal.aborted) return reject(signal.reason)
      const message = `The agent cannot be reached at ${address}: ${error.message}.`
      reject(new TrialStopError({ kind: 'infra', reason: 'network', message }))
    })
    socket.once('connect', () => {
      socket.end()
      resolve()
    })
  })
}
