import { evidenceSnapshots, verificationCases } from '@carebench/arbitraries'
import type { JsonValue } from '@carebench/protocol'
import { regrade, verify } from '@carebench/systems/verifier'
import { checkRecord, parseRecord, sealRecord, type TaskRunContent, verifierVersion } from '@carebench/verifier'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'

const numRuns = 20 * inject('scale')

function contents(): fc.Arbitrary<TaskRunContent> {
  return verificationCases().map(({ criteria, evidence }) => ({
    kind: 'task-run',
    version: 1,
    engine: { verifier: verifierVersion },
    criteria,
    options: {},
    evidence,
    result: verify({ criteria, evidence }),
  }))
}

function fromFile<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value))
}

it('a record written to a file and left untouched is regraded to the same bytes', () => {
  fc.assert(
    fc.property(contents(), (content) => {
      const record = parseRecord(fromFile(sealRecord(content)))
      if (record.kind !== 'task-run' || record.version !== 1) throw new Error('Expected the record of a task run.')
      expect(checkRecord(record)).toEqual({ ok: true, changes: [] })
      const { same, after, changes } = regrade(record)
      expect([same, changes]).toEqual([true, []])
      expect(JSON.stringify(after.criterion_runs)).toBe(JSON.stringify(content.result?.criterion_runs))
    }),
    { numRuns },
  )
})

it('evidence that was written to a file and read again is judged the same', () => {
  fc.assert(
    fc.property(verificationCases(), ({ criteria, evidence }) => {
      const again = verify({ criteria: fromFile(criteria), evidence: fromFile(evidence) })
      expect(JSON.stringify(again)).toBe(JSON.stringify(verify({ criteria, evidence })))
    }),
    { numRuns },
  )
})

/** Returns the path of every location in a value, except the root. */
function listPlaces(value: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
  const below =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, member]) => listPlaces(member, [...at, key]))
      : []
  return at.length === 0 ? below : [at, ...below]
}

type Container = Record<string, unknown>

/** The value with another one at a path. */
function changedAt(value: unknown, place: readonly string[], to: unknown): unknown {
  const copy = fromFile(value)
  const parent = place.slice(0, -1).reduce((at, key) => (at as Container)[key], copy) as Container
  Object.defineProperty(parent, place.at(-1) ?? '', { value: to, enumerable: true, configurable: true, writable: true })
  return copy
}

it('a changed value anywhere in a record is detected, with its location', () => {
  fc.assert(
    fc.property(contents(), fc.nat(), fc.jsonValue(), (content, choice, value) => {
      const record = sealRecord(content)
      const { seal: _, ...sealed } = record
      const places = listPlaces(sealed)
      const place = places[choice % places.length] ?? []
      const to = JSON.parse(JSON.stringify(value)) as JsonValue
      const changed = changedAt(record, place, to)
      fc.pre(JSON.stringify(changed) !== JSON.stringify(record))
      let changes: readonly { readonly path: string }[]
      try {
        changes = checkRecord(changed).changes
      } catch {
        // It no longer has the form of a record.
        return
      }
      const pointer = place.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
      expect(changes.length).toBeGreaterThan(0)
      for (const { path } of changes) expect(pointer.startsWith(path) || path.startsWith(pointer)).toBe(true)
    }),
    { numRuns: numRuns * 3 },
  )
})

it('regrading by criteria of another case reports every criterion, old and new', () => {
  fc.assert(
    fc.property(contents(), verificationCases(), evidenceSnapshots(), (content, { criteria }, evidence) => {
      const { changes, after } = regrade(content, { criteria })
      const reported = after.criterion_runs.filter((to) => changes.some((change) => change.to === to)).length
      const gone = changes.filter(({ to }) => to === null).length
      const kept = after.criterion_runs.length - reported
      expect(kept + changes.filter(({ from }) => from !== null).length).toBe(content.criteria.length)
      expect(gone).toBeLessThanOrEqual(content.criteria.length)
      expect(after).toEqual(verify({ criteria, evidence: content.evidence }))
      expect(regrade({ ...content, evidence }).after).toEqual(verify({ criteria: content.criteria, evidence }))
    }),
    { numRuns },
  )
})
