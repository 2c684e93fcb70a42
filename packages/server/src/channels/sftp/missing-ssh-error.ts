/**
 * Thrown by `createChannels` if SFTP is requested and the package ssh2 is not installed. The message says how to
 * install it.
 */
export class MissingSshError extends Error {
  override readonly name = 'MissingSshError'
}
