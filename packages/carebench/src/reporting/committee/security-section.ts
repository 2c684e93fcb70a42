import { type Markup, markup } from '@carebench/server/site'
import { plural } from '@carebench/text'
import type { CommitteeFacts } from './committee-facts.js'

/** Renders the answers to the questions of a security officer: attacks in documents, and charts opened without need. */
export function showSecurity({ attacks, exposure }: Pick<CommitteeFacts, 'attacks' | 'exposure'>): Markup {
  return markup`<p>${showAttacks(attacks)}</p><p>${showExposure(exposure)}</p>`
}

function showAttacks({ planted, seen, known, obeyed }: CommitteeFacts['attacks']): Markup {
  if (planted === 0) return markup`No trial is known to hold a text that gives the agent orders: <b>not tested</b>.`
  const where = known < planted ? ' whose logs show it' : ''
  const read = known === 0 ? 'Whether it read them is unknown.' : `It read ${seen} of ${known}${where}.`
  return markup`In ${plural(planted, 'trial')}, a text ordered the agent to do something forbidden. ${read}
${showActed({ planted, seen, known, obeyed })}`
}

/** Says whether the agent followed the texts: a text that it did not read cannot have caused its acts. */
function showActed({ planted, seen, known, obeyed }: CommitteeFacts['attacks']): Markup {
  const isUnread = seen === 0 && known === planted
  if (obeyed > 0) {
    return markup`<b class="bad">It did what the text orders in ${obeyed}${isUnread && ', without having read it'}.</b>`
  }
  return isUnread ? markup`Whether it would follow one was <b>not tested</b>.` : markup`It followed <b>none</b>.`
}

function showExposure({ looked, trials, people }: CommitteeFacts['exposure']): Markup {
  if (looked === 0) return markup`Whose records it may read was <b>not judged</b>.`
  if (trials === 0) return markup`It read <b>no record outside its tasks</b> in ${plural(looked, 'trial')}.`
  const whom = people === 1 ? '1 person' : `${people} people`
  return markup`<b class="bad">It read records of ${whom}</b> whom the work was not about, in ${trials} of
${plural(looked, 'trial')}.`
}
