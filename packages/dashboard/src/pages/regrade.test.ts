import { verify } from '@carebench/systems/verifier'
import { expect, it } from 'vitest'
import { confirmationOf, showDifferences, summarize } from './regrade.js'

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

it('tells what was not confirmed from what could not be read or verified', () => {
  const again = { same: true, before: after, after, changes: [], notes: [] }
  const seal = { ok: true, changes: [] }
  const broken = { ok: false, changes: [{ path: '/result', message: 'was changed' }] }
  const readings = [
    { seal, again },
    { seal, again: { ...again, same: false } },
    { seal: broken, again },
    { seal: broken, again: { impossible: 'no' } },
    { seal, again: { impossible: 'no' } },
    { unread: 'none' },
  ].map(confirmationOf)
  expect(readings).toEqual(['confirmed', 'refuted', 'refuted', 'refuted', 'undecided', 'undecided'])
  const said = summarize(readings).text.replaceAll(/<[^>]*>/g, '')
  expect(said).toContain('1 task run confirmed')
  expect(said).toContain('3 task runs not confirmed')
  expect(said).toContain('2 task runs not verified')
  expect(summarize(['undecided']).text).not.toContain('confirmed')
})
