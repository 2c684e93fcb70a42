import fc from 'fast-check'
import { approvableForm } from './small-benchmark.js'

// For tests of this package only.

/** A call of an agent to one of the simulated systems of the small benchmark. */
export interface AgentCall {
  readonly method: string
  readonly group: 'fhir' | 'portal'
  readonly path: string
  readonly body?: unknown
}

export const taskId = fc.constantFrom('t1', 't2', 't3')
const status = fc.constantFrom('draft', 'requested', 'completed')
const member = fc.constantFrom('M-CANARY-1', 'M-2')

/** Reads, searches, writes and deletions, forms that are accepted and garbage. */
export const agentCall: fc.Arbitrary<AgentCall> = fc.oneof(
  fc.tuple(taskId, status).map(([id, value]) => ({
    method: 'PUT',
    group: 'fhir' as const,
    path: `Task/${id}`,
    body: { resourceType: 'Task', id, status: value, intent: 'order' },
  })),
  status.map((value) => ({
    method: 'POST',
    group: 'fhir' as const,
    path: 'Task',
    body: { resourceType: 'Task', status: value, intent: 'plan' },
  })),
  taskId.map((id) => ({ method: 'DELETE', group: 'fhir' as const, path: `Task/${id}` })),
  status.map((value) => ({ method: 'GET', group: 'fhir' as const, path: `Task?status=${value}` })),
  member.map((patient_member_id) => ({
    method: 'POST',
    group: 'portal' as const,
    path: 'prior-auths',
    body: { ...approvableForm, patient_member_id },
  })),
  fc.constant({ method: 'GET', group: 'portal' as const, path: 'prior-auths' }),
  fc.jsonValue().map((body) => ({ method: 'POST', group: 'portal' as const, path: 'prior-auths', body })),
)
