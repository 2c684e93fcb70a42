import { createNonce } from '../../auth/workstation-session.js'
import type { ServiceContext } from '../../context/context.js'
import { findPage, keepPage } from '../../documents/collections/kept-pages.js'
import type { WorkstationAnswer } from '../../portal/workstation-pages.js'

/** The pages of one task run, playground or sandbox. */
export interface PagePlace {
  readonly context: Pick<ServiceContext, 'store' | 'clock' | 'random'>
  /** Identifies the place: only its own visitors may see its kept pages. */
  readonly place: string
  /** The decoded query of the request. */
  readonly query: URLSearchParams
}

/** The parameter of an address that names a kept page. */
const parameter = '~sent'
/** Maximum length of a page that is kept; a longer one answers the form itself. */
const maxKeptCharacters = 1024 * 1024

/**
 * Returns the answer to a submitted form: a redirect to the page, which is kept so that a browser can reload it and go
 * back to it. A redirect, a file, and the last page of a session stay as they are.
 *
 * @param path - the path of the form, without its query
 */
export async function answerForm(
  { context, place, query }: PagePlace,
  path: string,
  answer: WorkstationAnswer,
): Promise<WorkstationAnswer> {
  if (!('html' in answer) || answer.isLast === true || answer.html.length > maxKeptCharacters) return answer
  const nonce = createNonce(context.random)
  await keepPage(context.store, place, { nonce, status: answer.status, html: answer.html }, context.clock.now())
  const target = new URLSearchParams(query)
  target.set(parameter, nonce)
  return { redirect: `${path}?${target}` }
}

/** Returns the kept page that an address names; null if it names none, or one that is not kept any more. */
export async function findKeptAnswer({ context, place, query }: PagePlace): Promise<WorkstationAnswer | null> {
  const nonce = /^[0-9a-f]{32}$/.exec(query.get(parameter) ?? '')?.[0]
  if (nonce === undefined) return null
  const page = await findPage(context.store, place, nonce, context.clock.now())
  return page === undefined ? null : { status: page.status, html: page.html }
}
