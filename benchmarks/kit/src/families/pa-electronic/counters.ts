import { instead } from '../../builders/counters.js'
import type { Counter } from '../../task.js'
import { labelOf, labels } from './criteria.js'
import type { Facts } from './facts.js'
import { closeItem } from './work.js'

export function countersOf(facts: Facts): readonly Counter[] {
  return facts.courses
    .slice(0, 1)
    .map((course) =>
      instead(
        'close the item as missing',
        [closeItem(course.order, 'missing-document')],
        labelOf(labels.outcome, course, facts),
      ),
    )
}
