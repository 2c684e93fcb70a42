import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CarebenchSolver } from '@carebench/client'
import { createManualClock, type ScenarioStep } from '@carebench/protocol'
import { callInMemory, publishBenchmark } from '@carebench/service'
import { expect, it } from 'vitest'
import { createInMemoryService, fetchFrom } from '../in-memory-service.js'
import { workspaceRoot } from '../workspace-sources.js'

const page = readFileSync(join(workspaceRoot, 'docs/systems/fax.md'), 'utf8')
const [, shown = ''] = /```json step\n([\s\S]*?)```/.exec(page) ?? []

function splitWords(text: unknown) {
  return String(text)
    .split('\f')
    .map((part) => part.split(/\s+/).filter(Boolean))
}

it('the fax of the page has two pages, which can be faxed on and are read word for word', async () => {
  const service = createInMemoryService(createManualClock(Date.parse('2026-03-02T18:00:00Z')))
  const { organizationKey, solverKey } = await service.provisionOrganization('Alder Creek')
  const step = JSON.parse(shown) as ScenarioStep & { readonly text: string }
  const { version } = await publishBenchmark(callInMemory(service, organizationKey), {
    name: 'results',
    environment: { name: 'Desk', simulators: [{ type: 'Fax', name: 'Fax' }], datasets: [] },
    tasks: [
      {
        name: 'pass the results on',
        scenario: { steps: [step as never] },
        criteria: [
          {
            label: 'It went out',
            assertion: { assert: 'fax-sent', correlate_by: { document_type: 'lab_results' }, fields: [] },
          },
        ],
      },
    ],
  })
  const solver = new CarebenchSolver({
    baseUrl: 'https://carebench.example.org',
    solverKey,
    fetch: fetchFrom(service),
  })
  const [task] = (await solver.runs.create({ benchmark: `results@${version}` })).tasks
  if (task === undefined) throw new Error('The run has a task.')
  const session = await task.start()
  const { data } = (await session.fax.list()) as { readonly data: readonly { readonly id: string }[] }
  const id = data[0]?.id ?? ''
  const received = await session.fax.read(id)
  expect(received).toMatchObject({ pages: 2, from_number: '+15550100142', document_type: 'lab_results' })
  const read = splitWords(received.text)
  expect(read).not.toEqual(splitWords(step.text))
  expect(read.map((words) => words.includes('7.1') || words.includes('4.5'))).toEqual([true, true])
  const bytes = await session.fax.readPages(id)
  const sent = await session.fax.send({
    to_number: '+15550100143',
    document_type: 'lab_results',
    content_base64: btoa(String.fromCharCode(...bytes)),
    media_type: 'application/pdf',
  })
  expect(sent).toMatchObject({ pages: 2, media_type: 'application/pdf' })
  expect(splitWords((await session.fax.read(String(sent.id)))?.text)).toEqual(read)
})
