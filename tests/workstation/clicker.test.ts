import { expect, it } from 'vitest'
import { Clicker } from './clicker.js'
import { devTask, fetchResult, openTask } from './open-workstation.js'

it('makes the recorded calls of a prior authorization with pages alone', async () => {
  const { benchmark, calls } = devTask('pa-submit-1000')
  const task = await openTask(benchmark)
  const clicker = new Clicker(task.service)
  await clicker.enter(await task.link())
  await clicker.work(calls)
  await clicker.submit()
  expect(await fetchResult(task)).toEqual({ verdict: 'pass', broken: [] })
})
