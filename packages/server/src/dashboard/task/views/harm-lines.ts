import { type Markup, markup } from '../../../site/markup.js'
import type { CountedHarms } from '../facts/count-harms.js'
import { formatHarms } from './figures.js'

/** Shows the harm that was done, and the harm that may follow from missing or incorrect work, one line each. */
export function showHarms({ harms, leftUndone }: CountedHarms): Markup {
  const [done, undone] = [formatHarms(harms), formatHarms(leftUndone)]
  return markup`${done === null ? null : markup`<p>Harm: ${done}</p>`}${
    undone === null ? null : markup`<p class="soft">Left undone or not right: ${undone}</p>`
  }`
}
