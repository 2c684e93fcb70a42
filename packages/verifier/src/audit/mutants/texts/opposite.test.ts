import { describe, expect, it } from 'vitest'
import { findOpposite } from './opposite.js'

describe('the opposite', () => {
  it.each([
    ['The request was DENIED.', 'The request was APPROVED.'],
    ['Approved, not denied', 'Denied, not approved'],
    ['A critical potassium', 'A normal potassium'],
    ['The plan pays.', 'The plan pays. None of this is true.'],
    ['The plan is in force.', 'The plan is not in force.'],
    ['The plan is not in force.', 'The plan is in force.'],
    ['We did not receive it.', 'We did receive it.'],
    ['Born May 14', 'Born May 14 None of this is true.'],
    ['You may come.', 'You may not come.'],
  ])('of %j is %j', (text, opposite) => {
    expect(findOpposite(text)).toBe(opposite)
  })
})
