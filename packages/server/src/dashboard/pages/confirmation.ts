import { type Inside, markup } from '../../site/markup.js'
import { showForm, showHeading } from '../layout.js'
import type { Session } from '../session/session.js'
import type { Page, Section } from '../visit.js'

/** A page that asks before something is done that cannot be undone. */
export function askFirst(options: {
  readonly session: Session
  readonly section: Section
  readonly question: string
  readonly consequence: Inside
  /** Where the form is sent, below the dashboard. */
  readonly action: string
  readonly button: string
  /** Where to go instead. */
  readonly back: string
}): Page {
  const { session, section, question, consequence, action, button, back } = options
  return {
    title: question,
    section,
    body: markup`${showHeading(question)}<p>${consequence}</p>
${showForm(session, action, markup`<button class="danger">${button}</button><a class="button" href="/dashboard${back}">No, go back</a>`, 'inline')}`,
  }
}
