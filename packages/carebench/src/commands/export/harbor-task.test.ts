import type { BenchmarkDefinition } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { createHarborTask } from './harbor-task.js'

const name = 'Ask "again" \\ \u001b[31m\n\ud800 `id` $(id)'
const secret = 'only-the-desk-knows'
const benchmark: BenchmarkDefinition = {
  name: 'desk',
  timeout: 90,
  environment: { name: 'Desk', simulators: [{ type: 'Files', name: 'Inbox' }], datasets: [] },
  tasks: [name, name].map((task) => ({
    name: task,
    task_item: { instruction: `Do it.\n\u0000${task}` },
    criteria: [
      { label: secret, assertion: { assert: 'output-match', fields: [{ path: 'answer', expected: secret }] } },
    ],
  })),
}

it('writes a folder for each task, with the criteria in the container of the desk alone', () => {
  const folders = [1, 2].map((number) => createHarborTask(benchmark, number, '1.2.3'))
  expect(Object.keys(folders[0] ?? {})).toEqual([
    '001-ask-again-31m-id-id/task.toml',
    '001-ask-again-31m-id-id/instruction.md',
    '001-ask-again-31m-id-id/environment/Dockerfile',
    '001-ask-again-31m-id-id/environment/docker-compose.yaml',
    '001-ask-again-31m-id-id/environment/desk/Dockerfile',
    '001-ask-again-31m-id-id/environment/desk/benchmark.json',
    '001-ask-again-31m-id-id/tests/test.sh',
  ])
  expect(Object.keys(folders[1] ?? {})[0]).toBe('002-ask-again-31m-id-id/task.toml')
  const files = Object.entries(folders[0] ?? {})
  const withCriteria = files.filter(([, text]) => text.includes(secret)).map(([path]) => path)
  expect(withCriteria).toEqual(['001-ask-again-31m-id-id/environment/desk/benchmark.json'])
  const text = (path: string) => files.find(([known]) => known.endsWith(path))?.[1] ?? ''
  expect(text('task.toml')).toContain('description = "Ask \\"again\\" \\\\ \ufffd[31m\\n\ufffd `id` $(id)"')
  expect(text('task.toml')).toContain('timeout_sec = 150.0')
  expect(text('task.toml')).toContain(`CAREBENCH_VERIFIER_KEY = "\${CAREBENCH_VERIFIER_KEY}"`)
  expect(text('desk/Dockerfile')).toContain('carebench@1.2.3')
  expect(text('instruction.md')).toMatch(/submit\.\n\nDo it\.\n\ufffdAsk/)
  expect(JSON.parse(text('benchmark.json')).tasks).toHaveLength(1)
  expect(() => createHarborTask(benchmark, 3, '1.2.3')).toThrow('The benchmark has 2 tasks, got 3.')
})
