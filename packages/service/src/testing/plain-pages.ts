import type { PortalPages } from '../portal/portal-pages.js'
import type { WorkstationPages } from '../portal/workstation-pages.js'

/** Pages that show the JSON of the portal: for tests of what the service does around pages. */
export const plainPages: PortalPages = {
  styleSource: () => "'none'",
  async visit({ place, path, form, call }) {
    if (form !== null) return { redirect: `${place.base}/` }
    // Pages read more than once.
    await call('GET', 'patients')
    const { status, json } = await call('GET', path.map(encodeURIComponent).join('/'))
    return { status: path.join('') === '' ? 200 : status, html: JSON.stringify(json) }
  },
  signIn: () => 'Sign in',
  notice: (_, { title, text }) => `${title}: ${text}`,
}

/** A workstation whose only page shows the response of a call that its address names. */
export const plainWorkstation: WorkstationPages = {
  styleSource: () => "'none'",
  async visit({ query, form, call }) {
    const target = query.get('target') ?? '/healthz'
    const { status, json } = await call({ method: form === null ? 'GET' : 'POST', target })
    return { status, html: JSON.stringify(json) }
  },
  enter: (base) => `Go to ${base}`,
  notice: ({ title, text }) => `${title}: ${text}`,
}
