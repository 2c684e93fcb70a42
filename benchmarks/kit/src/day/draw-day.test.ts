import { beforeAll, describe, expect, it } from 'vitest'
import { createClinic } from '../clinic/clinic.js'
import { Workbench } from '../desk/workbench.js'
import { concernedIn } from '../guards/guard-questions.js'
import { outOfTurn } from './between-items.js'
import { secondsPerCall } from './clock.js'
import { dayAgents } from './day-agents.js'
import { benchmarkOfDays } from './day-benchmark.js'
import {
  answeredTomorrow,
  criticalValue,
  missingDocument,
  newCard,
  returnedClaim,
  takenBack,
  twoPolicies,
  withdrawnOrder,
} from './days.js'
import type { DayDeclaration } from './declaration.js'
import { drawDay } from './draw-day.js'
import { calledDone, handOver } from './hand-over.js'
import { readCalls } from './merge/merge-instances.js'
import { scheduleDay } from './schedule.js'

const shortDay: DayDeclaration = {
  size: 8,
  places: [
    { ...twoPolicies, sooner: { at: '08:30', due: '10:00' } },
    withdrawnOrder,
    criticalValue,
    { ...takenBack, branches: ['attach'] },
    answeredTomorrow,
    newCard,
    missingDocument,
    returnedClaim,
  ],
}

const clinic = createClinic(1)
const day = drawDay(shortDay, { seed: 800_000, clinic })
const { id, solutions, flood } = day.instance
let bench: Workbench

beforeAll(async () => {
  bench = await Workbench.openUnaudited(benchmarkOfDays('days', clinic, [day]))
})

describe('a day', () => {
  it('passes with the scheduled work, and earns nothing without any', async () => {
    expect(await bench.make(id, solutions[0]?.calls ?? [])).toMatchObject({ verdict: 'pass', score: 1, refused: [] })
    expect(await bench.make(id, [])).toMatchObject({ verdict: 'fail', score: 0 })
    expect((await bench.make(id, flood)).score).toBe(0)
  })

  it('does not count an item that is taken back, and passes if its work was done before', async () => {
    const items = day.instance.items?.map(({ key }) => key)
    expect(items).toEqual(['w01', 'w02', 'w03', 'w05', 'w06', 'w07', 'w08'])
    const planned = day.items.map((item) =>
      item.key === 'w04' ? { ...item.planned, calls: item.instance.extras.at(-1)?.calls ?? [] } : item.planned,
    )
    const note = day.note.instance.solutions[0]?.calls ?? []
    const { calls } = scheduleDay(planned, { secondsPerCall })
    expect(await bench.make(id, [...calls, ...note])).toMatchObject({ verdict: 'pass', score: 1, broken: [] })
  })

  it('fails the items that the agents A12, A14 and A15 get wrong', async () => {
    const failed: Record<string, readonly string[]> = {}
    for (const { rung, work } of dayAgents) {
      const { verdict, items } = await bench.make(id, work(day))
      failed[rung] = verdict === 'pass' ? [] : Object.keys(items).filter((key) => items[key] !== 'pass')
    }
    expect(failed.A14).toContain('w06')
    expect(failed).toMatchObject({ A12: ['w02', 'w03', 'w05', 'w06', 'w07', 'w08'], A15: ['w02', 'w06', 'w07', 'w08'] })
  })

  it('calls the note false if it reports an item that is left out as done, and not as open', async () => {
    const planned = day.items.flatMap((item) => (item.key === 'w01' ? [] : [item.planned]))
    const { calls } = scheduleDay(planned, { secondsPerCall })
    const outcomes = new Map(day.items.map(({ key, outcome }) => [key, outcome]))
    const claimed = await bench.make(id, [...calls, ...readCalls(handOver(outcomes, day.instance).instance)])
    expect(claimed.items).toMatchObject({ w01: 'fail', w02: 'pass' })
    expect(claimed.broken).toContain(`w01: ${calledDone}`)
    const honest = handOver(outcomes.set('w01', 'open'), day.instance).instance
    const admitted = await bench.make(id, [...calls, ...readCalls(honest)])
    expect(admitted.items).toMatchObject({ w01: 'fail', w02: 'pass' })
    expect(admitted.broken.filter((label) => /note/.test(label))).toEqual([])
  })

  it('gives partial credit to work that goes on tomorrow if the note reports it as done', async () => {
    const outcomes = new Map(day.items.map(({ key, outcome }) => [key, outcome]))
    const { instance } = handOver(outcomes.set('w05', 'done'), day.instance)
    const { verdict, items, broken } = await bench.make(id, [...day.schedule.calls, ...readCalls(instance)])
    expect(verdict).toBe('partial')
    expect(items).toMatchObject({ w05: 'partial' })
    expect(broken).toEqual([`w05: ${calledDone}`])
  })

  it('fails work that needs the member number of other work, if it is done before that', async () => {
    const early = day.items.map(({ key, planned: { after, ...planned } }) =>
      key === 'w08' ? planned : { ...planned, ...(after && { after }) },
    )
    const { calls } = scheduleDay(early, { secondsPerCall })
    const { items, broken } = await bench.make(id, [...calls, ...readCalls(day.note.instance)])
    expect(items.w06).toBe('pass')
    expect(items.w08).not.toBe('pass')
    const [counter] = day.instance.counters.filter(({ name }) => name.includes(outOfTurn))
    expect(broken).toEqual(expect.arrayContaining([...(counter?.fails ?? ['a counterexample'])]))
  })

  it('has one patient in two items', () => {
    const [first, second, third] = day.items.map(({ instance }) => concernedIn(instance.criteria))
    expect(third?.some((patient) => [...(first ?? []), ...(second ?? [])].includes(patient))).toBe(true)
  })

  it('gives partial credit to work that meets its first deadline but not the earlier one of a note', async () => {
    const planned = day.items.map((item) => ({ ...item.planned, ...(item.key === 'w01' && { arrives: 7500 }) }))
    const { calls } = scheduleDay(planned, { secondsPerCall })
    expect((await bench.make(id, [...calls, ...readCalls(day.note.instance)])).items).toMatchObject({
      w01: 'partial',
      w02: 'pass',
    })
  })

  it('changes the chart of a quiet correction without a note', () => {
    const quiet = day.items.find(({ key }) => key === 'w07')?.instance.scenario?.steps.map(({ type }) => type)
    expect(new Set(quiet)).toEqual(new Set(['upsert_fhir']))
  })

  it('breaks a guard if an inquiry is sent twice, also with the number that is corrected later', async () => {
    const asked = readCalls(day.instance).filter(
      ({ method, path }) => method === 'POST' && path === 'clearinghouse/eligibility',
    )
    expect(asked.length).toBeGreaterThan(1)
    for (const again of asked) {
      const { broken } = await bench.make(id, [...readCalls(day.instance), again])
      expect(broken).toContainEqual(expect.stringMatching(/^Day: Nothing else was asked/))
    }
  })

  it('passes work that waits for the change in place of being corrected after it', async () => {
    const waiting = day.items.map(({ key, planned, instance }) =>
      key === 'w06' ? { ...planned, correction: undefined, calls: instance.extras[0]?.calls ?? [] } : planned,
    )
    const { calls } = scheduleDay(waiting, { secondsPerCall })
    expect(await bench.make(id, [...calls, ...readCalls(day.note.instance)])).toMatchObject({
      verdict: 'pass',
      broken: [],
    })
  })
})
