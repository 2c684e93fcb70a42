import { expect, it } from 'vitest'
import { describeLoadFailure, withPlace } from './thrown-place.js'

const url = 'file:///home/me/my%20agent.mjs'

it('adds the line and column in the module to the message', () => {
  const thrown = new TypeError('x is undefined')
  thrown.stack =
    `TypeError: x is undefined\n    at helper (file:///home/me/helper.mjs:1:1)\n    at async Module.default ` +
    `(${url}:5:25)`
  expect(withPlace(thrown, url)).toMatchObject({ name: 'TypeError', message: 'x is undefined (my agent.mjs:5:25)' })
})

it('returns everything else unchanged', () => {
  const elsewhere = new Error('elsewhere')
  const bare = Object.assign(new Error('bare'), { stack: undefined })
  for (const thrown of [elsewhere, bare, 'a text', null]) expect(withPlace(thrown, url)).toBe(thrown)
})

it('says why a module cannot be loaded, and where', () => {
  const thrown = new Error('no config')
  thrown.stack = `Error: no config\n    at ${url}:2:3`
  expect(describeLoadFailure(thrown, 'a.mjs', url)).toBe('no config (my agent.mjs:2:3)')
  const syntax = new SyntaxError("Unexpected token '=>'")
  expect(describeLoadFailure(syntax, 'a.mjs', url)).toBe(
    "Unexpected token '=>'; run node --check a.mjs to see the place",
  )
})
