import type { JsonValue } from '@carebench/protocol'
import { isJsonObject, ownMember } from '../../../values/json/is-json-object.js'
import { showJson } from '../../../values/json/show-json.js'
import type { JudgedHarm, JudgedSolution } from '../../judged-states.js'
import type { HarmedRecord, HarmKind, HarmMutant } from '../../mutants/harm.js'
import { isNamed } from '../../touched-mutants.js'
import type { AuditCase } from '../finding.js'

/** Harm to the final state of a solution, or done by calls after it. */
export interface UnnoticedHarm extends Omit<JudgedHarm, 'harm'> {
  readonly harm: Pick<HarmMutant, 'name' | 'record'>
  readonly solution: JudgedSolution
}

/** Returns a sentence on what to change in a benchmark that does not notice a kind of harm. */
export function adviseOnHarm(kind: HarmKind, harms: readonly UnnoticedHarm[], audited: AuditCase): string {
  switch (kind) {
    case 'duplicate':
      return `Give the criterion a \`count\`, or ${adviseOnGuard('limit with `count`', harms, audited)}.`
    case 'contradiction': {
      if (harms.every(({ harm }) => harm.record?.place.part === 'output')) {
        return (
          'Expect the whole list in the output, or make the criterion `exclusive`, so that no other entry may say ' +
          'something else.'
        )
      }
      const guard = adviseOnGuard('restrict with `where` and `count`', harms, audited)
      const criteria = withoutExclusive(harms, audited)
      if (criteria.length === 0) return `${capital(guard)}.`
      return `Make ${listed(criteria)} \`exclusive\`, so that no other record may say something else, or ${guard}.`
    }
    case 'wrong-person':
      return `${capital(adviseOnGuard('restrict by the person, in `where`,', harms, audited))}.`
    case 'seeded-change':
      return `${capital(adviseOnGuard('restrict with `where` and `fields`', harms, audited))}.`
    case 'disclosure':
      return (
        `Say in \`about\` of whom the act may speak, and in \`where\` to whom it may go: ` +
        `${adviseOnGuard('restrict', harms, audited)}.`
      )
    case 'addition':
      return `${capital(adviseOnGuard('list all that a new record may have in `members` of', harms, audited))}.`
    case 'undone':
      return 'Write a criterion on this record, or raise the severity of the one that it has.'
    case 'merged':
      return 'Write a guard that forbids one after the other was done, or give the criteria a `count`.'
    case 'opposite-statement':
      return (
        'Judge the text by the facts that it has to state and those that it must not state, or raise the severity of ' +
        'the criterion that reads it.'
      )
  }
}

/** Names the entries of `no-collateral` that may allow the harm; if there is no such guard, advises to add one. */
function adviseOnGuard(restrict: string, harms: readonly UnnoticedHarm[], { criteria }: AuditCase): string {
  const records = harms.flatMap(({ harm }) => harm.record ?? [])
  let guards = 0
  const entries: string[] = []
  const criteriaThatNotice: string[] = []
  for (const [index, { label, guard, assertion }] of criteria.entries()) {
    const written = assertion as JsonValue | undefined
    if (!guard || ownMember(written, 'assert') !== 'no-collateral') continue
    guards++
    if (harms.every(({ runs }) => runs[index]?.outcome === 'failed')) criteriaThatNotice.push(label)
    const allow = ownMember(written, 'allow')
    for (const [position, entry] of (Array.isArray(allow) ? allow : []).entries()) {
      if (records.some((record) => concerns(entry, record))) entries.push(`entry ${position + 1} of ${showJson(label)}`)
    }
  }
  if (guards === 0) return 'add a guard of the kind `no-collateral` that allows only the work'
  if (criteriaThatNotice.length > 0) return `raise the severity of ${listed(criteriaThatNotice)}, which fails`
  if (entries.length === 0) return 'find out why the guard of the kind `no-collateral` does not notice it'
  return `${restrict} ${[...entries].sort().join(' and ')}, which ${entries.length === 1 ? 'allows' : 'allow'} it`
}

/**
 * Whether an entry of `allow` is for the list of a record: `hl7` has the collections `hl7.outbound` and `hl7.inbound`.
 */
function concerns(entry: JsonValue, { list, place: { part, system } }: HarmedRecord): boolean {
  if (!isJsonObject(entry) || entry.system !== system || typeof entry.collection !== 'string') return false
  return entry.collection === list || (list === part && entry.collection.startsWith(`${part}.`))
}

/** The criteria on the contradicted records that are not `exclusive`. */
function withoutExclusive(harms: readonly UnnoticedHarm[], { criteria, parts }: AuditCase): readonly string[] {
  const readers = criteria.filter(
    ({ guard }, index) =>
      !guard &&
      harms.some(({ harm, solution }) => {
        const matched = ownMember(solution.runs[index]?.evidence ?? {}, 'matched')
        return harm.record !== undefined && isNamed(parts, matched, harm.record.place, solution)
      }),
  )
  return readers
    .filter(({ assertion }) => ownMember(assertion as JsonValue, 'exclusive') === undefined)
    .map(({ label }) => label)
}

function listed(labels: readonly string[]): string {
  // Sorted, so that the sentence does not depend on the order of the criteria.
  return [...new Set(labels)]
    .sort()
    .map((label) => showJson(label))
    .join(' and ')
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
