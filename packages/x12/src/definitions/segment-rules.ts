import type { SegmentRule } from './transaction-set.js'

/** Returns the rule of an HL segment, identified by its level (HL03). */
export function level(code: string): SegmentRule {
  return {
    segment: 'HL',
    name: 'Hierarchical level',
    use: 'R',
    max: 1,
    when: { 3: [code] },
  }
}

/** Returns the rule of BHT with the structure (BHT01) and the allowed purposes (BHT02) of its set. */
export function beginning(structure: string, purposes: readonly string[]): SegmentRule {
  return {
    segment: 'BHT',
    name: 'Beginning of hierarchical transaction',
    use: 'R',
    max: 1,
    when: { 1: [structure], 2: purposes },
  }
}

/** Returns the rule of an NM1 that begins a loop, identified by its roles (NM101). */
export function named(name: string, roles: readonly string[], required: readonly number[] = []): SegmentRule {
  return {
    segment: 'NM1',
    name,
    use: 'R',
    max: 1,
    when: { 1: roles },
    ...(required.length === 0 ? {} : { required }),
  }
}

/** The rule of AAA. */
export const refusals: SegmentRule = {
  segment: 'AAA',
  name: 'Request refused',
  use: 'S',
  max: 9,
  codes: { 1: ['N', 'Y'] },
  required: [3],
}

/** Returns the rule of TRN after an HL segment. */
export function traces(max: number, name = 'Trace number'): SegmentRule {
  return { segment: 'TRN', name, use: 'S', max }
}

/** Returns the rule of the TRN that begins a claim's loop. TRN01 is `1` in a request and `2` in a response. */
export function claimTrace(name: string): SegmentRule {
  return {
    segment: 'TRN',
    name,
    use: 'R',
    max: 1,
    when: { 1: ['1', '2'] },
  }
}

/** Returns the rule of DTP in any date format; unlimited if `max` is absent. */
export function dates(name: string, max?: number): SegmentRule {
  return {
    segment: 'DTP',
    name,
    use: 'S',
    ...(max === undefined ? {} : { max }),
    codes: { 2: ['D8', 'RD8', 'DT', 'D6', 'TM', 'RTM', 'RDT'] },
  }
}

/** Returns the rule of REF, which requires a number (REF02); unlimited if `max` is absent. */
export function references(max?: number, name = 'Further identification'): SegmentRule {
  return {
    segment: 'REF',
    name,
    use: 'S',
    ...(max === undefined ? {} : { max }),
    required: [2],
  }
}

/** The rules of N3 and N4 for an optional address. */
export const address: readonly [SegmentRule, SegmentRule] = [
  { segment: 'N3', name: 'Address', use: 'S', max: 1 },
  { segment: 'N4', name: 'City, state, postal code', use: 'S', max: 1 },
]

/** The rules of N3 and N4 for a required address. */
export const requiredAddress: readonly [SegmentRule, SegmentRule] = [
  { ...address[0], use: 'R' },
  { ...address[1], use: 'R' },
]

export function contacts(max: number): SegmentRule {
  return { segment: 'PER', name: 'Contact', use: 'S', max }
}

/** The rule of PRV. */
export const specialty: SegmentRule = { segment: 'PRV', name: 'Provider information', use: 'S', max: 1 }

/** The rule of DMG in an inquiry, which has no code for an unknown gender. */
export const inquiredDemographics: SegmentRule = {
  segment: 'DMG',
  name: 'Demographic information',
  use: 'S',
  max: 1,
  codes: { 1: ['D8'], 3: ['F', 'M'] },
}

/** The rule of DMG. */
export const demographics: SegmentRule = {
  segment: 'DMG',
  name: 'Demographic information',
  use: 'S',
  max: 1,
  codes: { 1: ['D8'], 3: ['F', 'M', 'U'] },
}

/** The rule of INS. */
export const relationship: SegmentRule = { segment: 'INS', name: 'Relationship', use: 'S', max: 1 }

/** The rule of HI. */
export const diagnoses: SegmentRule = { segment: 'HI', name: 'Diagnoses', use: 'S', max: 1 }
