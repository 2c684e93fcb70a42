import { markup } from '@carebench/server/site'
import type { Trial } from '../../runner/agent.js'
import { createWorkstationLink } from '../../runner/workstation-link.js'
import type { SiteAnswer } from './reader-page.js'
import { type SiteRequest, scriptPath } from './reader-site.js'

/** Request headers that pages of the workstation need. */
const sent = ['accept', 'content-type', 'cookie']

/**
 * Creates a link into the workstation of a trial, as a path of the reader's site. Rejects if the service does not
 * create one.
 */
export async function openDoor(trial: Trial): Promise<string> {
  const { pathname, search } = new URL(await createWorkstationLink(trial))
  return pathname + search
}

/**
 * Passes a request of the reader on to the workstation of a trial. Adds to its pages a bar with the other ways to end
 * the trial, and the script that measures the working time.
 */
export async function passThrough(trial: Trial, request: SiteRequest, csrf: string): Promise<SiteAnswer> {
  const { method, path, search, headers, body } = request
  const response = await fetch(trial.baseUrl + path + search, {
    method,
    redirect: 'manual',
    headers: Object.fromEntries(sent.flatMap((name) => (headers[name] ? [[name, headers[name]]] : []))),
    ...(method === 'POST' && { body: new Uint8Array(body) }),
  })
  const kept = [...response.headers].filter(([name]) => !ofConnection.includes(name))
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (!(response.headers.get('content-type') ?? '').startsWith('text/html')) {
    return { status: response.status, headers: Object.fromEntries(kept), body: bytes }
  }
  const own = response.headers.get('content-security-policy') ?? "default-src 'none'"
  const policy = `${own}; script-src 'self'; connect-src 'self'`
  return {
    status: response.status,
    headers: { ...Object.fromEntries(kept), 'content-security-policy': policy },
    body: new TextDecoder().decode(bytes).replace(/<\/body>\s*<\/html>\s*$/, () => `${bar(csrf)}</body></html>`),
  }
}

/** Hop-by-hop response headers, and headers that the added bar would invalidate. */
const ofConnection = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

function bar(csrf: string): string {
  return markup`<aside class="bar" aria-label="This trial"><p>Finish with <b>Submit</b>, or end the trial otherwise:</p>
<p class="actions"><a class="button" href="/give-up">I give up</a>
<a class="button" href="/dispute">This cannot be right</a></p></aside>
<script src="${scriptPath}" data-csrf="${csrf}"></script>`.text
}
