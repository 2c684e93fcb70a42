import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openBrowserTools } from './browser-tools.js'

it('reports a browser that does not start as an infrastructure error, and closes its gate', async () => {
  const service = createServer((_, response) => {
    response.setHeader('connection', 'close')
    response.end('{"url":"/workstations/trun_1/open"}')
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const folder = mkdtempSync(join(tmpdir(), 'carebench-browser-'))
  onTestFinished(() => {
    service.close()
    rmSync(folder, { recursive: true })
  })
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const { signal } = new AbortController()
  const trial = { baseUrl, workstationUrl: baseUrl, token: 't', folder, signal, submitted: signal }
  const browser = { chromium: join(folder, 'absent'), version: '1' }
  const message = expect.stringMatching(/^The browser failed: .*absent/)
  await expect(openBrowserTools(trial, browser, 'snapshot')).rejects.toMatchObject({
    ended: { kind: 'infra', reason: 'spawn', message },
  })
  const listServers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap')
  await vi.waitFor(() => expect(listServers()).toHaveLength(1))
})
