import { describe, expect, it } from 'vitest'
import type { Criterion } from '../../task.js'
import { IncompatibleError, joinRecords, mergeObjects } from './merge-values.js'
import { uniteGuards } from './unite-guards.js'

describe('mergeObjects and joinRecords', () => {
  it('keep the order of the base list, after the values that each object adds', () => {
    expect(mergeObjects([{ a: ['x', 'base'] }, { a: ['y', 'base'] }], { a: ['base'] })).toEqual({
      a: ['x', 'y', 'base'],
    })
  })

  it('merge objects by their id', () => {
    const payers = [{ payers: [{ id: '1', members: ['x'] }] }, { payers: [{ id: '1', members: ['y'] }, { id: '2' }] }]
    expect(mergeObjects(payers)).toEqual({ payers: [{ id: '1', members: ['x', 'y'] }, { id: '2' }] })
  })

  it('reject two values of a setting, two members with one number, and two records with one key', () => {
    expect(() => mergeObjects([{ a: { b: 1 } }, { a: { b: 2 } }])).toThrow('one value of /a/b, got 1 and 2')
    const members = (name: string) => ({ members: [{ member_id: 'M1', name }] })
    expect(() => mergeObjects([members('x'), members('y')])).toThrow('one member M1 in /members, got two')
    expect(() => joinRecords([{ id: 1 }, { id: 1, more: true }], ({ id }) => String(id))).toThrow(IncompatibleError)
  })
})

describe('united guards', () => {
  function unite(...assertions: readonly object[]) {
    const criteria = assertions.map((assertion, index) => {
      return {
        key: `w${index}`,
        criterion: { label: 'x', guard: true, severity: 'major', assertion } as unknown as Criterion,
      }
    })
    return uniteGuards(criteria).united.flatMap(({ guards }) => guards.map(({ assertion }) => assertion))
  }

  const allowing = (...allow: readonly object[]) => ({ assert: 'no-collateral', allow })
  const task = (id: string, more: object = {}) => ({ collection: 'fhir.Task', where: { id, ...more } })

  it('allow together what each allows', () => {
    const fax = { collection: 'faxes', where: { to_number: '+1' } }
    expect(unite(allowing(task('1')), allowing(task('2'), fax))).toEqual([allowing(task('1'), task('2'), fax)])
  })

  it('are split if one assertion would be too large, and each part allows what the others allow', () => {
    const long = (id: string) => task(id, { note: { $oneOf: [id.repeat(30_000)] } })
    const anything = (id: string) => ({ collection: 'fhir.Task', where: { id: { $oneOf: [id] } }, about: 'anyone' })
    expect(unite(allowing(long('1')), allowing(long('2')))).toEqual([
      allowing(long('1'), anything('2')),
      allowing(long('2'), anything('1')),
    ])
  })

  it('add up maximum counts, and accept every value that one of them accepts', () => {
    const atMost = (most: number) => ({ assert: 'event-count', type: 'x', count: { $lte: most } })
    const only = (...to: readonly string[]) => ({
      assert: 'event-count',
      where: { to: { $not: { $oneOf: to } } },
      count: 0,
    })
    expect(unite(atMost(1), atMost(2))).toEqual([atMost(3)])
    expect(unite(only('1'), only('2', '1'))).toEqual([only('1', '2')])
  })
})
