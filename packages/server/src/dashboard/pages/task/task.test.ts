import { expect, it } from 'vitest'
import { markup } from '../../../site/markup.js'
import type { Visit } from '../../visit.js'
import { showTaskPage } from './task.js'

const task = {
  id: 'task_1',
  benchmark_id: 'bench_1',
  name: 'Send the referral',
  tags: [],
  criteria: [],
  solutions: [],
  counters: [],
  task_item: null,
  scenario: null,
}
const audit = {
  tasks: [{ task_id: 'task_1', null_floor: 0.25, spam_floor: null, solutions: [], harm: [], findings: [] }],
}

/** Returns the page of a task whose benchmark has versions with these audits, newest first. */
async function showPage(audits: readonly unknown[]): Promise<string> {
  const versions = audits.map((one, index) => ({ version: audits.length - index, audit: one }))
  const call = async (operation: string, { params }: { params: { version?: string } }) => {
    if (operation === 'getTask') return task
    if (operation === 'listBenchmarkVersions') return { data: versions }
    return versions.find(({ version }) => String(version) === params.version)
  }
  const visit = { params: { id: task.id }, query: new URLSearchParams(), call } as unknown as Visit
  const answer = await showTaskPage(visit)
  return 'body' in answer ? markup`${answer.body}`.text : ''
}

it('shows the audit of the newest audited version, and says which one', async () => {
  expect(await showPage([audit, audit])).toContain('the audit of version 2.')
  const page = await showPage(['pending', 'failed', audit, audit])
  expect(page).toContain('the audit of version 2, the newest that is audited.')
  expect(page).toContain('Doing nothing scores')
  for (const audits of [['pending'], [], [{ tasks: [] }]]) {
    expect(await showPage(audits)).toContain('No audited version has this task')
  }
})
