import { connectAsOrganization } from '../../calling/connection.js'
import { explainFailures } from '../../calling/failed-call.js'
import { writeTextFile } from '../../files/written-file.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { jsonText } from '../../terminal/printable.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'

export interface RecordOptions {
  readonly output?: string
  /** Undefined: the server decides by the size of the environment. */
  readonly selfContained?: boolean
}

const operations = { tr: 'getTaskRunRecord', run: 'getBenchmarkRunRecord' } as const

/**
 * Fetches a record, and writes it unchanged to a file or stdout. Throws a {@link UsageError} if the id is not that of a
 * run or a task run.
 */
export function fetchRecord(terminal: Terminal, id: string, { output, selfContained }: RecordOptions): Promise<void> {
  return explainFailures(async () => {
    const operation = findOperation(id)
    const client = connectAsOrganization(terminal.environment)
    const query = selfContained === undefined ? {} : { selfContained: String(selfContained) as 'true' | 'false' }
    const record = await showProgress(terminal, { quiet: false }, (progress) => {
      progress.step(`Asking ${terminal.environment.CAREBENCH_URL}`)
      return client.call(operation, { params: { id }, query })
    })
    const text = jsonText(record)
    if (output === undefined) terminal.out(text)
    else writeTextFile(output, text)
  })
}

function findOperation(id: string): (typeof operations)[keyof typeof operations] {
  const [prefix = ''] = id.split('_', 1)
  if (prefix === 'tr' || prefix === 'run') return operations[prefix]
  throw new UsageError(`expected the id of a task run (tr_…) or of a run (run_…), got ${JSON.stringify(id)}`)
}
