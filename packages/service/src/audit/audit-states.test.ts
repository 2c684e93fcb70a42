import type { VersionAudit } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { everySystem, startClockWorld } from '../testing/clock-world.js'

const from = '+15550100142'

/**
 * Returns the audit of a task on a stepped clock: a letter comes an hour after its start, and each of the others two
 * hours after the one before it.
 */
async function auditOfLetters(letters: number): Promise<VersionAudit> {
  const steps = Array.from({ length: letters }, (_, index) => {
    const after = { event: 'fax.received', where: { 'data.document_type': `letter_${index}` }, delay_seconds: 7200 }
    const when = index === 0 ? { at_seconds: 3600 } : { after }
    return { type: 'receive_fax' as const, from, text: 'A letter.', document_type: `letter_${index + 1}`, ...when }
  })
  const events = [{ type: 'fax.received', where: { 'data.document_type': `letter_${letters}` } }]
  const criteria = [{ label: 'The last letter has come', assertion: { assert: 'event-order', events } }]
  const world = await startClockWorld({
    ...everySystem({ clock: 'stepped' }, { starts_at: '1999-03-04T08:00:00Z', scenario: { steps }, criteria }),
    timeout: 60,
    environment: { name: 'A fax line', simulators: [{ type: 'Fax', name: 'Fax' }], datasets: [] },
  })
  const { body } = await world.sendOwn('GET', `/task-runs/${world.taskRunId}`)
  const task = await world.sendOwn('GET', `/tasks/${body.task_id}`)
  const version = await world.sendOwn('GET', `/benchmarks/${task.body.benchmark_id}/versions/1`)
  return version.body.audit as VersionAudit
}

it('reports points that a stepped clock earns by itself, also by steps that follow each other \
[audit.vacuous]', async () => {
  for (const letters of [1, 4]) {
    const { tasks } = await auditOfLetters(letters)
    const codes = tasks[0]?.findings.map(({ code }) => code)
    expect(codes, `${letters} letters`).toContain('vacuous')
  }
})
