import type { JsonObject } from '@carebench/protocol'
import fc from 'fast-check'
import { demand, type VerifierLaw } from './verifier-law.js'

const members = ['a', 'b', 'c', 'd'] as const

/** Generates resources with unique ids, some of whose members are as expected. */
function tasks() {
  return fc.uniqueArray(fc.record({ id: fc.constantFrom('1', '2', '3'), right: fc.subarray([...members]) }), {
    maxLength: 3,
    selector: ({ id }) => id,
  })
}

/**
 * A record that does not pass scores (p − b) ÷ (n − b), or 0 if that is negative or n = b: p of n checks pass now, and
 * b passed before, on the same record or, for a new record, on the best record that was selected before. The record
 * with the highest score is judged. Checked against an independent count.
 */
export const creditForChange: VerifierLaw = {
  name: 'credit for what changed',
  property: (verify) =>
    fc.property(fc.option(tasks(), { nil: undefined }), tasks(), (before, after) => {
      const fhirOf = (all: typeof after) =>
        all.map(({ id, right }) => ({
          resourceType: 'Task',
          id,
          ...Object.fromEntries(members.map((member) => [member, right.includes(member) ? 1 : 0])),
        }))
      const assertion = {
        assert: 'fhir-resource-state',
        resource_type: 'Task',
        fields: members.map((path) => ({ path, expected: 1 })),
      }
      const [run] = verify({
        criteria: [{ label: 'credit', assertion }],
        evidence: { version: 1, fhir: fhirOf(after), ...(before && { initial: { fhir: fhirOf(before) } }) },
      }).criterion_runs
      const most = Math.max(0, ...(before ?? []).map(({ right }) => right.length))
      const scores = after.map(({ id, right }) => {
        if (right.length === members.length) return 1
        const earlier = before?.find((one) => one.id === id)
        const held = earlier === undefined ? most : earlier.right.length
        return held === members.length ? 0 : Math.max(0, (right.length - held) / (members.length - held))
      })
      const wanted = Math.max(0, ...scores)
      demand(
        run !== undefined && Math.abs(run.score - wanted) < 1e-12,
        () => `expected ${wanted} from ${JSON.stringify(before)} to ${JSON.stringify(after)}, got ${run?.score}`,
      )
    }),
}

/** Generates rows about accounts; several may answer for the same account, and some name none. */
function answers() {
  const row = fc.record({
    account: fc.constantFrom('A-1', 'a-1', 'B-2', null),
    status: fc.constantFrom('paid', 'denied'),
    note: fc.nat(1),
  })
  return fc.array(
    row.map(({ account, ...rest }): JsonObject => (account === null ? rest : { ...rest, account })),
    { maxLength: 4 },
  )
}

/**
 * With `exclusive`, a second answer about the same thing fails the criterion unless it is also right, or already
 * existed before.
 */
export const oneAnswer: VerifierLaw = {
  name: 'one answer',
  property: (verify) =>
    fc.property(answers(), answers(), (before, added) => {
      const after: readonly JsonObject[] = [...before, ...added]
      const fields = [{ path: 'status', expected: 'denied' }]
      const correlate_by = { resource: 'accounts', key: 'account', value: 'A-1' }
      const kinds = [
        { assert: 'record-state', collection: 'portal.accounts', correlate_by: { account: 'A-1' }, fields },
        { assert: 'portal-state-match', correlate_by, assertions: fields },
      ]
      const evidence = { version: 1 as const, portal: { accounts: after }, initial: { portal: { accounts: before } } }
      const left = before.map((row) => JSON.stringify(row))
      const fresh = after.filter((row) => {
        const at = left.indexOf(JSON.stringify(row))
        if (at >= 0) left.splice(at, 1)
        return at < 0
      })
      const contradicted = fresh.some(
        ({ account, status }) => account !== undefined && account !== 'B-2' && status !== 'denied',
      )
      for (const assertion of kinds) {
        const [open, exclusive] = verify({
          criteria: [assertion, { ...assertion, exclusive: { by: ['account'] } }].map((each) => ({
            label: 'one',
            assertion: each,
          })),
          evidence,
        }).criterion_runs
        const wanted = open?.passed === true && !contradicted
        demand(
          exclusive?.passed === wanted,
          () =>
            `expected ${wanted} after ${JSON.stringify(before)} with ${JSON.stringify(added)}, got ` +
            `${exclusive?.passed}`,
        )
        demand(wanted || exclusive?.score === 0, () => `expected 0, got ${exclusive?.score}`)
      }
    }),
}
