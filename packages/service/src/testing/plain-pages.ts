import type { WorkstationPages } from '../portal/workstation-pages.js'

/** Workstation pages for tests of the service: each shows the response of the call that its address names. */
export const plainWorkstation: WorkstationPages = {
  styleSource: () => "'none'",
  async visit({ place, base, path, query, form, call }) {
    if (place.kind === 'site') {
      if (form !== null) return { redirect: `${base}/` }
      // Real pages make several reads.
      await call({ method: 'GET', target: '/patients' })
      const { status, json } = await call({ method: 'GET', target: `/${path.map(encodeURIComponent).join('/')}` })
      return { status: path.join('') === '' ? 200 : status, html: JSON.stringify(json) }
    }
    const target = query.get('target') ?? '/healthz'
    const { status, json } = await call({ method: form === null ? 'GET' : 'POST', target })
    return { status, html: JSON.stringify(json) }
  },
  enter: (base) => `Go to ${base}`,
  signIn: () => 'Sign in',
  notice: ({ title, text }) => `${title}: ${text}`,
}
