import { expect, it } from 'vitest'
import { compileGlob, GlobSyntaxError } from './glob.js'

it.each<[string, readonly string[], readonly string[]]>([
  [
    'outbox/*.csv',
    ['outbox/a.csv', '/outbox/.csv'],
    ['outbox/a/b.csv', 'a/outbox/a.csv', 'outbox/acsv', 'OUTBOX/a.csv'],
  ],
  ['/outbox/a.csv', ['outbox/a.csv', '/outbox/a.csv'], ['outbox/aXcsv']],
  ['**/a.csv', ['a.csv', 'x/a.csv', 'x/y/a.csv'], ['xa.csv']],
  ['x/**', ['x/', 'x/a', 'x/a/b'], ['x', 'y/x/a']],
  ['x/**/y', ['x/y', 'x/a/b/y'], ['xy', 'x/ay']],
  ['a?c', ['abc', 'a?c'], ['ac', 'a/c']],
  ['{a,b/{c,d}}.csv', ['a.csv', 'b/c.csv', 'b/d.csv'], ['b.csv', 'a,b.csv']],
  ['a,b', ['a,b'], ['a']],
  ['a+(b)[c].$^|\\', ['a+(b)[c].$^|\\'], ['aa(b)[c].$^|\\']],
])('%s', (glob, yes, no) => {
  const matches = compileGlob(glob)
  for (const path of yes) expect(matches(path), path).toBe(true)
  for (const path of no) expect(matches(path), path).toBe(false)
})

it('rejects unbalanced braces', () => {
  for (const text of ['{a', 'a}', '}{']) expect(() => compileGlob(text)).toThrow(GlobSyntaxError)
})

it('takes linear time', () => {
  expect(compileGlob('*a*a*a*a*a*a*a*b')('a'.repeat(5000))).toBe(false)
})

it('accepts globs of up to 1000 characters', () => {
  for (const part of ['a', '*', '**/', '{a,b}', '?']) {
    const glob = part.repeat(1000 / part.length)
    expect(() => compileGlob(glob)).not.toThrow()
    expect(() => compileGlob(`${glob}abcdef`)).toThrow('at most 1000 characters, got 100')
  }
})
