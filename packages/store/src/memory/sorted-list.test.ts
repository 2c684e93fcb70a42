import { createSeededRandom, randomInteger } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { SortedList } from './sorted-list.js'

interface Item {
  readonly key: number
}

function makeList() {
  return new SortedList<Item, Item>((a, b) => a.key - b.key)
}

function keys(items: readonly Item[]) {
  return items.map(({ key }) => key)
}

describe('a sorted list', () => {
  it('finds the neighbors of present and missing keys', () => {
    const list = makeList()
    expect([list.below(null, 3), list.above(null, 3), list.below({ key: 1 }, 3), list.above({ key: 1 }, 3)]).toEqual([
      [],
      [],
      [],
      [],
    ])
    for (const key of [5, 1, 3]) list.add({ key })
    expect(keys(list.below({ key: 3 }, 9))).toEqual([1])
    expect(keys(list.below({ key: 4 }, 9))).toEqual([3, 1])
    expect(keys(list.above({ key: 3 }, 9))).toEqual([5])
    expect(keys(list.above({ key: 2 }, 1))).toEqual([3])
    expect(keys(list.above(null, 9, ({ key }) => key !== 3))).toEqual([1, 5])
    expect([list.remove({ key: 4 }), list.remove({ key: 3 }), list.remove({ key: 3 }), list.size]).toEqual([
      false,
      true,
      false,
      2,
    ])
  })

  it.each(['rising', 'falling', 'random'])(
    'agrees with an array when filled over many blocks in %s order and emptied again',
    (order) => {
      const random = createSeededRandom(3)
      const list = makeList()
      let model: number[] = []
      const numbers = Array.from({ length: 3000 }, (_, index) => index * 2)
      if (order === 'falling') numbers.reverse()
      if (order === 'random') numbers.sort(() => randomInteger(random, 0, 1) - 0.5)
      const compare = () => {
        for (let probe = 0; probe < 20; probe++) {
          const key = randomInteger(random, -1, 6001)
          expect(keys(list.below({ key }, 700))).toEqual(
            model
              .filter((other) => other < key)
              .slice(-700)
              .reverse(),
          )
          expect(keys(list.above({ key }, 700))).toEqual(model.filter((other) => other > key).slice(0, 700))
          const isFourfold = ({ key: own }: Item) => own % 4 === 0
          for (const side of ['below', 'above'] as const) {
            expect(list.readSide(side, { key }, 700, isFourfold)).toEqual({
              items: list[side]({ key }, 700, isFourfold),
              others: model.some(
                (other) =>
                  isFourfold({ key: other }) && (other === key || (side === 'below' ? other > key : other < key)),
              ),
            })
          }
        }
        expect(keys(list.above(null, 9999))).toEqual(model)
        expect(list.size).toBe(model.length)
      }
      for (const key of numbers) list.add({ key })
      model = numbers.toSorted((a, b) => a - b)
      compare()
      const doomed = new Set(numbers.filter((key) => (key > 900 && key < 4000) || key % 3 === 0))
      for (const key of doomed) expect(list.remove({ key })).toBe(true)
      model = model.filter((key) => !doomed.has(key))
      compare()
      for (const key of [1001, 5001, -1, 6001]) list.add({ key })
      model = [...model, 1001, 5001, -1, 6001].sort((a, b) => a - b)
      compare()
    },
  )
})
