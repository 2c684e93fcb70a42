import { isFromLoopback } from './loopback.js'
import type { ServiceRequest } from './request.js'

const loopbackNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Returns why a web page may have sent the request without its user's knowledge: its `Origin` is not that of the
 * service, or it comes from this machine and its `Host` is a foreign name that resolves to this machine. Null if
 * neither holds; requests within this process have neither header.
 *
 * @param hosts - host names without a port that requests from this machine may use, in addition to those of loopback
 */
export function explainDistrust(
  { headers, remoteAddress }: Pick<ServiceRequest, 'headers' | 'remoteAddress'>,
  hosts: readonly string[],
): string | null {
  const { host = '', origin } = headers
  if (origin !== undefined && readHost(origin) !== host.toLowerCase())
    return 'The header Origin must be the origin of this service.'
  if (remoteAddress === null || !isFromLoopback(remoteAddress)) return null
  const name = host.toLowerCase().replace(/:\d+$/, '')
  if (loopbackNames.test(name) || hosts.some((allowed) => allowed.toLowerCase() === name)) return null
  return 'The header Host must be a loopback name or one of the hosts of the service.'
}

function readHost(origin: string): string | undefined {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}
