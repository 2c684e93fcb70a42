import { beforeAll, describe, expect, it } from 'vitest'
import { createClinic } from '../clinic/clinic.js'
import { Workbench } from '../desk/workbench.js'
import { dayAgents } from './day-agents.js'
import { benchmarkOfDays } from './day-benchmark.js'
import type { DayDeclaration } from './declaration.js'
import { drawDay } from './draw-day.js'
import { scheduleDay } from './schedule.js'

/** Two pieces of work at the beginning, one that interrupts them, one that is taken back, and one for tomorrow. */
const shortDay: DayDeclaration = {
  size: 5,
  places: [
    { family: 'cob-order', level: 'E', arrives: '08:00', due: '17:00' },
    {
      family: 'pa-submit',
      branches: ['order-withdrawn'],
      level: 'E',
      arrives: '08:00',
      due: '17:00',
      interaction: 'late fact',
      at: '10:15',
    },
    {
      family: 'lab-inbox',
      branches: ['call-first'],
      level: 'E',
      arrives: '09:40',
      due: '10:40',
      interaction: 'interrupts',
    },
    {
      family: 'pa-rfi',
      branches: ['attach'],
      level: 'E',
      arrives: '11:00',
      due: '15:00',
      interaction: 'moot',
      at: '11:30',
    },
    { family: 'pa-rfi', branches: ['fetch'], level: 'E', arrives: '13:00', due: '17:00', interaction: 'tomorrow' },
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

  it('counts neither what is taken back nor what goes on tomorrow, and passes what was done before it was taken back', async () => {
    const items = day.instance.items?.map(({ key }) => key)
    expect(items).toEqual(['w01', 'w02', 'w03', 'w05'])
    const planned = day.items.map((item) =>
      item.key === 'w04' ? { ...item.planned, calls: item.instance.extras.at(-1)?.calls ?? [] } : item.planned,
    )
    const note = day.note.instance.solutions[0]?.calls ?? []
    const { calls } = scheduleDay(planned, { secondsPerCall: 10 })
    expect(await bench.make(id, [...calls, ...note])).toMatchObject({ verdict: 'pass', score: 1, broken: [] })
  })

  it('passes no agent that ignores, forgets, leaves or believes too much', async () => {
    const failed: Record<string, readonly string[]> = {}
    for (const { rung, work } of dayAgents) {
      const { verdict, items } = await bench.make(id, work(day))
      failed[rung] = verdict === 'pass' ? [] : Object.keys(items).filter((key) => items[key] !== 'pass')
    }
    expect(failed).toMatchObject({ A12: ['w02', 'w03', 'w05'], A15: ['w02'] })
  })

  it('is not passed by a note that says of everything that it is done', async () => {
    const calls = (solutions[0]?.calls ?? []).map((call) =>
      'text' in call ? { ...call, text: call.text.replaceAll(/open|withdrawn/g, 'done') } : call,
    )
    const { verdict, broken } = await bench.make(id, calls)
    expect(verdict).toBe('partial')
    expect(broken).toContain('note: The hand-over note says of nothing that it is done that cannot be done today')
  })
})
