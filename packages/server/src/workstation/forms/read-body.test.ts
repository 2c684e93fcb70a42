import { expect, it } from 'vitest'
import { readBody } from './read-body.js'
import { listFields } from './schema-fields.js'

const schema = { type: 'object', properties: { answers: { type: 'object' } }, additionalProperties: false }

function read(text: string) {
  const form = { names: ['/answers'], text: () => text.trim(), whole: () => text, file: () => null }
  const { value, problems } = readBody(listFields(schema) ?? [], form)
  return problems.size > 0 ? [...problems] : value
}

it('reads an object with members of any name from lines, or from JSON', () => {
  expect(read('bmi: 37.5\n\n conservative-therapy : yes\nsince: 2026-01-05\nnote: a: b\n')).toEqual({
    answers: { bmi: 37.5, 'conservative-therapy': true, since: '2026-01-05', note: 'a: b' },
  })
  expect(read('{"bmi": 37.5}')).toEqual({ answers: { bmi: 37.5 } })
  expect(read('')).toEqual({})
})

it('describes the expected format if a line has no value', () => {
  const expected = 'Enter a name and a value on each line, such as name: value; got bmi 37.'
  expect(read('bmi 37')).toEqual([['/answers', expected]])
  expect(read('{"bmi": ')).toEqual([['/answers', expect.stringContaining('Enter JSON')]])
})
