import { expect, it } from 'vitest'
import { createClinic } from '../clinic/clinic.js'
import { Workbench } from '../desk/workbench.js'
import { checkDay } from './check-day.js'
import { dayAgents } from './day-agents.js'
import { benchmarkOfDays } from './day-benchmark.js'
import { dayOf8, dayOf16, dayOf30 } from './days.js'
import { drawDay } from './draw-day.js'

const clinic = createClinic(1)

it.each([
  [dayOf8, 110_000],
  [dayOf16, 123_000],
  [dayOf30, 123_000],
])('all checks of a day hold, and no flawed agent passes it', async (declaration, seed) => {
  const day = drawDay(declaration, { seed, clinic })
  const bench = await Workbench.openUnaudited(benchmarkOfDays('days', clinic, [day]))
  const checks = await checkDay(day, { bench, schedules: 20, samples: 20 })
  expect(checks.filter(({ held }) => !held)).toEqual([])
  for (const { rung, work } of dayAgents) {
    const { verdict } = await bench.make(day.instance.id, work(day))
    expect([rung, verdict]).not.toEqual([rung, 'pass'])
  }
})
