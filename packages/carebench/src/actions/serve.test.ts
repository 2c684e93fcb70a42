import { expect, it } from 'vitest'
import type { LocalServerOptions } from '../serving/local-server.js'
import { resolveSettings } from '../serving/resolve-settings.js'
import type { Terminal } from '../terminal.js'
import { serve } from './serve.js'

const logged = '{"level":"error","message":"A request caused an internal error.","request_id":"req_1"}\n'
const erase = '\r\u001b[2K'

/** A start that publishes, logs an event, and then fails. */
async function startAndFail({ log, progress }: LocalServerOptions): Promise<never> {
  progress?.step('Publishing visits')
  log?.({ level: 'error', message: 'A request caused an internal error.', requestId: 'req_1' })
  throw new Error('the start ends here')
}

/** The standard error of `serve` until its start has failed. */
async function errorsOf(options: { readonly json?: boolean; readonly errColumns: number | undefined }) {
  let printed = ''
  const terminal: Terminal = {
    out: () => undefined,
    err: (text) => {
      printed += text
    },
    isTTY: false,
    errColumns: options.errColumns,
    environment: {},
    now: () => 0,
  }
  const { settings } = resolveSettings({ flags: { port: '0', fixtures: [] }, environment: {} })
  await expect(serve(terminal, settings, options.json ?? false, startAndFail)).rejects.toThrow('the start ends here')
  return printed
}

it('logs each event on its own line, in addition to the progress line', async () => {
  expect(await errorsOf({ errColumns: 80 })).toBe(`Publishing visits${erase}${logged}Publishing visits${erase}`)
})

it.each([80, undefined])('logs for machines too, without progress (%s columns)', async (errColumns) => {
  expect(await errorsOf({ json: true, errColumns })).toBe(logged)
})
