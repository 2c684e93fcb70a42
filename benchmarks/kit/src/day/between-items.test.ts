import { beforeAll, describe, expect, it } from 'vitest'
import { createClinic } from '../clinic/clinic.js'
import { Workbench } from '../desk/workbench.js'
import { outOfTurn } from './between-items.js'
import { secondsPerCall } from './clock.js'
import { benchmarkOfDays } from './day-benchmark.js'
import { oneSlot } from './days.js'
import { drawDay } from './draw-day.js'
import { readCalls } from './merge/merge-instances.js'
import { scheduleDay } from './schedule.js'

const clinic = createClinic(1)
const day = drawDay({ size: 2, places: oneSlot }, { seed: 700_000, clinic })
const { id, counters } = day.instance
let bench: Workbench

beforeAll(async () => {
  bench = await Workbench.openUnaudited(benchmarkOfDays('slots', clinic, [day]))
})

describe('two items that want one slot', () => {
  it('pass if the one that is due earlier takes it, and the other takes the next', async () => {
    expect(day.items.map(({ place }) => [place.arrives, place.due])).toEqual([
      ['09:10', '13:00'],
      ['08:00', '16:00'],
    ])
    expect(await bench.make(id, readCalls(day.instance))).toMatchObject({ verdict: 'pass', score: 1, refused: [] })
  })

  it('both fail if they are worked in the order of arrival, so that the other one takes it', async () => {
    const planned = day.items.map((item) => ({
      ...item.planned,
      ...(item.stale && { arrives: 0, calls: item.stale }),
    }))
    const { calls } = scheduleDay(planned, { secondsPerCall })
    const { items, broken } = await bench.make(id, [...calls, ...readCalls(day.note.instance)])
    expect([items.w01, items.w02]).not.toContain('pass')
    const [counter] = counters.filter(({ name }) => name.includes(outOfTurn))
    expect(counter?.fails.length).toBeGreaterThan(5)
    expect(counter?.fails.filter((label) => !broken.includes(label))).toEqual([])
  })
})
