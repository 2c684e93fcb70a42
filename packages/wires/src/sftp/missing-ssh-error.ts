/** Thrown by `createWires` if the wire SFTP is wanted and the package ssh2 is not installed. The message says how to install it. */
export class MissingSshError extends Error {
  override readonly name = 'MissingSshError'
}
