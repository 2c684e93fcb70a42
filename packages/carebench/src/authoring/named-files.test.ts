import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runInProcess } from '../testing/run-in-process.js'
import { openBenchmarkFiles } from './benchmark-files.js'

const policy = {
  id: 'mri',
  title: 'MRI',
  version: '1',
  services: [{ code: '72148' }],
  statements: { seen: { question: 'Was the patient seen?' } },
  criteria: 'seen',
}

function benchmark(policies: readonly object[], simulators?: object) {
  return {
    name: 'plans',
    visibility: 'Private',
    environment: { name: 'Plan', simulators: [{ type: 'Payer', name: 'Plan', config: { policies } }], datasets: [] },
    tasks: [
      {
        name: 'Ask',
        task_item: { instruction: 'Ask.' },
        ...(simulators === undefined ? {} : { environment: { simulators } }),
        criteria: [
          {
            label: 'Nothing is there',
            assertion: {
              assert: 'portal-state-match',
              assertions: [],
              correlate_by: { resource: 'patients', key: 'a' },
            },
          },
        ],
      },
    ],
  }
}

/** Creates a folder with these files. */
function makeFolder(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-named-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(value))
  return folder
}

const named = [{ file: 'mri.yaml' }]

it('reads the policy files that a payer, or the change of a payer by a task, names', () => {
  const folder = makeFolder({
    'benchmark.json': benchmark([policy, ...named], { portal: { policies: named } }),
    'mri.yaml': policy,
  })
  const files = openBenchmarkFiles(folder)
  expect(files.definition).toEqual(benchmark([policy, policy], { portal: { policies: [policy] } }))
  expect(files.locate('/environment/simulators/0/config/policies/1/criteria')).toEqual({
    file: join(folder, 'mri.yaml'),
    path: '/criteria',
  })
  expect(files.locate('/environment/simulators/0/config/policies/10')).toMatchObject({ file: files.file })
  expect(files.locate('/tasks/0/environment/simulators/portal/policies/0')).toMatchObject({ path: '' })
})

it('names the file and the line of an error in a policy', async () => {
  const folder = makeFolder({
    'benchmark.json': benchmark(named),
    'mri.yaml': { ...policy, criteria: 'sene' },
  })
  const { code, out } = await runInProcess(['validate', folder, '--json'])
  expect(code).toBe(1)
  expect(JSON.parse(out).problems).toContainEqual(
    expect.objectContaining({ file: join(folder, 'mri.yaml'), path: '/criteria', line: 1 }),
  )
})

it.each([
  ['../mri.yaml', 'the policy file ../mri.yaml is not in the folder of the benchmark'],
  ['none.yaml', 'none.yaml cannot be read: there is no such file'],
])('rejects %s as the file of a policy, and says where it is named', (file, message) => {
  const folder = makeFolder({ 'benchmark.json': benchmark([{ file }]) })
  expect(() => openBenchmarkFiles(folder)).toThrow(message)
  expect(() => openBenchmarkFiles(folder)).toThrow('names it at /environment/simulators/0/config/policies/0/file')
})
