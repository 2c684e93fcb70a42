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
])('the scope %s grants %s', (scope, rights) => {
  expect(parseScope(scope)).toEqual({ scope: scope ?? 'system/*.*', rights })
})

it.each([
  '',
  ' ',
  'system/*.read ',
  'system/*.',
  'system/*.sr',
  'system/Patient.read',
  'patient/*.read',
  'system/*.readx',
  'openid',
  'system/*.constructor',
])('the scope %j grants nothing', (scope) => {
  expect(parseScope(scope)).toBe(null)
})

it('offers only scopes that are granted', () => {
  for (const scope of scopesSupported) expect(parseScope(scope)?.rights).toMatch(/^[cruds]+$/)
})
