import { expect, inject, it } from 'vitest'
import { Clicker } from './clicker.js'
import { devTask, devTasks, fetchResult, openTask } from './open-workstation.js'

const names = devTasks().map(({ name }) => name)
const isNight = inject('scale') >= 10
const familyOf = (name: string) => name.replace(/-\d+$/, '')
const worked = isNight
  ? names
  : names.filter((name, place) => names.findIndex((one) => familyOf(one) === familyOf(name)) === place)

it.each(worked)('makes the recorded calls of %s with pages alone', async (name) => {
  const { benchmark, calls } = devTask(name)
  const task = await openTask(benchmark)
  const clicker = new Clicker(task.service)
  await clicker.enter(await task.link())
  await clicker.work(calls)
  await clicker.submit()
  expect(await fetchResult(task)).toEqual({ verdict: 'pass', broken: [] })
})
