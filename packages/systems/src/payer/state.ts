import { finish, type JsonObject, type Steps } from '@carebench/protocol'
import { configuredMembers } from '../membership/configured-members.js'
import { rowOfMember } from '../membership/member-row.js'
import type { SeedDataset } from '../simulator.js'
import type { PayerConfig } from './config.js'
import { type HeardRule, hearingRules } from './model/argument-rule.js'
import type { DeterminationPolicy } from './model/determination.js'
import { PortalTable } from './model/portal-table.js'
import type { PriorAuth } from './model/prior-auth-row.js'
import { completePriorAuth, indexedMembers, recordResources, rowIdentity, seededRows } from './model/resource.js'
import { makePolicies } from './model/rule-policy.js'

/** The state of a payer: its rules, the rows of its portal, and the pending determinations. */
export interface PayerState {
  /** The reference of its Organization in the record; undefined if it is the payer of all coverage in the record. */
  readonly organization: string | undefined
  readonly acceptsUnknownMembers: boolean
  readonly acceptsUnknownProviders: boolean
  readonly policy: DeterminationPolicy
  readonly electronic: ElectronicInterfaces
  readonly appeals: Argument & { readonly levels: number }
  readonly peerToPeer: Argument
  /** The resource `prior_auth_requests`, by `auth_number`. */
  readonly requests: PortalTable<PriorAuth>
  /** Every other resource by name, in the order of their first row; those that the portal itself writes come first. */
  readonly tables: Map<string, PortalTable<JsonObject>>
  /**
   * Milliseconds since 1970 at which a pending request, a filed appeal or a requested peer-to-peer review is decided,
   * by `auth_number`.
   */
  readonly waiting: Map<string, number>
}

/** Settings of the payer's interfaces for electronic prior authorization. */
interface ElectronicInterfaces {
  readonly version: '2.0' | '2.2'
  /** The versions of CRD that discovery names. */
  readonly crdVersions: readonly string[]
  /** Whether requests can be updated; if not, they are cancelled and sent anew. */
  readonly takesUpdates: boolean
  /** The offered interfaces. */
  readonly offers: readonly ('crd' | 'dtr' | 'pas')[]
  /** What CRD claims about a procedure code instead of what the policies say. */
  readonly coverageClaims: ReadonlyMap<string, 'no-auth' | 'auth-needed'>
}

/** The rules for reviewing a denial, and the number of days in which a review can be requested. */
interface Argument {
  readonly rules: readonly HeardRule[]
  readonly days: number | undefined
}

/** Puts a row: replaces the one with its id, or appends it. There is no other effect. */
export type PayerEffect = PutRequest | PutRow

/** Puts a row of `prior_auth_requests`. */
type PutRequest = {
  readonly op: 'put_request'
  readonly row_id: string
  readonly row: PriorAuth
}

/** Puts a row of any other resource. */
type PutRow = {
  readonly op: 'put'
  readonly resource: string
  readonly row_id: string
  readonly row: JsonObject
}

/**
 * Builds the initial state of a published version: the members of the configuration as rows of `patients`, and the rows
 * of all datasets of type `Portal`, oldest first. A later row with the same identity replaces the earlier one in place.
 * Throws an Error naming the invalid row or member.
 */
export function seedPayerState(config: PayerConfig, datasets: readonly SeedDataset[]): PayerState {
  return finish(seedPayerStateInSteps(config, datasets))
}

/** {@link seedPayerState} in steps. */
export function* seedPayerStateInSteps(config: PayerConfig, datasets: readonly SeedDataset[]): Steps<PayerState> {
  const requests = new Map<string, PriorAuth>()
  const others = new Map<string, Map<string, JsonObject>>(recordResources.map((resource) => [resource, new Map()]))
  const members = config.members ?? []
  configuredMembers(members)
  if (members.length > 0) others.set('patients', new Map(members.map((one) => [one.member_id, rowOfMember(one)])))
  for (const dataset of datasets) {
    if (dataset.type !== 'Portal') continue
    for (const [resource, rows] of seededRows(dataset.config)) {
      if (resource === 'prior_auth_requests') {
        for (const [number, row] of rows.map(completePriorAuth).entries()) {
          if (number % rowsOfStep === 0) yield
          requests.set(row.auth_number, row)
        }
        continue
      }
      const ofResource = others.get(resource) ?? new Map<string, JsonObject>()
      others.set(resource, ofResource)
      for (const [number, row] of rows.entries()) {
        if (number % rowsOfStep === 0) yield
        ofResource.set(rowIdentity(resource, row, ofResource.size), row)
      }
    }
  }
  const spent = { patternWork: 0 }
  const state: PayerState = {
    organization: config.organization,
    acceptsUnknownMembers: config.accept_unknown_members ?? false,
    acceptsUnknownProviders: config.accept_unknown_providers ?? true,
    policy: {
      policies: yield* makePolicies(config),
      plans: config.plans ?? [],
      duplicates: config.duplicates ?? 'accept',
    },
    electronic: readElectronic(config),
    appeals: {
      rules: hearingRules(config.appeals ?? [], 'appeals', spent),
      days: config.appeal_days,
      levels: config.appeal_levels ?? 1,
    },
    peerToPeer: {
      rules: hearingRules(config.peer_to_peer ?? [], 'peer_to_peer', spent),
      days: config.peer_to_peer_days,
    },
    requests: yield* PortalTable.createInSteps(requests, indexedMembers('prior_auth_requests')),
    tables: new Map(),
    waiting: new Map(),
  }
  for (const request of requests.values()) schedule(state, request)
  for (const [resource, rows] of others) {
    state.tables.set(resource, yield* PortalTable.createInSteps(rows, indexedMembers(resource)))
  }
  return state
}

function readElectronic({ electronic = {} }: PayerConfig): ElectronicInterfaces {
  const {
    version = '2.2',
    interfaces = ['crd', 'dtr', 'pas'],
    updates = 'accept',
    coverage_claims: claims = {},
  } = electronic
  return {
    version,
    crdVersions: version === '2.0' ? ['2.0'] : ['2.0', '2.2'],
    takesUpdates: updates === 'accept',
    offers: interfaces,
    coverageClaims: new Map(Object.entries(claims)),
  }
}

/** The number of seeded rows read per step. */
const rowsOfStep = 256

/** Copies a state. Seeded rows are shared, so the cost does not depend on their number. */
export function forkPayerState(state: PayerState): PayerState {
  const tables = new Map<string, PortalTable<JsonObject>>()
  for (const [resource, table] of state.tables) tables.set(resource, table.fork())
  return { ...state, requests: state.requests.fork(), tables, waiting: new Map(state.waiting) }
}

/** Applies one effect. Input was validated on arrival: effects are applied without further checks. */
export function applyPayerEffect(state: PayerState, effect: PayerEffect): void {
  if (effect.op === 'put_request') {
    state.requests.put(effect.row_id, effect.row)
    schedule(state, effect.row)
    return
  }
  let table = state.tables.get(effect.resource)
  if (!table) {
    table = PortalTable.create<JsonObject>([], indexedMembers(effect.resource))
    state.tables.set(effect.resource, table)
  }
  table.put(effect.row_id, effect.row)
}

/** Returns the effect of putting a prior authorization. */
export function putRequest(row: PriorAuth): PutRequest {
  return { op: 'put_request', row_id: row.auth_number, row }
}

/** Returns the effect of putting a row of another resource. */
export function putRow(resource: string, id: string, row: JsonObject): PutRow {
  return { op: 'put', resource, row_id: id, row }
}

/** Returns the rows of `attachments`, `appeals` or `peer_to_peer_requests` of a request, in creation order. */
export function rowsOfPriorAuth(state: PayerState, resource: string, authNumber: string): JsonObject[] {
  return state.tables.get(resource)?.find('auth_number', authNumber) ?? []
}

function schedule(state: PayerState, request: PriorAuth): void {
  const { auth_number: id, decision_due_at: due } = request
  if (due !== null && isUndecided(request)) state.waiting.set(id, Date.parse(due))
  else state.waiting.delete(id)
}

/** Whether a determination can still be due: of the request, or of an appeal or peer-to-peer review. */
function isUndecided(request: PriorAuth): boolean {
  const { status, appeal_status: appeal, peer_to_peer_status: talk } = request
  const isDenied = status === 'denied' || status === 'partially_approved'
  return status === 'pending' || (isDenied && (appeal === 'filed' || talk === 'requested'))
}
