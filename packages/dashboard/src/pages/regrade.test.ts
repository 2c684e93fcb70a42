import { verify } from '@carebench/systems/verifier'
import { expect, it } from 'vitest'
import { showDifferences } from './regrade.js'

const after = verify({ criteria: [], evidence: { output: null } })

it('says that a result is the same, or what differs and why, as text', () => {
  const same = showDifferences({ same: true, before: after, after, changes: [], notes: [] }).text
  expect(same).toContain('The result is the same')
  const change = { criterion_id: null, label: '<b>one</b>', from: null, to: null, why: 'The criterion is new.' }
  const other = showDifferences({ same: false, before: null, after, changes: [change], notes: ['<i>'] }).text
  expect(other).toContain('The result differs: it was none')
  expect(other).toContain('&lt;b&gt;one&lt;/b&gt;')
  expect(other).toContain('<li>&lt;i&gt;</li>')
})
