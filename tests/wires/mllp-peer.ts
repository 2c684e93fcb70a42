import { connect, type Socket } from 'node:net'
import type { Wire } from '@carebench/protocol'

/** A peer of an MLLP port that sends any bytes. */
export interface MllpPeer {
  readonly socket: Socket
  /** The answers so far, without their frames. */
  readonly answers: readonly string[]
  send(bytes: string | Uint8Array): void
  /** Resolves with the answers once there are at least `count`. */
  answered(count: number): Promise<readonly string[]>
  /** Resolves once the other side has closed the connection. */
  closed(): Promise<void>
  close(): void
}

export async function connectPeer({ host, port }: Pick<Wire, 'host' | 'port'>): Promise<MllpPeer> {
  const socket = connect({ host, port })
  socket.on('error', () => undefined)
  const answers: string[] = []
  const changed = new Set<() => void>()
  let text = ''
  let isClosed = false
  const tell = () => {
    for (const listener of changed) listener()
  }
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk
    for (let end = text.indexOf('\x1c\r'); end !== -1; end = text.indexOf('\x1c\r')) {
      answers.push(Buffer.from(text.slice(1, end), 'latin1').toString('utf8'))
      text = text.slice(end + 2)
    }
    tell()
  })
  socket.on('close', () => {
    isClosed = true
    tell()
  })
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isSo()) return
        changed.delete(look)
        resolve()
      }
      changed.add(look)
      look()
    })
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  return {
    socket,
    answers,
    send: (bytes) => socket.write(bytes),
    async answered(count) {
      await until(() => answers.length >= count || isClosed)
      return answers
    },
    closed: () => until(() => isClosed),
    close: () => socket.destroy(),
  }
}

export function framed(message: string): Buffer {
  return Buffer.from(`\x0b${message}\x1c\r`)
}

/** Returns an ADT^A01 message that the server accepts; `rest` continues its MSH segment. */
export function admission(controlId: string, rest = ''): string {
  return (
    `MSH|^~\\&|EHR|CLINIC|HUB|SITE|20260302||ADT^A01^ADT_A01|${controlId}|P|2.5.1${rest}` +
    '\rEVN||20260302\rPID|1||100^^^CLINIC^MR||OKAFOR^ADA\rPV1|1|O\r'
  )
}

/** Returns the code and the control id of an acknowledgment, such as `AA A1`. */
export function readCode(ack: string): string {
  const [, code = '', id = ''] = /MSA\|([^|\r]*)\|?([^|\r]*)/.exec(ack) ?? []
  return `${code} ${id}`.trim()
}
