import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Carebench, CarebenchSolver } from '@carebench/client'
import { nodeFetch } from '@carebench/client/node'
import { createServer } from '@carebench/server'
import { expect, it, vi } from 'vitest'
import { createBenchmarkTestbed } from '../benchmark-testbed.js'

// The examples of packages/client/README.md, run against the service itself.

it('runs the example of the run flow', async () => {
  const { solverKey, fetch } = await createBenchmarkTestbed()
  const console = { log: vi.fn() }
  // <example>
  const solver = new CarebenchSolver({ baseUrl: 'https://127.0.0.1:8443', solverKey, fetch })
  const run = await solver.runs.create({ benchmark: 'prior-auth@1' })
  for (const task of run.tasks) {
    const session = await task.start()
    const patients = await session.fhir.search('Patient', { family: 'Quintero' })
    console.log(session.taskItem?.instruction, patients.total)
    const { verdict, score } = await session.complete({ output: { note: 'looked, and left it' } })
    console.log(`${task.name}: ${verdict}, ${score}`)
  }
  // </example>
  const lines = console.log.mock.calls.map((call) => call.join(' '))
  expect(lines).toHaveLength(6)
  expect(lines[0]).toContain('Ms. Quintero')
  expect(lines[1]).toBe('Request the ordered MRI: fail, 0')
})

it('runs the example of the internal API', async () => {
  const { organizationKey: apiKey, fetch } = await createBenchmarkTestbed()
  const console = { log: vi.fn() }
  // <example>
  const carebench = new Carebench({ baseUrl: 'https://127.0.0.1:8443', apiKey, fetch })
  const { id } = await carebench.call('createBenchmark', { body: { name: 'first', overrides: { passThreshold: 0.8 } } })
  await carebench.call('createTask', { body: { benchmarkId: id, name: 'try', taskItem: { due_date: '2026-03-02' } } })
  for await (const task of carebench.list('listTasks', { query: { benchmarkId: id } })) console.log(task.createdAt)
  // </example>
  expect(console.log.mock.calls).toEqual([[expect.stringMatching(/^\d{4}-.*Z$/)]])
})

it('runs the example of self-signed certificates', async () => {
  const { baseUrl, caFile, solverKey, close } = await listen()
  // <example>
  const trusting = nodeFetch({ ca: readFileSync(caFile, 'utf8') })
  const solver = new CarebenchSolver({ baseUrl, solverKey, fetch: trusting })
  // </example>
  const run = await solver.runs.create({ benchmark: 'prior-auth@1' })
  expect(run.tasks).toHaveLength(3)
  await close()
})

async function listen() {
  const { service, solverKey } = await createBenchmarkTestbed()
  const server = createServer({ service })
  const { url: baseUrl, caPem } = await server.listen({ port: 0 })
  const folder = mkdtempSync(join(tmpdir(), 'client-readme-'))
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, caPem)
  const close = async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  }
  return { baseUrl, caFile, solverKey, close }
}

it('shows the examples above', () => {
  const [readme = '', test = ''] = ['../../packages/client/README.md', './client-readme.test.ts'].map((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  )
  const examples = test
    .split('// <example>\n')
    .slice(1, 4)
    .map((part) => part.split('  // </example>')[0]?.replaceAll(/^ {2}/gm, ''))
  for (const example of examples) {
    expect(example).toBeTruthy()
    expect(readme).toContain(`\n\n${example}\`\`\``)
  }
})
