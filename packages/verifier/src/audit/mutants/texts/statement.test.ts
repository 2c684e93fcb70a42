import { describe, expect, it } from 'vitest'
import { isStatement } from './statement.js'

describe('isStatement', () => {
  it.each([
    ['Request was approved', true],
    ['Approved on 2026-01-05 by Kim', true],
    ['Ward A closed', true],
    ['Jordan Sample', false],
    ['A B C', false],
    ['name,date,code\r\nA,B,C', false],
    ['approved;pending;denied', false],
    ['', false],
  ])('returns for %j: %s', (text, stated) => {
    expect(isStatement(text)).toBe(stated)
  })

  it('reads a long word once', () => {
    expect(isStatement(`${'x'.repeat(2_000_000)} ${'x '.repeat(100_000)}`)).toBe(false)
  })
})
