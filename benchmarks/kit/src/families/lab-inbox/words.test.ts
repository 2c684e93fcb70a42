import { expect, it } from 'vitest'
import { createClinic } from '../../clinic/clinic.js'
import { fullName } from '../../clinic/people.js'
import { takes } from '../../testing/takes.js'
import { drawFacts } from './draw-facts.js'
import { makeTelling, saysCritical } from './words.js'

const { items } = drawFacts('call-first', { seed: 7, level: 'E', clinic: createClinic(1) })
const called = items.filter(({ contact }) => contact !== null)
const [item] = called
if (item === undefined) throw new Error('The inbox has no critical value.')
const { analyte, result } = item.message
const value = `${analyte.names[0]} ${result.value} ${result.unit}`
const patient = `${fullName(item.person)}, born ${item.person.birthDate}`
const side = result.flag.startsWith('L') ? 'low' : 'high'
const other = side === 'low' ? 'high' : 'low'

it('accepts a critical value in the usual wordings', () => {
  const wordings = ['with a critical result', 'with a panic value', `with a critically ${side} result`]
  for (const wording of wordings) {
    const text = `This is the laboratory desk of Alder Creek ${wording}: ${patient}, ${value}.`
    expect([takes(saysCritical, text), takes(makeTelling(called), text)], text).toEqual([true, true])
  }
})

it('rejects a value that is not called critical, is doubted, or lies on the other side', () => {
  expect(takes(saysCritical, `This is the laboratory desk of Alder Creek: ${patient}, ${value}.`)).toBe(false)
  expect(takes(saysCritical, `It is not a critical result: ${patient}, ${value}.`)).toBe(false)
  expect(takes(makeTelling(called), `A critically ${other} result: ${patient}, ${value}.`)).toBe(false)
  expect(takes(makeTelling(called), `A panic? result: ${patient}, ${value}.`)).toBe(false)
})
