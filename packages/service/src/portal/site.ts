import { noticePage } from './layout.js'
import { type ActionPage, sendAction, showAction } from './pages/action-page.js'
import { appealPage } from './pages/appeal-page.js'
import { documentPage } from './pages/document-page.js'
import { showEligibility } from './pages/eligibility-page.js'
import { sendNewRequest, showNewRequest } from './pages/new-request-page.js'
import { showOverview } from './pages/overview-page.js'
import { peerToPeerPage } from './pages/peer-to-peer-page.js'
import { showProviders } from './pages/provider-page.js'
import { showRequests } from './pages/request-list-page.js'
import { showRequest } from './pages/request-page.js'
import { sendResubmission, showResubmission } from './pages/resubmission-page.js'
import type { PageAnswer, PortalVisit } from './visit.js'

type Answer = (visit: PortalVisit) => Promise<PageAnswer>

interface SitePage {
  /** The path below the portal; `*` is the number of a request. */
  readonly path: string
  readonly show?: Answer
  readonly send?: Answer
}

function actionOf(page: ActionPage): SitePage {
  return {
    path: `prior-auths/*/${page.path}`,
    show: (visit) => showAction(page, visit),
    send: (visit) => sendAction(page, visit),
  }
}

/** The pages of the portal. */
const pages: readonly SitePage[] = [
  { path: '', show: showOverview },
  { path: 'eligibility', show: showEligibility },
  { path: 'providers', show: showProviders },
  { path: 'new-prior-auth', show: showNewRequest },
  { path: 'prior-auths', show: showRequests, send: sendNewRequest },
  { path: 'prior-auths/*', show: showRequest },
  { path: 'prior-auths/*/resubmission', show: showResubmission, send: sendResubmission },
  actionOf(documentPage),
  actionOf(peerToPeerPage),
  actionOf(appealPage),
]

/** Answers a browser with a page, or with a redirect after an action. */
export async function visitSite(visit: PortalVisit): Promise<PageAnswer> {
  const page = pages.find(({ path }) => fits(path.split('/'), visit.path))
  const answer = visit.form === null ? page?.show : page?.send
  if (answer !== undefined) return answer(visit)
  const { place } = visit
  const way = { href: `${place.base}/`, label: 'Go to the overview' }
  return { status: 404, html: noticePage(place, 'No such page', 'The portal has no page at this address.', way) }
}

function fits(template: readonly string[], path: readonly string[]): boolean {
  return template.length === path.length && template.every((part, index) => part === '*' || part === path[index])
}
