import { expect, it } from 'vitest'
import { markup } from '../../site/markup.js'
import { showAuditState } from './benchmarks.js'

it('shows the progress of the audit of a version, or its result and whether the version can be run', () => {
  const said = (version: Parameters<typeof showAuditState>[0]) =>
    markup`${showAuditState(version)}`.text.replaceAll(/<[^>]*>/g, '').trim()
  expect(said({ audit: 'pending', runnable: false })).toBe('waiting')
  const progress = { done: 3, total: 12 }
  expect(said({ audit: 'pending', runnable: false, audit_progress: progress })).toBe('3 of 12 tasks')
  expect(said({ audit: 'failed', runnable: false })).toMatch(/failed by an internal error; publish again$/)
  const counts = { ok: true, errors: 0, warnings: 0 }
  expect(said({ audit: counts, runnable: true })).toMatch(/nothing found$/)
  expect(said({ audit: { ...counts, warnings: 1 }, runnable: true })).toMatch(/0 errors, 1 warning$/)
  const broken = { ok: false, errors: 2, warnings: 0 }
  expect(said({ audit: broken, runnable: false })).toMatch(/2 errors, 0 warnings$/)
  expect(said({ audit: broken, runnable: true })).toMatch(/2 errors, 0 warnings, allowed$/)
})
