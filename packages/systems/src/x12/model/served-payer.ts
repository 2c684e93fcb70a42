import { type JsonObject, type JsonValue, type SimulatorCall, type Steps, withSystemKey } from '@carebench/protocol'
import { type ConfiguredMembers, configuredMembers } from '../../membership/configured-members.js'
import { readJson, readMember } from '../../noise.js'
import { payerGroup, payerType } from '../../payer/group.js'
import type { Ask, NamedSystem, SimulatorContext, SimulatorResponse } from '../../simulator.js'
import { type AdjudicationRule, defaultPayer, type X12Config } from '../config.js'

/** A payer behind the clearinghouse. */
export interface ServedPayer {
  readonly name: string
  readonly id: string
  /**
   * The reference of the payer's Organization in the record; undefined if all coverage in the record is the payer's.
   */
  readonly organization: string | undefined
  /** The payer's system, by its name in the log. */
  readonly system: string
  readonly members: ConfiguredMembers
  /** The rules; the last applies to every claim. */
  readonly adjudications: readonly AdjudicationRule[]
}

/** The payers; the first answers transactions to an unknown payer. */
export type ServedPayers = readonly [ServedPayer, ...ServedPayer[]]

/** Returns the payers of a configuration. Throws an Error that names an invalid or a duplicate member. */
export function servedPayers(config: X12Config): ServedPayers {
  const { payer, payers, members, adjudications, default_adjudication } = config
  if (payer !== undefined && payers !== undefined) {
    throw new Error('payers: expected either payer or payers, got both; move payer into payers.')
  }
  const shared = { members: members ?? [], adjudications: adjudications ?? [], default_adjudication }
  const [first = defaultPayer, ...more] = payers ?? [payer ?? defaultPayer]
  const serve = (one: NonNullable<X12Config['payers']>[number], place: string): ServedPayer => ({
    name: one.name,
    id: one.id,
    organization: one.organization,
    system: withSystemKey(payerType, one.system),
    members: configuredMembers([...(one.members ?? []), ...shared.members], place),
    adjudications: [
      ...(one.adjudications ?? []),
      ...shared.adjudications,
      one.default_adjudication ?? shared.default_adjudication ?? { status: 'paid' },
    ],
  })
  const served = (payers === undefined ? [''] : payers.map((_, index) => `payers[${index}].`)) as readonly string[]
  const all: ServedPayers = [
    serve(first, served[0] ?? ''),
    ...more.map((one, index) => serve(one, served[index + 1] ?? '')),
  ]
  const repeated = all.find(({ id }, index) => all.findIndex((other) => other.id === id) < index)
  if (repeated !== undefined) throw new Error(`payers: expected each id once, got ${repeated.id} twice.`)
  return all
}

/** Returns the payer systems whose keys a configuration names. */
export function namedPayers({ payer, payers }: X12Config): readonly NamedSystem[] {
  const named = (path: string, key: string | undefined) => (key === undefined ? [] : [{ path, type: payerType, key }])
  return [
    ...named('/payer/system', payer?.system),
    ...(payers ?? []).flatMap(({ system }, index) => named(`/payers/${index}/system`, system)),
  ]
}

/** A call to the portal of a payer. */
interface PortalCall {
  readonly method: string
  readonly path: string
  readonly query?: string
  readonly json?: JsonValue
}

/** Makes a call to the portal of a payer; undefined if the environment does not have its system. */
export function askPortal(
  ask: Ask | undefined,
  { system }: ServedPayer,
  call: PortalCall,
): SimulatorResponse | undefined {
  return ask?.(system, payerGroup.name, toCall(call))
}

/** {@link askPortal} in steps, because the payer may search a large record. */
export function* askPortalInSteps(
  { ask }: SimulatorContext,
  payer: ServedPayer,
  call: PortalCall,
): Steps<SimulatorResponse | undefined> {
  return ask && (yield* ask.inSteps(payer.system, payerGroup.name, toCall(call)))
}

function toCall({ method, path, query = '', json }: PortalCall): SimulatorCall {
  return { method, path, query, headers: {}, body: json === undefined ? null : { json } }
}

/**
 * Returns in steps the row of `patients` with a member id in a payer's system, or any one row if `memberId` is
 * undefined. Undefined if the payer has no system.
 */
export function* patientsAt(
  context: SimulatorContext,
  payer: ServedPayer,
  memberId: string | undefined,
): Steps<JsonObject[] | undefined> {
  const query = memberId === undefined ? 'limit=1' : `member_id=${encodeURIComponent(memberId)}`
  const answer = yield* askPortalInSteps(context, payer, { method: 'GET', path: 'patients', query })
  if (answer === undefined) return undefined
  const rows = readMember(readJson(answer), 'data')
  return Array.isArray(rows) ? rows : []
}
