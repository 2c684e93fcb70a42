import { createServer } from '@carebench/server'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../chromium.js'
import { createHostileOrganization, type HostileOrganization } from './hostile-organization.js'
import { type OpenDashboard, openDashboard } from './open-dashboard.js'

/** A dashboard on a port, with a hostile organization in it, and a browser. */
export interface ServedDashboard {
  readonly browser: Browser
  readonly url: string
  readonly open: OpenDashboard
  readonly hostile: HostileOrganization
  close(): Promise<void>
}

export async function serveDashboard(): Promise<ServedDashboard> {
  const open = await openDashboard()
  const hostile = await createHostileOrganization(open)
  const server = createServer({ service: open.service, limits: null })
  const { url } = await server.listen({ port: 0 })
  const browser = await launchBrowser()
  return {
    browser,
    url,
    open,
    hostile,
    close: async () => {
      await browser.close()
      await server.close({ graceMs: 0 })
    },
  }
}
