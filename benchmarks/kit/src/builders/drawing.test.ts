import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChance } from '../chance.js'
import { createClinic } from '../clinic/clinic.js'
import { drawMember } from './draw-people.js'
import { Drawing, drawMemberLike } from './drawing.js'

const seeds = fc.integer({ min: 1, max: 1_000_000 })
const clinic = createClinic(1)

describe('look-alikes', () => {
  it('differ in their numbers and in one more property, which the distractor names', () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom('given', 'birthDate'), (seed, differsIn) => {
        const draw = new Drawing({ seed, level: 'E', clinic })
        const member = drawMember(draw.chance('person'), draw.numberOf(1))
        const [other = member] = draw.lookAlikes(1, (chance) =>
          drawMemberLike(chance, member, draw.numberOf(2), differsIn),
        )
        const different = Object.entries(other).filter(([name, value]) => member[name as keyof typeof member] !== value)
        expect(different.map(([name]) => name).sort()).toEqual([differsIn, 'id', 'memberId', 'mrn'].sort())
        draw.distractByPerson(other, member)
        const named = differsIn === 'given' ? 'the given name' : 'the date of birth'
        expect(draw.distractors).toEqual([
          { record: `Patient/${other.id}`, resembles: `Patient/${member.id}`, differsIn: named },
        ])
      }),
    )
  })

  it('have a random stream each, so that another look-alike does not change the others', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const draw = new Drawing({ seed, level: 'H', clinic })
        const numbers = (count: number) => draw.lookAlikes(count, (chance) => chance.integer(0, 1_000_000))
        const own = [1, 2, 3].map((number) => createChance(seed, `look-alike ${number}`).integer(0, 1_000_000))
        expect(numbers(3)).toEqual(own)
        expect(numbers(2)).toEqual(own.slice(0, 2))
      }),
    )
  })
})
