import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changesBetween } from './changes.js'

interface Row {
  readonly value: object
  readonly content: string
  readonly position: number
}

const contents = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 })

function makeRows(texts: readonly string[]): Row[] {
  return texts.map((content, position) => ({ value: {}, content, position }))
}

it('finds the same changes whether or not two states share the objects of their records', () => {
  fc.assert(
    fc.property(contents, contents, fc.nat(2), (one, other, lost) => {
      const before = makeRows(one)
      const kept = before.slice(0, before.length - lost)
      const rest = makeRows([...kept.map(({ content }) => content), ...other]).slice(kept.length)
      const copied = kept.map((row) => ({ ...row, value: {} }))
      const [shared, apart] = [kept, copied].map((beginning) =>
        changesBetween(before, [...beginning, ...rest], () => undefined).map(({ what, record, earlier }) => ({
          what,
          at: record.position,
          content: record.content,
          earlier: earlier?.position,
        })),
      )
      expect(shared).toEqual(apart)
    }),
  )
})

it('finds changes that turn the earlier contents into the later ones', () => {
  fc.assert(
    fc.property(contents, contents, fc.boolean(), (one, other, isLonger) => {
      const before = makeRows(one)
      const after = makeRows(isLonger ? [...one, ...other] : other)
      const left = before.map(({ content }) => content)
      for (const { what, record, earlier } of changesBetween(before, after, () => undefined)) {
        const gone = what === 'removed' ? record : earlier
        if (gone !== undefined) left.splice(left.indexOf(gone.content), 1)
        if (what !== 'removed') left.push(record.content)
      }
      expect(left.sort()).toEqual(after.map(({ content }) => content).sort())
    }),
  )
})
