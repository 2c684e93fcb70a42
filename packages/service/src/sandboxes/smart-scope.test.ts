import { expect, it } from 'vitest'
import { parseScope, scopesSupported } from './smart-scope.js'

it.each([
  [undefined, 'cruds'],
  ['system/*.*', 'cruds'],
  ['system/*.read', 'rs'],
  ['system/*.write', 'cud'],
  ['system/*.read system/*.write', 'cruds'],
  ['system/*.cruds', 'cruds'],
  ['system/*.rs', 'rs'],
  ['system/*.c system/*.s', 'cs'],
  ['system/Patient.rs', 'Patient.rs'],
  ['system/Patient.read system/Observation.cruds', 'Patient.rs,Observation.cruds'],
  ['system/*.rs system/Task.u system/Task.c', 'rs,Task.cu'],
])('grants for the scope %s the rights %s', (scope, rights) => {
  expect(parseScope(scope)).toEqual({ scope: scope ?? 'system/*.*', rights })
})

it.each([
  '',
  ' ',
  'system/*.read ',
  'system/*.',
  'system/*.sr',
  'system/Patients.read',
  'system/Patient',
  `system/Patient.rs${' system/Patient.rs'.repeat(200)}`,
  'patient/*.read',
  'system/*.readx',
  'openid',
  'system/*.constructor',
])('grants nothing for the scope %j', (scope) => {
  expect(parseScope(scope)).toBe(null)
})

it('lists only scopes that are granted', () => {
  for (const scope of scopesSupported) expect(parseScope(scope)?.rights).toMatch(/^[cruds]+$/)
})
