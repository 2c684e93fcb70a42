import type { PortalAnswer, PortalPages, PortalVisit } from '@carebench/service'
import { noticePage } from './layout.js'
import { type ActionPage, sendAction, showAction } from './pages/action-page.js'
import { appealPage } from './pages/appeal-page.js'
import { documentPage, openDocument } from './pages/document-page.js'
import { showEligibility } from './pages/eligibility-page.js'
import { sendNewRequest, showNewRequest } from './pages/new-request-page.js'
import { showOverview } from './pages/overview-page.js'
import { peerToPeerPage } from './pages/peer-to-peer-page.js'
import { showProviders } from './pages/provider-page.js'
import { showRequests } from './pages/request-list-page.js'
import { showRequest } from './pages/request-page.js'
import { showRequirements } from './pages/requirements-page.js'
import { sendResubmission, showResubmission } from './pages/resubmission-page.js'
import { signInPage } from './pages/sign-in-page.js'
import { portalStyleSource } from './style-sheet.js'

type Answer = (visit: PortalVisit) => Promise<PortalAnswer>

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
  { path: 'requirements', show: showRequirements },
  { path: 'providers', show: showProviders },
  { path: 'new-prior-auth', show: showNewRequest },
  { path: 'prior-auths', show: showRequests, send: sendNewRequest },
  { path: 'prior-auths/*', show: showRequest },
  { path: 'prior-auths/*/attachments/*', show: openDocument },
  { path: 'prior-auths/*/resubmission', show: showResubmission, send: sendResubmission },
  actionOf(documentPage),
  actionOf(peerToPeerPage),
  actionOf(appealPage),
]

async function visit(request: PortalVisit): Promise<PortalAnswer> {
  const page = pages.find(({ path }) => fits(path.split('/'), request.path))
  const answer = request.form === null ? page?.show : page?.send
  if (answer !== undefined) return answer(request)
  const { place } = request
  const link = { href: `${place.base}/`, label: 'Go to the overview' }
  const html = noticePage(place, { title: 'No such page', text: 'The portal has no page at this address.', link })
  return { status: 404, html }
}

function fits(template: readonly string[], path: readonly string[]): boolean {
  return template.length === path.length && template.every((part, index) => part === '*' || part === path[index])
}

/** The HTML of the payer's portal, for the option `pages` of `createService`. */
export const portalPages: PortalPages = {
  styleSource: portalStyleSource,
  visit,
  signIn: signInPage,
  notice: noticePage,
}
