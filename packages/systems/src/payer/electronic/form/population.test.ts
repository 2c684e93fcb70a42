import { checkResource } from '@carebench/fhir'
import { expect, it } from 'vitest'
import { compilePolicy } from '../../../policy/compile-policy.js'
import { listExtensions, objectsIn, valueAt } from '../fhir/element.js'
import { createQuestionnaire } from './questionnaire.js'

const angle = {
  question: 'How far does the knee bend?',
  answer_type: 'number',
  unit: "'",
  fact: { search: 'Observation?code=39156-5', value: 'value-quantity' },
} as const

const policy = compilePolicy({
  id: 'knee',
  title: 'Knee',
  version: '1',
  statements: { patient: angle, knee_angle: angle },
  criteria: { all: ['patient', 'knee_angle'] },
})
const form = createQuestionnaire(policy)

it('names variables as FHIR names them, and none like the patient of the form', () => {
  const variables = listExtensions(form, 'http://hl7.org/fhir/StructureDefinition/variable')
  const names = variables.map((one) => valueAt(one, 'valueExpression', 'name'))
  expect(names).toEqual(['fact1', 'fact2'])
  expect(checkResource(form, 'Questionnaire')).toBe(form)
})

it('fills items in from their own variables, and quotes units', () => {
  const expressions = objectsIn(form.item).map(({ extension }) => JSON.stringify(extension))
  expect(expressions).toEqual([expect.stringContaining('%fact1.entry'), expect.stringContaining('%fact2.entry')])
  const unit = String.raw`(code = '\\'' or (code.empty() and unit = '\\''))`
  expect(expressions[0]).toContain(unit)
})
