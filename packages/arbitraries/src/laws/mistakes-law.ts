import type { JsonObject } from '@carebench/protocol'
import fc from 'fast-check'
import type { Auditor } from './auditor.js'
import type { Law } from './scoring-laws.js'
import { demand } from './verifier-law.js'

const system = 'west'

interface Task {
  readonly id: string
  readonly status: string
}

function tasks() {
  return fc.uniqueArray(
    fc.record({ id: fc.constantFrom('1', '2', '3'), status: fc.constantFrom('active', 'revoked') }),
    { maxLength: 3, selector: ({ id }) => id },
  )
}

/** Creates a state of the first system, or of one with a key beside an empty first one. */
function stateWith(list: readonly Task[], isKeyed: boolean) {
  const fhir = list.map((task): JsonObject => ({ resourceType: 'Task', ...task }))
  return isKeyed ? { fhir: [], systems: { [system]: { fhir } } } : { fhir }
}

/** Counts the tasks that were added, changed, removed and left unchanged. */
function compare(before: readonly Task[], after: readonly Task[]) {
  const earlier = new Map(before.map(({ id, status }) => [id, status]))
  const known = after.filter(({ id }) => earlier.has(id))
  const untouched = known.filter(({ id, status }) => earlier.get(id) === status).length
  return {
    added: after.length - known.length,
    changed: known.length - untouched,
    removed: before.length - known.length,
    untouched,
  }
}

function isAddedTo(before: readonly Task[], after: readonly Task[]) {
  return ({ id, status }: Task): boolean =>
    after.some((task) => task.id === id && task.status === status) && !before.some((task) => task.id === id)
}

/** Whether a solution adds a record that another one does not add. */
function adds(before: readonly Task[], solution: readonly Task[], other: readonly Task[]): boolean {
  const isOfOther = isAddedTo(before, other)
  return solution.filter(isAddedTo(before, solution)).some((task) => !isOfOther(task))
}

/**
 * The audit tries every mistake once. If the criteria check nothing but the output, the audit reports one mistake for
 * each record that the solution added (dropped, repeated), changed (undone) or removed (kept), and harm to every record
 * that the solution left unchanged. The harm is done in the system that has the record.
 */
export const everyMistake: Law<Auditor> = {
  name: 'the audit tries every mistake',
  property: ({ audit }) =>
    fc.property(tasks(), tasks(), tasks(), fc.boolean(), (before, after, other, isKeyed) => {
      const allow = [{ collection: 'fhir.Task', ...(isKeyed && { system }) }]
      const { findings, solutions } = audit({
        criteria: [
          { label: 'done', assertion: { assert: 'output-match', expected: 'done' } },
          { label: 'guard', guard: true, assertion: { assert: 'no-collateral', allow } },
        ],
        states: {
          initial: stateWith(before, isKeyed),
          solutions: [
            { name: 'one', state: { ...stateWith(after, isKeyed), output: 'done' } },
            { name: 'two', state: { ...stateWith(other, isKeyed), output: 'done' } },
          ],
        },
      })
      const { added, changed, removed, untouched } = compare(before, after)
      const names = solutions.find(({ name }) => name === 'one')?.survivors.map(({ mutant }) => mutant) ?? []
      const begin = (text: string): number => names.filter((name) => name.startsWith(`${text} fhir`)).length
      const tried = (kind: string): number => {
        const found = findings.find(({ code, evidence }) => code === 'harm-unnoticed' && evidence?.harm === kind)
        return Number(found?.evidence?.tried ?? 0)
      }
      // The harm of both solutions is counted.
      const two = compare(before, other)
      const merged = Number(adds(before, other, after)) + Number(adds(before, after, other))
      const found = {
        drop: begin('drop'),
        duplicate: begin('duplicate'),
        'undo the change of': begin('undo the change of'),
        keep: begin('keep'),
        'harm by duplicates': tried('duplicate'),
        'harm by undoing': tried('undone'),
        'harm to what was there': tried('seeded-change'),
        'harm by merging': tried('merged'),
        'harm by a narrative, a note and a contained resource': tried('addition'),
        'a contradiction of each': tried('contradiction') >= added + changed + two.added + two.changed,
      }
      const wanted: typeof found = {
        drop: added,
        duplicate: added,
        'undo the change of': changed,
        keep: removed,
        'harm by duplicates': added + two.added,
        'harm by undoing': added + changed + removed + two.added + two.changed + two.removed,
        'harm to what was there': 2 * (untouched + two.untouched),
        'harm by merging': merged,
        'harm by a narrative, a note and a contained resource': 3 * (added + two.added),
        'a contradiction of each': true,
      }
      const [text, right] = [found, wanted].map((one) => JSON.stringify(one))
      demand(text === right, () => `expected ${right} from ${JSON.stringify({ before, after, other })}, got ${text}`)
    }),
}
