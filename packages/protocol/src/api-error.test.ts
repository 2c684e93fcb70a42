import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError, apiErrorFromWire, apiErrorToWire } from './api-error.js'
import { type ErrorCode, errorStatus } from './error-code.js'

const codes = Object.keys(errorStatus) as ErrorCode[]

describe('an error', () => {
  it('has the status of its code', () => {
    expect(errorStatus).toEqual({
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
    })
    for (const code of codes) expect(new ApiError(code, 'x').status).toBe(errorStatus[code])
  })

  it('is returned unchanged by `from`; anything else becomes the cause of an INTERNAL, which does not show it', () => {
    const error = new ApiError('CONFLICT', 'x')
    expect(ApiError.from(error)).toBe(error)
    for (const thrown of [new Error('secret'), 'secret', null, undefined, 5, { code: 'CONFLICT', message: 'secret' }]) {
      const made = ApiError.from(thrown)
      expect(made.code).toBe('INTERNAL')
      expect(made.cause).toBe(thrown)
      expect(JSON.stringify(apiErrorToWire(made, 'r')) + made.message).not.toContain('secret')
    }
  })

  it('has the shape in the specification', () => {
    expect(apiErrorToWire(new ApiError('UNAUTHORIZED', 'Why.'), 'r-1')).toEqual({
      error: { code: 'UNAUTHORIZED', message: 'Why.', request_id: 'r-1' },
    })
  })
})

describe('over the wire', () => {
  it('comes back with its code, message, members and request id', () => {
    const members = fc.array(fc.record({ path: fc.string(), message: fc.string() }))
    fc.assert(
      fc.property(fc.constantFrom(...codes), fc.string(), members, fc.string(), (code, message, errors, requestId) => {
        const sent: unknown = JSON.parse(
          JSON.stringify(apiErrorToWire(new ApiError(code, message, { errors }), requestId)),
        )
        expect(apiErrorFromWire(sent)).toMatchObject({ code, message, errors, requestId, status: errorStatus[code] })
      }),
    )
  })

  it('keeps the members beside the error', () => {
    const sent = apiErrorToWire(new ApiError('CONFLICT', 'x', { beside: { audit: { ok: false }, error: 1 } }), 'r')
    expect(sent).toEqual({ audit: { ok: false }, error: { code: 'CONFLICT', message: 'x', request_id: 'r' } })
    expect(apiErrorFromWire(sent)?.beside).toEqual({ audit: { ok: false } })
    expect(new ApiError('CONFLICT', 'x').beside).toEqual({})
  })

  it('is read from other servers that send only code and message', () => {
    const read = apiErrorFromWire({ error: { code: 'UNAUTHORIZED', message: 'No.', more: 1 } })
    expect(read).toMatchObject({ code: 'UNAUTHORIZED', message: 'No.', errors: [], requestId: undefined })
  })

  it.each([
    null,
    undefined,
    'error',
    [],
    {},
    { error: null },
    { error: [] },
    { error: { code: 'UNAUTHORIZED' } },
    { error: { message: 'x' } },
    { error: { code: 'TEAPOT', message: 'x' } },
    { error: { code: 'toString', message: 'x' } },
    { error: { code: 401, message: 'x' } },
  ])('is not read from anything else: %j', (body) => {
    expect(apiErrorFromWire(body)).toBe(null)
  })

  it('drops malformed field errors', () => {
    const errors = [{ path: '/a', message: 'x' }, { path: 5, message: 'x' }, null, 'x']
    expect(apiErrorFromWire({ error: { code: 'CONFLICT', message: 'x', errors } })?.errors).toEqual([errors[0]])
    expect(apiErrorFromWire({ error: { code: 'CONFLICT', message: 'x', errors: 'x' } })?.errors).toEqual([])
  })

  it('is not read from any other value', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(apiErrorFromWire(value)).toBe(null)
      }),
    )
  })
})
