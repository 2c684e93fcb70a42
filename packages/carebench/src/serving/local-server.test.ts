import { type BenchmarkDefinition, systemClock } from '@carebench/protocol'
import { callInMemory, createRequest, publishBenchmark, textOfBody } from '@carebench/service'
import { createMemoryStore } from '@carebench/store'
import { expect, it, onTestFinished, vi } from 'vitest'
import { silence } from '../terminal/progress.js'
import { startLocalServer } from './local-server.js'
import { createLocalService } from './local-service.js'

function listening() {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length
}

it('stops listening if publishing fails', async () => {
  const before = listening()
  let during = 0
  const failing = {
    ...silence,
    step: (text: string) => {
      if (!text.startsWith('Publishing')) return
      during = listening()
      throw new Error('The publication failed.')
    },
  }
  const options = { port: 0, host: '127.0.0.1', fixtures: ['prior-auth'] } as const
  await expect(startLocalServer({ ...options, progress: failing })).rejects.toThrow('The publication failed.')
  expect(during).toBe(before + 1)
  await vi.waitFor(() => expect(listening()).toBe(before), { timeout: 60_000 })
})

it('says what to do if there is too little memory for the benchmarks', async () => {
  const logged: unknown[] = []
  const starting = startLocalServer({
    port: 0,
    host: '127.0.0.1',
    fixtures: ['prior-auth'],
    memoryUse: () => 0.8,
    log: (event) => void logged.push(event),
  })
  await expect(starting).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringMatching(/--memory-limit while the benchmarks were published.*--max-old-space-size/),
  })
  // Only the message: the stack of an intended rejection says nothing, and each request would log one.
  expect(logged).toEqual([
    { level: 'error', message: expect.stringContaining('memory'), requestId: expect.any(String) },
  ])
})

const small: BenchmarkDefinition = {
  name: 'small',
  environment: { name: 'Clinic', simulators: [{ type: 'Files', name: 'Files' }], datasets: [] },
  tasks: [
    {
      name: 'file a note',
      criteria: [
        {
          label: 'The note is filed',
          axis: 'correctness',
          assertion: { assert: 'sftp-file-present', path: 'outbound/note.txt' },
        },
      ],
    },
  ],
}

it('settles overdue work while an archive hangs, and closes without waiting for it', async () => {
  const store = createMemoryStore()
  const service = createLocalService({ store, clock: systemClock })
  const { organizationKey, solverKey } = await service.provisionOrganization('Ours')
  await publishBenchmark(callInMemory(service, organizationKey), small, { allowFindings: true })
  const post = async (token: string, target: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const bytes = new TextEncoder().encode(JSON.stringify(body))
    return JSON.parse(textOfBody(await service.handle(createRequest('POST', target, headers, bytes))))
  }
  const { benchmark_run_id: id } = await post(solverKey, '/v1/benchmark-runs', { benchmark: 'small@1' })
  expect(await post(organizationKey, `/benchmark-runs/${id}/cancel`, {})).toMatchObject({ status: 'cancelled' })

  const archiving: string[] = []
  const server = await startLocalServer({
    port: 0,
    host: '127.0.0.1',
    fixtures: [],
    store,
    retention: {
      keep: { runs: 0 },
      archive: ({ run }, signal) => {
        archiving.push(run.id)
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    },
  })
  const claim = vi.spyOn(store, 'claim')
  onTestFinished(() => claim.mockRestore())
  await vi.waitFor(() => expect(archiving).toEqual([id]), { timeout: 30_000 })
  claim.mockClear()
  await vi.waitFor(() => expect(claim.mock.calls.map(([{ name }]) => name)).toContain('task_runs'), { timeout: 30_000 })
  await server.close()
  expect(archiving).toEqual([id])
})
