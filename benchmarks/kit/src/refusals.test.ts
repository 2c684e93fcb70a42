import { describe, expect, it } from 'vitest'
import { drawn, refuseKnownPeople, refuseToldAnswers, UnfairDrawError } from './refusals.js'

const ada = { given: 'Ada', family: 'Berg', birthDate: '1980-04-01' }

describe('people', () => {
  const clinic = { people: new Set(['Cara Dahl 1971-02-03']) }

  it('are rejected if they are in the clinic, or twice in the instance', () => {
    const cara = { given: 'Cara', family: 'Dahl', birthDate: '1971-02-03' }
    expect(() => refuseKnownPeople([ada, cara], clinic)).toThrow('Cara Dahl 1971-02-03 is in the clinic already')
    expect(() => refuseKnownPeople([ada, { ...ada }], clinic)).toThrow(UnfairDrawError)
  })

  it('may share a name or a date of birth', () => {
    const others = [ada, { ...ada, birthDate: '1980-04-02' }, { ...ada, given: 'Bea' }]
    expect(() => refuseKnownPeople(others, clinic)).not.toThrow()
  })
})

describe('an instruction', () => {
  const taskItems = { L1: { steps: ['Ask about A-100.'] }, L2: { goal: 'Settle it.' }, L3: {} }

  it('is rejected if any of its forms contains an answer', () => {
    expect(() => refuseToldAnswers({ taskItems }, ['B-200', 'A-100'])).toThrow('the instruction contains A-100')
  })

  it('is accepted if no form contains an answer', () => {
    expect(() => refuseToldAnswers({ taskItems }, ['B-200'])).not.toThrow()
  })
})

describe('a draw', () => {
  it('is undefined if it throws an UnfairDrawError, and rethrows any other error', () => {
    const refused = () => {
      throw new UnfairDrawError('out-of-range', 'too few')
    }
    expect(drawn(() => 1)).toBe(1)
    expect(drawn(refused)).toBeUndefined()
    expect(() => drawn(() => JSON.parse('{'))).toThrow(SyntaxError)
  })
})
