import type { ServiceLogEvent } from '@carebench/service'
import { loggedError, type RequestLog, type RequestLogLine, withoutTokens } from './http/request-log.js'

/** The format of a log: `json`, one object per line, or `pretty`, for people. */
export type LogFormat = 'json' | 'pretty'

/** Options of {@link createLogWriter}. */
export interface LogWriterOptions {
  readonly format: LogFormat
  /** Receives whole lines with their line feeds. */
  readonly write: (text: string) => void
  /** The time of a line; the system's by default. */
  readonly today?: () => Date
}

/** Writes the log of a server. No line contains a token, a header, a query or a body. */
export interface LogWriter {
  /** Writes a line for each request: the option `log` of `createServer`. */
  readonly request: RequestLog
  /** Writes an event of the service: the option `log` of `createService`. */
  readonly event: (event: ServiceLogEvent) => void
}

/**
 * Creates the log of a server. Lines of JSON are written by pino, which is loaded only for them: `level` (`info` or
 * `error`) and `time` (UTC), then the members of {@link RequestLogLine}, or `message`, `request_id` and `error`.
 */
export async function createLogWriter({ format, write, today = systemDate }: LogWriterOptions): Promise<LogWriter> {
  const print =
    format === 'json'
      ? await jsonLines(write, today)
      : (level: Level, entry: Entry) => write(`${today().toISOString()} ${prettyLine(level, entry)}\n`)
  return {
    request: ({ level, ...entry }) => print(level, { ...entry, ms: Math.round(entry.ms * 1000) / 1000 }),
    event: ({ level, message, requestId, error }) =>
      print(level, {
        event: 'service',
        message: withoutTokens(message),
        ...(requestId !== undefined && { request_id: requestId }),
        ...(error !== undefined && { error: loggedError(error) }),
      }),
  }
}

type Level = RequestLogLine['level']

interface EventEntry {
  readonly event: 'service'
  readonly message: string
  readonly request_id?: string
  readonly error?: string
}

type Entry = Omit<RequestLogLine, 'level'> | EventEntry

async function jsonLines(write: (text: string) => void, today: () => Date) {
  const { pino } = await import('pino')
  const logger = pino(
    {
      base: null,
      timestamp: () => `,"time":"${today().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
    },
    { write },
  )
  return (level: Level, entry: Entry) => logger[level](entry)
}

function prettyLine(level: Level, entry: Entry): string {
  const parts = entry.event === 'request' ? requestParts(entry) : [entry.message]
  const about = [
    ...parts,
    'run_id' in entry ? entry.run_id : undefined,
    'organization_id' in entry ? entry.organization_id : undefined,
    entry.request_id,
  ].filter((part) => part !== undefined && part !== '')
  const cause = entry.error === undefined ? '' : `\n  ${entry.error.replaceAll('\n', '\n  ')}`
  return printable(`${level === 'error' ? 'ERROR ' : ''}${about.join('  ')}${cause}`)
}

function requestParts(line: Omit<RequestLogLine, 'level'>): (string | undefined)[] {
  const { method, path, status, ms, bytes, code, limit, aborted, client } = line
  return [
    `${status ?? '---'} ${method ?? '-'} ${path ?? '-'}`,
    `${ms.toFixed(1)} ms`,
    `${bytes} B`,
    code,
    limit,
    aborted === true ? 'aborted' : undefined,
    client,
  ]
}

/** Control characters in an error could rewrite the reader's screen. */
function printable(text: string): string {
  return text.replaceAll(/(?!\n)\p{Cc}/gu, '�')
}

function systemDate(): Date {
  return new Date()
}
