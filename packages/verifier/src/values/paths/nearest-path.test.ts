import { expect, it } from 'vitest'
import { compileJsonPath } from './json-path.js'

const record = {
  status: 'sent',
  subject: { reference: 'Patient/p1' },
  name: [{ family: 'Rivera' }, { family: 'Cole', given: ['Ana'] }],
  code: null,
  'a/b': { c: 1 },
}

it.each([
  ['staus', 'status'],
  ['Status', 'status'],
  ['sub_ject.reference', 'subject.reference'],
  ['subject.refrence', 'subject.reference'],
  ['subjct.refrence', undefined],
  ['name.family', 'name[*].family'],
  ['/name/family', 'name[*].family'],
  ['name[0].famly', 'name[0].family'],
  ['name[*].gven', 'name[*].given'],
  ['name[1].given.0', undefined],
  ['/subject/refrence', '/subject/reference'],
  ['/a~1b/d', undefined],
  ['/a~1bb/c', '/a~1b/c'],
  ['note', undefined],
  ['coda', 'code'],
  ['name[7].family', undefined],
  ['status', undefined],
  ['toString', undefined],
  ['', undefined],
])('finds for %s the nearest path %s', (path, nearest) => {
  expect(compileJsonPath(path).nearest(record)).toBe(nearest)
})
