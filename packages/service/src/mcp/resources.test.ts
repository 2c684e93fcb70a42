import { ApiError, apiErrorToWire } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { readOwnResource } from './resources.js'

function readWith(error: ApiError) {
  return readOwnResource('carebench://benchmarks/bench_1', async () => ({
    status: error.status,
    contentType: 'application/json',
    text: JSON.stringify(apiErrorToWire(error, 'req_1')),
  }))
}

describe('a resource', () => {
  it('is undefined if the service has none', async () => {
    expect(await readWith(new ApiError('RESOURCE_NOT_FOUND', 'Nothing.'))).toBe(undefined)
  })

  it.each(['UNAUTHORIZED', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'] as const)('rejects with %s', async (code) => {
    await expect(readWith(new ApiError(code, 'The reason.'))).rejects.toMatchObject({ code, message: 'The reason.' })
  })
})
