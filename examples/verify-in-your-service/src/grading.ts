import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { verify } from '@carebench/systems/verifier'
import { readSubmission } from './submission.js'

/** What the grading of one submission answers. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** What every submission is graded by. */
export type Criteria = Parameters<typeof verify>[0]['criteria']

/** Grades a submission: any JSON that has come from outside. */
export function grade(criteria: Criteria, received: unknown): Answer {
  const submission = readSubmission(received)
  if ('fault' in submission) return { status: 400, body: { error: submission.fault } }
  const { score, verdict, criterion_runs: runs } = verify({ criteria, evidence: submission.evidence })
  // A check that broke, or whose assertion is invalid, is our fault and not the submitter's: there is no grade, and
  // somebody has a look.
  const broken = runs
    .filter(({ outcome }) => outcome === 'errored' || outcome === 'unsupported')
    .map(({ label, details }) => ({ label, details }))
  if (score === null || broken.length > 0) {
    return { status: 500, body: { error: 'This submission could not be graded.', broken } }
  }
  const checks = runs.map(({ label, outcome, score: points, details }) => ({ label, outcome, score: points, details }))
  // A text that cannot be read either way excludes `pass`, and somebody decides.
  const review = runs.filter(({ outcome }) => outcome === 'undecided').map(({ label }) => label)
  return { status: 200, body: { score, verdict, checks, review } }
}

const maxBytes = 1_000_000

/** A service that grades what is posted to `/grades`. */
export function createGradingServer(criteria: Criteria): Server {
  return createServer((request, response) => {
    void answer(criteria, request)
      .catch((): Answer => ({ status: 400, body: { error: 'The body must be JSON of at most 1 MB.' } }))
      .then((result) => send(response, result))
  })
}

async function answer(criteria: Criteria, request: IncomingMessage): Promise<Answer> {
  if (request.method !== 'POST' || request.url !== '/grades') {
    return { status: 404, body: { error: 'POST /grades grades a submission.' } }
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.byteLength
    if (size > maxBytes) throw new RangeError('The body is too large.')
    chunks.push(chunk)
  }
  return grade(criteria, JSON.parse(Buffer.concat(chunks).toString('utf8')))
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
