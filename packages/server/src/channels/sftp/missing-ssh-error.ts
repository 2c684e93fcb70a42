/**
 * Thrown by `createChannels` if the channel SFTP is wanted and the package ssh2 is not installed. The message says how
 * to install it.
 */
export class MissingSshError extends Error {
  override readonly name = 'MissingSshError'
}
