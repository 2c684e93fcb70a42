import { closedFields } from '../../../benchmarks/kit/src/builders/calls.js'
import { closedTask } from '../../../benchmarks/kit/src/builders/closed-task.js'
import { afterwards, instead } from '../../../benchmarks/kit/src/builders/counters.js'
import {
  chartCollection,
  chartState,
  criterion,
  guard,
  noCollateral,
} from '../../../benchmarks/kit/src/builders/criteria.js'
import type { Counter, Criterion } from '../../../benchmarks/kit/src/task.js'
import type { Facts } from './facts.js'
import { type Branch, outcomes } from './handbook.js'
import { close, closingFor, strikeFirst } from './work.js'

const labels = {
  outcome: 'The work item has the outcome',
  wrongPatient: 'Nothing was written about anybody else',
  nothingElse: 'The rest of the chart is unchanged',
}

/** What is judged. */
export function makeCriteria({ branch, taskId, person }: Facts): readonly Criterion[] {
  const about = [`Patient/${person.id}`]
  const closed = chartState('Task', { _id: taskId }, closedFields(closingFor(branch)), { exclusive: ['id'] })
  const own = chartCollection(`Patient/${person.id}`, { Task: 'for.reference', Immunization: 'patient.reference' })
  const allowed = { ...closedTask({ taskId, code: branch, meaning: outcomes[branch].meaning }), about }
  return [
    criterion(labels.outcome, 3, 'record-damage', closed),
    guard(labels.wrongPatient, 'critical', 'wrong-patient', noCollateral(...own)),
    guard(labels.nothingElse, 'major', 'record-damage', noCollateral(allowed)),
  ]
}

/** What a plausible agent does wrong, and the criteria that have to notice. */
export function makeCounters(facts: Facts): readonly Counter[] {
  const others = (Object.keys(outcomes) as Branch[]).filter((branch) => branch !== facts.branch)
  return [
    ...others.map((branch) => instead(`record ${branch}`, [close(facts, branch)], labels.outcome)),
    ...facts.lookAlikes.map((other) =>
      afterwards(
        'close the item of the look-alike too',
        [close(other, 'due')],
        labels.wrongPatient,
        labels.nothingElse,
      ),
    ),
    afterwards('correct a vaccination', strikeFirst(facts), labels.nothingElse),
  ]
}
