import { expect, it } from 'vitest'
import { isInOrder } from './member-tests.js'

it.each<[string, string, boolean]>([
  ['2026-01-05', '2026-01-05', true],
  ['2026-01-06', '2026-01-05', false],
  ['2026', '2025-12-31', false],
  ['2026-03', '2026', true],
  ['2026-03', '2026-02-28', false],
  // The date is that of the local time as written.
  ['2026-01-05T23:30:00-05:00', '2026-01-05', true],
  ['2026-01-05', '2026-01-05T00:30:00+14:00', true],
  ['2026-01-06T00:00:00-05:00', '2026-01-05', false],
  ['2026-01-05T10:00:00Z', '2026-01-05T11:00:00+02:00', false],
  ['2026-01-05T10:00:00+02:00', '2026-01-05T09:00:00Z', true],
  ['2026-01-05T10:00:00.5Z', '2026-01-05T10:00:00.25Z', false],
  ['2026-01-05T10:00:00.0006Z', '2026-01-05T10:00:00.0005Z', false],
  ['2026-01-05T10:00:00.0005Z', '2026-01-05T10:00:00.0006Z', true],
  ['2026-01-05T10:00:00.5Z', '2026-01-05T10:00:00.50Z', true],
  ['2026-01-05T10:00:00.5Z', '2026-01-05T10:00:00Z', false],
  ['2026-01-05T10:00:00Z', 'soon', true],
])('the order of %s and %s is right: %s', (start, end, expected) => expect(isInOrder(start, end)).toBe(expected))
