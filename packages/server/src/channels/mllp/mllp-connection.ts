import type { Socket } from 'node:net'
import { createFrameReader, type Frame, frameMessage, Hl7Error, parseHeader } from '@carebench/hl7v2'
import type { ChannelLimits } from '../limits.js'
import type { Answer } from './answer.js'
import { rejectFrame } from './answer-message.js'

/** Options of a connection, from its channel. */
export interface MllpConnectionOptions {
  readonly answer: (message: Uint8Array) => Promise<Answer>
  /** Called when a message with a valid header has arrived. */
  readonly onMessage: () => void
  readonly limits: ChannelLimits
  readonly now: () => number
}

/**
 * Serves one connection of a peer: message after message, each answered before the next is read. A peer that sends
 * slowly or nothing, or does not read, is disconnected; timeouts pause while a message is processed.
 */
export class MllpConnection {
  readonly #socket: Socket
  readonly #options: MllpConnectionOptions
  readonly #reader: ReturnType<typeof createFrameReader>
  #timer: NodeJS.Timeout | undefined
  #faults = 0
  #isEnding = false
  #working: Promise<void> = Promise.resolve()

  constructor(socket: Socket, options: MllpConnectionOptions) {
    this.#socket = socket
    this.#options = options
    this.#reader = createFrameReader({ maxBytes: options.limits.messageBytes })
    socket.on('data', (chunk: Buffer) => {
      // Data after the end are ignored, so that the peer can finish, and read the reason.
      if (this.#isEnding) return
      socket.pause()
      this.#work(() => this.#receive(chunk))
    })
    socket.on('end', () => this.#work(() => this.#finish()))
    socket.on('close', () => clearTimeout(this.#timer))
    this.#wait('idle')
  }

  /** Ends the connection once the current message has been answered. */
  end(): void {
    this.#isEnding = true
    this.#work(async () => this.#close())
  }

  #work(task: () => Promise<void>): void {
    this.#working = this.#working.then(task).catch(() => {
      this.#socket.destroy()
    })
  }

  async #receive(chunk: Buffer): Promise<void> {
    const wasInside = this.#reader.isInside
    const frames = this.#reader.push(chunk)
    if (frames.length > 0) {
      // Timeouts pause while a message is processed.
      clearTimeout(this.#timer)
      for (const frame of frames) {
        if (this.#isEnding) return
        await this.#answer(frame)
      }
    }
    if (this.#socket.destroyed || this.#isEnding) return
    const { isInside } = this.#reader
    // Bytes that are neither a message nor an error, such as line ends between blocks, do not restart the timeout.
    if (frames.length > 0 || isInside !== wasInside) this.#wait(isInside ? 'stall' : 'idle')
    this.#socket.resume()
  }

  async #answer(frame: Frame): Promise<void> {
    if (frame.kind === 'message') {
      if (parseHeader(frame.bytes) !== undefined) this.#options.onMessage()
      const { bytes, ends } = await this.#options.answer(frame.bytes)
      if (bytes !== null) await this.#send(bytes)
      if (ends) this.#close()
      return
    }
    await this.#send(rejectFrame(frame.error, this.#options.now))
    this.#faults++
    // The control id of a too large message is unknown, so its sender would wait for an acknowledgment in vain.
    if (frame.error.code === 'too-large' || this.#faults >= this.#options.limits.faults) this.#close()
  }

  /** Handles the end of the peer's side; the peer may still read. */
  async #finish(): Promise<void> {
    for (const frame of this.#reader.end()) if (!this.#isEnding) await this.#answer(frame)
    this.#close()
  }

  #close(): void {
    this.#isEnding = true
    clearTimeout(this.#timer)
    if (this.#socket.destroyed) return
    this.#socket.end()
    // A peer that does not close its side is cut off.
    this.#socket.resume()
    this.#timer = setTimeout(() => this.#socket.destroy(), this.#options.limits.readMs)
    this.#timer.unref()
  }

  #wait(reason: 'idle' | 'stall'): void {
    clearTimeout(this.#timer)
    const { idleMs, stallMs } = this.#options.limits
    this.#timer = setTimeout(
      () => (reason === 'idle' ? this.end() : this.#work(() => this.#stalled())),
      reason === 'idle' ? idleMs : stallMs,
    )
    this.#timer.unref()
  }

  async #stalled(): Promise<void> {
    if (this.#isEnding) return
    const error = new Hl7Error({
      code: 'invalid-frame',
      expected: `the end of block 1C 0D within ${this.#options.limits.stallMs / 1000} seconds`,
      received: 'an unfinished block',
      offset: 0,
      example: '<0B>MSH|^~\\&|...<0D><1C><0D>',
    })
    await this.#send(rejectFrame(error, this.#options.now))
    this.#close()
  }

  /** Sends bytes, and resolves once the peer can take more; destroys the connection of a peer that does not read. */
  async #send(bytes: Uint8Array): Promise<void> {
    const socket = this.#socket
    if (socket.destroyed || socket.writableEnded) return
    if (socket.write(frameMessage(bytes))) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => socket.destroy(), this.#options.limits.readMs)
      const done = () => {
        clearTimeout(timer)
        socket.off('drain', done).off('close', done)
        resolve()
      }
      socket.on('drain', done).on('close', done)
    })
  }
}
