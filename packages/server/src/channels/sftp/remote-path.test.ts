import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findRoot, isWritable, normalizePath, toCallPath } from './remote-path.js'

it.each([
  ['/inbox/a.csv', 'inbox/a.csv'],
  ['inbox//./a.csv', 'inbox/a.csv'],
  ['/outbound/../../etc/passwd', 'etc/passwd'],
  ['outbound/../inbox/x', 'inbox/x'],
  ['.', ''],
])('%s is %j', (path, expected) => {
  expect(normalizePath(path)).toBe(expected)
})

it('never leads above the top, and leads below a root only by its name', () => {
  const names = fc.constantFrom('..', '.', '', 'outbound', 'inbox', 'a b', '%2e')
  const property = fc.property(fc.array(names), (parts) => {
    const path = normalizePath(parts.join('/'))
    expect(path.split('/')).not.toContain('..')
    if (isWritable(path)) expect(findRoot(path)).toBe('outbound')
    expect(toCallPath(path).split('/').map(decodeURIComponent).join('/')).toBe(path)
  })
  fc.assert(property)
})
