/** A call of an operation that follows a standard of its own. */
export interface RawCall {
  readonly params: Readonly<Record<string, string>>
  /** Of the system in the path; undefined if it names none. */
  readonly key?: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** As of a request. */
  readonly remoteAddress: string | null
  /** Without the question mark. */
  readonly query: string
  readonly bytes: Uint8Array
  /** `https://host:8443`, empty if it is not known. */
  readonly origin: string
}

/** The answer to it; what every answer has is added. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}
