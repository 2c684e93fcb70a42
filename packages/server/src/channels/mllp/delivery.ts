import { connect } from 'node:net'
import { createFrameReader, frameMessage } from '@carebench/hl7v2'
import { textOfBody } from '@carebench/service'
import type { CallAsAgent } from '../agent-calls.js'
import type { Bell } from '../bell.js'
import type { Holding } from '../holding.js'
import type { ChannelLimits } from '../limits.js'
import { pause } from '../pause.js'

/** How often the inbox is polled if no bell rings, in milliseconds. */
const lookMs = 500
/** Maximum pause before a delivery is retried, in milliseconds. */
const maxPauseMs = 30_000
/** Maximum size of the agent's acknowledgment in bytes. */
const acknowledgmentBytes = 65_536

/** A running delivery of messages to the listener of an agent. */
export interface Delivery {
  stop(): Promise<void>
}

interface InboxPage {
  readonly data: readonly { readonly id: string; readonly payload: string }[]
  readonly _meta: { readonly next: string | null }
}

/**
 * Delivers the messages in the inbox of a sandbox to a listener, in order of arrival, each until it is acknowledged.
 * The last delivery is stored, so that a process that takes over continues after it. Polls of the inbox, regular and
 * when the bell rings, are not logged: the log has what the agent does with a message, not its delivery.
 */
export function deliverTo(
  listener: { readonly host: string; readonly port: number },
  call: CallAsAgent,
  holding: Holding,
  bell: Bell,
  limits: Pick<ChannelLimits, 'stallMs'>,
): Delivery {
  const stop = new AbortController()
  let { delivered } = holding.doc
  const store = async () => {
    do {
      try {
        await holding.save({ delivered })
        return
      } catch {
        await pause(lookMs, stop.signal)
      }
    } while (!stop.signal.aborted)
  }
  /** Sends a message until it is acknowledged; false if stopped before, or if another process must do so. */
  const send = async (payload: string): Promise<boolean> => {
    for (let pauseMs = lookMs; !stop.signal.aborted && holding.isHeld(); ) {
      if (await sendOne(listener, payload, limits.stallMs, stop.signal)) return true
      await pause(pauseMs, stop.signal)
      pauseMs = Math.min(2 * pauseMs, maxPauseMs)
    }
    return false
  }
  const work = async () => {
    while (!stop.signal.aborted) {
      const waiting = holding.isHeld() ? await undelivered(call, delivered) : []
      for (const { id, payload } of waiting) {
        if (!(await send(payload))) break
        delivered = id
        await store()
      }
      await bell.wait(lookMs, stop.signal)
    }
  }
  const working = work()
  return {
    async stop() {
      stop.abort()
      await working
    },
  }
}

/** Reads the messages that arrived after the one with the id, oldest first; none while the sandbox cannot be read. */
async function undelivered(call: CallAsAgent, delivered: string | null) {
  const found: { id: string; payload: string }[] = []
  for (let cursor = ''; ; ) {
    const response = await call({ method: 'GET', path: `inbox?limit=100${cursor}`, looks: true })
    if (response.status !== 200) return []
    const { data, _meta }: InboxPage = JSON.parse(textOfBody(response))
    for (const message of data) {
      if (message.id === delivered) return found.reverse()
      found.push(message)
    }
    if (_meta.next === null) return found.reverse()
    cursor = `&cursor=${encodeURIComponent(_meta.next)}`
  }
}

/** Sends one message; true once the agent has acknowledged it with any code. */
function sendOne(
  { host, port }: { readonly host: string; readonly port: number },
  payload: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const reader = createFrameReader({ maxBytes: acknowledgmentBytes })
    const end = (isAcknowledged: boolean) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      socket.destroy()
      resolve(isAcknowledged)
    }
    const abort = () => end(false)
    const timer = setTimeout(abort, timeoutMs)
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    socket.on('error', abort).on('close', abort)
    socket.on('connect', () => socket.write(framed(payload)))
    socket.on('data', (chunk) => {
      const [frame] = reader.push(chunk)
      if (frame !== undefined) end(frame.kind === 'message')
    })
  })
}

function framed(payload: string): Uint8Array {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these two frame a block.
  return frameMessage(new TextEncoder().encode(payload.replaceAll(/[\u000b\u001c]/g, ' ')))
}
