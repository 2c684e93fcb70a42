import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { nodeFetch } from '@carebench/client/node'
import { expect, it } from 'vitest'
import { at, listAt, textAt } from '../contract/contract-testbed.js'
import { workspaceRoot } from '../workspace-sources.js'
import { admission, connectPeer, framed, readCode } from './mllp-peer.js'

it('carebench serve --wires opens the wires, and closes their connections when it ends [serving.signals]', async () => {
  const server = spawn(
    process.execPath,
    [
      ...['--conditions=@carebench/source', '--import', 'tsx', 'packages/carebench/src/main.ts'],
      ...['serve', '--json', '--port', '0', '--wires', 'mllp', 'sftp', '--wire-ports', '0'],
    ],
    { cwd: workspaceRoot, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(server, 'exit')
  try {
    const [line] = await Promise.race([once(createInterface(server.stdout), 'line'), ended])
    const ready: unknown = JSON.parse(String(line))
    const fetchOver = nodeFetch({ ca: readFileSync(textAt(ready, 'ca_file'), 'utf8') })
    const headers = { authorization: `Bearer ${textAt(ready, 'organization_key')}`, 'content-type': 'application/json' }
    const call = async (method: string, path: string, body?: object): Promise<unknown> => {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      return (await fetchOver(textAt(ready, 'url') + path, init)).json()
    }
    const environment = textAt(await call('POST', '/environments', { name: 'Hospital' }), 'id')
    for (const type of ['HL7', 'Files']) {
      const simulator = textAt(await call('POST', '/simulators', { type, name: type }), 'id')
      await call('POST', `/environments/${environment}/simulators/${simulator}`)
    }
    const playground = textAt(await call('POST', '/playgrounds', { environment_id: environment }), 'id')
    const rows = listAt(await call('GET', `/sandboxes?playground_id=${playground}`), 'data')
    const sandboxes = await Promise.all(rows.map((row) => call('GET', `/sandboxes/${textAt(row, 'id')}`)))
    const wires = sandboxes.flatMap((sandbox) => listAt(sandbox, 'wires'))
    expect(wires.map((wire) => textAt(wire, 'kind')).sort()).toEqual(['mllp', 'sftp'])
    const mllp = wires.find((wire) => textAt(wire, 'kind') === 'mllp')
    const peer = await connectPeer({ host: textAt(mllp, 'host'), port: Number(at(mllp, 'port')) })
    peer.send(framed(admission('S1')))
    expect((await peer.answered(1)).map(readCode)).toEqual(['AA S1'])
    server.kill('SIGTERM')
    await peer.closed()
    expect(await ended).toEqual([0, null])
  } finally {
    server.kill('SIGKILL')
  }
})
