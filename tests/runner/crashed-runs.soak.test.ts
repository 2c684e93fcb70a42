import { spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createSeededRandom } from '@carebench/protocol'
import { callInMemory, type Service } from '@carebench/service'
import { expect, inject, it } from 'vitest'
import { readIndex, readResults } from '../../packages/carebench/src/runner/results/read-folder.js'
import type { RunOptions } from '../../packages/carebench/src/runner/runs/run-options.js'
import { runTrials } from '../../packages/carebench/src/runner/runs/run-trials.js'
import { bundleChild, serveTestbed } from './run-in-child.js'
import { answerFromChart, createRunnerTestbed, makeAgent, newFolder } from './runner-testbed.js'

/**
 * Checks that all trials are scored, and that every run that the service has completed is the result of a trial: if a
 * trial had been repeated after it was scored, there would be more of them.
 */
async function expectSound(service: Service, options: RunOptions, before: ReadonlySet<string>): Promise<void> {
  const results = readResults(options.folder)
  const keys = results.map(({ key }) => `${key.agent} ${key.task} ${key.trial} ${key.benchmark}`)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).toHaveLength(options.tasks.length * options.agents.length * (options.trials ?? 1))
  expect(results.map(({ verdict }) => verdict)).toEqual(results.map(() => 'pass'))
  const completed = (await completedRuns(service, options)).filter((id) => !before.has(id))
  expect(completed.toSorted()).toEqual(results.map(({ ids }) => ids.run).toSorted())
  const scored = readIndex(options.folder).filter(({ verdict }) => verdict !== null)
  expect(new Set(scored.map(({ agent, task, trial }) => `${agent} ${task} ${trial}`)).size).toBe(keys.length)
}

async function completedRuns(service: Service, options: RunOptions): Promise<readonly string[]> {
  const call = callInMemory(service, options.service.organizationKey)
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const query = { limit: '100', ...(cursor === undefined ? {} : { cursor }) }
    const { data, _meta } = await call('listBenchmarkRuns', { query })
    ids.push(...data.filter(({ status }) => status === 'completed').map(({ id }) => id))
    if (_meta.next === null || _meta.next === undefined) return ids
    cursor = _meta.next
  }
}

it('a crash before or after any call to the service loses no scored trial, and repeats none', async () => {
  const testbed = await createRunnerTestbed()
  const agents = [makeAgent('good', answerFromChart)]
  for (let point = 1, isReached = true; isReached; point++) {
    for (const when of ['before', 'after'] as const) {
      const base: RunOptions = { ...testbed.options(agents), concurrency: 1, seed: 1 }
      const before = new Set(await completedRuns(testbed.service, base))
      let calls = 0
      isReached = false
      const crashed = new Promise<void>((resolve) => {
        // After the crash, no call returns, as if the process were gone.
        const fetch: typeof testbed.fetch = async (url, init) => {
          calls++
          if (calls > point) return new Promise(() => undefined)
          const isCrash = calls === point
          if (isCrash && when === 'before') {
            isReached = true
            resolve()
            return new Promise(() => undefined)
          }
          const response = await testbed.fetch(url, init)
          if (!isCrash) return response
          isReached = true
          resolve()
          return new Promise(() => undefined)
        }
        // The crashed runner may still fail later, when its folder is gone, which does not matter.
        runTrials({ ...base, service: { ...base.service, fetch } }).then(
          () => resolve(),
          () => undefined,
        )
      })
      await crashed
      // The copy has what a crash would leave on the disk.
      const folder = newFolder()
      cpSync(base.folder, folder, { recursive: true })
      const again = { ...base, folder }
      await runTrials(again)
      await expectSound(testbed.service, again, before)
    }
  }
})

it('kill -9 at any moment leaves a folder whose run ends as if nothing had happened', async () => {
  const testbed = await createRunnerTestbed()
  const served = await serveTestbed(testbed)
  try {
    const agents = [makeAgent('good', answerFromChart)]
    const bundle = await bundleChild()
    const random = createSeededRandom(20261122)
    let kills = 5 * inject('scale')
    while (kills > 0) {
      const options: RunOptions = { ...testbed.options(agents), trials: 4 }
      const before = new Set(await completedRuns(testbed.service, options))
      const { fetch: _, ...service } = options.service
      const input = { ...options, agents: [], service: { ...service, baseUrl: served.url } }
      for (let isDone = false; !isDone; ) {
        const child = spawn(process.execPath, [bundle, JSON.stringify(input)], { stdio: ['ignore', 'pipe', 'inherit'] })
        const ended = new Promise<boolean>((resolve) => child.once('exit', (code) => resolve(code === 0)))
        // The first line says that it has begun.
        for await (const _ of createInterface({ input: child.stdout })) {
          if (kills > 0) setTimeout(() => child.kill('SIGKILL'), (random.uint32() / 2 ** 32) * 120)
        }
        isDone = await ended
        if (!isDone) kills--
      }
      await expectSound(testbed.service, options, before)
    }
  } finally {
    await served.close()
  }
})
