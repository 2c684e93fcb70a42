/** A task of a MedAgentBench file. */
export interface SourceTask {
  readonly id: string
  readonly instruction: string
  /** Facts that complete the instruction: the time, codes, dosing rules; may be empty. */
  readonly context: string
  /** The right answer, one element for each value; missing if the task has no answer in the file. */
  readonly sol?: readonly string[]
  /** The medical record number of the patient whom the task is about; missing if no such patient exists. */
  readonly eval_MRN?: string
}

/**
 * Reads the text of a MedAgentBench file: a JSON array of tasks.
 *
 * @throws {Error} naming the entry and the member that is not as expected
 */
export function readSourceTasks(text: string): readonly SourceTask[] {
  const entries = parse(text)
  if (!Array.isArray(entries)) throw new Error('Expected an array of tasks such as [{"id": "task1_1", …}].')
  return entries.map((entry: unknown, index) => readTask(entry, `entry ${index + 1}`))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error('Expected JSON: an array of tasks such as [{"id": "task1_1", …}].', { cause })
  }
}

function readTask(entry: unknown, at: string): SourceTask {
  if (typeof entry !== 'object' || entry === null) throw new Error(`Expected ${at} to be an object.`)
  const members = new Map<string, unknown>(Object.entries(entry))
  const id = readText(members.get('id'), `"id" of ${at}`)
  const sol = members.get('sol')
  const mrn = members.get('eval_MRN')
  return {
    id,
    instruction: readText(members.get('instruction'), `"instruction" of ${id}`),
    context: readText(members.get('context') ?? '', `"context" of ${id}`),
    ...(sol !== undefined && { sol: readTexts(sol, `"sol" of ${id}`) }),
    ...(mrn !== undefined && { eval_MRN: readText(mrn, `"eval_MRN" of ${id}`) }),
  }
}

function readText(value: unknown, at: string): string {
  if (typeof value !== 'string') throw new Error(`Expected ${at} to be a string, found ${JSON.stringify(value)}.`)
  return value
}

function readTexts(value: unknown, at: string): readonly string[] {
  if (!Array.isArray(value)) throw new Error(`Expected ${at} to be an array, found ${JSON.stringify(value)}.`)
  return value.map((one: unknown) => readText(one, at))
}
