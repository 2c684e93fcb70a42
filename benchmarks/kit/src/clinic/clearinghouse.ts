import type { BenchmarkDefinition, JsonObject } from '@carebench/protocol'
import { shuffledNumbers } from '../person-numbers.js'
import { type PayerKey, payerKeys } from './payer-rules.js'

/**
 * The payers behind the clearinghouse, by the key of their simulated system: the two of {@link payers}, whose portals
 * the authorization desk uses, and four others.
 */
export const tradingPartners = {
  portal: {
    name: 'Evergreen Mutual Health',
    id: 'EVG01',
    organization: 'Organization/payer-01',
    memberPrefix: 'EVM',
    kind: 'commercial',
  },
  prairie: {
    name: 'Prairie Shield Insurance',
    id: 'PRS02',
    organization: 'Organization/payer-02',
    memberPrefix: 'PSI',
    kind: 'commercial',
  },
  lakeside: {
    name: 'Lakeside Benefit Plans',
    id: 'LBP03',
    organization: 'Organization/payer-03',
    memberPrefix: 'LBP',
    kind: 'commercial',
  },
  midland: {
    name: 'Midland Community Health Plan',
    id: 'MCH04',
    organization: 'Organization/payer-04',
    memberPrefix: 'MCH',
    kind: 'medicaid',
  },
  medicare: {
    name: 'Medicare',
    id: 'MCR05',
    organization: 'Organization/payer-05',
    memberPrefix: 'MCR',
    kind: 'medicare',
  },
  senior: {
    name: 'Evergreen Senior Advantage',
    id: 'ESA06',
    organization: 'Organization/payer-06',
    memberPrefix: 'ESA',
    kind: 'medicare',
  },
} as const
export type PartnerKey = keyof typeof tradingPartners
export const partnerKeys = Object.keys(tradingPartners) as readonly PartnerKey[]

/** The provider that the clearinghouse names in JSON calls: the hospital that owns the clinics. */
export const billingProvider = { name: 'Alder Creek Regional Hospital', npi: '9900090017' } as const

/** A share of the cost that a member pays, as the 271 reports it. */
export interface Benefit {
  readonly kind: 'copayment' | 'coinsurance' | 'deductible' | 'out_of_pocket'
  /** X12 service type codes. Default: the whole plan. */
  readonly service_types?: readonly string[]
  readonly amount?: number
  readonly remaining?: number
  readonly percent?: number
  readonly in_network?: boolean
  readonly message?: string
}

/** A person covered under a member's number. */
export interface CoveredDependent {
  readonly first_name: string
  readonly last_name?: string
  readonly patient_id?: string
  readonly birth_date?: string
  readonly gender?: 'female' | 'male'
  readonly status?: 'active' | 'inactive'
  readonly begin?: string
  readonly end?: string
}

/** A member in the payer's records; the chart may say something else. */
export interface PartnerMember {
  readonly member_id: string
  readonly patient_id?: string
  readonly last_name: string
  readonly first_name?: string
  readonly birth_date?: string
  readonly gender?: 'female' | 'male'
  readonly status?: 'active' | 'inactive'
  readonly plan?: string
  readonly begin?: string
  readonly end?: string
  readonly benefits?: readonly Benefit[]
  readonly dependents?: readonly CoveredDependent[]
}

/**
 * What an instance changes about a payer. A payer with `members` knows only these; the others know the people with a
 * Coverage of theirs in the chart.
 */
export interface PartnerChange {
  readonly members?: readonly PartnerMember[]
  /** Rules of the clearinghouse by which the payer decides claims, `{procedure_code?, member_id?, status, …}`. */
  readonly adjudications?: readonly JsonObject[]
  readonly default_adjudication?: JsonObject
}

type Simulators = NonNullable<BenchmarkDefinition['environment']>['simulators']

/** Returns the clearinghouse, and the systems of the payers whose portals no desk uses. */
export function clearinghouseSystems(): Simulators {
  const others = partnerKeys.filter((key) => !isDeskPayer(key))
  return [
    ...others.map((key) => ({
      type: 'Payer',
      key,
      name: `${tradingPartners[key].name} portal`,
      config: { portal: 'standard', organization: tradingPartners[key].organization },
    })),
    {
      type: 'X12',
      name: 'Clearinghouse',
      config: { payers: servedPayers({}), provider: { ...billingProvider } },
    },
  ] as Simulators
}

/** Returns the patch of the `simulators` of an instance's world that gives payers members and rules. */
export function partnerPatches(changes: Readonly<Partial<Record<PartnerKey, PartnerChange>>>): JsonObject {
  const withMembers = partnerKeys.filter((key) => changes[key]?.members !== undefined)
  return {
    clearinghouse: { payers: servedPayers(changes) },
    ...Object.fromEntries(
      withMembers.map((key) => [key, { members: (changes[key]?.members ?? []).map((member) => toJson(member)) }]),
    ),
  }
}

/** Merges patches of several kinds for one world; patches of one system are combined. */
export function mergePatches(...patches: readonly (JsonObject | undefined)[]): JsonObject {
  const merged: Record<string, JsonObject> = {}
  for (const patch of patches) {
    for (const [key, value] of Object.entries(patch ?? {})) merged[key] = { ...merged[key], ...(value as JsonObject) }
  }
  return merged
}

/**
 * Returns a member number: the payer's prefix and nine digits. `number`, from 1 to 9, distinguishes the numbers of one
 * person; the last digit does not reveal it.
 */
export function makeMemberNumber(key: PartnerKey, serial: number, number: number): string {
  const last = shuffledNumbers(serial, 'policies of a member', 9)[number - 1]
  return `${tradingPartners[key].memberPrefix}${String(serial).padStart(6, '0')}${String(last).padStart(3, '0')}`
}

function isDeskPayer(key: PartnerKey): key is PayerKey {
  return (payerKeys as readonly string[]).includes(key)
}

/** Returns all payers of the clearinghouse, because a list in a patch replaces the whole list. */
function servedPayers(changes: Readonly<Partial<Record<PartnerKey, PartnerChange>>>): JsonObject[] {
  return partnerKeys.map((key) => {
    const { name, id, organization } = tradingPartners[key]
    const { members, adjudications, default_adjudication } = changes[key] ?? {}
    return {
      name,
      id,
      organization,
      ...(key !== 'portal' && { system: key }),
      // JSON calls may name dependents only if the clearinghouse has the members too.
      ...(members !== undefined && { members: members.map((member) => toJson(member)) }),
      ...(adjudications !== undefined && { adjudications: [...adjudications] }),
      ...(default_adjudication !== undefined && { default_adjudication }),
    }
  })
}

function toJson(member: PartnerMember): JsonObject {
  return JSON.parse(JSON.stringify(member)) as JsonObject
}
