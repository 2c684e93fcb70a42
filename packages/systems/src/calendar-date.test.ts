import { describe, expect, it } from 'vitest'
import { isDate } from './calendar-date.js'

describe('isDate', () => {
  it.each(['2026-02-14', '2024-02-29', '0001-01-01'])('accepts %s', (text) => expect(isDate(text)).toBe(true))
  it.each(['2026-02-30', '2025-02-29', '2026-13-01', '2026-1-1', '20260101', '2026-01-01T00:00:00Z', ''])(
    'rejects %j',
    (text) => expect(isDate(text)).toBe(false),
  )
})
