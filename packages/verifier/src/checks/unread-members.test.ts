import { describe, expect, it } from 'vitest'
import { listPart } from '../evidence/list-part.js'
import { jsonKind } from '../evidence/records/json-kind.js'
import { hideValue } from '../evidence/records/record-kind.js'
import type { EvidenceSource } from '../evidence/state/evidence-source.js'
import { unreadMembers } from '../evidence/state/unread-members.js'
import { createVerifier } from '../verify/verifier.js'
import { verify } from '../verify/verify.js'
import { noCollateral } from './collateral/no-collateral.js'

function partNamed(name: string) {
  const kind = jsonKind({
    collection: name,
    noun: name,
    madeBy: 'agent',
    name: (_, number) => `record ${number}`,
    identifies: {},
    example: (text) => ({ text }),
  })
  return listPart({ name, kinds: [hideValue(kind)], nameItem: (_, number) => `record ${number}`, changes: () => [] })
}

/** Evidence with members that the types of this package do not include. */
function makeEvidence(final: object, initial: object): EvidenceSource {
  return Object.fromEntries(Object.entries({ ...final, initial }))
}

function judge(parts: readonly string[], evidence: EvidenceSource) {
  const verifier = createVerifier({ checks: [noCollateral], parts: parts.map(partNamed) })
  const [run] = verify({
    verifier,
    criteria: [{ label: 'x', assertion: { assert: 'no-collateral', allow: [] } }],
    evidence,
  }).criterion_runs
  return run
}

const before = { faxes: [], refills: [], systems: { west: { faxes: [], refills: [] } } }
const written = { ...before, refills: [{ id: 'rx-1' }] }
const writtenWest = { ...before, systems: { west: { faxes: [], refills: [{ id: 'rx-1' }] } } }

describe('a member of the evidence that no part reads', () => {
  it('makes no-collateral unsupported, and is named [kinds.no-collateral-unread]', () => {
    expect(judge(['faxes', 'refills'], makeEvidence(before, before))?.outcome).toBe('passed')
    expect(judge(['faxes', 'refills'], makeEvidence(written, before))?.outcome).toBe('failed')
    expect(judge(['faxes', 'refills'], makeEvidence(writtenWest, before))?.outcome).toBe('failed')
    for (const final of [before, written, writtenWest]) {
      const run = judge(['faxes'], makeEvidence(final, before))
      expect(run).toMatchObject({ outcome: 'unsupported', score: 0, passed: false })
      expect(run?.details).toContain('the evidence has "refills", "systems.west.refills", which no part')
    }
  })

  it('need only be in one of the states', () => {
    expect(judge(['faxes'], makeEvidence({ faxes: [], refills: [] }, { faxes: [] }))?.outcome).toBe('unsupported')
    expect(judge(['faxes'], makeEvidence({ faxes: [] }, { faxes: [], refills: [] }))?.outcome).toBe('unsupported')
  })

  it('does not hide harm in another part', () => {
    const final = { ...before, faxes: [{ text: 'Something' }] }
    expect(judge(['faxes'], makeEvidence(final, before))?.outcome).toBe('failed')
  })

  it('is neither a member of the format itself nor an undefined one', () => {
    const own = {
      version: 1,
      entities: {},
      bound: [],
      output: null,
      judgements: [],
      events: [],
      initial: {},
      systems: {},
    }
    expect(unreadMembers([], own)).toEqual([])
    expect(unreadMembers([{ name: 'faxes' }], { faxes: [], refills: undefined, visits: [] })).toEqual(['visits'])
  })
})
