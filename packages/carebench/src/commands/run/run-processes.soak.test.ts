import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { runInProcess } from '../../testing/run-in-process.js'

const benchmark = {
  name: 'answers',
  environment: { name: 'Desk', simulators: [{ type: 'Files', name: 'Inbox' }], datasets: [] },
  tasks: [
    {
      name: 'Report six times seven',
      task_item: { instruction: 'Report six times seven.' },
      criteria: [
        { label: 'It is 42', assertion: { assert: 'output-match', fields: [{ path: 'answer', expected: 42 }] } },
      ],
    },
  ],
}

/** Outputs 42, and prints its environment and arguments, like an agent that is being debugged. */
const script = `cat > task.json
env >&2
echo "key $API_KEY" '{"output": {"answer": 42, "key": "'"$API_KEY"'"}}'
echo '{"output": {"answer": 42}, "status": "done"}'
`

let folder: string
let source: string
let agent: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carebench-run-'))
  source = join(folder, 'benchmark.json')
  agent = join(folder, 'my agent.sh')
  writeFileSync(source, JSON.stringify(benchmark))
  writeFileSync(agent, script)
  return () => rmSync(folder, { recursive: true, force: true })
})

it('runs a command, and a service; no file of the results holds a secret', async () => {
  const url = await serveAnswer()
  const results = join(folder, 'results')
  const secret = 'sk-live-0123456789'
  const environment = { PATH: process.env.PATH, API_KEY: secret, CAREBENCH_SOLVER_KEY: 'solver-key-of-the-user' }
  const argv = [
    'run',
    source,
    '--agent',
    `command:/bin/sh '${agent}'`,
    '--agent',
    `served=${url}`,
    '--pass-env',
    'API_KEY',
  ]
  const ran = await runInProcess([...argv, '--folder', results], { environment })
  expect(ran.code, ran.err).toBe(0)
  expect(ran.out).toMatch(/^my-agent {2}1 of 1/m)
  expect(ran.out).toMatch(/^served +1 of 1/m)

  const files = readdirSync(results, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = files.map((entry) => {
    const bytes = readFileSync(join(entry.parentPath, entry.name))
    return { name: entry.name, text: (entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8') }
  })
  expect(texts.find(({ name }) => name === 'stderr.txt')?.text).toContain('API_KEY=[secret]')
  expect(texts.find(({ name }) => name === 'lock.json')?.text).toContain('"API_KEY"')
  expect(texts.filter(({ text }) => text.includes(secret) || text.includes('solver-key-of-the-user'))).toEqual([])
  expect(texts.filter(({ text }) => /(?<!_)trial_[\w-]{20,}/.test(text))).toEqual([])
})

async function serveAnswer(): Promise<string> {
  const server = createServer((_, response) => response.end('{"output": {"answer": 42}}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}
