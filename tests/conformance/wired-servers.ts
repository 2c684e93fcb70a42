import {
  type Asked,
  type BrokenServer,
  member,
  readJson,
  readPath,
  refusal,
  rewrite,
  withMembers,
} from './broken-server.js'
import { answers, at, setKey } from './wire-changes.js'

// Servers whose channels violate a requirement.

/** The requirements for channels that apply to a server with enough ports. */
export const wireIds = ['members', 'shape', 'lists', 'same', 'ended'].map((name) => `wires.${name}`)

const sandboxRead = at('GET', /^\/sandboxes\/[^/]+$/)
const sandboxList = at('GET', /^\/sandboxes$/)
const start = at('POST', /\/start$/)
const isStart = ({ method, target }: Asked) => method === 'POST' && target.endsWith('/start')

/** Returns a function that collects the channels of each sandbox, as a start returns them. */
function startedWires(): (body: unknown) => Map<string, unknown> {
  const known = new Map<string, unknown>()
  return (body) => {
    const sandboxes = member(body, 'sandboxes')
    for (const sandbox of Array.isArray(sandboxes) ? sandboxes : []) {
      known.set(String(member(sandbox, 'id')), member(sandbox, 'wires'))
    }
    return known
  }
}

/** Changes later responses with the channels that a start returned. */
function remembers(
  change: (body: unknown, wires: Map<string, unknown>) => unknown,
  where = sandboxRead,
): BrokenServer['create'] {
  return () => {
    const remember = startedWires()
    return async (asked, next) => {
      const answered = await next(asked)
      const known = remember(start(asked, answered) ? readJson(answered) : undefined)
      return where(asked, answered) ? rewrite(answered, (body) => change(body, known)) : answered
    }
  }
}

export const wiredServers: readonly BrokenServer[] = [
  {
    breaks: 'A sandbox that is read has no wires.',
    caughtBy: 'wires.members',
    wired: true,
    create: answers(sandboxRead, (body) => withMembers(body, { wires: undefined })),
  },
  {
    breaks: 'A wire for files does not tell its host key.',
    caughtBy: 'wires.shape',
    wired: true,
    create: answers(start, (body) => setKey(body, 'host_key_fingerprint', () => undefined)),
  },
  {
    breaks: 'Lists of sandboxes tell their wires.',
    caughtBy: 'wires.lists',
    wired: true,
    create: remembers((body, wires) => {
      const rows = member(body, 'data')
      const data = Array.isArray(rows) ? rows : []
      return withMembers(body, {
        data: data.map((row) => withMembers(row, { wires: wires.get(String(member(row, 'id'))) })),
      })
    }, sandboxList),
  },
  {
    breaks: 'What comes by wire is done twice.',
    caughtBy: 'wires.same',
    wired: true,
    create: () => async (asked, next) => {
      if (asked.byWire && asked.method === 'POST') await next(asked)
      return next(asked)
    },
  },
  {
    breaks: 'By MLLP, every message is accepted.',
    caughtBy: 'wires.same',
    wired: true,
    create: () => async (asked, next) => {
      const answered = await next(asked)
      return asked.byWire && /\/hl7\/outbound$/.test(readPath(asked))
        ? rewrite(answered, (body) =>
            withMembers(body, { ack: String(member(body, 'ack')).replace('MSA|AE', 'MSA|AA') }),
          )
        : answered
    },
  },
  {
    breaks: 'A sandbox that has ended still tells its wires.',
    caughtBy: 'wires.ended',
    wired: true,
    create: remembers((body, wires) => withMembers(body, { wires: wires.get(String(member(body, 'id'))) })),
  },
  {
    breaks: 'A start without a free port is answered as if it were wrong.',
    caughtBy: 'wires.none-left',
    wired: 'sparsely',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      return isStart(asked) && answered.status === 503 ? refusal(409, 'CONFLICT') : answered
    },
  },
  {
    breaks: 'A start without a free port goes on without its wire.',
    caughtBy: 'wires.none-left',
    wired: 'sparsely',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      return isStart(asked) && answered.status === 503
        ? { status: 200, headers: { 'content-type': 'application/json' }, body: '{"sandboxes":[{"type":"HL7"}]}' }
        : answered
    },
  },
  {
    breaks: 'A start that was refused for want of a port cannot be repeated.',
    caughtBy: 'wires.none-left',
    wired: 'sparsely',
    create: () => {
      const refused = new Set<string>()
      return async (asked, next) => {
        if (refused.has(asked.target)) return refusal(409, 'CONFLICT')
        const answered = await next(asked)
        if (isStart(asked) && answered.status === 503) refused.add(asked.target)
        return answered
      }
    },
  },
]
