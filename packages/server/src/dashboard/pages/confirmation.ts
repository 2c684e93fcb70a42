import { type Inside, markup } from '../../site/markup.js'
import { showForm, showHeading } from '../layout.js'
import type { Session } from '../session/session.js'
import type { Page, Section } from '../visit.js'

/** Returns a page that asks for confirmation of an irreversible action. */
export function askFirst(options: {
  readonly session: Session
  readonly section: Section
  readonly question: string
  readonly consequence: Inside
  /** The path that the form is sent to, below the dashboard. */
  readonly action: string
  readonly button: string
  /** The address of the link to cancel. */
  readonly back: string
}): Page {
  const { session, section, question, consequence, action, button, back } = options
  return {
    title: question,
    section,
    body: markup`${showHeading(question)}<p>${consequence}</p>
${showForm(
  session,
  action,
  markup`<button class="danger">${button}</button><a class="button" href="/dashboard${back}">No, go back</a>`,
  'inline',
)}`,
  }
}
