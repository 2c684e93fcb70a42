import { finish, type JsonObject } from '@carebench/protocol'
import { Type } from 'typebox'
import { beforeEach, expect, it } from 'vitest'
import { workLimits } from '../budget/work-budget.js'
import { defineCheck } from '../checks/check.js'
import { noCollateral } from '../checks/collateral/no-collateral.js'
import { listPart } from '../evidence/list-part.js'
import type { PreparedEvidence } from '../evidence/prepared-evidence.js'
import { jsonKind } from '../evidence/records/json-kind.js'
import { hideValue } from '../evidence/records/record-kind.js'
import type { EvidenceSource } from '../evidence/state/evidence-source.js'
import { createVerifier } from '../verify/verifier.js'
import { verify } from '../verify/verify.js'
import { dependsOnWork } from './depends-on-work.js'
import { PreparedStates } from './prepared-states.js'

function makePart(name: string) {
  const kind = jsonKind({
    collection: name,
    noun: name,
    madeBy: 'agent',
    name: (_, number) => `${name} ${number}`,
    identifies: {},
    example: (text) => ({ id: text }),
  })
  return listPart({ name, kinds: [hideValue(kind)], nameItem: (_, number) => `${name} ${number}`, changes: () => [] })
}

/** The kinds of the checks that were evaluated, in order. */
let evaluated: string[] = []
beforeEach(() => {
  evaluated = []
})

function makeReader(kind: string, read: (evidence: PreparedEvidence) => unknown) {
  return defineCheck({
    kind,
    schema: Type.Object({ assert: Type.Literal(kind) }),
    compile: () => ({
      evaluate(evidence) {
        evaluated.push(kind)
        return { outcome: 'passed', details: JSON.stringify(read(evidence) ?? null), evidence: {} }
      },
    }),
  })
}

const verifier = createVerifier({
  checks: [
    makeReader('slots', ({ final }) => final.once('slots', (slots) => slots)),
    makeReader('notes', ({ final }) => final.once('notes', (notes) => notes)),
    makeReader('west', ({ final }) => final.behind('west')?.once('slots', (slots) => slots)),
    makeReader('output', ({ output }) => output),
    makeReader('events', ({ events }) => events?.length),
    makeReader('nothing', () => 'nothing'),
    noCollateral,
  ],
  parts: [makePart('slots'), makePart('notes')],
})

function makeCriteria(...kinds: readonly string[]) {
  return verifier.compileCriteria(
    kinds.map((kind) => ({
      label: kind,
      // Not compared with the initial state, on which it would be judged as well.
      weight: 0,
      assertion: { assert: kind, ...(kind === 'no-collateral' && { allow: [{ collection: 'notes' }] }) },
    })),
  )
}

const kinds = ['slots', 'notes', 'west', 'output', 'events', 'nothing', 'no-collateral']
const sameNotes: readonly JsonObject[] = [{ id: 'n' }]
const before: EvidenceSource = {
  ...state([{ id: 'a' }], sameNotes),
  systems: { west: state([], []) },
}
const solved: EvidenceSource = {
  ...state([{ id: 'a' }, { id: 'b' }], sameNotes),
  systems: { west: state([{ id: 'w' }], []) },
  events: [],
  output: 'done',
  initial: before,
}

function state(slots: readonly JsonObject[], notes: readonly JsonObject[]): EvidenceSource {
  return { slots, notes } as EvidenceSource
}

/** The kinds that are judged again on another state; its runs must be those of a verification from scratch. */
function judgedAgain(other: EvidenceSource): readonly string[] {
  const criteria = makeCriteria(...kinds)
  const states = new PreparedStates(before, verifier)
  const model = states.record(solved)
  verify({ verifier, criteria, evidence: model.evidence })
  evaluated = []
  const runs = verify({ verifier, criteria, evidence: states.prepare(other, model) })
  const again = [...new Set(evaluated)]
  expect(runs).toEqual(verify({ verifier, criteria, evidence: other }))
  return again
}

it('judges the criteria again that read a part that differs', () => {
  expect(judgedAgain(solved)).toEqual([])
  expect(judgedAgain({ ...solved, ...state([{ id: 'c' }], sameNotes) })).toEqual(['slots'])
  expect(judgedAgain({ ...solved, output: 'other' })).toEqual(['output'])
  expect(judgedAgain({ ...solved, events: [{ seq: 1, type: 'x', actor: 'agent' }] as never })).toEqual(['events'])
})

it('distinguishes the systems of a type, and notes that one is missing', () => {
  const west = { ...solved, systems: { west: state([{ id: 'x' }], []) } }
  expect(judgedAgain(west)).toEqual(['west'])
  const { systems: _, ...without } = solved
  expect(judgedAgain(without)).toEqual(['west'])
  const criteria = makeCriteria('west')
  const states = new PreparedStates(before, verifier)
  const model = states.record(without)
  verify({ verifier, criteria, evidence: model.evidence })
  expect(verify({ verifier, criteria, evidence: states.prepare(solved, model) }).criterion_runs[0]?.details).toContain(
    'w',
  )
})

it('judges everything again if the initial state or the entities differ', () => {
  const all = kinds.filter((kind) => kind !== 'no-collateral')
  expect(judgedAgain({ ...solved, entities: { e: {} } })).toEqual(all)
  expect(judgedAgain({ ...solved, initial: { ...before } })).toEqual(all)
})

it('returns whether the criteria depend on work in the systems', () => {
  const depends = (...some: readonly string[]) =>
    finish(
      dependsOnWork({
        criteria: makeCriteria(...some),
        verifier,
        state: { ...before, initial: before, output: 'noise' },
      }),
    )
  expect(depends()).toBe(false)
  expect(depends('output', 'nothing')).toBe(false)
  for (const kind of ['slots', 'west', 'events', 'no-collateral']) expect(depends('output', kind)).toBe(true)
})

it('pauses on recorded evidence as often as on any other, and records reads before and after a pause', () => {
  const reading = defineCheck({
    kind: 'reading',
    schema: Type.Object({ assert: Type.Literal('reading') }),
    compile: () => ({
      evaluate({ final }, { budget }) {
        final.once('slots', (slots) => slots)
        budget?.answer(reading, 'a long text', 2 * workLimits.beforePause, function* () {
          yield
          yield
        })
        final.once('notes', (notes) => notes)
        return { outcome: 'passed', details: '', evidence: {} }
      },
    }),
  })
  const own = createVerifier({ checks: [reading], parts: verifier.parts })
  const criteria = own.compileCriteria([{ label: 'reading', assertion: { assert: 'reading' } }])
  const states = new PreparedStates(before, own)
  const source = states.complete(solved)
  const model = states.record(source)
  const countSteps = (evidence: PreparedEvidence) => [...own.verifyInSteps({ criteria, evidence })].length
  expect(countSteps(model.evidence)).toBe(countSteps(states.prepare(source)))
  // The step to the initial state.
  expect(countSteps(states.prepare(source, model)), 'known').toBe(1)
  expect(new Set(model.runs.reads)).toEqual(new Set(['slots', 'notes']))
})
