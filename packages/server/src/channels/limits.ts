/** The limits of channels. Bytes count the contents of messages and files. */
export interface ChannelLimits {
  /** Maximum number of MLLP connections to one sandbox, and of SFTP and HTTP connections logged in to it. Default 8. */
  readonly connectionsOfSandbox: number
  /**
   * Maximum number of connections by one protocol from one address; MLLP, SFTP and HTTP are counted separately. At this
   * limit and at `connections`, the oldest connection that has sent neither valid credentials nor a message is closed
   * for a new one. Default 64.
   */
  readonly connectionsOfAddress: number
  /** Maximum number of connections by one protocol. Default 256. */
  readonly connections: number
  /** Maximum number of new connections per second by one protocol from one address; more are rejected. Default 100. */
  readonly newConnections: number
  /**
   * Maximum average rate of calls per second to one sandbox by one kind of channel; faster calls are delayed.
   * `Infinity` for no limit. Default 200.
   */
  readonly callsPerSecond: number
  /** Maximum number of calls at once after a pause. Default 1,000. */
  readonly callBurst: number
  /**
   * Idle timeout of a connection: milliseconds without a message or a request; for HTTP, 60,000 at most. Default
   * 600,000.
   */
  readonly idleMs: number
  /** Timeout from the beginning of a message or a request to its end, in milliseconds. Default 60,000. */
  readonly stallMs: number
  /** Timeout of an SFTP login, of a TLS handshake, and of the headers of a request, in milliseconds. Default 20,000. */
  readonly loginMs: number
  /** Timeout of a peer that does not read its response, in milliseconds. Default 60,000. */
  readonly readMs: number
  /** Maximum size of a message in bytes. Default 1,048,576. */
  readonly messageBytes: number
  /** Number of framing errors after which a connection is closed. Default 10. */
  readonly faults: number
  /** How long an MLLP port stays closed before another sandbox gets it, in milliseconds. Default 10,000. */
  readonly portRestMs: number
  /** Number of messages of a sandbox whose acknowledgments are remembered, for retransmissions. Default 1,000. */
  readonly rememberedMessages: number
  /**
   * Maximum number of failed logins per minute to one sandbox from one address. After as many to any sandboxes, each
   * further rejection of an SFTP login from the address is sent a second later. Default 20.
   */
  readonly failedLogins: number
  /** Maximum number of login attempts of one connection. Default 3. */
  readonly loginAttempts: number
  /** Maximum number of open files and folders of one session. Default 64. */
  readonly handles: number
  /** Maximum total size of the open files of one SFTP connection, in bytes. Default 33,554,432. */
  readonly sessionBytes: number
  /** Maximum total size of the open files of all SFTP connections, in bytes. Default 268,435,456. */
  readonly openBytes: number
  /** Maximum number of waiting requests of one session; with more, its connection is closed. Default 1,024. */
  readonly waitingRequests: number
  /** Maximum number of empty folders of a sandbox. Default 1,000. */
  readonly emptyFolders: number
  /** Maximum number of requests for one webhook, including the first. Default 8. */
  readonly webhookAttempts: number
  /** Milliseconds between the first two requests of a webhook; each further pause is twice as long. Default 1,000. */
  readonly webhookPauseMs: number
  /** Maximum pause between two requests of a webhook, in milliseconds. Default 60,000. */
  readonly webhookLongestPauseMs: number
  /** Timeout of a webhook request, in milliseconds. Default 15,000. */
  readonly webhookMs: number
  /** Maximum number of concurrent webhook requests of all sandboxes. Default 32. */
  readonly webhookRequests: number
}

/** The defaults of {@link ChannelLimits}. */
export const defaultChannelLimits: ChannelLimits = {
  connectionsOfSandbox: 8,
  connectionsOfAddress: 64,
  connections: 256,
  newConnections: 100,
  callsPerSecond: 200,
  callBurst: 1_000,
  idleMs: 600_000,
  stallMs: 60_000,
  loginMs: 20_000,
  readMs: 60_000,
  messageBytes: 1_048_576,
  faults: 10,
  portRestMs: 10_000,
  rememberedMessages: 1_000,
  failedLogins: 20,
  loginAttempts: 3,
  handles: 64,
  sessionBytes: 33_554_432,
  openBytes: 268_435_456,
  waitingRequests: 1_024,
  emptyFolders: 1_000,
  webhookAttempts: 8,
  webhookPauseMs: 1_000,
  webhookLongestPauseMs: 60_000,
  webhookMs: 15_000,
  webhookRequests: 32,
}
