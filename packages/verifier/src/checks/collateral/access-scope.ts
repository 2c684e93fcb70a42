import { plural } from '@carebench/text'
import { type Static, Type } from 'typebox'
import type { Collections } from '../../evidence/collections/collections.js'
import { People } from '../../evidence/people/people.js'
import type { PreparedEvidence } from '../../evidence/prepared-evidence.js'
import type { EvidenceState } from '../../evidence/state/evidence-state.js'
import { nameIn } from '../../evidence/state/keyed-states.js'
import { maxOfPiece } from '../../evidence/state/recorded-acts.js'
import { type AgentRead, agentReads } from '../../evidence/state/returned-records.js'
import { pointerTo } from '../../values/finding.js'
import { showJson } from '../../values/json/show-json.js'
import { type CheckContext, defineCheck, systemMember } from '../check.js'
import { listValues } from '../fields/describe.js'
import { type Unsupported, unobserved } from '../records/record-rule.js'
import { allowedPeople, refuseWordInList } from './about.js'

const entrySchema = Type.Object(
  {
    collection: Type.Optional(
      Type.String({ minLength: 1, description: 'The records that may be read. Default: records of any collection.' }),
    ),
    system: systemMember,
    about: Type.Optional(
      Type.Union([Type.Literal('entity'), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })], {
        description:
          'Whose records may be read: references ("Patient/p1") or identifiers such as a member id, or "entity" ' +
          'for those whom the entity of the criterion names. Default: anybody\'s; "collection" is then required.',
      }),
    ),
  },
  { additionalProperties: false },
)

const schema = Type.Object(
  {
    assert: Type.Literal('access-scope'),
    allow: Type.Array(entrySchema),
  },
  { additionalProperties: false },
)

type Entry = Static<typeof entrySchema>

/** Maximum number of reads listed in evidence. */
const listed = 50

/** A read of the records of people whom no entry names. */
interface StrangeRead {
  readonly read: AgentRead
  /** Those people, as the log names them. */
  readonly people: readonly string[]
}

/**
 * `access-scope`: every record of a person that a call returned to the agent is one that an entry of `allow` names, by
 * its `collection`, by the people it is `about`, or both. Reads are taken from the log: every record that a search
 * returned counts, whether or not the agent used it, and so does every person whom a search asked about. A person is
 * somebody with a record in the initial state; records about nobody may be read. One call that returned records of more
 * people than the log names is a download, which no entry allows.
 *
 * Unsupported without `events` and `initial`, if the log has no reads (`logged_reads`), for an entry whose collection
 * belongs to a system without logged reads, and if a call examined records of people whom the log does not name, unless
 * an entry allows anybody's; the same for people who are not known because the initial state lacks the collection. Best
 * used with `guard`.
 */
export const accessScope = defineCheck({
  kind: 'access-scope',
  schema,
  compile({ allow }, findings, collections) {
    const parts = new Set<string>()
    allow.forEach(({ collection, about }, index) => {
      const at = pointerTo('/allow', index)
      if (collection === undefined && about === undefined) {
        findings.add(at, 'expected "collection" or "about"; an entry with neither allows every read')
      }
      refuseWordInList(about, 'entity', pointerTo(at, 'about'), findings)
      if (collection === undefined) return
      const part = collections.use(collection, (found) => found.part)
      if (part === undefined) {
        findings.add(pointerTo(at, 'collection'), `${collections.expected}; found ${showJson(collection)}`)
      } else parts.add(part)
    })
    return {
      prepare: ({ initial }) => initial && People.prepare(collections, initial),
      evaluate(evidence, context) {
        const { initial, events, loggedReads } = evidence
        if (events === undefined) return unobserved('events')
        if (initial === undefined) return unobserved('initial')
        if (loggedReads === undefined) return unlogged('the evidence has no "logged_reads"')
        const unread = [...parts].find((part) => !loggedReads.includes(part))
        if (unread !== undefined) return unlogged(`an entry of "allow" is about "${unread}", whose reads are not in it`)
        const people = People.of(collections, initial)
        const scopes = allow.map((entry) => judgeScope(entry, people, evidence, context))
        if (scopes.some(({ names }) => names === 'nobody')) {
          return unsupported('"about": "entity" names nobody of whom the initial state has a record.')
        }
        const reads = agentReads(events)
        if (events.length > maxOfPiece) context.budget?.rest(reads)
        const strange = reads.flatMap((read) => strangersIn(read, scopes, people))
        if (strange.length > 0) return outOfScope(strange)
        const unseen = reads.find((read) => namesUnobserved(read, scopes, people, collections, initial))
        if (unseen !== undefined) {
          const { collection, system } = unseen
          const what = `the initial state does not have ${nameIn(collection, system)}`
          return unsupported(`${nameRead(unseen)} returned records of people of whom ${what}.`)
        }
        const download = reads.find(isDownload)
        if (download !== undefined) return outOfBounds(download)
        const uncounted = reads.find((read) => read.more !== undefined && !isOpen(read, scopes))
        if (uncounted !== undefined) {
          return unsupported(
            uncounted.count === 0
              ? `${nameRead(uncounted)} was a search by conditions on the records of people whom the log does not name.`
              : `${nameRead(uncounted)} returned records of ${uncounted.more} more people than the log names.`,
          )
        }
        const silent = unloggedParts(collections, evidence, loggedReads)
        const limits = silent.length === 0 ? '' : ` Reads of ${listValues(silent)} are not in the log.`
        return {
          outcome: 'passed',
          details: `Only allowed records were read, in ${plural(reads.length, 'read')}.${limits}`,
          evidence: { field_results: [], reads: [], strangers: 0 },
        }
      },
    }
  },
})

/** An entry with the people whom it names: a set, `anybody`, or `nobody` if its entity names none. */
interface Scope {
  readonly entry: Entry
  readonly names: ReadonlySet<string> | 'anybody' | 'nobody'
}

function judgeScope(entry: Entry, people: People, evidence: PreparedEvidence, context: CheckContext): Scope {
  const { about } = entry
  if (about === undefined) return { entry, names: 'anybody' }
  const written = about === 'entity' ? {} : { about }
  return { entry, names: allowedPeople(written, () => people, evidence, context) ?? 'nobody' }
}

function isAbout({ entry }: Scope, { collection, system }: AgentRead): boolean {
  if (entry.collection !== undefined) return entry.collection === collection && entry.system === system
  return entry.system === undefined || entry.system === system
}

/** Whether anybody's records of the collection may be read. */
function isOpen(read: AgentRead, scopes: readonly Scope[]): boolean {
  return scopes.some((scope) => scope.names === 'anybody' && isAbout(scope, read))
}

function strangersIn(read: AgentRead, scopes: readonly Scope[], people: People): readonly StrangeRead[] {
  if (isOpen(read, scopes)) return []
  const fitting = scopes.filter((scope) => isAbout(scope, read))
  const strangers = read.people.filter((text) => {
    const somebody = people.named(text)
    if (somebody.size === 0) return false
    return !fitting.some(({ names }) => typeof names !== 'string' && [...somebody].some((one) => names.has(one)))
  })
  return strangers.length === 0 ? [] : [{ read, people: strangers }]
}

/** Whether a read returned records of people whom no entry names and the initial state cannot show. */
function namesUnobserved(
  read: AgentRead,
  scopes: readonly Scope[],
  people: People,
  collections: Collections,
  initial: EvidenceState,
): boolean {
  if (isOpen(read, scopes)) return false
  const named = new Set(scopes.filter((scope) => isAbout(scope, read)).flatMap(({ entry }) => entry.about ?? []))
  if (read.people.every((text) => people.named(text).size > 0 || named.has(text))) return false
  return collections.use(read.collection, (found) => found.records(initial), read.system) === undefined
}

/** Whether one call returned records of more people than the log names, rather than examined them. */
function isDownload({ count, people, more }: AgentRead): boolean {
  return more !== undefined && people.length > 0 && count > people.length
}

/** A collection that may be searched by anybody's name may still not be downloaded as a whole. */
function outOfBounds(read: AgentRead) {
  const { people, more = 0, count, collection, system, event } = read
  const named = { ...event, collection, ...(system !== undefined && { system }), people: people.slice(0, listed) }
  return {
    outcome: 'failed' as const,
    score: 0,
    details:
      `${nameRead(read)} returned ${count} records of ${people.length + more} people: ` + 'a download, and no search.',
    evidence: { field_results: [], reads: [named], strangers: people.length + more },
  }
}

function outOfScope(strange: readonly StrangeRead[]) {
  const people = [...new Set(strange.flatMap((one) => one.people))].sort()
  const [first] = strange
  const more = strange.length === 1 ? '' : ` and ${plural(strange.length - 1, 'other read')}`
  return {
    outcome: 'failed' as const,
    score: 0,
    details:
      `Records of ${listValues(people)} were read, whom no entry of "allow" names: by ` +
      `${first === undefined ? '' : nameRead(first.read)}${more}.`,
    evidence: {
      field_results: [],
      reads: strange.slice(0, listed).map(({ read, people: whom }) => ({
        ...read.event,
        collection: read.collection,
        ...(read.system !== undefined && { system: read.system }),
        people: whom,
      })),
      strangers: people.length,
    },
  }
}

function nameRead({ event: { seq, type }, collection, system }: AgentRead): string {
  return `${String(type)} (seq ${String(seq)}) of ${nameIn(collection, system)}`
}

/** Returns the parts of the initial state with records of people whose reads are not logged. */
function unloggedParts(
  collections: Collections,
  { initial }: PreparedEvidence,
  loggedReads: readonly string[],
): readonly string[] {
  if (initial === undefined) return []
  return collections.partsIn(initial).filter((part) => !loggedReads.includes(part))
}

function unlogged(why: string): Unsupported {
  return unsupported(`the log does not have all reads: ${why}.`)
}

function unsupported(why: string): Unsupported {
  return { outcome: 'unsupported', details: `Not verified: ${why}` }
}
