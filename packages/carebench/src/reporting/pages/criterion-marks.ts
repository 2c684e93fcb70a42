import { describeSeverity, type ReportedCriterion } from '@carebench/server/dashboard/task'
import { type Markup, markup } from '@carebench/server/site'

/** Shows the kind of a criterion, and its meaning if broken. */
export function showMarks(
  criterion: Pick<ReportedCriterion, 'guard' | 'severity' | 'harm' | 'leftUndone' | 'notRight'>,
): Markup {
  return markup`${
    criterion.guard ? markup`<span class="tag guard" title="States what must not happen">guard</span> ` : null
  }${describeSeverity(criterion).map((mark) => markup`<span class="tag broken">${mark}</span> `)}`
}
