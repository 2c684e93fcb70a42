import type { BenchmarkDefinition, JsonObject } from '@carebench/protocol'
import { importBloodPressure } from './blood-pressure.js'
import type { ImportedTask, Patient } from './imported-task.js'
import { importPatientLookup } from './patient-lookup.js'
import { importReferral } from './referral.js'
import type { SourceTask } from './source-task.js'

/** Result of importing a file. */
export interface Import {
  /** Null if no task could be imported, because a benchmark needs at least one. */
  readonly benchmark: BenchmarkDefinition | null
  readonly skipped: readonly { readonly id: string; readonly reason: string }[]
}

const importers = [importPatientLookup, importBloodPressure, importReferral]

/** Reasons why tasks cannot be imported, by a pattern of their instruction. The first pattern that matches counts. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/\bage of the patient\b/i, 'the answer follows from the date of birth, which only the record has'],
  [/\baverage\b.*\blast 24 hours\b/is, 'the answer is a mean of values that only the record has'],
  [/\b(?:if low|order replacement)\b/is, 'what is to be ordered follows from a value that only the record has'],
  [/\bgreater than 1 year old\b/i, 'answer and order follow from a result that only the record has'],
  [/\b(?:most recent|last)\b/i, 'the answer is a value that only the record has'],
]

/**
 * Makes a benchmark of the tasks whose right result follows from the file itself, and lists the others with the reason.
 *
 * The chart has the patients named in the imported tasks, with the data that the file has about them.
 */
export function importTasks(tasks: readonly SourceTask[]): Import {
  const skipped: { id: string; reason: string }[] = []
  const patients = new Map<string, Patient>()
  const imported: BenchmarkDefinition['tasks'] = []
  for (const task of tasks) {
    const found = firstImport(task)
    if (found === undefined) {
      skipped.push({ id: task.id, reason: reasonFor(task) })
      continue
    }
    for (const patient of found.patients) patients.set(patient.id, { ...patients.get(patient.id), ...patient })
    imported.push(toDefinition(task, found))
  }
  if (imported.length === 0) return { benchmark: null, skipped }
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: [...patients.values()].map(toEntry) }
  const benchmark: BenchmarkDefinition = {
    name: 'medagentbench',
    description: 'Tasks of MedAgentBench whose right result follows from their own text.',
    timeout: 600,
    environment: {
      name: 'A record of patients',
      simulators: [{ type: 'FHIR', name: 'Record' }],
      datasets: [{ type: 'FHIR', name: 'Patients', config: { bundle } }],
    },
    tasks: imported,
  }
  return { benchmark, skipped }
}

function firstImport(task: SourceTask): ImportedTask | undefined {
  for (const importTask of importers) {
    const found = importTask(task)
    if (found !== undefined) return found
  }
  return undefined
}

function reasonFor({ instruction }: SourceTask): string {
  return reasons.find(([pattern]) => pattern.test(instruction))?.[1] ?? 'no importer knows this kind of task'
}

function toDefinition(
  { id, instruction, context }: SourceTask,
  { tags, answer, criteria, solution }: ImportedTask,
): BenchmarkDefinition['tasks'][number] {
  const parts = [instruction, context, answer].map((part) => part.trim()).filter((part) => part !== '')
  return {
    name: id,
    tags: [...tags],
    task_item: { instruction: parts.join('\n\n') },
    criteria,
    solutions: [solution],
  }
}

function toEntry(resource: Patient): JsonObject {
  return { resource }
}
