import { chartDataset } from '../../../benchmarks/kit/src/clinic/chart-dataset.js'
import { dayFromToday } from '../../../benchmarks/kit/src/clinic/dates.js'
import { type Person, patientResource, type Resource, toSubject } from '../../../benchmarks/kit/src/clinic/people.js'
import type { WorldDelta } from '../../../benchmarks/kit/src/task.js'
import type { Facts, Recall, Shot } from './facts.js'
import { recallPage } from './handbook.js'

/** The records that imply the facts, and the page of the handbook. */
export function makeWorld({ lookAlikes, ...own }: Facts): WorldDelta {
  const resources = [own, ...lookAlikes].flatMap((recall) => [
    patientResource(recall.person),
    workItem(recall),
    ...recall.shots.map((shot) => immunization(shot, recall.person)),
  ])
  const page = { path: 'inbox/handbook/flu-recall.txt', content: recallPage() }
  return {
    datasets: [chartDataset(resources), { type: 'Files', name: 'recall handbook', config: { files: [page] } }],
  } as WorldDelta
}

export function workItem({ taskId, person }: Recall): Resource {
  return {
    resourceType: 'Task',
    id: taskId,
    status: 'requested',
    intent: 'order',
    code: { text: 'Flu recall' },
    for: toSubject(person),
    authoredOn: dayFromToday(-1),
  }
}

function immunization({ id, vaccine, status, age }: Shot, person: Person): Resource {
  const code = vaccine === 'influenza' ? '150' : '113'
  return {
    resourceType: 'Immunization',
    id,
    status,
    vaccineCode: { coding: [{ system: 'http://hl7.org/fhir/sid/cvx', code }], text: vaccine },
    patient: toSubject(person),
    occurrenceDateTime: dayFromToday(-age),
  }
}
