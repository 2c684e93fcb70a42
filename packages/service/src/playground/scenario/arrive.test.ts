import type { AnySimulator, RunningSimulator } from '@carebench/systems'
import { describe, expect, it } from 'vitest'
import { SimulatorSet } from '../simulator-set.js'
import { Agenda, type Arrival } from './agenda.js'
import { arriveBy } from './arrive.js'

const start = Date.UTC(1999, 2, 4, 8)

/** Returns a bell that rings with each step `ring`, and by itself at some seconds; it rejects the step `break`. */
function bell(alarms: readonly number[] = [], rung: readonly string[] = []): RunningSimulator {
  const state = { rung }
  const simulator: AnySimulator = {
    type: 'Files',
    group: null,
    dataset: null,
    records: [],
    headers: [],
    calls: [],
    scenarioSteps: ['ring', 'break'],
    configSchema: {},
    seed: () => bell(alarms),
    noise: function* () {},
  }
  return {
    simulator,
    fork: () => bell(alarms, state.rung),
    handle: () => ({ response: { status: 200, headers: {}, body: null }, effects: [], events: [] }),
    due: ({ at }) => {
      const times = alarms.map((seconds) => new Date(start + seconds * 1000).toISOString())
      const due = times.filter((time) => time <= at && !state.rung.includes(time))
      return { effects: due, events: due.map((time) => ({ type: 'alarm', data: null, at: time })) }
    },
    inject: (step, { at }) => {
      if (step.type === 'break') throw new Error('A bell does not break.')
      return { effects: [`${step.type} ${at}`], events: [{ type: 'rang', data: step.tone ?? null }] }
    },
    apply: (effect) => {
      state.rung = [...state.rung, String(effect)]
    },
    evidence: () => ({}),
  }
}

function arrive(arrivals: readonly Arrival[], seconds: number, alarms: readonly number[] = []) {
  const simulators = new SimulatorSet([{ running: bell(alarms) }])
  const log = { seed: 1, seq: 5, lastAt: start }
  const { arrived, agenda } = arriveBy({ simulators, agenda: Agenda.of(arrivals) }, start + seconds * 1000, start, log)
  const shown = arrived.map(({ seq, at, change }) => {
    return `${seq} ${(Date.parse(at) - start) / 1000}: ${change.events.map(({ type }) => type).join(' ')}`
  })
  return { shown, agenda }
}

function at(number: number, delay: number, type = 'ring'): Arrival {
  return { number, step: { type }, when: { kind: 'time', delay: delay * 1000 } }
}

it('quote the event that they follow', () => {
  const step = { type: 'ring', tone: 'after {{data}} {{data.tone}} at {{at}}' }
  const matches = ({ type }: { readonly type: string }) => type === 'alarm'
  const when = { kind: 'event', delay: 1000, times: 2, matches } as const
  const simulators = new SimulatorSet([{ running: bell([2, 4]) }])
  const log = { seed: 1, seq: 5, lastAt: start }
  const moment = { simulators, agenda: Agenda.of([{ number: 0, step, when }]) }
  const { arrived } = arriveBy(moment, start + 10_000, start, log)
  expect(arrived.map(({ arrival }) => arrival.step.tone)).toEqual([
    'after {{data}}  at 1999-03-04T08:00:02.000Z',
    'after {{data}}  at 1999-03-04T08:00:04.000Z',
  ])
})

function after(number: number, event: string, delay: number, times = 1): Arrival {
  const matches = ({ type }: { readonly type: string }) => type === event
  return { number, step: { type: 'ring' }, when: { kind: 'event', delay: delay * 1000, times, matches } }
}

describe('arrivals', () => {
  it('come in the order of their time, then of the scenario, up to the given time', () => {
    const { shown, agenda } = arrive([at(0, 9), at(1, 3), at(2, 9), at(3, 20)], 9)
    expect(shown).toEqual(['5 3: rang', '6 9: rang', '7 9: rang'])
    expect(agenda.isEmpty).toBe(false)
  })

  it('include items that fell due in the systems before them', () => {
    expect(arrive([at(0, 9)], 10, [2, 8, 10]).shown).toEqual(['5 9: alarm alarm rang'])
  })

  it('follow items that fall due in a system in between, also before a step with a time', () => {
    expect(arrive([at(0, 9), after(1, 'alarm', 4)], 20, [2]).shown).toEqual(['5 6: alarm rang', '6 9: rang'])
  })

  it('follow each other, at most as often as they may', () => {
    const { shown, agenda } = arrive([at(0, 1), after(1, 'rang', 0, 3)], 1)
    expect(shown).toEqual(['5 1: rang', '6 1: rang', '7 1: rang', '8 1: rang'])
    expect(agenda.isEmpty).toBe(true)
  })

  it('that a system rejects change nothing, and are not repeated', () => {
    const { shown, agenda } = arrive([at(0, 1, 'break'), at(1, 2)], 5, [1])
    expect(shown).toEqual(['5 1: alarm', '6 2: rang'])
    expect(agenda.isEmpty).toBe(true)
  })

  it('copy the systems once, however many there are', () => {
    let forks = 0
    const counted = bell()
    const counting: RunningSimulator = {
      ...counted,
      fork: () => {
        forks++
        return counted.fork()
      },
    }
    const moment = { simulators: new SimulatorSet([{ running: counting }]), agenda: Agenda.of([at(0, 1), at(1, 2)]) }
    expect(arriveBy(moment, start + 5000, start, { seed: 1, seq: 1, lastAt: start }).arrived).toHaveLength(2)
    expect(forks).toBe(1)
  })

  it('that follow events are ordered by time, then by the scenario, then by when they began to wait', () => {
    const { shown, agenda } = arrive([at(0, 1), at(1, 2), after(2, 'rang', 3, 2), after(3, 'rang', 2, 1)], 5)
    expect(shown).toEqual(['5 1: rang', '6 2: rang', '7 3: rang', '8 4: rang', '9 5: rang'])
    expect(agenda.isEmpty).toBe(true)
  })
})
