import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ByteBudget } from './byte-budget.js'
import { FileTooLargeError, OpenFile } from './open-file.js'

function open(budget: ByteBudget, content = new Uint8Array(), most = 100) {
  if (!budget.take(content.byteLength)) throw new Error('The budget is too small.')
  const common = { path: 'outbound/a', mayRead: true, mayWrite: true, isNew: false }
  return new OpenFile({ ...common, appends: false, content, most, budget })
}

it('has the written bytes at their offsets, like an array', () => {
  const write = fc.record({ offset: fc.nat(60), data: fc.uint8Array({ maxLength: 40 }) })
  const property = fc.property(fc.uint8Array({ maxLength: 20 }), fc.array(write), (start, writes) => {
    const budget = new ByteBudget(1_000)
    const file = open(budget, start.slice())
    const model = [...start]
    for (const { offset, data } of writes) {
      file.write(offset, data)
      while (model.length < offset) model.push(0)
      for (const [index, byte] of data.entries()) model[offset + index] = byte
    }
    expect([...(file.read(0, 200) ?? [])]).toEqual(model)
    expect(file.changed === undefined).toBe(writes.length === 0)
    file.release()
    expect(budget.held).toBe(0)
  })
  fc.assert(property)
})

it('counts its bytes, and is broken after a write that did not fit', () => {
  const all = new ByteBudget(100)
  const budget = new ByteBudget(60, all)
  const file = open(budget)
  file.write(0, new Uint8Array(50))
  expect(file.isBroken).toBe(false)
  expect(() => file.write(50, new Uint8Array(20))).toThrow(FileTooLargeError)
  expect([file.isBroken, file.size]).toEqual([true, 50])
  const other = open(new ByteBudget(1_000, all))
  expect(() => other.resize(60)).toThrow(FileTooLargeError)
  file.release()
  expect(() => open(new ByteBudget(1_000, all)).resize(101)).toThrow('at most 100 bytes')
  other.release()
  expect(all.held).toBe(0)
})
