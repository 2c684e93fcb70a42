import {
  type Closing,
  closedMembers,
  closeTask,
  get,
  patchChart,
  put,
  replace,
} from '../../../benchmarks/kit/src/builders/calls.js'
import type { SolutionCall } from '../../../benchmarks/kit/src/task.js'
import type { Facts, Recall } from './facts.js'
import { type Branch, outcomeSystem, outcomes } from './handbook.js'
import { workItem } from './records.js'

export function closingFor(branch: Branch): Closing {
  return { status: outcomes[branch].status, outcome: [outcomeSystem, branch] }
}

/** What is read before anything is written. */
export function readings({ person }: Facts): readonly SolutionCall[] {
  return [
    get('files/inbox/handbook/flu-recall.txt'),
    get(`fhir/Task?patient=Patient/${person.id}&status=requested`),
    get(`fhir/Immunization?patient=Patient/${person.id}`),
  ]
}

/** Records an outcome on a work item. */
export function close({ taskId }: Recall, branch: Branch): SolutionCall {
  return closeTask(taskId, closingFor(branch))
}

/** The same with a PUT of the whole Task. */
export function closeWhole(recall: Recall, branch: Branch): SolutionCall {
  return put(`fhir/Task/${recall.taskId}`, { ...workItem(recall), ...closedMembers(closingFor(branch)) })
}

/** Marks a vaccination as an error, which is nobody's to do at this desk. */
export function strikeFirst({ shots }: Recall): readonly SolutionCall[] {
  return shots.slice(0, 1).map(({ id }) => patchChart(`Immunization/${id}`, replace('/status', 'entered-in-error')))
}

/** Everybody's item is closed as due. */
export function makeFlood({ lookAlikes, ...own }: Facts): readonly SolutionCall[] {
  return [own, ...lookAlikes].map((recall) => close(recall, 'due'))
}
