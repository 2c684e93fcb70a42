/** The limits of channels. Bytes count the contents of messages and files. */
export interface ChannelLimits {
  /** Maximum number of connections to one sandbox by one kind of channel. */
  readonly connectionsOfSandbox: number
  /**
   * Maximum number of connections by one protocol from one address; MLLP, SFTP and HTTP are counted separately. At this
   * and every other limit of connections, the oldest connection that has sent neither credentials nor a message is
   * closed for a new one.
   */
  readonly connectionsOfAddress: number
  /** Maximum number of connections by one protocol. */
  readonly connections: number
  /** Maximum number of new connections per second by one protocol from one address. */
  readonly newConnections: number
  /**
   * Maximum average rate of calls per second to one sandbox by one kind of channel; faster calls are delayed.
   * `Infinity` for no limit.
   */
  readonly callsPerSecond: number
  /** Maximum number of calls at once after a pause. */
  readonly callBurst: number
  /** Idle timeout of a connection: milliseconds without a message or a request. */
  readonly idleMs: number
  /** Timeout from the beginning of a message or a request to its end, in milliseconds. */
  readonly stallMs: number
  /** Timeout of an SFTP login, of a TLS handshake, and of the headers of a request, in milliseconds. */
  readonly loginMs: number
  /** Timeout of a peer that does not read its response, in milliseconds. */
  readonly readMs: number
  /** Maximum size of a message in bytes. */
  readonly messageBytes: number
  /** Number of framing errors after which a connection is closed. */
  readonly faults: number
  /** How long an MLLP port stays closed before another sandbox gets it, in milliseconds. */
  readonly portRestMs: number
  /** Number of messages of a sandbox whose acknowledgments are remembered, for retransmissions. */
  readonly rememberedMessages: number
  /**
   * Maximum number of failed logins per minute to one sandbox from one address. After as many to any sandboxes, each
   * further SFTP login from the address is answered a second later.
   */
  readonly failedLogins: number
  /** Maximum number of login attempts of one connection. */
  readonly loginAttempts: number
  /** Maximum number of open files and folders of one session. */
  readonly handles: number
  /** Maximum total size of the open files of one session, in bytes. */
  readonly sessionBytes: number
  /** Maximum total size of the open files of all sessions, in bytes. */
  readonly openBytes: number
  /** Number of waiting requests at which a session is closed. */
  readonly waitingRequests: number
  /** Maximum number of empty folders of a sandbox. */
  readonly emptyFolders: number
  /** Maximum number of requests for one webhook, including the first. */
  readonly webhookAttempts: number
  /** Milliseconds between the first two requests of a webhook; each further pause is twice as long. */
  readonly webhookPauseMs: number
  /** Maximum pause between two requests of a webhook, in milliseconds. */
  readonly webhookLongestPauseMs: number
  /** Timeout of a webhook request, in milliseconds. */
  readonly webhookMs: number
  /** Maximum number of concurrent webhook requests of all sandboxes. */
  readonly webhookRequests: number
}

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
