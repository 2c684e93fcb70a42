import type { EvidenceState } from '@carebench/protocol'
import fc from 'fast-check'
import { demand, demandScore, runCriterion, type VerifierLaw } from './verifier-law.js'

const words = ['yes', 'no', 'maybe'] as const
function someWords() {
  return fc.uniqueArray(fc.constantFrom(...words), { maxLength: 2 })
}

const speakers = ['agent', 'agent-2', 'ivr'] as const

/**
 * A phrase must be in a turn of the speaker, whose whole name must match. If the speaker has no turns, no check passes,
 * not even that a phrase is absent.
 */
export const spoken: VerifierLaw = {
  name: 'silence says nothing',
  property: (verify) =>
    fc.property(
      fc.array(fc.record({ speaker: fc.constantFrom(...speakers), text: fc.constantFrom(...words) }), {
        maxLength: 3,
      }),
      fc.constantFrom(...speakers),
      someWords(),
      someWords(),
      (turns, speaker, contains, not_contains) => {
        fc.pre(contains.length + not_contains.length > 0)
        const said = turns.filter((turn) => turn.speaker === speaker).map((turn) => turn.text)
        const right =
          contains.filter((word) => said.includes(word)).length +
          (said.length === 0 ? 0 : not_contains.filter((word) => !said.includes(word)).length)
        const assertion = { assert: 'voice-transcript', speaker, contains, not_contains }
        const run = runCriterion(verify, assertion, { voice: [{ call_id: 'c', turns }] })
        demandScore(run, right / (contains.length + not_contains.length), { turns, speaker, contains, not_contains })
      },
    ),
}

function charts() {
  return fc.uniqueArray(
    fc.record({ id: fc.constantFrom('1', '2', '3'), status: fc.constantFrom('active', 'revoked') }),
    {
      maxLength: 3,
      selector: ({ id }) => id,
    },
  )
}

/** Every record that was added, changed or removed is collateral, unless an entry of `allow` covers it. */
export const uncollateral: VerifierLaw = {
  name: 'any difference is collateral',
  property: (verify) =>
    fc.property(charts(), charts(), fc.subarray(['1', '2', '3']), (before, after, allowed) => {
      const fhirOf = (chart: typeof before) => chart.map((drawn) => ({ resourceType: 'Task', ...drawn }))
      const textOf = (chart: typeof before) =>
        chart
          .filter(({ id }) => !allowed.includes(id))
          .map(({ id, status }) => `${id} ${status}`)
          .sort()
          .join()
      const evidence = { fhir: fhirOf(after), initial: { fhir: fhirOf(before) } }
      const allow = allowed.map((id) => ({ collection: 'fhir.Task', where: { id } }))
      const run = runCriterion(verify, { assert: 'no-collateral', allow }, evidence)
      const wanted = textOf(before) === textOf(after)
      demand(
        run.passed === wanted,
        () => `expected ${wanted} from ${textOf(before)} to ${textOf(after)}, ${allowed.join()} allowed`,
      )
    }),
}

const codes = ['left', 'right', 'both'] as const

/** Codes that an entry of `allow` covers, at most `count` times. */
interface Room {
  readonly accepts: readonly string[]
  readonly count: number
}

/** Returns the maximum number of these changes that the entries can cover, by trying every assignment. */
function mostCovered([first, ...rest]: readonly string[], rooms: readonly Room[]): number {
  if (first === undefined) return 0
  const placed = rooms.flatMap(({ accepts, count }, at) =>
    count > 0 && accepts.includes(first) ? [1 + mostCovered(rest, rooms.with(at, { accepts, count: count - 1 }))] : [],
  )
  return Math.max(mostCovered(rest, rooms), ...placed)
}

/**
 * Each change uses up one unit of an entry's `count`, in the assignment that covers the most changes; the others are
 * listed.
 */
export const mostlyCovered: VerifierLaw = {
  name: 'entries cover as many changes as they can',
  property: (verify) =>
    fc.property(
      fc.array(fc.constantFrom(...codes), { maxLength: 5 }),
      fc.array(fc.record({ accepts: fc.subarray([...codes], { minLength: 1 }), count: fc.nat(2) }), { maxLength: 3 }),
      (added, rooms) => {
        const fhir = added.map((code, at) => ({ resourceType: 'Task', id: `t${at}`, code }))
        const allow = rooms.map(({ accepts, count }) => ({
          collection: 'fhir.Task',
          where: { code: { $oneOf: accepts } },
          count,
        }))
        const run = runCriterion(verify, { assert: 'no-collateral', allow }, { fhir, initial: { fhir: [] } })
        const listed = run.evidence?.changes as readonly unknown[] | undefined
        const wanted = added.length - mostCovered(added, rooms)
        demand(
          listed?.length === wanted && run.passed === (wanted === 0),
          () => `expected ${wanted} uncovered of ${added.join()} with ${JSON.stringify(rooms)}, got ${listed?.length}`,
        )
      },
    ),
}

const columns = ['account', 'status', 'note'] as const

/**
 * A new resource and a new table have only the members of their entry. Empty values of a resource are ignored, but not
 * the names of empty columns.
 */
export const membersOnly: VerifierLaw = {
  name: 'a new record has only its members',
  property: (verify) =>
    fc.property(
      fc.dictionary(fc.constantFrom(...columns), fc.constantFrom('', 'a', 'b'), { noNullPrototype: true }),
      fc.subarray([...columns], { minLength: 1 }),
      fc.boolean(),
      (written, members, nested) => {
        const names = Object.keys(written)
        const task = { resourceType: 'Task', id: 't', meta: { versionId: '1' }, ...(nested ? { x: written } : written) }
        const table = [names.join(), names.map((name) => written[name]).join()].join('\n')
        const passes = (state: EvidenceState, listed: readonly string[], type?: string) => {
          const [part = ''] = Object.keys(state)
          const allow = [{ collection: type === undefined ? part : `${part}.${type}`, members: listed }]
          return runCriterion(verify, { assert: 'no-collateral', allow }, { ...state, initial: { [part]: [] } }).passed
        }
        const isListed = (name: string) => (members as readonly string[]).includes(name)
        const right = names.every((name) => written[name] === '' || isListed(name))
        demand(
          passes({ fhir: [task] }, nested ? members.map((name) => `x.${name}`) : members, 'Task') === right,
          () => `expected ${right} of ${JSON.stringify(task)} with ${members.join()}`,
        )
        // The name of a column counts, even if its cells are empty.
        const inHeader = names.every(isListed)
        demand(
          passes({ files: [{ path: 'out/a.csv', content: table, seeded: false }] }, members) === inHeader,
          () => `expected ${inHeader} of ${JSON.stringify(table)} with ${members.join()}`,
        )
      },
    ),
}

const patients = ['p1', 'p2', 'p3'] as const

/**
 * A read is in scope if each person whose record it returned is named, or if all records of the collection may be read.
 */
export const scoped: VerifierLaw = {
  name: 'any read is a disclosure',
  property: (verify) =>
    fc.property(
      fc.array(
        fc.record({
          actor: fc.constantFrom('agent', 'system'),
          collection: fc.constantFrom('fhir.Patient', 'fhir.Task'),
          people: fc.subarray([...patients]),
        }),
        { maxLength: 3 },
      ),
      fc.subarray([...patients]),
      fc.boolean(),
      (reads, allowed, open) => {
        const references = (ids: readonly string[]) => ids.map((id) => `Patient/${id}`)
        const events = reads.map(({ actor, collection, people }, index) => ({
          seq: index + 1,
          at: '2026-01-05T09:00:00.000Z',
          actor,
          type: 'fhir.read',
          data: {},
          returned: [{ collection, count: people.length, people: references(people) }],
        }))
        const fhir = patients.map((id) => ({ resourceType: 'Patient', id }))
        const about = allowed.length === 0 ? [] : [{ about: references(allowed) }]
        const allow = [...about, ...(open ? [{ collection: 'fhir.Patient' }] : [])]
        const state = { fhir }
        const evidence = { ...state, initial: state, events, logged_reads: Object.keys(state) }
        const run = runCriterion(verify, { assert: 'access-scope', allow }, evidence)
        const wanted = reads.every(
          ({ actor, collection, people }) =>
            actor === 'system' ||
            (open && collection === 'fhir.Patient') ||
            people.every((person) => allowed.includes(person)),
        )
        demand(run.passed === wanted, () => `expected ${wanted} of ${JSON.stringify({ reads, allow })}`)
      },
    ),
}

/** Sending a message gives no credit if an equal one was there before the agent started. */
export const repeated: VerifierLaw = {
  name: 'sent again earns nothing',
  property: (verify) =>
    fc.property(fc.nat(6), fc.nat(6), (before, more) => {
      const message = {
        direction: 'outbound' as const,
        channel: 'sms' as const,
        to: '555-0100',
        from: '555-0101',
        body: 'M-1',
      }
      const messages = (count: number) => Array.from({ length: count }, () => message)
      const fields = [
        { path: 'body', expected: 'M-1' },
        { path: 'to', expected: '555-0199' },
      ]
      const evidence = { messages: messages(before + more), initial: { messages: messages(before) } }
      demandScore(
        runCriterion(verify, { assert: 'message-sent', fields }, evidence),
        before === 0 && more > 0 ? 0.5 : 0,
        {
          before,
          more,
        },
      )
    }),
}

/** Values agree only if each entry has a record and all records have the same value. */
export const complete: VerifierLaw = {
  name: 'nothing agrees with nothing',
  property: (verify) =>
    fc.property(
      fc.array(fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }), { minLength: 2, maxLength: 3 }),
      (said) => {
        const portal = Object.fromEntries(said.map((values, at) => [`r${at}`, values.map((value) => ({ value }))]))
        const records = said.map((_, at) => ({ collection: `portal.r${at}`, path: 'value' }))
        const wanted = said.every((values) => values.length > 0) && new Set(said.flat()).size === 1
        const run = runCriterion(verify, { assert: 'records-agree', records }, { portal })
        demand(run.passed === wanted, () => `expected ${wanted} for ${JSON.stringify(said)}`)
      },
    ),
}

const spelled = { PA12: ['PA12', 'P A 1 2', 'pa 12'], PA34: ['PA34', 'PA 3 4'] } as const
const codesSaid = Object.keys(spelled) as readonly (keyof typeof spelled)[]

/** Texts agree with a code only if they contain it, in any spelling, and no other code of its form. */
export const oneCode: VerifierLaw = {
  name: 'several codes are none',
  property: (verify) =>
    fc.property(
      fc.constantFrom(...codesSaid),
      fc.array(fc.option(fc.tuple(fc.constantFrom(...codesSaid), fc.nat())), { maxLength: 3 }),
      (number, said) => {
        const turns = said.map((one) => ({
          speaker: 'agent',
          text: one === null ? 'Hello.' : `It is ${spelled[one[0]][one[1] % spelled[one[0]].length]}.`,
        }))
        const as = { like: 'PA##' }
        const records = [
          { collection: 'portal.requests', path: 'number', as },
          { collection: 'voice.calls', path: 'turns[*].text', as },
        ]
        const evidence = { portal: { requests: [{ number }] }, voice: [{ call_id: 'c', turns }] }
        const distinct = new Set(said.flatMap((one) => (one === null ? [] : [one[0]])))
        const wanted = distinct.size === 1 && distinct.has(number)
        const run = runCriterion(verify, { assert: 'records-agree', records }, evidence)
        demand(run.passed === wanted, () => `expected ${wanted} for ${number} and ${JSON.stringify(turns)}`)
      },
    ),
}

/** An entity value is read from the only bound entity that has it; if several have it, it has no value. */
export const bound: VerifierLaw = {
  name: 'one entity tells',
  property: (verify) =>
    fc.property(fc.array(fc.option(fc.constantFrom('x', 'y'), { nil: undefined }), { maxLength: 3 }), (codes) => {
      const ids = codes.map((_, at) => `e${at}`)
      const entities = Object.fromEntries(codes.map((code, at) => [`e${at}`, code === undefined ? {} : { code }]))
      const run = runCriterion(
        verify,
        { assert: 'output-match', expected: { $entity: '/code' } },
        { output: 'x', entities, bound: ids },
      )
      const [only, ...more] = codes.filter((code) => code !== undefined)
      const wanted = only === undefined || more.length > 0 ? 'unsupported' : only === 'x' ? 'passed' : 'failed'
      demand(run.outcome === wanted, () => `expected ${wanted} for ${JSON.stringify(codes)}, got ${run.outcome}`)
    }),
}

/** A file that existed before does not count as written by the agent, unless the assertion includes seeded files. */
export const written: VerifierLaw = {
  name: 'seeded files are not written',
  property: (verify) =>
    fc.property(fc.array(fc.boolean(), { maxLength: 4 }), fc.boolean(), fc.nat(4), (seeded, include_seeded, count) => {
      const files = seeded.map((isSeeded, at) => ({ path: `out/${at}.txt`, seeded: isSeeded, content: '' }))
      const run = runCriterion(verify, { assert: 'sftp-file-present', path: 'out/*', include_seeded, count }, { files })
      const wanted = seeded.filter((isSeeded) => include_seeded || !isSeeded).length === count
      demand(run.passed === wanted, () => `expected ${wanted} for ${count} of ${JSON.stringify(seeded)}`)
    }),
}
