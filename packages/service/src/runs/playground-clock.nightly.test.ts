import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { everySystem, serviceDate, startClockWorld } from '../testing/clock-world.js'

// At night: it takes 8 s with every system; playground-clock.test.ts has the rules by day.

const starts_at = '1999-03-04T08:00:00.000Z'

describe('the clock of a playground', () => {
  const clocks = ['stepped', 'real'] as const
  // A day of every system takes seconds: below scale 10, as in CI, only the stepped clock is tested.
  it.each(clocks.slice(0, inject('scale') < 10 ? 1 : 2))(
    'is the only clock of every system (%s) [time.one-clock]',
    async (clock) => {
      const world = await startClockWorld(everySystem({ clock }, { starts_at }))
      const answers = [...(await world.makeNoise(() => world.clock.advance(10)))]
      const pages = ['portal/prior-auths', 'portal/patients']
      for (const path of pages) answers.push((await world.send('GET', path, undefined, { accept: 'text/html' })).text)
      answers.push((await world.send('GET', 'fhir/metadata')).text)
      const { body: taskRun } = await world.sendOwn('GET', `/task-runs/${world.taskRunId}`)
      const { body: listed } = await world.sendOwn('GET', `/sandboxes?playground_id=${taskRun.playground_id}`)
      for (const { id, type } of listed.data as readonly { readonly id: string; readonly type: string }[]) {
        answers.push((await world.sendOwn('GET', `/sandboxes/${id}/events?limit=100`)).text)
        if (type === 'FHIR') answers.push((await world.sendOwn('GET', `/sandboxes/${id}/fhir/metadata`)).text)
      }
      for (const text of answers) expect(text).not.toMatch(serviceDate)
      expect(answers.join()).toContain('1999-03-04T08:')
      await world.complete()
      for (const entry of await world.entries()) expect(JSON.stringify(entry)).not.toMatch(serviceDate)
      const { body } = await world.sendOwn('GET', `/task-runs/${world.taskRunId}/record`)
      const { evidence, environment, log } = body
      for (const part of [evidence, environment, log]) expect(JSON.stringify(part)).not.toMatch(serviceDate)
      expect((await world.replay()).same).toBe(true)
    },
  )

  it('is the only time that a stepped playground depends on: pauses change no byte of it \
[time.independent]', async () => {
    const run = async (pauses: readonly number[]) => {
      const world = await startClockWorld(everySystem({ clock: 'stepped', seconds_per_call: 30 }, { starts_at }))
      let calls = 0
      await world.makeNoise(() => world.clock.advance(pauses[calls++ % pauses.length] ?? 0))
      await world.complete()
      const { body } = await world.sendOwn('GET', `/task-runs/${world.taskRunId}/record`)
      // The entries have digests of the responses, without the address of the run.
      return JSON.stringify([await world.entries(), body.evidence])
    }
    const hurried = await run([0])
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(60_000), { minLength: 1, maxLength: 40 }), async (pauses) => {
        expect((await run(pauses)) === hurried).toBe(true)
      }),
      { numRuns: inject('scale') },
    )
  })
})
