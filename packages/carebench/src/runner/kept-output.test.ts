import { expect, it } from 'vitest'
import { keepOutput } from './kept-output.js'
import { createRedact } from './results/redact.js'

const redact = createRedact(['12345678901234567890', 'say "friend"'])

it('replaces secrets in the texts and names of an output, and leaves numbers alone', () => {
  const output = { '12345678901234567890': ['say "friend", and enter'], number: 1234567890123 }
  expect(keepOutput(output, redact)).toEqual({
    kind: 'kept',
    output: { '[secret]': ['[secret], and enter'], number: 1234567890123 },
  })
  expect(keepOutput({ total: 1234567890 }, createRedact(['1234567890']))).toEqual({
    kind: 'kept',
    output: { total: 1234567890 },
  })
})

it('says why an output cannot be submitted', () => {
  const circle: { itself?: unknown } = {}
  circle.itself = circle
  const deep = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000))
  const throwing = {
    toJSON() {
      throw new Error('No.')
    },
  }
  for (const output of [circle, deep]) {
    expect(keepOutput(output, redact)).toMatchObject({ message: expect.stringContaining('deeper than 100 levels') })
  }
  const long = new Array(10_000_001).fill(0)
  expect(keepOutput(long, redact)).toMatchObject({ message: expect.stringContaining('at most 10000000 JSON values') })
  for (const output of [10n, throwing, () => 1]) {
    expect(keepOutput(output, redact)).toMatchObject({ kind: 'refused', message: expect.stringContaining('JSON') })
  }
})
