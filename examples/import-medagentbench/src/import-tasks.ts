import type { BenchmarkDefinition, JsonObject } from '@carebench/protocol'
import { importBloodPressure } from './blood-pressure.js'
import type { ImportedTask, Patient } from './imported-task.js'
import { importPatientLookup } from './patient-lookup.js'
import { importReferral } from './referral.js'
import type { SourceTask } from './source-task.js'

/** What became of a file. */
export interface Import {
  /** Null if no task could be expressed: a benchmark has one at least. */
  readonly benchmark: BenchmarkDefinition | null
  readonly skipped: readonly { readonly id: string; readonly reason: string }[]
}

const importers = [importPatientLookup, importBloodPressure, importReferral]

/** Why the rest cannot be expressed: each reason with the instructions that it holds for, the first that fits. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/\bage of the patient\b/i, 'the answer follows from the date of birth, which only the record has'],
  [/\baverage\b.*\blast 24 hours\b/is, 'the answer is a mean of values that only the record has'],
  [/\b(?:if low|order replacement)\b/is, 'what is to be ordered follows from a value that only the record has'],
  [/\bgreater than 1 year old\b/i, 'answer and order follow from a result that only the record has'],
  [/\b(?:most recent|last)\b/i, 'the answer is a value that only the record has'],
]

/**
 * Makes a benchmark of the tasks whose right result the file itself tells, and says of the others why it does not.
 *
 * The record has the patients whom these tasks name, with what is known of them from the file.
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
