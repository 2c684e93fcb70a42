import { expect, it } from 'vitest'
import { sayDate } from './say-date.js'

it.each([
  ['1985-03-04', 'March 4, 1985'],
  ['2020-12-31', 'December 31, 2020'],
  ['1985-03', '1985-03'],
  ['unknown', 'unknown'],
])('says %s as %s', (date, said) => expect(sayDate(date)).toBe(said))
