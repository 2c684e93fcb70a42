import type { JsonValue } from '@carebench/protocol'
import { type Desk, listAt, memberAt, personIn, searchFhir, textAt } from '../desk/desk.js'
import { replay } from '../desk/replay.js'
import type { Task } from '../task.js'
import { type Alignment, align, exchange } from './alignment.js'

/**
 * Rung A9: replays the solution of the most similar known task, with names and ids replaced. It reads the chart of the
 * person whom the task item names, but makes no decisions.
 */
export async function memorise(desk: Desk, known: readonly Task[]): Promise<void> {
  const family = readFamily(desk.task)
  const chart = await readChart(desk)
  const remembered = known
    .filter((task) => readFamily(task.name) === family)
    .map((task) => ({ task, chart: rememberedChart(task) }))
  const [nearest] = remembered.toSorted(
    (one, other) =>
      distance(one.task.task_item, desk.taskItem, one.chart, chart) -
      distance(other.task.task_item, desk.taskItem, other.chart, chart),
  )
  if (nearest === undefined) return
  const alignment: Alignment = new Map()
  align(alignment, nearest.task.task_item, desk.taskItem)
  for (const [type, resources] of nearest.chart) {
    for (const [index, resource] of resources.entries()) align(alignment, resource, chart.get(type)?.[index])
  }
  const calls = nearest.task.solutions?.[0]?.calls ?? []
  await replay(
    desk,
    calls.map((call) => exchange(alignment, call as unknown as JsonValue) as unknown as typeof call),
  )
}

/** Records of a patient by type, in the order of the server. */
type Chart = ReadonlyMap<string, readonly JsonValue[]>

const types = [
  'Patient',
  'Coverage',
  'Condition',
  'ServiceRequest',
  'Task',
  'DocumentReference',
  'Observation',
  'Appointment',
]

async function readChart(desk: Desk): Promise<Chart> {
  const { mrn, given, family, born } = personIn(desk.taskItem)
  const query = mrn === '' ? `Patient?family=${family}&given=${given}&birthdate=${born}` : `Patient?identifier=${mrn}`
  const [patient] = mrn === '' && family === '' ? [] : await searchFhir(desk, query)
  const chart = new Map<string, readonly JsonValue[]>()
  if (patient === undefined) return chart
  chart.set('Patient', [patient])
  for (const type of types.slice(1)) {
    chart.set(type, await searchFhir(desk, `${type}?patient=Patient/${textAt(patient, '/id')}&_count=100`))
  }
  return chart
}

/** Returns the chart from the data of a known task. */
function rememberedChart(task: Task): Chart {
  const { mrn, given, family, born } = personIn(task.task_item)
  const resources = (task.environment?.datasets ?? []).flatMap((dataset) =>
    listAt(dataset as unknown as JsonValue, '/config/bundle/entry').flatMap(
      (entry) => memberAt(entry, '/resource') ?? [],
    ),
  )
  const patient = resources.find((resource) =>
    textAt(resource, '/resourceType') !== 'Patient'
      ? false
      : mrn === ''
        ? textAt(resource, '/name/0/family') === family &&
          textAt(resource, '/name/0/given/0') === given &&
          textAt(resource, '/birthDate') === born
        : textAt(resource, '/identifier/0/value') === mrn,
  )
  if (patient === undefined) return new Map()
  const reference = `"Patient/${textAt(patient, '/id')}"`
  return new Map(
    types.map((type) => [
      type,
      type === 'Patient'
        ? [patient]
        : resources.filter((one) => textAt(one, '/resourceType') === type && JSON.stringify(one).includes(reference)),
    ]),
  )
}

/** Returns a distance between two tasks: by the words of the instructions, and the numbers of records in the charts. */
function distance(one: JsonValue | undefined, other: JsonValue, chart: Chart, otherChart: Chart): number {
  const words = (item: JsonValue | undefined) =>
    new Set(
      textAt(item, '/instruction')
        .toLowerCase()
        .match(/\p{L}+/gu) ?? [],
    )
  const [mine, theirs] = [words(one), words(other)]
  const shared = [...mine].filter((word) => theirs.has(word)).length
  const records = types.reduce(
    (sum, type) => sum + Math.abs((chart.get(type)?.length ?? 0) - (otherChart.get(type)?.length ?? 0)),
    0,
  )
  return 1 - shared / Math.max(1, new Set([...mine, ...theirs]).size) + records / 10
}

function readFamily(name: string): string {
  return name.replace(/-\d+$/, '')
}
