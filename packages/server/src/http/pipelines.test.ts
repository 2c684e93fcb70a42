import { Duplex } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { Pipelines } from './pipelines.js'

function connection(): Duplex {
  return new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
}

/** Sends numbered requests on a connection, and records what happens to them. */
function send(pipelines: Pipelines, socket: Duplex, count: number): readonly string[] {
  const events: string[] = []
  for (let number = 1; number <= count; number++) {
    pipelines.add(socket, { begin: () => events.push(`begin ${number}`), lost: () => events.push(`lost ${number}`) })
  }
  return events
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}

describe('a pipeline', () => {
  it('begins one request after another, and again after a pause', () => {
    const [pipelines, socket] = [new Pipelines(), connection()]
    const events = send(pipelines, socket, 2)
    expect(events).toEqual(['begin 1'])
    pipelines.end(socket)
    expect(events).toEqual(['begin 1', 'begin 2'])
    pipelines.end(socket)
    expect(send(pipelines, socket, 1)).toEqual(['begin 1'])
  })

  it('does not hold up other connections', () => {
    const pipelines = new Pipelines()
    send(pipelines, connection(), 10)
    expect(send(pipelines, connection(), 1)).toEqual(['begin 1'])
  })

  it('is not read further while many requests wait', async () => {
    const [pipelines, socket] = [new Pipelines(), connection()]
    socket.resume()
    send(pipelines, socket, 1000)
    await nextTick()
    expect(socket.isPaused()).toBe(true)
    for (let count = 0; count < 990; count++) pipelines.end(socket)
    expect(socket.isPaused()).toBe(true)
    pipelines.end(socket)
    expect(socket.isPaused()).toBe(false)
  })

  it('that is lost drops the requests that have not begun', async () => {
    const [pipelines, socket] = [new Pipelines(), connection()]
    const events = send(pipelines, socket, 3)
    socket.destroy()
    pipelines.end(socket)
    await new Promise(setImmediate)
    expect(events).toEqual(['begin 1', 'lost 2', 'lost 3'])
  })

  it('is closed if it continues while too many requests wait on all connections', () => {
    const pipelines = new Pipelines()
    const greedy = connection()
    send(pipelines, greedy, 4097)
    expect(greedy.destroyed).toBe(false)
    const events = send(pipelines, greedy, 1)
    expect(greedy.destroyed).toBe(true)
    expect(events).toEqual(['lost 1'])
    const modest = connection()
    send(pipelines, modest, 30)
    expect(modest.destroyed).toBe(false)
  })
})
