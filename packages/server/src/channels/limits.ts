/** What channels allow. Bytes are of the contents of messages and files. */
export interface ChannelLimits {
  /** Connections to one sandbox, by one kind of channel. */
  readonly connectionsOfSandbox: number
  /**
   * Connections by one protocol from one address. MLLP, SFTP and HTTP are counted each for itself. The oldest that has
   * shown neither credentials nor a message makes room for one that comes, here and wherever connections are counted.
   */
  readonly connectionsOfAddress: number
  /** Connections by one protocol. */
  readonly connections: number
  /** New connections by one protocol from one address in a second. */
  readonly newConnections: number
  /**
   * Calls to one sandbox by one kind of channel in a second, on average; those that come sooner wait. `Infinity` for no
   * limit.
   */
  readonly callsPerSecond: number
  /** Calls at once after a pause. */
  readonly callBurst: number
  /** Milliseconds without a message or a request, after which a connection is closed. */
  readonly idleMs: number
  /** Milliseconds from the beginning of a message or a request to its end. */
  readonly stallMs: number
  /** Milliseconds until a peer of SFTP has logged in, a TLS handshake is over, or the head of a request is there. */
  readonly loginMs: number
  /** Milliseconds in which a peer must read what it is answered. */
  readonly readMs: number
  /** Bytes of one message. */
  readonly messageBytes: number
  /** Faults in the framing of one connection, after which it is closed. */
  readonly faults: number
  /** Milliseconds for which an MLLP port is closed before another sandbox has it. */
  readonly portRestMs: number
  /** Messages of a sandbox whose acknowledgments are remembered, to answer one that is sent again. */
  readonly rememberedMessages: number
  /**
   * Failed logins to one sandbox from one address in a minute. After as many to any sandboxes, each further one by SFTP
   * is answered a second later.
   */
  readonly failedLogins: number
  /** Logins that one connection may try. */
  readonly loginAttempts: number
  /** Files and folders that one session has open. */
  readonly handles: number
  /** Bytes of open files of one session. */
  readonly sessionBytes: number
  /** Bytes of open files of all sessions. */
  readonly openBytes: number
  /** Requests of one session that wait for their turn, after which it is closed. */
  readonly waitingRequests: number
  /** Folders without a file that a sandbox has. */
  readonly emptyFolders: number
  /** Requests of one webhook, with the first. */
  readonly webhookAttempts: number
  /** Milliseconds between the first request of a webhook and the second; each pause is twice the one before. */
  readonly webhookPauseMs: number
  /** The longest of these pauses. */
  readonly webhookLongestPauseMs: number
  /** Milliseconds in which a receiver must answer a webhook. */
  readonly webhookMs: number
  /** Webhooks of all sandboxes that are on their way. */
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
