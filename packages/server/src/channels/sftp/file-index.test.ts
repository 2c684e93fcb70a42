import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FileIndex } from './file-index.js'

it('finds the same files and folders as a search in the list of all paths, at any depth', () => {
  const name = fc.constantFrom('a', 'b')
  const path = fc.oneof(
    fc.array(name, { minLength: 1, maxLength: 3 }),
    fc.array(name, { minLength: 15, maxLength: 19 }).map((names) => names.map(() => 'a')),
  )
  const step = fc.record({ path: path.map((names) => names.join('/')), isGone: fc.boolean() })
  const property = fc.property(fc.array(step, { maxLength: 30 }), path, (steps, wanted) => {
    const index = new FileIndex()
    const model = new Set<string>()
    for (const { path, isGone } of steps) {
      if (isGone) index.delete(path)
      else index.set({ path, size: 0, modified_at: '' })
      if (isGone) model.delete(path)
      else model.add(path)
    }
    expect([...index.paths()].toSorted()).toEqual([...model].toSorted())
    for (let depth = 1; depth <= wanted.length; depth++) {
      const folder = wanted.slice(0, depth).join('/')
      expect(index.hasFolder(folder), folder).toBe([...model].some((one) => one.startsWith(`${folder}/`)))
      expect(index.get(folder) !== undefined).toBe(model.has(folder))
    }
  })
  fc.assert(property)
})
