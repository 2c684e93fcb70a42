/** The values of `error.code` and their status codes. Specification 7 names `UNAUTHORIZED`. */
export const errorStatus = {
  INVALID_REQUEST: 400,
  INVALID_CURSOR: 400,
  HTTPS_REQUIRED: 400,
  UNAUTHORIZED: 401,
  RESOURCE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  NOT_IMPLEMENTED: 501,
  UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** An error of one member of a request. */
export interface Finding {
  /** JSON Pointer to the invalid member, even if it is missing or unknown. */
  readonly path: string
  readonly message: string
}

/** The body of every error response. Specification 7. */
export interface ErrorBody {
  readonly error: {
    readonly code: ErrorCode
    readonly message: string
    readonly errors?: readonly Finding[]
    readonly request_id: string
  }
}
