import type { PortalPages } from '../portal/portal-pages.js'

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
