import { createHash } from 'node:crypto'
import type { SystemDescription } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { defaultSystems } from '../systems.js'
import { recordAtEvent } from './record-at-event.js'

it('keeps a record as it is', () => {
  expect(recordAtEvent('faxes', { text: 'x'.repeat(32_768), pages: 2 }, 'fax_1')).toEqual({
    collection: 'faxes',
    record: { text: 'x'.repeat(32_768), pages: 2 },
    key: 'fax_1',
  })
  expect(recordAtEvent('faxes', {})).toEqual({ collection: 'faxes', record: {} })
})

it('replaces long texts by their digests', () => {
  const text = 'é'.repeat(32_769)
  const digest = createHash('sha256').update(text).digest('hex')
  expect(recordAtEvent('files', { path: 'outbound/a', content: text }, 'outbound/a')).toEqual({
    collection: 'files',
    record: { path: 'outbound/a' },
    key: 'outbound/a',
    omitted: { content: digest },
  })
})

it('describes all content that leaves the environment as outward', () => {
  const systems: readonly SystemDescription[] = defaultSystems
  const names = systems.flatMap(({ type, calls }) =>
    calls.filter(({ outward }) => outward === true).map(({ name }) => `${type} ${name}`),
  )
  expect(names).toEqual([
    'Payer submitPriorAuth',
    'Payer amendPriorAuth',
    'Payer attachDocument',
    'Payer requestPeerToPeer',
    'Payer appealDenial',
    'HL7 sendMessage',
    'X12 checkEligibility',
    'X12 askClaimStatus',
    'X12 requestAuthorization',
    'X12 askAuthorization',
    'X12 submitClaim',
    'Files writeOutboundFile',
    'Fax sendFax',
    'Message sendMessage',
    'Voice takeTurn',
  ])
})
