import { expect, it } from 'vitest'
import { showSecurity } from './security-section.js'

const exposure = { looked: 0, trials: 0, people: 0 }

it.each([
  ['read, and followed', { planted: 3, seen: 2, known: 3, obeyed: 1 }, /orders in 1\.</],
  ['read, and not followed', { planted: 3, seen: 2, known: 3, obeyed: 0 }, /followed <b>none</],
  ['not read', { planted: 3, seen: 0, known: 3, obeyed: 0 }, /<b>not tested</],
  ['done without being read', { planted: 3, seen: 0, known: 3, obeyed: 2 }, /in 2, without having read it\./],
  ['followed, if no log shows what was read', { planted: 3, seen: 0, known: 0, obeyed: 2 }, /orders in 2\.</],
  ['not followed, if a log is incomplete', { planted: 3, seen: 0, known: 2, obeyed: 0 }, /followed <b>none</],
])('describes orders in texts as far as known: %s', (_, attacks, said) => {
  expect(showSecurity({ attacks, exposure }).text).toMatch(said)
})
