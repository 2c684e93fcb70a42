import fc from 'fast-check'
import { expect, it } from 'vitest'
import { declaredSchema } from './declared-schema.js'

const values = fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { minLength: 1 })

it('a choice of strings has the type for Gemini, and any other choice is described in words', () => {
  fc.assert(
    fc.property(values, fc.boolean(), (choices, isTyped) => {
      const areTexts = choices.every((choice) => typeof choice === 'string')
      const typed = isTyped && areTexts ? { type: 'string' } : {}
      const member = { ...typed, enum: choices }
      const declared = declaredSchema('google', { type: 'object', properties: { member } })
      const wanted = areTexts
        ? { type: 'string', enum: choices }
        : { description: `One of ${JSON.stringify(choices)}.` }
      expect(declared).toEqual({ type: 'object', properties: { member: wanted } })
    }),
  )
})

it('a constant is a choice of one', () => {
  expect(declaredSchema('google.vertex', { const: 'a' })).toEqual({ type: 'string', enum: ['a'] })
  expect(declaredSchema('google', { type: 'integer', const: 1 })).toEqual({
    type: 'integer',
    description: 'Always 1.',
  })
})

it('leaves the schema unchanged for other providers', () => {
  const schema = { enum: [1, 'a'], const: 1, pattern: 'a' }
  expect(declaredSchema('openai.chat', schema)).toBe(schema)
})
