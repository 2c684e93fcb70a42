import { createSeededRandom } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { at, lumbarMri, openPayer } from '../../testing/open-payer.js'
import { payerSimulator as payer } from '../behaviour.js'

const policy = {
  id: 'p',
  title: 'Imaging',
  version: '1',
  statements: { therapy: { accepts: ['note'], says: [['six weeks of therapy']] } },
  criteria: 'therapy',
  decision: { standard_hours: 1 },
}

it('reads the documents of due determinations in steps before they are made, and each document once', () => {
  const { state, call } = openPayer({ accept_unknown_members: true, policies: [policy] })
  const { json } = call('POST', 'prior-auths', lumbarMri)
  expect(json.status).toBe('pending')
  const text = `${'The patient walks, and has no pain. '.repeat(500)} After six weeks of therapy.`
  call('POST', `prior-auths/${json.auth_number}/attachments`, { document_type: 'note', text })
  const prepare = (seconds: number) => [
    ...(payer.prepareDue?.(state, { at: at(seconds), random: createSeededRandom(1) }) ?? []),
  ]
  expect(prepare(3599)).toEqual([])
  expect(prepare(3600).length).toBeGreaterThan(3)
  expect(prepare(3600)).toEqual([])
  expect(call('GET', `prior-auths/${json.auth_number}`, undefined, 3600).json.status).toBe('approved')
})
