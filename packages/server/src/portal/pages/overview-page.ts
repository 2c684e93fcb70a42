import type { PortalAnswer, PortalVisit } from '@carebench/service'
import { markup } from '../../site/markup.js'
import { layOut } from '../layout.js'
import { rowOf, rowsOf } from '../reply-row.js'
import { requestTable } from '../request-table.js'

/** Requests that need action, recent requests, and links to the other sections. */
export async function showOverview({ place, call }: PortalVisit): Promise<PortalAnswer> {
  const { base } = place
  const waiting = rowsOf(rowOf(await call('GET', 'prior-auths?status=more_information&limit=5')), 'data')
  const recent = rowsOf(rowOf(await call('GET', 'prior-auths?limit=5')), 'data')
  return {
    status: 200,
    html: layOut(
      place,
      { title: 'Overview', section: 'overview' },
      markup`<div class="head"><div><h1>Overview</h1><p class="lead">Check the coverage of a member, request a prior authorization, and track its decision.</p></div></div>
<ul class="tiles">
<li><a class="tile" href="${base}/eligibility"><strong>Check eligibility</strong><span>Find a member by ID or name</span></a></li>
<li><a class="tile" href="${base}/new-prior-auth"><strong>New prior authorization</strong><span>Submit a request with its documents</span></a></li>
<li><a class="tile" href="${base}/prior-auths"><strong>Prior authorizations</strong><span>Status, resubmissions and appeals</span></a></li>
</ul>
${
  waiting.length > 0 &&
  markup`<section class="card flush" aria-labelledby="waiting"><h2 id="waiting">Action required</h2>${requestTable(base, 'Requests that need more information', waiting)}</section>`
}
<section class="card flush" aria-labelledby="recent"><h2 id="recent">Recently submitted</h2>
${
  recent.length > 0
    ? requestTable(base, 'Recently submitted requests', recent)
    : markup`<div class="empty"><p>No prior authorization has been requested yet.</p><a class="button" href="${base}/new-prior-auth">Request one</a></div>`
}</section>`,
    ),
  }
}
