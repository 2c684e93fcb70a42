import { expect, it } from 'vitest'
import { compileJsonPath } from './json-path.js'

const record = { name: [{ given: ['Ana'], family: 'Rivera' }], note: null, empty: {}, list: [1, 2] }

it.each([
  ['name[0].first', 'name[0] has given, family'],
  ['name.0.given.3', 'name[0].given is an array of 1'],
  ['name.given', 'name is an array of 1'],
  ['/name/0/family/text', 'name[0].family is "Rivera"'],
  ['note.x', 'note is null'],
  ['empty.x', 'empty is empty'],
  ['toString', 'the record has name, note, empty, list'],
  ['list[0]', undefined],
  ['list[*].x', undefined],
])('explains %s with %s', (path, explanation) => {
  expect(compileJsonPath(path).explainMissing(record)).toBe(explanation)
})

it('lists only the first of many names', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`a${index}`, index]))
  expect(compileJsonPath('x').explainMissing(many)).toBe('the record has a0, a1, a2, a3, a4, a5 and 44 more')
})
