import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readBody } from './read-body.js'
import { listFields } from './schema-fields.js'
import { writeFields } from './write-fields.js'

const text = { type: 'string' }
const schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    'a/b~c': text,
    note: text,
    units: { type: 'integer' },
    yes: { type: 'boolean' },
    codes: { type: 'array', items: text },
    services: { type: 'array', items: { type: 'object', properties: { code: text, units: { type: 'integer' } } } },
    place: { type: 'object', properties: { room: text }, additionalProperties: false },
    answers: { type: 'object' },
    open: {},
  },
}

const word = fc.stringMatching(/^[a-z][a-z ]{0,8}[a-z]$/)
const body = fc.record(
  {
    'a/b~c': word,
    note: word,
    units: fc.integer({ min: 0, max: 999 }),
    yes: fc.boolean(),
    codes: fc.array(word, { minLength: 1, maxLength: 3 }),
    services: fc.array(fc.record({ code: word, units: fc.nat(99) }), { minLength: 1, maxLength: 3 }),
    place: fc.record({ room: word }),
    answers: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.nat(99), { minKeys: 1, maxKeys: 3 }),
    open: fc.array(fc.nat(9)),
  },
  { requiredKeys: [] },
)

it('writes texts that are read back as the same body', () => {
  const fields = listFields(schema) ?? []
  fc.assert(
    fc.property(body, (value) => {
      const texts = writeFields(fields, value)
      const whole = (name: string) => texts.get(name) ?? ''
      const form = { names: [...texts.keys()], whole, text: (name: string) => whole(name).trim(), file: () => null }
      expect(readBody(fields, form)).toEqual({ value, problems: new Map() })
    }),
  )
})
