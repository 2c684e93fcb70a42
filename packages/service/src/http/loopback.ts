/**
 * Whether a request comes from this machine: from 127.0.0.0/8 or ::1, or from this process, which has no address
 * (null). Only the peer's address counts, never a header.
 */
export function isFromLoopback(remoteAddress: string | null): boolean {
  return remoteAddress === null || remoteAddress === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(remoteAddress)
}
